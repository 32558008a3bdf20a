import { type ClientHttp2Session, connect } from 'node:http2';
import { expect } from '../support/test.ts';
import { exchangeOn } from '../transport/http2-client.ts';

/** A client that does nothing wrong: one connection of HTTP/2 from the beginning to the end, and calls over HTTP/1.1. */
export class HonestClient {
  readonly #url: string;
  readonly #session: ClientHttp2Session;
  #isCut = false;

  constructor(url: string) {
    this.#url = url;
    this.#session = connect(url);
    const cut = (): void => {
      this.#isCut = true;
    };
    this.#session.on('error', cut).on('close', cut);
  }

  /** Calls over each protocol, and expects its answers on the connection that it has had from the beginning. */
  async call(): Promise<void> {
    expect((await fetch(`${this.#url}/ping/v2/ping`)).status).toBe(200);
    expect((await exchangeOn(this.#session, { path: '/_mock/v1/live' })).status).toBe(200);
    expect(this.#isCut).toBe(false);
  }

  end(): void {
    this.#session.destroy();
  }
}
