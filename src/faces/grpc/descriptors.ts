import { create, createFileRegistry, type DescService, type FileRegistry } from '@bufbuild/protobuf';
import {
  type FileDescriptorProto,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt';
import { errorDetails, Status } from '../../schema/google-rpc.ts';
import type { Operation } from '../../schema/operation.ts';
import { betaOf } from '../../schema/proto-names.ts';
import { describeFile, filesOf } from './descriptor-files.ts';
import { loadOptions } from './descriptor-options.ts';
import { healthTable } from './health-table.ts';
import { reflectionTables } from './reflection-tables.ts';
import { type ServiceTable, servicesOf } from './service-table.ts';

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
  /** The services made of operations, those of v2 under their v2beta1 names too; not health and reflection. */
  readonly services: readonly ServedService[];
}

const WELL_KNOWN = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
].map(({ proto }) => proto);

/** The same files, each after those that it imports. */
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
