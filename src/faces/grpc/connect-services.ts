import { type DescMethodUnary, type DescService, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { ConnectError, type ConnectRouter, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { detailsOf } from '../../kernel/error-details.ts';
import { ApiError, Code, internal, withoutDetails } from '../../kernel/errors.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import type { Operation } from '../../schema/operation.ts';
import type { ServedService } from './descriptors.ts';
import { errorDetails } from './google-rpc.ts';
import { authorizationOf } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytes } from './row-bytes.ts';
import type { UnaryParts } from './unary-call.ts';

const connectError = (error: ApiError, { domain, version }: Operation, { world }: UnaryParts): ConnectError => {
  const told = new ConnectError(error.message, Code[error.code]);
  told.details = detailsOf(version === 'v1' ? withoutDetails(error) : error, domain, world.settings).flatMap(
    ({ type, value }) => {
      const message = errorDetails.get(type);
      return message ? [{ type, value: encodeProto(message, value) }] : [];
    },
  );
  return told;
};

const unaryMethod = (desc: DescMethodUnary, operation: Operation, parts: UnaryParts) => {
  const { kernel, world, report } = parts;
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
      if (!(error instanceof ApiError)) report(error);
      throw connectError(error instanceof ApiError ? error : internal(), operation, parts);
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
