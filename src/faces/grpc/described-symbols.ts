import { type DescExtension, type DescFile, toBinary } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import type { Served } from './served.ts';

/** Finds files by what they declare, as reflection clients ask for them. */
export interface DescribedSymbols {
  readonly services: readonly string[];
  readonly file: (name: string) => DescFile | undefined;
  /** The file that declares a package member of any kind: type, field, oneof, enum value, method, extension. */
  readonly declaring: (symbol: string) => DescFile | undefined;
  readonly extension: (extended: string, number: number) => DescFile | undefined;
  /** The numbers of a message's extensions, ascending; undefined when there is no such message. */
  readonly extensionNumbers: (extended: string) => readonly number[] | undefined;
  /** A file in its binary form. */
  readonly bytes: (file: DescFile) => Uint8Array;
}

/**
 * Every full name that a file declares, also those that protoc makes: the entry of a map, with its fields, and the oneof
 * of an optional field.
 */
const namesIn = (file: FileDescriptorProto): readonly string[] => {
  const names: string[] = [];
  const add = (scope: string, { name }: { readonly name: string }): string => {
    const fullName = `${scope}.${name}`;
    names.push(fullName);
    return fullName;
  };
  // The values of an enum are siblings of the enum, not members of it.
  const addEnum = (scope: string, type: EnumDescriptorProto): void => {
    for (const named of [type, ...type.value]) add(scope, named);
  };
  const addMessage = (scope: string, message: DescriptorProto): void => {
    const own = add(scope, message);
    for (const member of [...message.field, ...message.oneofDecl, ...message.extension]) add(own, member);
    for (const type of message.enumType) addEnum(own, type);
    for (const nested of message.nestedType) addMessage(own, nested);
  };
  for (const message of file.messageType) addMessage(file.package, message);
  for (const type of file.enumType) addEnum(file.package, type);
  for (const extension of file.extension) add(file.package, extension);
  for (const service of file.service) {
    const own = add(file.package, service);
    for (const method of service.method) add(own, method);
  }
  return names;
};

/** Indexes the served symbols. Takes milliseconds, so call it once, at the first use. */
export const indexSymbols = ({ registry }: Pick<Served, 'registry'>): DescribedSymbols => {
  const files = [...registry.files];
  const byName = new Map(files.map((file) => [file.proto.name, file]));
  const declaring = new Map(files.flatMap((file) => namesIn(file.proto).map((name) => [name, file] as const)));
  const extensions = [...registry].filter((type): type is DescExtension => type.kind === 'extension');
  const bytes = new Map<DescFile, Uint8Array>();
  return {
    services: files.flatMap((file) => file.services.map(({ typeName }) => typeName)).sort(),
    file: (name) => byName.get(name),
    declaring: (symbol) => declaring.get(symbol),
    extension: (extended, number) =>
      extensions.find(({ extendee, number: own }) => extendee.typeName === extended && own === number)?.file,
    extensionNumbers: (extended) =>
      registry.getMessage(extended) &&
      extensions
        .filter(({ extendee }) => extendee.typeName === extended)
        .map(({ number }) => number)
        .sort((a, b) => a - b),
    bytes: (file) => {
      const made = bytes.get(file) ?? toBinary(FileDescriptorProtoSchema, file.proto);
      bytes.set(file, made);
      return made;
    },
  };
};
