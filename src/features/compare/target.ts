import { FlagRefusal } from '../../command/command-failure.ts';
import { parseJson } from '../../json.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { Caller, type SentAnswer, type SentRequest } from './caller.ts';

/** The longest time that a call may take, in milliseconds. */
const LIMIT_MILLIS = 30_000;
/** The largest size of an answer: a page of 200 rows has some 100 KB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The longest Retry-After that is obeyed, in milliseconds, and the maximum number of tries of one call. */
const MAX_WAIT_MILLIS = 60_000;
const MAX_TRIES = 4;

const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** A reason for which a run against a service cannot begin or go on. */
export class TargetRefusal extends FlagRefusal {}

export interface TargetOptions {
  readonly url: string;
  readonly token: string;
  /** The maximum number of calls a second; 0 for no bound. */
  readonly rps: number;
}

/** The time of a process, and its pauses. */
export interface Pauses {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  readonly wait: (millis: number) => Promise<unknown>;
}

/** The credentials of a call: the token, none, or a header that no service may accept. */
export type Auth = 'caller' | 'none' | { readonly header: string };

export interface TargetCall {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly auth?: Auth;
  readonly isGrpc?: boolean;
}

/** An answer with the value of its body in JSON; undefined if it is none. */
export interface ReadAnswer extends SentAnswer {
  readonly json: unknown;
}

/** Why a host cannot be called, by the code that Node has for it. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up'],
  ['ECONNRESET', 'the connection was closed'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed; NODE_EXTRA_CA_CERTS names one to trust'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is of an authority that is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is of an authority that is not trusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['late', `it did not answer within ${LIMIT_MILLIS / 1000} s`],
  ['cut', 'an answer stopped half way'],
  ['large', `an answer was larger than ${MAX_BYTES} bytes`],
]);

/** The failure of a call in words. */
export const reasonOf = (failure: string): string => REASONS.get(failure) ?? failure;

/**
 * Refuses a target whose host is not the one of --i-own, before anything is sent.
 * @throws TargetRefusal
 */
export const demandOwned = (target: string, owned: string): void => {
  const url = new URL(target);
  // With or without its port.
  if ([url.host, url.hostname].includes(owned.toLowerCase())) return;
  throw new TargetRefusal(`--i-own names ${owned}, and --target is at ${url.host}: nothing was sent`);
};

/** Calls a service one call after the other, no faster than it may be called. */
export class Target {
  readonly url: string;
  readonly #caller: Caller;
  readonly #options: TargetOptions;
  readonly #pauses: Pauses;
  #next = 0;
  #interruption: string | undefined;

  constructor(options: TargetOptions, pauses: Pauses) {
    this.url = options.url;
    this.#options = options;
    this.#pauses = pauses;
    this.#caller = new Caller(options.url, { limitMillis: LIMIT_MILLIS, maxBytes: MAX_BYTES });
  }

  /**
   * Sends a call, and sends it again after a Retry-After if the answer says that nothing was done.
   * @throws TargetRefusal if the pause is longer than a minute, or the fourth try is refused, too
   */
  async send(call: TargetCall): Promise<SentAnswer> {
    for (let tries = 1; ; tries += 1) {
      if (this.#interruption !== undefined) throw new TargetRefusal(this.#interruption);
      const answer = await this.#sendOnce(call);
      const millis = this.#waitAskedBy(answer, call);
      if (millis === undefined) return answer;
      if (millis > MAX_WAIT_MILLIS || tries === MAX_TRIES) {
        throw new TargetRefusal(`the target limits calls: ${answer.status}, Retry-After ${millis / 1000} s`);
      }
      await this.#pauses.wait(millis);
    }
  }

  /** Reads what is at a path. @throws TargetRefusal as `send` */
  async read(path: string, auth: Auth = 'caller'): Promise<ReadAnswer> {
    const answer = await this.send({ method: 'GET', target: path, auth });
    return { ...answer, json: parseJson(answer.body.toString()) };
  }

  /** Refuses further calls, with a reason, until `resume`. */
  interrupt(reason: string): void {
    this.#interruption = reason;
  }

  resume(): void {
    this.#interruption = undefined;
  }

  close(): void {
    this.#caller.close();
  }

  async #sendOnce({ method, target, headers = {}, body = new Uint8Array(), auth = 'caller', isGrpc }: TargetCall) {
    const { rps, token, url } = this.#options;
    const now = this.#pauses.now();
    if (rps > 0) {
      if (this.#next > now) await this.#pauses.wait(this.#next - now);
      this.#next = Math.max(this.#next, now) + 1000 / rps;
    }
    const base = new URL(url).pathname.replace(/\/$/, '');
    const authorization = auth === 'caller' ? `Bearer ${token}` : auth === 'none' ? undefined : auth.header;
    const all = Object.entries({ ...headers, ...omitUndefined({ authorization }) });
    const request: SentRequest = { method, target: `${base}${target}`, headers: all, body };
    return isGrpc ? this.#caller.overGrpc(request) : this.#caller.overHttp(request);
  }

  /** The time that a call has to wait before it is sent again, in milliseconds. */
  #waitAskedBy({ status, headers }: SentAnswer, { method }: TargetCall): number | undefined {
    const isUndone = status === TOO_MANY || (status === UNAVAILABLE && method === 'GET');
    const asked = headers['retry-after'];
    if (!isUndone || asked === undefined) return undefined;
    const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
    return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
  }
}
