import protobuf, { type Type } from 'protobufjs';

/** A method of a standard service: its path, and how its messages are read and written. */
export interface StandardMethod {
  readonly path: string;
  readonly encode: (request: object) => Buffer;
  readonly decode: (bytes: Buffer) => Readonly<Record<string, unknown>>;
}

const reflection = {
  ServerReflectionRequest: {
    oneofs: {
      message_request: {
        oneof: [
          'file_by_filename',
          'file_containing_symbol',
          'file_containing_extension',
          'all_extension_numbers_of_type',
          'list_services',
        ],
      },
    },
    fields: {
      host: { type: 'string', id: 1 },
      file_by_filename: { type: 'string', id: 3 },
      file_containing_symbol: { type: 'string', id: 4 },
      file_containing_extension: { type: 'ExtensionRequest', id: 5 },
      all_extension_numbers_of_type: { type: 'string', id: 6 },
      list_services: { type: 'string', id: 7 },
    },
  },
  ExtensionRequest: {
    fields: { containing_type: { type: 'string', id: 1 }, extension_number: { type: 'int32', id: 2 } },
  },
  ServerReflectionResponse: {
    fields: {
      valid_host: { type: 'string', id: 1 },
      original_request: { type: 'ServerReflectionRequest', id: 2 },
      file_descriptor_response: { type: 'FileDescriptorResponse', id: 4 },
      all_extension_numbers_response: { type: 'ExtensionNumberResponse', id: 5 },
      list_services_response: { type: 'ListServiceResponse', id: 6 },
      error_response: { type: 'ErrorResponse', id: 7 },
    },
  },
  FileDescriptorResponse: { fields: { file_descriptor_proto: { rule: 'repeated', type: 'bytes', id: 1 } } },
  ExtensionNumberResponse: {
    fields: { base_type_name: { type: 'string', id: 1 }, extension_number: { rule: 'repeated', type: 'int32', id: 2 } },
  },
  ListServiceResponse: { fields: { service: { rule: 'repeated', type: 'ServiceResponse', id: 1 } } },
  ServiceResponse: { fields: { name: { type: 'string', id: 1 } } },
  ErrorResponse: { fields: { error_code: { type: 'int32', id: 1 }, error_message: { type: 'string', id: 2 } } },
} as const;

const health = {
  HealthCheckRequest: { fields: { service: { type: 'string', id: 1 } } },
  HealthCheckResponse: { fields: { status: { type: 'ServingStatus', id: 1 } } },
  ServingStatus: { values: { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } },
} as const;

const methodOf = (path: string, request: Type, response: Type): StandardMethod => ({
  path,
  encode: (value) => Buffer.from(request.encode(request.fromObject(value)).finish()),
  decode: (bytes) => response.toObject(response.decode(bytes), { enums: String }),
});

const typesOf = (nested: object) => {
  const root = protobuf.Root.fromJSON({ nested: nested as Readonly<Record<string, protobuf.IType>> });
  return (name: string): Type => root.lookupType(name);
};

/** Reflection in both of its versions, as grpcurl and similar tools use it. */
export const reflectionMethods: Readonly<Record<'v1' | 'v1alpha', StandardMethod>> = (() => {
  const type = typesOf(reflection);
  const of = (version: string): StandardMethod =>
    methodOf(
      `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
      type('ServerReflectionRequest'),
      type('ServerReflectionResponse'),
    );
  return { v1: of('v1'), v1alpha: of('v1alpha') };
})();

/** Health, as probes ask for it. */
export const healthMethods: Readonly<Record<'check' | 'watch', StandardMethod>> = (() => {
  const type = typesOf(health);
  const of = (name: string): StandardMethod =>
    methodOf(`/grpc.health.v1.Health/${name}`, type('HealthCheckRequest'), type('HealthCheckResponse'));
  return { check: of('Check'), watch: of('Watch') };
})();
