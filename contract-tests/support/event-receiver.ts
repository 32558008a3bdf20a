import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CloudEvent, HTTP } from 'cloudevents';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** The data of an event. */
export interface Occurrence {
  readonly actor?: { readonly subject: string };
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A delivery as the receiver has judged it. */
export interface Judged {
  readonly status: number;
  /** Missing for one that was refused. */
  readonly event?: CloudEvent<Occurrence>;
  readonly claims?: JWTPayload;
  /** Why it was refused. */
  readonly refused?: string;
  readonly headers: IncomingHttpHeaders;
}

/** The checks of a receiver on a delivery. */
export const CHECKS = ['signature', 'issuer', 'subject', 'audience', 'age', 'digest'] as const;

/** One of them. */
export type Check = (typeof CHECKS)[number];

/** The settings of a receiver, which its operator knows. */
export interface ReceiverSetting {
  /** The issuer, from which discovery and keys follow. */
  readonly issuer: string;
  /** The uid of the group that owns the subscription. */
  readonly group: string;
  /** The status for what is verified; 200 unless given, and none while undefined is returned. */
  readonly answer?: (count: number) => number | undefined;
  /** Its checks; all unless given. */
  readonly checks?: readonly Check[];
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

const keysOf = async (issuer: string): Promise<ReturnType<typeof createRemoteJWKSet>> => {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  const discovered = (await answer.json()) as { readonly issuer: string; readonly jwks_uri: string };
  if (discovered.issuer !== issuer) throw new Error(`discovery names the issuer ${discovered.issuer}`);
  return createRemoteJWKSet(new URL(discovered.jwks_uri));
};

/** The key of one who does not look who has signed: everything is signed by it. */
const OWN_KEY = new Uint8Array(32);

/** Verifies deliveries as the published receivers do (behaviour E8), or by some of their checks only. */
const verifierOf = ({ issuer, group, checks = CHECKS }: ReceiverSetting) => {
  const keys = keysOf(issuer);
  const has = (check: Check): boolean => checks.includes(check);
  const verified = async (token: string): Promise<JWTPayload> => {
    const { exp = 0 } = decodeJwt(token);
    const expected = {
      ...(has('issuer') && { issuer }),
      ...(has('audience') && { audience: 'customer' }),
      ...(has('subject') && { subject: `webhook:${group}` }),
      ...(!has('age') && { currentDate: new Date((exp - 1) * 1_000) }),
      requiredClaims: ['exp', 'iat'],
    };
    if (has('signature')) return (await jwtVerify(token, await keys, { ...expected, algorithms: ['RS256'] })).payload;
    const signed = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(OWN_KEY);
    return (await jwtVerify(signed, OWN_KEY, expected)).payload;
  };
  return async (headers: IncomingHttpHeaders, body: Buffer) => {
    let event: CloudEvent<Occurrence>;
    try {
      const read = HTTP.toEvent<Occurrence>({ headers, body: body.toString() });
      event = (Array.isArray(read) ? read[0] : read) as CloudEvent<Occurrence>;
      event.validate();
    } catch (error) {
      throw new Refusal(400, (error as Error).message);
    }
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) throw new Refusal(401, 'no bearer token');
    const payload = await verified(token).catch((error: unknown) => {
      throw new Refusal(403, (error as { code?: string }).code ?? 'no token');
    });
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    if (has('digest') && (payload.webhook as { digest?: string } | undefined)?.digest !== digest)
      throw new Refusal(403, 'digest');
    return { event, claims: payload };
  };
};

/**
 * Starts a receiver on a free port, written with the official CloudEvents library and jose, which knows the issuer and
 * nothing else of the mock.
 */
export const startReceiver = async (setting: ReceiverSetting) => {
  const { answer = () => 200 } = setting;
  const verify = verifierOf(setting);
  const received: Judged[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = request;
    try {
      const verified = await verify(headers, Buffer.concat(chunks));
      const status = answer(received.length + 1);
      received.push({ status: status ?? 0, headers, ...verified });
      if (status !== undefined) response.writeHead(status).end();
    } catch (error) {
      const { status = 500, message } = error as Refusal;
      received.push({ status, headers, refused: message });
      response.writeHead(status).end(message);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: received as readonly Judged[],
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
