import { type DescMethodUnary, type DescService, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import {
  ConnectError,
  type ConnectRouter,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from '@connectrpc/connect';
import type { Settings } from '../../kernel/context.ts';
import { detailsOf } from '../../kernel/error-details.ts';
import { type ApiError, Code } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { errorDetails } from '../../schema/google-rpc.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileIn } from '../../schema/profile.ts';
import type { ServedService } from './descriptors.ts';
import { authorizationOf, GrpcSent } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytesIn } from './row-bytes.ts';
import type { KeptJson } from './sent-json.ts';
import { type CallParts, endInFailure, type GrpcParts, type UnaryParts } from './unary-call.ts';

/** An error as Connect's. */
export const connectErrorOf = (shown: ApiError, { domain, edition }: Operation, settings: Settings): ConnectError => {
  const failure = new ConnectError(shown.message, Code[shown.code]);
  failure.details = detailsOf(shown, domain, settings, edition).flatMap(({ type, value }) => {
    const message = errorDetails.get(type);
    return message ? [{ type, value: encodeProto(message, value) }] : [];
  });
  return failure;
};

/** The failure of a call as Connect's error; internal errors are reported. */
export const connectError = (error: unknown, operation: Operation, parts: UnaryParts): ConnectError =>
  connectErrorOf(endInFailure(error, parts), operation, parts.world.settings);

/** A call's own parts, and a receiver of the transmission that a fault wants. */
export interface ConnectCall extends CallParts {
  readonly transmitted: (transmission: Transmission) => void;
  /** The message as it was sent, where that is JSON. */
  readonly sentJson?: KeptJson['message'] | undefined;
}

/** The call's own parts, set by the receiver of the request. */
export const currentCall = createContextKey<ConnectCall | undefined>(undefined);

const partsOf = (parts: GrpcParts, call: ConnectCall | undefined): GrpcParts & ConnectCall => {
  if (!call) throw new Error('a call came without its world');
  return { ...parts, ...call };
};

const unaryMethod = (desc: DescMethodUnary, bound: BoundOperation, parts: GrpcParts) => {
  const { kernel } = parts;
  const { operation } = bound;
  return async (
    message: MessageShape<DescMethodUnary['input']>,
    { requestHeader, url, values }: HandlerContext,
  ): Promise<MessageShape<DescMethodUnary['output']>> => {
    const own = partsOf(parts, values.get(currentCall));
    try {
      const bytes = toBinary(desc.input, message);
      const authorization = authorizationOf({ authorization: requestHeader.get('authorization') ?? undefined });
      const host = requestHeader.get('host') ?? undefined;
      const read = () => readCall(operation, bytes);
      const sent = new GrpcSent(new URL(url).pathname, Object.fromEntries(requestHeader));
      const { entry, world } = own;
      if (entry) {
        entry.body = own.sentJson ? await own.sentJson() : bytes;
        entry.isJson = own.sentJson !== undefined;
      }
      const answer = await kernel.call(bound, { authorization, read, host, sent, entry }, world);
      if (answer.transmission) own.transmitted(answer.transmission);
      const answerBytes = answerBytesIn(profileIn(world.settings)).answer(answer, operation.response);
      entry?.end(answer, answerBytes);
      return fromBinary(desc.output, answerBytes);
    } catch (error) {
      const lost = transmissionOf(error);
      if (lost) own.transmitted(lost);
      throw connectError(error, operation, own);
    }
  };
};

/** Adds the API's services to a router; each call runs as it does over plain gRPC. */
export const apiServices =
  (services: readonly ServedService[], operations: readonly BoundOperation[], parts: GrpcParts) =>
  (router: ConnectRouter): void => {
    const bounds = new Map(operations.map((bound) => [bound.operation, bound]));
    for (const { desc, operations: described } of services) {
      const methods = desc.methods.flatMap((method): [string, unknown][] => {
        const operation = described.get(method.name);
        const bound = operation && bounds.get(operation);
        return bound && method.methodKind === 'unary'
          ? [[method.localName, unaryMethod(method as DescMethodUnary, bound, parts)]]
          : [];
      });
      // A service that is described at run time has no static types.
      router.service(desc, Object.fromEntries(methods) as Partial<ServiceImpl<DescService>>);
    }
  };
