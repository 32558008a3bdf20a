import { create, createFileRegistry, type DescService, type FileRegistry } from '@bufbuild/protobuf';
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
import type { AnyMessage, EnumType } from '../../schema/field-types.ts';
import { errorDetails, Status } from '../../schema/google-rpc.ts';
import type { Operation } from '../../schema/operation.ts';
import { betaOf, fileOf, isWellKnown, nameInPackage, packageOf } from '../../schema/proto-names.ts';
import { findReachable } from '../../schema/reachable.ts';
import { describeTypes } from './descriptor-messages.ts';
import { loadOptions, type Options } from './descriptor-options.ts';
import { healthTable } from './health-table.ts';
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
  return create(FileDescriptorProtoSchema, {
    name: own,
    package: packageOf(resolveName(anyName)),
    syntax: 'proto3',
    dependency: [...dependency].sort(),
    ...types,
    service,
  });
};

/** A service that is made of operations, under one of its names. */
export interface ServedService {
  readonly desc: DescService;
  /** The operation of each method, by the method's name. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Everything that is served over gRPC, described. */
export interface Served {
  /** Every file, each after those that it imports. */
  readonly files: readonly FileDescriptorProto[];
  readonly registry: FileRegistry;
  /** The services made of operations, v2's under their v2beta1 names too; not health and reflection. */
  readonly services: readonly ServedService[];
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

const findServed = (registry: FileRegistry, { name, methods }: ServiceTable): readonly ServedService[] => {
  const operations = new Map(methods.flatMap((method) => (method.operation ? [[method.name, method.operation]] : [])));
  return [name, betaOf(name)].flatMap((alias) => {
    const desc = alias === undefined ? undefined : registry.getService(alias);
    return desc ? [{ desc, operations }] : [];
  });
};

/**
 * Describes operations, and everything that their messages hold, as protobuf: v2 packages a second time as v2beta1
 * (behaviour B5), and besides them health, reflection and the messages of errors. Takes tens of milliseconds; make it
 * once, when it is first asked for.
 * @throws Error when two types share a name, or files would import each other
 */
export const buildRegistry = (operations: readonly Operation[]): Served => {
  const options = loadOptions();
  const services = servicesOf(operations);
  const tables = filesOf([...services, healthTable, ...reflectionTables], [Status, ...errorDetails.values()]);
  const described = [...tables].flatMap(([name, table]) => [
    describeFile(table, options, 'itself'),
    ...(betaOf(name) === undefined ? [] : [describeFile(table, options, 'beta')]),
  ]);
  const files = sortByImports([...WELL_KNOWN, ...options.files, ...described]);
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  return { files, registry, services: services.flatMap((service) => findServed(registry, service)) };
};
