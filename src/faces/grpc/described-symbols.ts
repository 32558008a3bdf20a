import { type DescEnum, type DescExtension, type DescFile, type DescMessage, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Served } from './descriptors.ts';

/** Finds files by their declarations, as a reflection client asks for it. */
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

/** Every full name that a file declares. */
const namesIn = (file: DescFile): readonly string[] => {
  // The values of an enum are siblings of the enum, not members of it.
  const namesOfEnum = ({ typeName, values }: DescEnum): readonly string[] => [
    typeName,
    ...values.map(({ name }) => `${typeName.slice(0, typeName.lastIndexOf('.') + 1)}${name}`),
  ];
  const namesOfMessage = (message: DescMessage): readonly string[] => [
    message.typeName,
    ...message.fields.map(({ name }) => `${message.typeName}.${name}`),
    ...message.oneofs.map(({ name }) => `${message.typeName}.${name}`),
    ...message.nestedExtensions.map(({ typeName }) => typeName),
    ...message.nestedEnums.flatMap(namesOfEnum),
    ...message.nestedMessages.flatMap(namesOfMessage),
  ];
  return [
    ...file.messages.flatMap(namesOfMessage),
    ...file.enums.flatMap(namesOfEnum),
    ...file.extensions.map(({ typeName }) => typeName),
    ...file.services.flatMap(({ typeName, methods }) => [
      typeName,
      ...methods.map(({ name }) => `${typeName}.${name}`),
    ]),
  ];
};

/** Indexes the served symbols. Takes milliseconds, so call it once, at the first use. */
export const indexSymbols = ({ registry }: Pick<Served, 'registry'>): DescribedSymbols => {
  const files = [...registry.files];
  const byName = new Map(files.map((file) => [file.proto.name, file]));
  const declaring = new Map(files.flatMap((file) => namesIn(file).map((name) => [name, file] as const)));
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
