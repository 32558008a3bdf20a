import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Operation } from '../../schema/operation.ts';
import { type Profile, perProfile, profileIn } from '../../schema/profile.ts';
import { betaOf } from '../../schema/proto-names.ts';
import type { AnyResponse } from '../../wire/break-off.ts';
import type { ConnectAnswer } from './connect-adapter.ts';
import { isReadable } from './message-frames.ts';
import { answerUnary } from './unary.ts';
import type { CallParts, GrpcParts, UnaryParts } from './unary-call.ts';
import { type AnyRequest, answerWeb, isWeb } from './web.ts';

/** Content types of binary messages; without a codec they are binary, too. */
const PROTO_TYPE = /^application\/grpc(?:\+proto)?\s*(?:;|$)/i;

/** The operations by the path of their gRPC method, those of v2 also under their v2beta1 names (behaviour B5). */
const methodsOf = (operations: Iterable<Operation>): ReadonlyMap<string, Operation> => {
  const methods = new Map<string, Operation>();
  for (const operation of operations) {
    const { service, id, method = id } = operation;
    for (const name of [service, betaOf(service)]) if (name !== undefined) methods.set(`/${name}/${method}`, operation);
  }
  return methods;
};

/** The API's gRPC face: it answers unary calls itself, and everything else through Connect. */
export class GrpcFace {
  readonly #parts: GrpcParts;
  readonly #methodsIn: (profile: Profile) => ReadonlyMap<string, Operation>;
  readonly #connectIn: (profile: Profile) => Promise<ConnectAnswer>;

  constructor(parts: GrpcParts) {
    this.#parts = parts;
    this.#methodsIn = perProfile((profile) =>
      methodsOf(parts.kernel.operationsIn(profile).map(({ operation }) => operation)),
    );
    // Imported at the first use: making the descriptors takes longer than the rest of a start.
    this.#connectIn = perProfile((profile) =>
      import('./connect-adapter.ts').then(({ connectAdapter }) => connectAdapter(parts, profile)),
    );
  }

  /**
   * Answers a stream that carries a unary call of the API in plain gRPC; false for every other, untouched, to be
   * answered as a request. Its 'error' event must have a listener.
   */
  stream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, call: CallParts): boolean {
    if (headers[':method'] !== 'POST' || !PROTO_TYPE.test(headers['content-type'] ?? '')) return false;
    if (!isReadable(headers['grpc-encoding'])) return false;
    const operation = this.#methodsIn(profileIn(call.world.settings)).get(headers[':path'] ?? '');
    if (!operation) return false;
    answerUnary(stream, headers, operation, this.#partsOf(call));
    return true;
  }

  /** Answers, over either HTTP version, gRPC-Web, Connect, streaming calls, and gRPC of any form that `stream` leaves. */
  request(request: AnyRequest, response: AnyResponse, call: CallParts): void {
    const profile = profileIn(call.world.settings);
    const operation = this.#methodsIn(profile).get((request.url ?? '').split('?', 1)[0] ?? '');
    if (operation && isWeb(request) && isReadable(request.headers['grpc-encoding'])) {
      answerWeb(request, response, operation, this.#partsOf(call));
      return;
    }
    this.#connectIn(profile).then(
      (answer) => answer(request, response, call),
      (error: unknown) => {
        this.#parts.report(error);
        response.statusCode = 500;
        response.end();
      },
    );
  }

  #partsOf(call: CallParts): UnaryParts {
    return { ...this.#parts, ...call };
  }
}
