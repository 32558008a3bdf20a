import { call, type Platform, Refused } from './api.ts';
import { mistaken } from './mistakes.ts';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** The answer of a refresh. */
interface Pair {
  readonly token: { readonly token: string };
  readonly refreshToken: { readonly token: string };
}

/** A caller that logs in with the token of its CI, and stays logged in. */
export class Session {
  readonly #platform: Platform;
  readonly #ciToken: () => Promise<string>;
  #tokens: Tokens | undefined;

  constructor(platform: Platform, ciToken: () => Promise<string>) {
    this.#platform = platform;
    this.#ciToken = ciToken;
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    this.#tokens ??= await this.#logIn();
    const send = () => call<T>({ ...this.#platform, token: this.#tokens?.token ?? '' }, method, path, body);
    try {
      return await send();
    } catch (error) {
      // The mistake keeps the first token for ever.
      if (!(error instanceof Refused) || error.status !== 401 || mistaken('tokens')) throw error;
      // Once: a new token that is refused, too, is no better the third time.
      this.#tokens = await this.#refresh(this.#tokens).catch(() => this.#logIn());
      return send();
    }
  }

  async #logIn(): Promise<Tokens> {
    return this.#exchange<Tokens>('/sts/exchange', await this.#ciToken());
  }

  async #refresh(old: Tokens): Promise<Tokens> {
    const { token, refreshToken } = await this.#exchange<Pair>('/sts/exchange_refresh_token', old.refreshToken);
    return { token: token.token, refreshToken: refreshToken.token };
  }

  #exchange<T>(path: string, token: string): Promise<T> {
    const { issuer } = this.#platform;
    return call({ ...this.#platform, url: issuer, token }, 'POST', `${path}?aud=${encodeURIComponent(issuer)}`);
  }
}
