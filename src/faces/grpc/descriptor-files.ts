import { create } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { AnyMessage, EnumType } from '../../schema/field-types.ts';
import { betaOf, fileOf, isWellKnown, nameInPackage, packageOf } from '../../schema/proto-names.ts';
import { findReachable } from '../../schema/reachable.ts';
import { describeTypes } from './descriptor-messages.ts';
import type { Options } from './descriptor-options.ts';
import type { ServiceTable } from './service-table.ts';

/** The declarations of one file, which belong to one package. */
export interface FileTable {
  readonly messages: readonly AnyMessage[];
  readonly enums: readonly EnumType[];
  readonly services: readonly ServiceTable[];
}

/** Sorts services, the types that they use, and further messages into files by their names. */
export const filesOf = (
  services: readonly ServiceTable[],
  further: readonly AnyMessage[],
): ReadonlyMap<string, FileTable> => {
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
export const describeFile = (
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
