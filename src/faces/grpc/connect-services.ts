import type { IncomingHttpHeaders } from 'node:http';
import { type DescMethodUnary, type DescService, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import {
  ConnectError,
  type ConnectRouter,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from '@connectrpc/connect';
import type { Answer } from '../../kernel/answer.ts';
import type { Settings } from '../../kernel/context.ts';
import { detailsOf } from '../../kernel/error-details.ts';
import { type ApiError, Code } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import type { Closing } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { detailNamed } from '../../schema/google-rpc.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileIn } from '../../schema/profile.ts';
import { type ProxyPage, proxyPageOf } from '../wire/proxy-page.ts';
import { authorizationOf, GrpcSent } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytesIn } from './row-bytes.ts';
import type { CapturedJson } from './sent-json.ts';
import type { ServedService } from './served.ts';
import { type CallParts, endInFailure, type GrpcParts, type UnaryParts } from './unary-call.ts';

/** An error as Connect's; without details if the method does not exist, since no operation says how to render them. */
export const connectErrorOf = (error: ApiError, operation: Operation | undefined, settings: Settings): ConnectError => {
  const failure = new ConnectError(error.message, Code[error.code]);
  if (!operation) return failure;
  const { domain, edition } = operation;
  failure.details = detailsOf(error, domain, settings, edition).flatMap(({ type, value }) => {
    const message = detailNamed(type);
    return message ? [{ type, value: encodeProto(message, value) }] : [];
  });
  return failure;
};

/** The failure of a call as Connect's error; internal errors are reported. */
export const connectError = (error: unknown, operation: Operation, parts: UnaryParts): ConnectError =>
  connectErrorOf(endInFailure(error, operation, parts), operation, parts.world.settings);

/** The media type of Connect with JSON. */
const JSON_TYPE = 'application/json';

/** An answer in JSON with all that its message has. */
const jsonPage = ({ message, value, once }: Extract<Answer, { kind: 'message' }>): ProxyPage => {
  const body = JSON.stringify(encodeMessage(message, value, once));
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) },
    body,
  };
};

/** The parts of an answer by the library that a fault changes. */
export interface WantedAnswer {
  transmission?: Transmission;
  /** The answer in the place of the library's. */
  page?: ProxyPage;
}

/** The deadline of a call. */
export interface CallDeadline {
  /** Rejects with the ApiError of the call when its time is up. */
  readonly ended: Promise<never>;
  /** Stops its timer, once the call has an answer. */
  readonly stop: () => void;
}

/** A call's own parts, and what a fault wants of its answer. */
export interface ConnectCall extends CallParts {
  readonly wanted: WantedAnswer;
  /** The headers of the request, with the timeout that the library does not see. */
  readonly headers: IncomingHttpHeaders;
  /** The response, or its stream, which is closed when the caller gives up. */
  readonly awaited: Closing;
  /** The end of the call's time; missing: it has no deadline. */
  readonly deadline?: CallDeadline | undefined;
  /** The message as it was sent, if that is JSON. */
  readonly sentJson?: CapturedJson['message'] | undefined;
}

/** The call's own parts, set by the receiver of the request. */
export const currentCall = createContextKey<ConnectCall | undefined>(undefined);

const unaryMethod = (desc: DescMethodUnary, bound: BoundOperation, parts: GrpcParts) => {
  const { kernel } = parts;
  const { operation } = bound;
  return async (
    message: MessageShape<DescMethodUnary['input']>,
    { requestHeader, url, values }: HandlerContext,
  ): Promise<MessageShape<DescMethodUnary['output']>> => {
    const call = values.get(currentCall);
    if (!call) throw new Error('a call came without its world');
    const own = { ...parts, ...call };
    try {
      const bytes = toBinary(desc.input, message);
      const authorization = authorizationOf({ authorization: requestHeader.get('authorization') ?? undefined });
      const host = requestHeader.get('host') ?? undefined;
      const read = () => readCall(operation, bytes);
      const sent = new GrpcSent(new URL(url).pathname, own.headers, own.awaited);
      const { entry, world } = own;
      if (entry) {
        entry.body = own.sentJson ? await own.sentJson() : bytes;
        entry.isJson = own.sentJson !== undefined;
      }
      const calling = kernel.call(bound, { authorization, read, host, sent, entry: entry?.journalEntry }, world);
      const answer = await (own.deadline ? Promise.race([calling, own.deadline.ended]) : calling);
      // The time of an answer that a fault delays runs on.
      if (answer.transmission) own.wanted.transmission = answer.transmission;
      else own.deadline?.stop();
      const answerBytes = answerBytesIn(profileIn(world.settings)).answer(answer, operation.response);
      entry?.end(answer, answerBytes);
      // The library writes JSON of known fields only.
      const isJson = requestHeader.get('content-type')?.startsWith(JSON_TYPE) ?? false;
      if (isJson && answer.kind === 'message' && answer.isWidened) own.wanted.page = jsonPage(answer);
      return fromBinary(desc.output, answerBytes);
    } catch (error) {
      const lost = transmissionOf(error);
      if (lost) own.wanted.transmission = lost;
      const page = proxyPageOf(error);
      if (page) own.wanted.page = page;
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
