import { create, type DescField, type DescMessage, toBinary } from '@bufbuild/protobuf';
import type { JsonObject } from '../../json.ts';
import type { AnyMessage, FieldType } from '../../schema/field-types.ts';
import { Spelled, type Wanted } from './spelled.ts';

const messageOf = ({ message }: DescField): DescMessage => {
  if (!message) throw new Error('the field holds no message');
  return message;
};

const single = (type: FieldType, field: DescField, value: unknown): unknown => {
  if (value instanceof Spelled) return value.proto;
  switch (type.kind) {
    case 'int64':
      return BigInt(value as string);
    case 'bytes':
      return Buffer.from(value as string, 'base64');
    case 'enum':
      return type.enum?.values[value as string];
    case 'message':
      return type.message && initOf(type.message(), messageOf(field), value as Wanted);
    case 'timestamp':
    case 'duration':
    case 'fieldMask':
      throw new Error(`a ${type.kind} must be spelled`);
    default:
      return value;
  }
};

const initOfField = (type: FieldType, field: DescField, value: unknown): unknown => {
  const { element } = type;
  if (!element || value instanceof Spelled) return single(type, field, value);
  if (type.kind === 'repeated') return (value as readonly unknown[]).map((item) => single(element, field, item));
  return Object.fromEntries(
    Object.entries(value as Wanted).map(([name, item]) => [name, single(element, field, item)]),
  );
};

const initOf = (of: AnyMessage, desc: DescMessage, value: Wanted): JsonObject => {
  const init: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const named = of.fields.get(name);
    const field = desc.fields.find(({ number }) => number === named?.number);
    if (!named || !field) throw new Error(`${of.name} has no field ${name}`);
    const item = initOfField(named.type, field, given);
    if (field.oneof) init[field.oneof.localName] = { case: field.localName, value: item };
    else init[field.localName] = item;
  }
  return init;
};

/** The bytes of a request, encoded by another library than the server's. */
export const protoFormOf = (of: AnyMessage, desc: DescMessage, value: Wanted): Uint8Array =>
  toBinary(desc, create(desc, initOf(of, desc, value)));
