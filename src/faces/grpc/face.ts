import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { FollowedCall, Protocol, SentHead } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { betaOf, type Operation } from '../../schema/operation.ts';
import { makePerProfile, type Profile, profileIn } from '../../schema/profile.ts';
import type { AnyResponse } from '../wire/break-off.ts';
import { clientOf, headOfFields, headOfNode } from '../wire/sent-head.ts';
import type { ConnectAnswer } from './connect-adapter.ts';
import { isReadable } from './message-frames.ts';
import { answerUnary } from './unary.ts';
import { type CallParts, endCancelled, type GrpcParts, type UnaryParts } from './unary-call.ts';
import { type AnyRequest, answerWeb, isWeb } from './web.ts';

/** Content types of binary messages; without a codec they are binary, too. */
const PROTO_TYPE = /^application\/grpc(?:\+proto)?\s*(?:;|$)/i;

/** An operation under one of its names. */
interface Method {
  /** The path of the method. Journal entries share this text; the text of a request would be another copy for each call. */
  readonly path: string;
  readonly bound: BoundOperation;
}

/** The operations by the path of their gRPC method, v2's also under their v2beta1 names (behaviour B5). */
const methodsOf = (operations: Iterable<BoundOperation>): ReadonlyMap<string, Method> => {
  const methods = new Map<string, Method>();
  for (const bound of operations) {
    const { service, id, method = id } = bound.operation;
    for (const name of [service, betaOf(service)]) {
      if (name === undefined) continue;
      const path = `/${name}/${method}`;
      methods.set(path, { path, bound });
    }
  }
  return methods;
};

/** The methods of every gRPC server, which are about the server and not of the API: health and reflection. */
const STANDARD_METHOD = /^\/grpc\.(?:health|reflection)\./;

/** The beginning of a call over gRPC. */
interface Begun {
  readonly protocol: Protocol;
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly url: string | undefined;
  readonly operation: Operation | undefined;
  readonly head: () => SentHead;
}

/** Follows a call, if its world records or counts calls. */
const entryOf = (
  { world }: CallParts,
  { protocol, method = 'POST', headers, url = '', operation, head }: Begun,
): FollowedCall | undefined => {
  const describe = () => ({ method, target: url, client: clientOf(headers), head: head() });
  const entry = world.recorder?.begin(protocol, describe);
  if (entry) entry.operation = operation;
  return entry;
};

const protocolOf = ({ 'content-type': type = '' }: IncomingHttpHeaders): Protocol => {
  if (/^application\/grpc-web/i.test(type)) return 'grpc-web';
  return /^application\/grpc/i.test(type) ? 'grpc' : 'connect';
};

/** The API's gRPC face: it answers unary calls itself, and everything else through Connect. */
export class GrpcFace {
  readonly #parts: GrpcParts;
  readonly #currentIn: (profile: Profile) => ReadonlyMap<string, Method>;
  readonly #olderIn: (profile: Profile) => ReadonlyMap<string, Method>;
  readonly #connectIn: (profile: Profile) => Promise<ConnectAnswer>;

  constructor(parts: GrpcParts) {
    this.#parts = parts;
    this.#currentIn = makePerProfile((profile) => methodsOf(parts.kernel.currentIn(profile)));
    this.#olderIn = makePerProfile((profile) => methodsOf(parts.kernel.olderIn(profile)));
    // Imported at the first use: making the descriptors takes longer than the rest of a start.
    this.#connectIn = makePerProfile((profile) =>
      import('./connect-adapter.ts').then(({ connectAdapter }) => connectAdapter(parts, profile)),
    );
  }

  /**
   * Answers a stream that carries a unary call of the API in plain gRPC. Returns false for any other, and leaves it as
   * it is: `request` answers it. The 'error' event of the stream must have a listener.
   */
  stream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, call: CallParts): boolean {
    if (headers[':method'] !== 'POST' || !PROTO_TYPE.test(headers['content-type'] ?? '')) return false;
    if (!isReadable(headers['grpc-encoding'])) return false;
    const method = this.#find(profileIn(call.world.settings), headers[':path'] ?? '');
    if (!method) return false;
    const { path, bound } = method;
    const head = (): SentHead => headOfFields(headers, '2.0', headers[':scheme'] === 'https');
    const parts = this.#partsOf(call, { protocol: 'grpc', headers, url: path, operation: bound.operation, head });
    answerUnary(stream, path, headers, bound, parts);
    return true;
  }

  /** Answers gRPC-Web, Connect, streaming calls, and all gRPC that `stream` leaves, over either version of HTTP. */
  async request(request: AnyRequest, response: AnyResponse, call: CallParts): Promise<void> {
    const { headers, url = '' } = request;
    const profile = profileIn(call.world.settings);
    const bound = this.#find(profile, url.split('?', 1)[0] ?? '')?.bound;
    const operation = bound?.operation;
    const head = (): SentHead => headOfNode(request);
    if (bound && isWeb(request) && isReadable(headers['grpc-encoding'])) {
      answerWeb(request, response, bound, this.#partsOf(call, { protocol: 'grpc-web', headers, url, operation, head }));
      return;
    }
    const { method } = request;
    const begun = { protocol: protocolOf(headers), method, headers, url, operation, head };
    const own = STANDARD_METHOD.test(url) ? call : { ...call, entry: entryOf(call, begun) };
    response.once('close', () => endCancelled(own.entry));
    const answer = await this.#connectIn(profile);
    answer(request, response, own);
  }

  #find(profile: Profile, path: string): Method | undefined {
    return this.#currentIn(profile).get(path) ?? this.#olderIn(profile).get(path);
  }

  #partsOf(call: CallParts, begun: Begun): UnaryParts {
    const { kernel, report, serving } = this.#parts;
    const { world, answerHeaders, failed } = call;
    // Each by its name: copies of unknown fields cost more than the rest of this, on each call.
    return { kernel, report, serving, world, answerHeaders, failed, entry: entryOf(call, begun) };
  }
}
