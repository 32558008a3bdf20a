import type { Field, Type } from 'protobufjs';
import protobuf from 'protobufjs';
import { snakeName } from './spelling.ts';

/** A message as canonical JSON has it. */
export type Json = Readonly<Record<string, unknown>>;

interface SecondsAndNanos {
  readonly seconds?: string | number;
  readonly nanos?: number;
}

const NANOS = 1_000_000_000;

/** The name of a field in JSON (protobuf's own rule: each underscore goes, and what follows it is a capital). */
export const jsonName = (proto: string): string =>
  proto.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const fraction = (nanos: number): string => String(nanos).padStart(9, '0').slice(0, 3);

/** Messages that JSON writes as text: how each is read and written. */
const AS_TEXT: ReadonlyMap<string, { read: (text: string) => object; write: (value: SecondsAndNanos) => unknown }> =
  new Map([
    [
      '.google.protobuf.Timestamp',
      {
        read: (text) => {
          const millis = Date.parse(text);
          return { seconds: Math.floor(millis / 1_000), nanos: (((millis % 1_000) + 1_000) % 1_000) * 1_000_000 };
        },
        write: ({ seconds = 0, nanos = 0 }) =>
          `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}.${fraction(nanos)}Z`,
      },
    ],
    [
      '.google.protobuf.Duration',
      {
        read: (text) => {
          const seconds = Number(text.replace(/s$/, ''));
          return { seconds: Math.trunc(seconds), nanos: Math.round((seconds % 1) * NANOS) };
        },
        write: ({ seconds = 0, nanos = 0 }) => `${Number(seconds) + nanos / NANOS}s`,
      },
    ],
    [
      '.google.protobuf.FieldMask',
      {
        read: (text) => ({ paths: text === '' ? [] : text.split(',').map(snakeName) }),
        write: (mask) => ((mask as { readonly paths?: readonly string[] }).paths ?? []).map(jsonName).join(','),
      },
    ],
  ]);

/** The library keys maps of 64-bit numbers by the eight bytes of each. */
const keyText = (keyType: string, key: string): string =>
  /64$/.test(keyType) && !/^-?\d+$/.test(key) ? String(protobuf.util.longFromHash(key, keyType === 'uint64')) : key;

type Convert = (type: Type, value: unknown) => unknown;

const converted = (field: Field, value: unknown, convert: Convert): unknown => {
  const { resolvedType } = field.resolve();
  const one = (item: unknown): unknown => (resolvedType instanceof protobuf.Type ? convert(resolvedType, item) : item);
  if (field instanceof protobuf.MapField)
    return Object.fromEntries(
      Object.entries(value as Json).map(([key, item]) => [keyText(field.keyType, key), one(item)]),
    );
  // A query has one value where a list holds one.
  return field.repeated ? (Array.isArray(value) ? value : [value]).map(one) : one(value);
};

const toFields: Convert = (type, value) => {
  if (typeof value === 'string') return AS_TEXT.get(type.fullName)?.read(value) ?? value;
  const fields = new Map(
    type.fieldsArray.flatMap((field) => [field.name, jsonName(field.name)].map((n) => [n, field])),
  );
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, item]) => {
      const field = fields.get(name);
      if (!field) throw new Error(`${type.fullName} has no field ${name}`);
      return [field.name, converted(field, item, toFields)];
    }),
  );
};

const fromFields: Convert = (type, value) => {
  const text = AS_TEXT.get(type.fullName);
  if (text) return text.write(value as SecondsAndNanos);
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, item]) => [
      jsonName(name),
      converted(type.fields[name] as Field, item, fromFields),
    ]),
  );
};

/**
 * A message's bytes, made from canonical JSON, with names of either spelling.
 * @throws Error for a name that the message does not have
 */
export const encode = (type: Type, json: Json): Buffer =>
  Buffer.from(type.encode(type.fromObject(toFields(type, json) as Json)).finish());

/** The canonical JSON of a message's bytes; what is not on the wire is absent. */
export const decode = (type: Type, bytes: Uint8Array): Json => {
  const options = { longs: String, enums: String, bytes: String };
  return fromFields(type, type.toObject(type.decode(bytes), options)) as Json;
};
