import { type DescMethodUnary, type DescService, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { ConnectError, type ConnectRouter, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { detailsOf } from '../../kernel/error-details.ts';
import { Code } from '../../kernel/errors.ts';
import { toldError } from '../../kernel/told-error.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import type { Operation } from '../../schema/operation.ts';
import type { ServedService } from './descriptors.ts';
import { errorDetails } from './google-rpc.ts';
import { authorizationOf } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytes } from './row-bytes.ts';
import type { UnaryParts } from './unary-call.ts';

/** The failure of a call as Connect knows it; what no request is to blame for is reported. */
const connectError = (error: unknown, { domain, version }: Operation, { world, report }: UnaryParts): ConnectError => {
  const told = toldError(error, version, report);
  const failure = new ConnectError(told.message, Code[told.code]);
  failure.details = detailsOf(told, domain, world.settings).flatMap(({ type, value }) => {
    const message = errorDetails.get(type);
    return message ? [{ type, value: encodeProto(message, value) }] : [];
  });
  return failure;
};

const unaryMethod = (desc: DescMethodUnary, operation: Operation, parts: UnaryParts) => {
  const { kernel, world } = parts;
  return async (
    message: MessageShape<DescMethodUnary['input']>,
    { requestHeader }: HandlerContext,
  ): Promise<MessageShape<DescMethodUnary['output']>> => {
    try {
      const bytes = toBinary(desc.input, message);
      const authorization = authorizationOf({ authorization: requestHeader.get('authorization') ?? undefined });
      const answer = await kernel.call(operation.id, authorization, () => readCall(operation, bytes), world);
      return fromBinary(desc.output, answerBytes(answer, operation.response));
    } catch (error) {
      throw connectError(error, operation, parts);
    }
  };
};

/** Adds the API's services to a router, each call run as on the way of plain gRPC. */
export const apiServices =
  (services: readonly ServedService[], parts: UnaryParts) =>
  (router: ConnectRouter): void => {
    for (const { desc, operations } of services) {
      const methods = desc.methods.flatMap((method): [string, unknown][] => {
        const operation = operations.get(method.name);
        return operation && method.methodKind === 'unary'
          ? [[method.localName, unaryMethod(method as DescMethodUnary, operation, parts)]]
          : [];
      });
      // A service that is described at run time has no types of its own.
      router.service(desc, Object.fromEntries(methods) as Partial<ServiceImpl<DescService>>);
    }
  };
