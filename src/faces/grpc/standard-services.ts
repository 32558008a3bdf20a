import type { DescFile, DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter, type ServiceImpl } from '@connectrpc/connect';
import { STOPPING } from '../../kernel/errors.ts';
import { type DescribedSymbols, indexSymbols } from './described-symbols.ts';
import type { Served } from './served.ts';
import type { Serving } from './serving.ts';

interface State {
  readonly status: number;
}

/** The states of grpc.health.v1, by their numbers. */
const [SERVING, NOT_SERVING, SERVICE_UNKNOWN] = [1, 2, 3];

/** The most characters of a name that are returned: clients limit the size of headers. */
const MAX_NAME_LENGTH = 200;

/**
 * The methods of grpc.health.v1.Health, about a service by its full name, or about the server as a whole by an empty name.
 * All services serve until the mock drains, since no call is answered before they do.
 */
export const healthMethods = (services: Iterable<string>, serving: Serving) => {
  const known = new Set(['', ...services]);
  const stateOf = (service: string): State => {
    if (!known.has(service)) return { status: SERVICE_UNKNOWN };
    return { status: serving.state === 'serving' ? SERVING : NOT_SERVING };
  };
  return {
    /** @throws ConnectError NOT_FOUND for the name of an unknown service */
    check: ({ service }: { readonly service: string }): State => {
      if (known.has(service)) return stateOf(service);
      const name = JSON.stringify(service.slice(0, MAX_NAME_LENGTH));
      throw new ConnectError(`unknown service ${name}`, Code.NotFound);
    },
    list: () => ({ statuses: Object.fromEntries([...known].map((service) => [service, stateOf(service)])) }),
    /**
     * The state, and each change of it; ends when the signal aborts. SERVICE_UNKNOWN for an unknown service.
     * @throws ConnectError UNAVAILABLE when the mock stops, and DEADLINE_EXCEEDED
     */
    async *watch(
      { service }: { readonly service: string },
      { signal }: { readonly signal: AbortSignal },
    ): AsyncGenerator<State> {
      let said: number | undefined;
      while (!signal.aborted && serving.state !== 'stopped') {
        const state = stateOf(service);
        if (state.status === said) await serving.changed(signal);
        else {
          said = state.status;
          yield state;
        }
      }
      // A watch may end with its deadline, and not with its client.
      if (signal.reason instanceof ConnectError && signal.reason.code === Code.DeadlineExceeded) throw signal.reason;
      if (!signal.aborted) throw new ConnectError(STOPPING, Code.Unavailable);
    },
  };
};

/** A request of grpc.reflection, v1 or v1alpha. */
export interface ReflectionRequest {
  readonly host: string;
  readonly messageRequest:
    | { readonly case: 'fileByFilename' | 'fileContainingSymbol'; readonly value: string }
    | { readonly case: 'allExtensionNumbersOfType' | 'listServices'; readonly value: string }
    | {
        readonly case: 'fileContainingExtension';
        readonly value: { readonly containingType: string; readonly extensionNumber: number };
      }
    | { readonly case: undefined };
}

type Answer =
  | { readonly case: 'fileDescriptorResponse'; readonly value: { readonly fileDescriptorProto: Uint8Array[] } }
  | {
      readonly case: 'allExtensionNumbersResponse';
      readonly value: { readonly baseTypeName: string; readonly extensionNumber: number[] };
    }
  | { readonly case: 'listServicesResponse'; readonly value: { readonly service: { readonly name: string }[] } }
  | { readonly case: 'errorResponse'; readonly value: { readonly errorCode: number; readonly errorMessage: string } };

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;

const errorAnswer = (errorCode: number, errorMessage: string): Answer => ({
  case: 'errorResponse',
  value: { errorCode, errorMessage },
});

/**
 * Answers requests about descriptors, in their order. A request without an answer gets an error as its response
 * and does not end the stream. A file is sent with its imports, except those that this stream has sent before.
 */
export async function* reflect(
  requests: AsyncIterable<ReflectionRequest>,
  symbols: DescribedSymbols,
): AsyncGenerator<{
  readonly validHost: string;
  readonly originalRequest: ReflectionRequest;
  readonly messageResponse: Answer;
}> {
  const sent = new Set<DescFile>();
  const answerWithImports = (file: DescFile | undefined, asked: string): Answer => {
    if (!file) return errorAnswer(NOT_FOUND, `${asked} is not known`);
    const answer = new Set([file]);
    // The set grows while it is iterated, so imports of imports are added, too.
    for (const { dependencies } of answer) {
      for (const imported of dependencies) if (!sent.has(imported)) answer.add(imported);
    }
    for (const given of answer) sent.add(given);
    return { case: 'fileDescriptorResponse', value: { fileDescriptorProto: [...answer].map(symbols.bytes) } };
  };
  const answerTo = ({ messageRequest }: ReflectionRequest): Answer => {
    switch (messageRequest.case) {
      case 'listServices':
        return { case: 'listServicesResponse', value: { service: symbols.services.map((name) => ({ name })) } };
      case 'fileByFilename':
        return answerWithImports(symbols.file(messageRequest.value), `file ${messageRequest.value}`);
      case 'fileContainingSymbol':
        return answerWithImports(symbols.declaring(messageRequest.value), `symbol ${messageRequest.value}`);
      case 'fileContainingExtension': {
        const { containingType, extensionNumber } = messageRequest.value;
        const asked = `extension ${extensionNumber} of ${containingType}`;
        return answerWithImports(symbols.extension(containingType, extensionNumber), asked);
      }
      case 'allExtensionNumbersOfType': {
        const numbers = symbols.extensionNumbers(messageRequest.value);
        if (!numbers) return errorAnswer(NOT_FOUND, `message ${messageRequest.value} is not known`);
        const value = { baseTypeName: messageRequest.value, extensionNumber: [...numbers] };
        return { case: 'allExtensionNumbersResponse', value };
      }
      default:
        return errorAnswer(INVALID_ARGUMENT, 'the request asks nothing');
    }
  };
  for await (const request of requests) {
    yield { validHost: request.host, originalRequest: request, messageResponse: answerTo(request) };
  }
}

/**
 * The largest question, in bytes: one is a name. The library makes an object of each unknown field, and reflection
 * sends it back, so 4 MB of two bytes each would hold up every other call for seconds.
 */
const MAX_QUESTION = 64 * 1024;

/** Adds health and reflection to a router: every described service is reported as serving until the mock drains. */
export const standardServices =
  ({ registry }: Pick<Served, 'registry'>, serving: Serving) =>
  (router: ConnectRouter): void => {
    const implement = (name: string, methods: object): void => {
      const service = registry.getService(name);
      if (!service) throw new Error(`${name} is not described`);
      // A service that is described at run time has no static types.
      router.service(service, methods as Partial<ServiceImpl<DescService>>, { readMaxBytes: MAX_QUESTION });
    };
    const names = [...registry].filter(({ kind }) => kind === 'service').map(({ typeName }) => typeName);
    implement('grpc.health.v1.Health', healthMethods(names, serving));

    let symbols: DescribedSymbols | undefined;
    const serverReflectionInfo = (requests: AsyncIterable<ReflectionRequest>) => {
      symbols ??= indexSymbols({ registry });
      return reflect(requests, symbols);
    };
    for (const version of ['v1', 'v1alpha']) {
      implement(`grpc.reflection.${version}.ServerReflection`, { serverReflectionInfo });
    }
  };
