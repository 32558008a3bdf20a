import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CloudEventV1, HTTP } from 'cloudevents';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** What a receiver has made of one request. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Missing for a request that is refused. */
  readonly event?: CloudEventV1<{ readonly actor?: object; readonly body?: Readonly<Record<string, unknown>> }>;
  /** Why it is refused. */
  readonly refusal?: string;
}

/** A receiver of events that trusts what it can verify, knowing only the issuer and the group that has subscribed. */
export interface EventReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves when so many requests have come. */
  readonly until: (count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<void>;
}

/** The keys of an issuer, by its discovery. */
const keysOf = async (issuer: string): Promise<ReturnType<typeof createRemoteJWKSet>> => {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: keys } = (await answer.json()) as {
    readonly issuer: string;
    readonly jwks_uri: string;
  };
  if (named !== issuer) throw new Error(`the discovery of ${issuer} names ${named}`);
  return createRemoteJWKSet(new URL(keys));
};

/**
 * Starts a receiver, made with the official library of CloudEvents and with jose. `statusOf` is what it answers the nth
 * request that it can verify with, counted from 1; others are 403.
 */
export const startReceiver = async (
  issuer: string,
  group: string,
  statusOf: (nth: number) => number = () => 204,
): Promise<EventReceiver> => {
  const keys = await keysOf(issuer);
  const received: Received[] = [];
  let wake = (): void => {};
  const verified = async (headers: IncomingHttpHeaders, body: Buffer): Promise<Received['event']> => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const expected = { issuer, audience: 'customer', subject: `webhook:${group}`, algorithms: ['RS256'] };
    const { payload } = await jwtVerify<{ readonly webhook?: { readonly digest?: string } }>(token, keys, expected);
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    if (payload.webhook?.digest !== digest) throw new Error('the digest is that of another body');
    const event = HTTP.toEvent({ headers, body: body.toString() });
    if (Array.isArray(event)) throw new Error('a batch was not expected');
    return event as NonNullable<Received['event']>;
  };
  let accepted = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { headers } = request;
    const came = { headers, body: body.toString() };
    try {
      const event = await verified(headers, body);
      accepted += 1;
      received.push({ ...came, ...(event && { event }) });
      response.writeHead(statusOf(accepted)).end();
    } catch (error) {
      received.push({ ...came, refusal: (error as Error).message });
      response.writeHead(403).end();
    }
    wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: async (count) => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return received;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
