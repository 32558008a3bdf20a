import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type DescriptorProtoSchema,
  type EnumDescriptorProtoSchema,
  type FieldDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';
import type { AnyMessage, EnumType, FieldType, Kind, NamedField } from '../../src/schema/field-types.ts';
import { nameInPackage } from './names.ts';

type MessageInit = MessageInitShape<typeof DescriptorProtoSchema>;
type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;
type EnumInit = MessageInitShape<typeof EnumDescriptorProtoSchema>;

/** The dependencies of describing the types of a file. */
export interface Describing {
  /** The name of a type in this file, which aliased packages rename. Records that the file depends on it. */
  readonly refer: (fullName: string) => string;
  readonly fieldOptions: (field: NamedField) => FieldInit['options'];
}

const SCALARS: Readonly<Partial<Record<Kind, Type>>> = {
  string: Type.STRING,
  bool: Type.BOOL,
  int32: Type.INT32,
  uint32: Type.UINT32,
  int64: Type.INT64,
  bytes: Type.BYTES,
};

const WELL_KNOWN: Readonly<Partial<Record<Kind, string>>> = {
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  fieldMask: 'google.protobuf.FieldMask',
};

type TypeInit = Required<Pick<FieldInit, 'type'>> & Pick<FieldInit, 'typeName'>;

const singular = (type: FieldType, { refer }: Describing): TypeInit => {
  const scalar = SCALARS[type.kind];
  if (scalar !== undefined) return { type: scalar };
  if (type.enum) return { type: Type.ENUM, typeName: `.${refer(type.enum.name)}` };
  const name = WELL_KNOWN[type.kind] ?? type.message?.().name;
  if (name === undefined) throw new Error(`a ${type.kind} cannot be the type of a field`);
  return { type: Type.MESSAGE, typeName: `.${refer(name)}` };
};

const entryOf = ({ proto, type }: NamedField, value: FieldType, describing: Describing): MessageInit => ({
  name: `${proto.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Entry`,
  field: [
    { name: 'key', number: 1, label: Label.OPTIONAL, jsonName: 'key', type: SCALARS[type.key ?? 'string'] as Type },
    { name: 'value', number: 2, label: Label.OPTIONAL, jsonName: 'value', ...singular(value, describing) },
  ],
  options: { mapEntry: true },
});

const describeEnum = ({ name, values }: EnumType, local: string): EnumInit => {
  const numbers = Object.values(values);
  if (numbers[0] !== 0) throw new Error(`the first value of ${name} is not zero`);
  return {
    name: local,
    value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
    ...(new Set(numbers).size === numbers.length ? {} : { options: { allowAlias: true } }),
  };
};

interface Members {
  readonly field: FieldInit[];
  /** The entries of its maps. */
  readonly nestedType: MessageInit[];
  readonly oneofDecl: { readonly name: string }[];
}

/** The members of a message that is not reached itself, but encloses types that are. */
const NO_MEMBERS: Members = { field: [], nestedType: [], oneofDecl: [] };

const describeMembers = (of: AnyMessage, describing: Describing): Members => {
  const fields = [...of.fields.values()];
  const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
  // After the declared ones: `optional` is a oneof of one member.
  const synthetic = fields.filter(({ presence, oneof }) => presence && oneof === undefined);
  const indexOf = (field: NamedField): number =>
    field.oneof === undefined ? oneofs.length + synthetic.indexOf(field) : oneofs.indexOf(field.oneof);
  const entries: MessageInit[] = [];
  const describeField = (field: NamedField): FieldInit => {
    const { json: jsonName, proto: name, number, type, oneof } = field;
    const options = describing.fieldOptions(field);
    const basic = { name, number, jsonName, ...(options ? { options } : {}) };
    if (type.kind === 'map' && type.element) {
      const entry = entryOf(field, type.element, describing);
      entries.push(entry);
      const typeName = `.${describing.refer(of.name)}.${entry.name}`;
      return { ...basic, label: Label.REPEATED, type: Type.MESSAGE, typeName };
    }
    if (type.kind === 'repeated' && type.element) {
      return { ...basic, label: Label.REPEATED, ...singular(type.element, describing) };
    }
    const optional = synthetic.includes(field);
    return {
      ...basic,
      label: Label.OPTIONAL,
      ...singular(type, describing),
      ...(oneof === undefined && !optional ? {} : { oneofIndex: indexOf(field) }),
      ...(optional ? { proto3Optional: true } : {}),
    };
  };
  return {
    field: fields.map(describeField),
    nestedType: entries,
    oneofDecl: [...oneofs, ...synthetic.map(({ proto }) => `_${proto}`)].map((name) => ({ name })),
  };
};

interface Scope {
  readonly nested: Map<string, Scope>;
  message?: AnyMessage;
  enum?: EnumType;
}

const scope = (): Scope => ({ nested: new Map() });

/** Describes the types of one file; a type with dots in its name is nested in the types that the dots name. */
export const describeTypes = (
  messages: readonly AnyMessage[],
  enums: readonly EnumType[],
  describing: Describing,
): { readonly messageType: MessageInit[]; readonly enumType: EnumInit[] } => {
  const top = scope();
  const place = (fullName: string): Scope =>
    nameInPackage(fullName)
      .split('.')
      .reduce((at, segment) => {
        const inner = at.nested.get(segment) ?? scope();
        at.nested.set(segment, inner);
        return inner;
      }, top);
  for (const message of messages) place(message.name).message = message;
  for (const type of enums) place(type.name).enum = type;

  const enumsIn = ({ nested }: Scope): EnumInit[] =>
    [...nested].flatMap(([name, inner]) => (inner.enum ? [describeEnum(inner.enum, name)] : []));
  const messagesIn = ({ nested }: Scope): MessageInit[] =>
    [...nested].flatMap(([name, inner]) => (inner.enum ? [] : [messageIn(inner, name)]));
  const messageIn = (inner: Scope, name: string): MessageInit => {
    const own = inner.message ? describeMembers(inner.message, describing) : NO_MEMBERS;
    return { name, ...own, nestedType: [...own.nestedType, ...messagesIn(inner)], enumType: enumsIn(inner) };
  };
  return { messageType: messagesIn(top), enumType: enumsIn(top) };
};
