import { bytes, int32, repeated, string } from '../../src/schema/field-types.ts';
import { message, of, plain } from '../../src/schema/message.ts';
import type { ServiceTable } from './service-table.ts';

const tableOf = (version: string): ServiceTable => {
  const pkg = `grpc.reflection.${version}`;

  const ExtensionRequest = message(`${pkg}.ExtensionRequest`, 'Which extension to describe.', {
    containingType: plain(1, string(), 'The message that it extends.'),
    extensionNumber: plain(2, int32(), 'Its number.'),
  });
  const ask = { oneof: 'message_request' };
  const request = message(`${pkg}.ServerReflectionRequest`, 'A question about what is served.', {
    host: plain(1, string(), 'The host asked.'),
    fileByFilename: plain(3, string(), 'The name of a file.', ask),
    fileContainingSymbol: plain(4, string(), 'The full name of anything that a file declares.', ask),
    fileContainingExtension: plain(5, of(ExtensionRequest), 'An extension.', ask),
    allExtensionNumbersOfType: plain(6, string(), 'The full name of a message.', ask),
    listServices: plain(7, string(), 'Asks for every service; its value is ignored.', ask),
  });

  const FileDescriptorResponse = message(`${pkg}.FileDescriptorResponse`, 'Files.', {
    fileDescriptorProto: plain(1, repeated(bytes()), 'Their descriptors, in binary form.'),
  });
  const ExtensionNumberResponse = message(`${pkg}.ExtensionNumberResponse`, 'The extensions of a message.', {
    baseTypeName: plain(1, string(), 'The message.'),
    extensionNumber: plain(2, repeated(int32()), 'Their numbers.'),
  });
  const ServiceResponse = message(`${pkg}.ServiceResponse`, 'A service.', {
    name: plain(1, string(), 'Its full name.'),
  });
  const ListServiceResponse = message(`${pkg}.ListServiceResponse`, 'Every service.', {
    service: plain(1, repeated(of(ServiceResponse)), 'The services.'),
  });
  const ErrorResponse = message(`${pkg}.ErrorResponse`, 'Why there is no answer.', {
    errorCode: plain(1, int32(), 'The status code.'),
    errorMessage: plain(2, string(), 'What went wrong, in words.'),
  });
  const answer = { oneof: 'message_response' };
  const response = message(`${pkg}.ServerReflectionResponse`, 'The answer to one question.', {
    validHost: plain(1, string(), 'The host asked.'),
    originalRequest: plain(2, of(request), 'The question.'),
    fileDescriptorResponse: plain(4, of(FileDescriptorResponse), 'For a question about a file.', answer),
    allExtensionNumbersResponse: plain(5, of(ExtensionNumberResponse), 'For a question about extensions.', answer),
    listServicesResponse: plain(6, of(ListServiceResponse), 'For a question about services.', answer),
    errorResponse: plain(7, of(ErrorResponse), 'For a question without an answer.', answer),
  });

  return {
    name: `${pkg}.ServerReflection`,
    methods: [{ name: 'ServerReflectionInfo', request, response, streams: 'both' }],
  };
};

/** The service ServerReflection under both names that clients use, as the gRPC project publishes it. */
export const reflectionTables: readonly ServiceTable[] = ['v1', 'v1alpha'].map(tableOf);
