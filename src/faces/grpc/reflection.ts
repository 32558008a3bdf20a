import type { DescFile } from '@bufbuild/protobuf';
import type { DescribedSymbols } from './described-symbols.ts';

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

/** The response to one request of grpc.reflection. */
export interface ReflectionResponse {
  readonly validHost: string;
  readonly originalRequest: ReflectionRequest;
  readonly messageResponse: Answer;
}

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
): AsyncGenerator<ReflectionResponse> {
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
