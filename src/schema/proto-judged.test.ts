import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  create,
  createFileRegistry,
  type DescMessage,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProtoSchema,
  FieldDescriptorProto_Type as FieldKind,
  FileDescriptorProtoSchema,
  file_google_protobuf_duration,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
  FieldDescriptorProto_Label as Label,
} from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { anyCharacter } from '../../scripts/any-character.ts';
import { bySize } from '../../scripts/test-size.ts';
import { allOperations } from '../editions/editions.ts';
import type { JsonObject } from '../json.ts';
import { decodeJson } from './decode-json.ts';
import { decodeProto } from './decode-proto.ts';
import { encodeProto } from './encode-proto.ts';
import type { AnyMessage, EnumType, FieldType, NamedField } from './field-types.ts';
import {
  bool,
  bytes,
  duration,
  enumOf,
  enumType,
  fieldMask,
  int32,
  int64,
  map,
  repeated,
  string,
  timestamp,
  uint32,
} from './field-types.ts';
import { isReturned, message, of, optional, output, plain, required } from './message.ts';
import { findReachable } from './reachable.ts';
import { isZero } from './scalars.ts';

// Protobuf's own library is the reference: it has the messages as descriptors, and their values as JSON.

const Colour = enumType('mock.test.judged.Colour', 'A colour.', {
  COLOUR_NONE: 0,
  RED: 1,
  DARK: -1,
  FAR: 2_000_000_000,
});
const presence = { presence: true } as const;
const oneof = { oneof: 'choice' } as const;

/** Every kind of field in every place. */
const Everything: AnyMessage = message('mock.test.judged.Everything', 'Everything.', {
  text: required(9000, string(), 'A text.'),
  isOn: required(17, bool(), 'A switch.'),
  isOff: optional(18, bool(), 'A switch.'),
  count: optional(1, int32(), 'A number.'),
  total: optional(2, int64(), 'A long number.'),
  plenty: optional(9, uint32(), 'A number without a sign.'),
  data: optional(3, bytes(), 'Bytes.'),
  at: optional(4, timestamp(), 'A time.'),
  life: optional(5, duration(), 'A duration.'),
  mask: optional(6, fieldMask(), 'Fields.'),
  colour: optional(7, enumOf(Colour), 'A colour.'),
  within: optional(
    8,
    of((): AnyMessage => Everything),
    'Another.',
  ),
  maybeText: optional(10, string(), 'A text.', presence),
  maybeOn: optional(11, bool(), 'A switch.', presence),
  maybeCount: optional(12, int32(), 'A number.', presence),
  maybeTotal: optional(13, int64(), 'A long number.', presence),
  maybeColour: optional(14, enumOf(Colour), 'A colour.', presence),
  oneText: plain(20, string(), 'One.', oneof),
  oneCount: plain(21, int32(), 'Two.', oneof),
  oneWithin: plain(
    22,
    of((): AnyMessage => Everything),
    'Three.',
    oneof,
  ),
  texts: optional(30, repeated(string()), 'Texts.'),
  counts: optional(31, repeated(int32()), 'Numbers.'),
  plenties: optional(38, repeated(uint32()), 'Numbers without a sign.'),
  totals: optional(32, repeated(int64()), 'Long numbers.'),
  colours: optional(33, repeated(enumOf(Colour)), 'Colours.'),
  switches: optional(34, repeated(bool()), 'Switches.'),
  blobs: optional(35, repeated(bytes()), 'Bytes.'),
  times: optional(36, repeated(timestamp()), 'Times.'),
  others: optional(37, repeated(of((): AnyMessage => Everything)), 'Others.'),
  labels: optional(40, map('string', string()), 'Texts by text.'),
  sizes: optional(41, map('int64', int32()), 'Numbers by number.'),
  byName: optional(
    42,
    map(
      'string',
      of((): AnyMessage => Everything),
    ),
    'Others by text.',
  ),
  byColour: optional(43, map('int64', enumOf(Colour)), 'Colours by number.'),
  madeAt: output(50, timestamp(), 'Set by the service.'),
  made: output(
    51,
    of((): AnyMessage => Everything),
    'Set by the service.',
  ),
});

const flat = (name: string): string => name.replaceAll('.', '_');

const messageOf = ({ message, element }: FieldType): AnyMessage | undefined =>
  message?.() ?? (element && messageOf(element));

const requestsAndResponses = allOperations().flatMap(({ operation }) => [operation.request, operation.response]);
const all = [...findReachable([Everything, ...requestsAndResponses]).values()].flatMap((declared) =>
  'message' in declared ? [declared.message] : [],
);

const enums = new Map<string, EnumType>();
const KINDS: Readonly<Record<string, FieldKind>> = {
  string: FieldKind.STRING,
  bool: FieldKind.BOOL,
  int32: FieldKind.INT32,
  uint32: FieldKind.UINT32,
  int64: FieldKind.INT64,
  bytes: FieldKind.BYTES,
  enum: FieldKind.ENUM,
};
const WELL_KNOWN: Readonly<Record<string, string>> = {
  timestamp: '.google.protobuf.Timestamp',
  duration: '.google.protobuf.Duration',
  fieldMask: '.google.protobuf.FieldMask',
};

const typed = (type: FieldType) => {
  if (type.enum) enums.set(type.enum.name, type.enum);
  const named = type.enum ?? type.message?.();
  const typeName = WELL_KNOWN[type.kind] ?? (named ? `.${flat(named.name)}` : '');
  return { type: KINDS[type.kind] ?? FieldKind.MESSAGE, typeName };
};

const describe = (message: AnyMessage) => {
  const oneofs = [...new Set([...message.fields.values()].flatMap((field) => field.oneof ?? []))];
  const nestedType = [];
  const field = [];
  for (const { name, proto, number, type, oneof: choice, presence: explicit } of message.fields.values()) {
    const many = type.kind === 'repeated' || type.kind === 'map';
    const own = create(FieldDescriptorProtoSchema, {
      name: proto,
      jsonName: name,
      number,
      label: many ? Label.REPEATED : Label.OPTIONAL,
      ...typed(type.kind === 'repeated' ? (type.element as FieldType) : type),
      ...(choice === undefined ? {} : { oneofIndex: oneofs.indexOf(choice) }),
    });
    if (explicit && !many && own.type !== FieldKind.MESSAGE) {
      own.proto3Optional = true;
      own.oneofIndex = oneofs.push(`_${proto}`) - 1;
    }
    if (type.kind === 'map') {
      const entry = `${proto.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Entry`;
      const part = (partName: string, partNumber: number, of: FieldType) =>
        create(FieldDescriptorProtoSchema, { name: partName, number: partNumber, label: Label.OPTIONAL, ...typed(of) });
      nestedType.push(
        create(DescriptorProtoSchema, {
          name: entry,
          field: [part('key', 1, { ...type, kind: type.key ?? 'string' }), part('value', 2, type.element as FieldType)],
          options: { mapEntry: true },
        }),
      );
      own.type = FieldKind.MESSAGE;
      own.typeName = `.${flat(message.name)}.${entry}`;
    }
    field.push(own);
  }
  const oneofDecl = oneofs.map((name) => ({ name }));
  return create(DescriptorProtoSchema, { name: flat(message.name), field, nestedType, oneofDecl });
};

const messageType = all.map(describe);
const wellKnown = [file_google_protobuf_timestamp, file_google_protobuf_duration, file_google_protobuf_field_mask];
const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'judged.proto',
    syntax: 'proto3',
    dependency: wellKnown.map(({ proto }) => proto.name),
    messageType,
    enumType: [...enums.values()].map(({ name, values }) =>
      create(EnumDescriptorProtoSchema, {
        name: flat(name),
        value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
      }),
    ),
  }),
  (name) => wellKnown.find(({ proto }) => proto.name === name),
);

const descOf = ({ name }: AnyMessage): DescMessage => registry.getMessage(flat(name)) ?? assert.fail(`no ${name}`);

const judgeWrites = (message: AnyMessage, value: JsonObject): Uint8Array =>
  toBinary(descOf(message), fromJson(descOf(message), value as never));

const text = fc.oneof(
  fc.constantFrom('', 'a', 'ä', '😀', '\uFEFFx', '\u0000', 'x'.repeat(63), 'x'.repeat(64), 'é'.repeat(64)),
  fc.constantFrom('é'.repeat(100), 'x'.repeat(128), `${'x'.repeat(300)}é`, 'x'.repeat(20_000), '__proto__', 'toString'),
  fc.string({ unit: anyCharacter }),
);
const long = fc.oneof(
  fc.constantFrom(0n, 999_999_999_999_999n, 1_000_000_000_000_000n, 2n ** 53n, -(2n ** 63n), -(2n ** 32n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const SECONDS = 315_576_000_000;
const lasting = fc
  .tuple(fc.integer({ min: -SECONDS + 1, max: SECONDS - 1 }), fc.integer({ min: 0, max: 999_999_999 }), fc.boolean())
  .map(([seconds, nanos, whole]) => `${seconds}${whole || seconds === 0 ? '' : `.${String(nanos).padStart(9, '0')}`}s`);

/** JSON values of a type; canonical after `decodeJson` has read them. */
const any = (type: FieldType, depth: number): fc.Arbitrary<unknown> => {
  const { kind, element } = type;
  switch (kind) {
    case 'string':
      return text;
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.oneof(fc.constantFrom(0, -1, 127, 128, 2_147_483_647, -2_147_483_648), fc.integer());
    case 'uint32':
      return fc.oneof(fc.constantFrom(0, 128, 2_147_483_648, 4_294_967_295), fc.integer({ min: 0 }));
    case 'int64':
      return long.map(String);
    case 'bytes':
      return fc.uint8Array().map((data) => Buffer.from(data).toString('base64'));
    case 'timestamp':
      return fc
        .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'duration':
      return lasting;
    case 'fieldMask':
      return fc
        .array(fc.constantFrom('name', 'part.size', '*', 'labels'), { maxLength: 3 })
        .map((paths) => paths.join());
    case 'enum':
      return fc.constantFrom(...Object.keys(type.enum?.values ?? {}));
    case 'message':
      return anyOf(type.message?.() as AnyMessage, depth - 1);
    case 'repeated':
      return fc.array(any(element as FieldType, depth), { maxLength: 3 });
    case 'map':
      return fc.dictionary(type.key === 'int64' ? long.map(String) : text, any(element as FieldType, depth), {
        maxKeys: 3,
      });
  }
};

const anyOf = (message: AnyMessage, depth: number): fc.Arbitrary<JsonObject> =>
  fc.constant(0).chain(() => {
    const fields = [...message.fields.values()].filter(({ type }) => depth > 0 || !messageOf(type));
    const parts = Object.fromEntries(fields.map(({ name, type }) => [name, any(type, depth)]));
    return fc.record(parts, { requiredKeys: [] }).map((value) => oneOfEach(message, value));
  });

const oneOfEach = (message: AnyMessage, value: JsonObject): JsonObject => {
  const taken = new Set<string>();
  return rebuilt(message, value, ({ oneof: choice = '' }) => {
    if (choice === '') return true;
    if (taken.has(choice)) return false;
    taken.add(choice);
    return true;
  });
};

const rebuilt = (
  message: AnyMessage,
  value: JsonObject,
  keeps: (field: NamedField, item: unknown) => boolean,
): JsonObject =>
  Object.fromEntries(
    [...message.fields.values()]
      .filter((field) => value[field.name] !== undefined && keeps(field, value[field.name]))
      .map((field) => [field.name, value[field.name]]),
  );

/** Applies a change at every level of a value. */
const everywhere = (
  message: AnyMessage,
  value: JsonObject,
  change: (message: AnyMessage, value: JsonObject) => JsonObject,
): JsonObject => {
  const within = ({ kind, element, message }: FieldType, item: unknown): unknown => {
    if (kind === 'message' && message) return everywhere(message(), item as JsonObject, change);
    if (kind === 'repeated') return (item as unknown[]).map((one) => within(element as FieldType, one));
    if (kind !== 'map') return item;
    return Object.fromEntries(
      Object.entries(item as JsonObject).map(([key, one]) => [key, within(element as FieldType, one)]),
    );
  };
  const changed = change(message, value);
  return Object.fromEntries(
    Object.entries(changed).map(([name, item]) => [name, within(message.fields.get(name)?.type as FieldType, item)]),
  );
};

const explicit = (field: NamedField): boolean => field.presence || field.oneof !== undefined;

/** A value as protobuf has it: without zeros that mean the same as absence, and without empty masks. */
const populated = (message: AnyMessage, value: JsonObject): JsonObject =>
  rebuilt(message, value, (field, item) =>
    item !== '' || field.type.kind !== 'fieldMask' ? explicit(field) || !isZero(field.type, item) : false,
  );

const answered = (message: AnyMessage, value: JsonObject): JsonObject =>
  rebuilt(message, populated(message, value), (field) => isReturned(field) && !field.once);

/** Adds required booleans that are absent. */
const switched = (message: AnyMessage, value: JsonObject): JsonObject => {
  const missing = [...message.fields.values()].filter(
    (field) =>
      field.behaviour === 'required' &&
      field.type.kind === 'bool' &&
      !field.presence &&
      value[field.name] === undefined,
  );
  return { ...value, ...Object.fromEntries(missing.map(({ name }) => [name, false])) };
};

for (const message of all) {
  const values = anyOf(message, message === Everything ? 1 : 3);
  const runs = {
    numRuns:
      message === Everything ? bySize({ small: 10, usual: 50, whole: 100 }) : bySize({ small: 2, usual: 8, whole: 15 }),
  };
  const canonical = (value: JsonObject): JsonObject =>
    decodeJson(message, value, { keepOutput: true, strict: true }).value;

  test(`${message.name} is written as protobuf's own library writes it`, () => {
    fc.assert(
      fc.property(values, (value) => {
        const ours = encodeProto(message, canonical(value));
        const expected = everywhere(message, canonical(value), answered);
        assert.equal(Buffer.from(ours).toString('hex'), Buffer.from(judgeWrites(message, expected)).toString('hex'));
        const read = toJson(descOf(message), fromBinary(descOf(message), ours)) as JsonObject;
        assert.deepEqual(canonical(read), canonical(expected));
      }),
      runs,
    );
  });

  test(`${message.name} is read from protobuf as it is from JSON`, () => {
    fc.assert(
      fc.property(values, (given) => {
        const value = everywhere(message, given, populated);
        const { value: read, violations, paths } = decodeProto(message, judgeWrites(message, value));
        assert.deepEqual(violations, []);
        assert.deepEqual(paths, decodeJson(message, value).paths);
        assert.deepEqual(read, everywhere(message, decodeJson(message, value).value, switched));
      }),
      runs,
    );
  });

  test(`${message.name} is read from any bytes, right or wrong, without a failure`, () => {
    const damaged = fc
      .tuple(values, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
      .map(([value, edits, cut]) => {
        const wire = judgeWrites(message, everywhere(message, value, populated));
        for (const [at, byte] of edits) if (wire.length > 0) wire[at % wire.length] = byte;
        return wire.subarray(0, wire.length - (cut % 3 === 0 ? cut % (wire.length + 1) : 0));
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 64 })), (wire) => {
        const { value, violations, paths } = decodeProto(message, wire);
        const malformed = violations.some(({ field }) => field === 'body');
        assert.deepEqual(malformed ? [value, violations.length, paths.length] : [], malformed ? [{}, 1, 0] : []);
      }),
      runs,
    );
  });
}
