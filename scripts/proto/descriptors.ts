import { create, createFileRegistry, toBinary } from '@bufbuild/protobuf';
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt';
import { type Served, servedIn } from '../../src/faces/grpc/served.ts';
import type { AnyMessage, EnumType } from '../../src/schema/field-types.ts';
import { errorDetails, Status } from '../../src/schema/google-rpc.ts';
import { betaOf, type Operation } from '../../src/schema/operation.ts';
import { findReachable } from '../../src/schema/reachable.ts';
import { describeTypes } from './descriptor-messages.ts';
import { loadOptions, type Options } from './descriptor-options.ts';
import { healthTable } from './health-table.ts';
import { fileOf, isWellKnown, nameInPackage, packageOf } from './names.ts';
import { reflectionTables } from './reflection-tables.ts';
import { type ServiceTable, servicesOf } from './service-table.ts';

/** The declarations of one file, which belong to one package. */
interface FileTable {
  readonly messages: readonly AnyMessage[];
  readonly enums: readonly EnumType[];
  readonly services: readonly ServiceTable[];
}

/** Sorts services, the types that they use, and further messages into files by their names. */
const filesOf = (services: readonly ServiceTable[], further: readonly AnyMessage[]): ReadonlyMap<string, FileTable> => {
  const bodies = services.flatMap(({ methods }) => methods.flatMap(({ request, response }) => [request, response]));
  const files = new Map<string, { messages: AnyMessage[]; enums: EnumType[]; services: ServiceTable[] }>();
  const file = ({ name }: { readonly name: string }) => {
    const at = files.get(fileOf(name)) ?? { messages: [], enums: [], services: [] };
    files.set(fileOf(name), at);
    return at;
  };
  for (const declared of findReachable([...bodies, ...further]).values()) {
    if ('enum' in declared) file(declared.enum).enums.push(declared.enum);
    else if (!isWellKnown(declared.message.name)) file(declared.message).messages.push(declared.message);
  }
  for (const service of services) file(service).services.push(service);
  return files;
};

const EMPTY = 'google.protobuf.Empty';

/** Describes one file, in its own package or in the corresponding v2beta1 package. */
const describeFile = (
  { messages, enums, services }: FileTable,
  options: Options,
  as: 'itself' | 'beta',
): FileDescriptorProto => {
  const resolveName = (name: string): string => (as === 'beta' ? betaOf(name) : undefined) ?? name;
  const [{ name: anyName } = { name: '' }] = [...messages, ...enums, ...services];
  const own = fileOf(resolveName(anyName));
  const dependency = new Set<string>();
  const refer = (fullName: string): string => {
    dependency.add(fileOf(resolveName(fullName)));
    return resolveName(fullName);
  };
  const types = describeTypes(messages, enums, {
    refer,
    fieldOptions: (field) => {
      if (field.behaviour !== 'plain' || field.immutable) dependency.add(options.behaviourFile);
      return options.ofField(field);
    },
  });
  const service = services.map(({ name, methods }) => ({
    name: nameInPackage(name),
    method: methods.map(({ name, request, response, streams, http }) => {
      if (http) dependency.add(options.httpFile);
      return {
        name,
        inputType: `.${refer(request?.name ?? EMPTY)}`,
        outputType: `.${refer(response?.name ?? EMPTY)}`,
        ...(http ? { options: options.http(http.map((rule) => ({ ...rule, path: resolveName(rule.path) }))) } : {}),
        ...(streams === undefined ? {} : { serverStreaming: true, clientStreaming: streams === 'both' }),
      };
    }),
  }));
  dependency.delete(own);
  const pkg = packageOf(resolveName(anyName));
  return create(FileDescriptorProtoSchema, {
    name: own,
    package: pkg,
    options: options.ofFile(own, pkg),
    syntax: 'proto3',
    dependency: [...dependency].sort(),
    ...types,
    service,
  });
};

/** Everything that is served over gRPC, with every file that describes it, each after those that it imports. */
export interface Described extends Served {
  readonly files: readonly FileDescriptorProto[];
}

const WELL_KNOWN = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
].map(({ proto }) => proto);

/** Sorts files so that each is behind the files that it imports. */
const sortByImports = (files: readonly FileDescriptorProto[]): readonly FileDescriptorProto[] => {
  const byName = new Map(files.map((file) => [file.name, file]));
  const ordered = new Set<FileDescriptorProto>();
  const visit = (file: FileDescriptorProto | undefined, above: readonly string[]): void => {
    if (!file || ordered.has(file)) return;
    if (above.includes(file.name)) throw new Error(`files import each other: ${[...above, file.name].join(', ')}`);
    for (const name of file.dependency) visit(byName.get(name), [...above, file.name]);
    ordered.add(file);
  };
  for (const file of files) visit(file, []);
  return [...ordered];
};

/**
 * Describes operations, and everything that their messages contain, as protobuf: v2 packages a second time as v2beta1
 * (behaviour B5), and besides them health, reflection and the messages of errors.
 * @throws Error when two types share a name, or files would import each other
 */
export const buildRegistry = (operations: readonly Operation[]): Described => {
  const options = loadOptions();
  const services = servicesOf(operations);
  const tables = filesOf([...services, healthTable, ...reflectionTables], [Status, ...errorDetails.values()]);
  const described = [...tables].flatMap(([name, table]) => [
    describeFile(table, options, 'itself'),
    ...(betaOf(name) === undefined ? [] : [describeFile(table, options, 'beta')]),
  ]);
  const files = sortByImports([...WELL_KNOWN, ...options.files, ...described]);
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  return { files, ...servedIn(registry, operations) };
};

/** The descriptors of operations in binary form, a google.protobuf.FileDescriptorSet. */
export const descriptorSet = (operations: readonly Operation[]): Uint8Array =>
  toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...buildRegistry(operations).files] }));
