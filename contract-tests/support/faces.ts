import { type Answer, type Body, ok } from './answer.ts';
import type { Api } from './api.ts';
import type { Ended, GrpcClient } from './grpc-client.ts';
import { httpCallOf } from './http-rules.ts';
import { protoMethod } from './proto-files.ts';
import type { Json } from './proto-json.ts';

/** One way into the service. Its answers have the form of HTTP, whichever way they came. */
export interface Face {
  readonly name: 'REST' | 'gRPC';
  /** Calls an operation with its request message as canonical JSON. */
  readonly call: (operation: string, request?: Json) => Promise<Answer>;
  /** The body of a call that must succeed. */
  readonly read: (operation: string, request?: Json) => Promise<Body>;
  /** The way for another caller; undefined sends no token. */
  readonly as: (token: string | undefined) => Face;
  /** The way with this text as the authorization. */
  readonly authorized: (authorization: string) => Face;
  /** The way with further headers, which are metadata over gRPC. */
  readonly with: (headers: Readonly<Record<string, string>>) => Face;
}

/** Values that proto3 cannot distinguish from their absence, and that answers over HTTP may or may not carry (behaviour §1.1). */
const isZero = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  value === '0' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.endsWith('_UNSPECIFIED'));

/** A value without its zeros. */
const sparse = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sparse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => !isZero(item))
      .map(([name, item]) => [name, sparse(item)]),
  );
};

const sparseAnswer = (answer: Answer): Answer =>
  answer.status === 200 ? { ...answer, body: sparse(answer.body) as Body } : answer;

const bearer = (token: string | undefined): Headers =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

type Headers = Readonly<Record<string, string>>;

const face = (
  name: Face['name'],
  send: (operation: string, request: Json, headers: Headers) => Promise<Answer>,
  headers: Headers,
): Face => {
  const { authorization: _, ...others } = headers;
  const call: Face['call'] = async (operation, request = {}) => sparseAnswer(await send(operation, request, headers));
  return {
    name,
    call,
    read: async (operation, request) => ok(await call(operation, request)),
    as: (token) => face(name, send, { ...others, ...bearer(token) }),
    authorized: (text) => face(name, send, { ...others, authorization: text }),
    with: (more) => face(name, send, { ...headers, ...more }),
  };
};

/** The HTTP face of a target, for the caller of an Api; every answer is checked against the document. */
export const restFace = (api: Api): Face =>
  face(
    'REST',
    (operation, request, headers) => {
      const { method, target, body } = httpCallOf(protoMethod(operation), request);
      return api.as(undefined).send(method, target, { headers, body });
    },
    bearer(api.token),
  );

/** The HTTP status of each code (behaviour §9.1), so that a failure has one form. */
const STATUS: Readonly<Record<number, number>> = {
  1: 499,
  2: 500,
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  11: 400,
  12: 501,
  13: 500,
  14: 503,
  15: 500,
  16: 401,
};

const bodyOf = (ended: Ended): Json =>
  ended.ok ? ended.response : { code: ended.code, message: ended.message, details: ended.details };

/** The gRPC face of the same target, over the connection of a client. */
export const grpcFace = (client: GrpcClient, api: Api): Face =>
  face(
    'gRPC',
    async (operation, request, metadata) => {
      const { target } = httpCallOf(protoMethod(operation), request);
      const ended = await client.call(operation, request, { token: null, metadata });
      const body = bodyOf(ended) as Body;
      return {
        // Its service is known from the path that it has over HTTP; the body is what was sent.
        request: { method: `gRPC ${operation}`, target, body: JSON.stringify(request) },
        status: ended.ok ? 200 : (STATUS[ended.code] ?? 500),
        headers: { 'content-type': 'application/json' },
        text: JSON.stringify(body),
        body,
        serviceDomain: api.connection.serviceDomain,
      };
    },
    bearer(api.token),
  );
