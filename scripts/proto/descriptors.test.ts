import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getExtension, ScalarType, toBinary, toJson } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { V2 } from '../../src/schema/edition.ts';
import {
  bool,
  bytes,
  duration,
  enumOf,
  enumType,
  type FieldType,
  fieldMask,
  int32,
  int64,
  map,
  repeated,
  string,
  timestamp,
} from '../../src/schema/field-types.ts';
import { type Message, message, of, optional, output, plain, required } from '../../src/schema/message.ts';
import type { HttpRule, Operation } from '../../src/schema/operation.ts';
import { buildRegistry, type Described } from './descriptors.ts';

const operation = (id: string, request: Message, response: Message | undefined, more: object = {}): Operation => ({
  id,
  service: 'mock.described.v2.ThingsService',
  domain: 'ping',
  summary: 'Do it',
  description: 'Does it.',
  http: { method: 'GET', path: '/described/v2/things' },
  request,
  response,
  capabilities: [],
  auth: 'open',
  edition: V2,
  origin: 'published',
  fails: [],
  ...more,
});

const text = (number: number, options = {}) => plain(number, string(), 'Some text.', options);

const Size = enumType('mock.described.v2.Thing.Part.Size', 'A size.', { NONE: 0, BIG: 2, LARGE: 2 });
const Part = message('mock.described.v2.Thing.Part', 'A part.', {
  size: plain(1, enumOf(Size), 'How large it is.'),
});
// The message in which this one is nested is not reached.
const Lone = message('mock.described.v2.Unreached.Lone', 'A type that lies in another.', { name: text(1) });
const Shared = message('mock.shared.Shared', 'Of a package without a version.', { name: text(1) });

const typed = (number: number, type: FieldType) => plain(number, type, 'A value.');

const Current = message('mock.described.v2.Old', 'What is left of something.', {
  name: required(1, string(), 'A name.'),
});
const deprecated = [...Current.fields].map(([name, field]) => [name, { ...field, deprecated: true }] as const);
const Old = { ...Current, fields: new Map(deprecated) };

const Thing: Message = message('mock.described.v2.Thing', 'A thing.', {
  string: typed(1, string()),
  bool: typed(2, bool()),
  int32: typed(3, int32()),
  int64: typed(4, int64()),
  bytes: typed(5, bytes()),
  timestamp: typed(6, timestamp()),
  duration: typed(7, duration()),
  fieldMask: typed(8, fieldMask()),
  enum: typed(9, enumOf(Size)),
  message: typed(10, of(Part)),
  itself: typed(
    11,
    of((): Message => Thing),
  ),
  shared: typed(12, of(Shared)),
  lone: typed(13, of(Lone)),
  texts: typed(14, repeated(string())),
  numbers: typed(15, repeated(int32())),
  parts: typed(16, repeated(of(Part))),
  staticClaims: typed(17, map('string', string())),
  partsByNumber: typed(18, map('int64', of(Part))),
  maybe: text(19, { presence: true }),
  one: text(20, { oneof: 'choice' }),
  maybeNumber: plain(21, int32(), 'A number.', { presence: true }),
  other: plain(22, of(Part), 'A part.', { oneof: 'choice' }),
  oddName: text(23, { proto: 'quite_other' }),
  must: required(24, string(), 'Must be given.', { immutable: true }),
  may: optional(25, string(), 'May be given.'),
  set: output(26, string(), 'Is set.'),
  old: typed(27, of(Old)),
  need: required(28, string(), 'Must be given, and may change.'),
});

const SERVED: Described = buildRegistry([
  operation('GetThing', Thing, Thing),
  operation('MakeThing', Thing, undefined, {
    http: { method: 'POST', path: '/described/v2/things/{quite_other=**}', body: 'oddName' },
    additionalHttp: [{ method: 'PUT', path: '/described/v2/things:make', body: '*' }],
  }),
  operation('Ask', Shared, Shared, { service: 'mock.shared.Sharing', http: { method: 'GET', path: '/shared/v1' } }),
]);

const fileNamed = (name: string) => SERVED.files.find((file) => file.name === name) ?? assert.fail(`no file ${name}`);
const OWN = 'mock/described/v2/described.proto';
const thing = fileNamed(OWN).messageType.find(({ name }) => name === 'Thing') ?? assert.fail('no Thing');

const TYPES: readonly (readonly [field: string, facts: object])[] = [
  ['string', { number: 1, type: 'TYPE_STRING' }],
  ['bool', { number: 2, type: 'TYPE_BOOL' }],
  ['int32', { number: 3, type: 'TYPE_INT32' }],
  ['int64', { number: 4, type: 'TYPE_INT64' }],
  ['bytes', { number: 5, type: 'TYPE_BYTES' }],
  ['timestamp', { number: 6, type: 'TYPE_MESSAGE', typeName: '.google.protobuf.Timestamp' }],
  ['duration', { number: 7, type: 'TYPE_MESSAGE', typeName: '.google.protobuf.Duration' }],
  ['field_mask', { number: 8, type: 'TYPE_MESSAGE', typeName: '.google.protobuf.FieldMask', jsonName: 'fieldMask' }],
  ['enum', { number: 9, type: 'TYPE_ENUM', typeName: '.mock.described.v2.Thing.Part.Size' }],
  ['message', { number: 10, type: 'TYPE_MESSAGE', typeName: '.mock.described.v2.Thing.Part' }],
  ['itself', { number: 11, type: 'TYPE_MESSAGE', typeName: '.mock.described.v2.Thing' }],
  ['shared', { number: 12, type: 'TYPE_MESSAGE', typeName: '.mock.shared.Shared' }],
  ['lone', { number: 13, type: 'TYPE_MESSAGE', typeName: '.mock.described.v2.Unreached.Lone' }],
  ['texts', { number: 14, label: 'LABEL_REPEATED', type: 'TYPE_STRING' }],
  ['numbers', { number: 15, label: 'LABEL_REPEATED', type: 'TYPE_INT32' }],
  ['parts', { number: 16, label: 'LABEL_REPEATED', type: 'TYPE_MESSAGE', typeName: '.mock.described.v2.Thing.Part' }],
  [
    'static_claims',
    {
      number: 17,
      label: 'LABEL_REPEATED',
      type: 'TYPE_MESSAGE',
      typeName: '.mock.described.v2.Thing.StaticClaimsEntry',
      jsonName: 'staticClaims',
    },
  ],
  ['maybe', { number: 19, type: 'TYPE_STRING', oneofIndex: 1, proto3Optional: true }],
  ['one', { number: 20, type: 'TYPE_STRING', oneofIndex: 0 }],
  ['maybe_number', { number: 21, type: 'TYPE_INT32', oneofIndex: 2, proto3Optional: true, jsonName: 'maybeNumber' }],
  ['other', { number: 22, type: 'TYPE_MESSAGE', typeName: '.mock.described.v2.Thing.Part', oneofIndex: 0 }],
  ['quite_other', { number: 23, type: 'TYPE_STRING', jsonName: 'oddName' }],
];

for (const [name, facts] of TYPES) {
  test(`field ${name} is described as ${JSON.stringify(facts)}`, () => {
    const { field } = toJson(FileDescriptorProtoSchema, fileNamed(OWN)).messageType?.find(
      (type) => type.name === 'Thing',
    ) ?? { field: [] };
    const expected = { name, label: 'LABEL_OPTIONAL', jsonName: name, ...facts };
    assert.deepEqual(
      field?.find((described) => described.name === name),
      expected,
    );
  });
}

test('declared oneofs precede those of optional fields', () => {
  assert.deepEqual(
    thing.oneofDecl.map(({ name }) => name),
    ['choice', '_maybe', '_maybe_number'],
  );
});

test('a map is a list of entries, declared inside its message', () => {
  const described = SERVED.registry.getMessage('mock.described.v2.Thing')?.field.partsByNumber;
  assert.ok(described?.fieldKind === 'map' && described.mapKind === 'message');
  assert.deepEqual([described.message.typeName, described.mapKey], ['mock.described.v2.Thing.Part', ScalarType.INT64]);
  assert.deepEqual(
    thing.nestedType.map(({ name }) => name),
    ['StaticClaimsEntry', 'PartsByNumberEntry', 'Part'],
  );
});

test('a type with dots in its name is nested in the types that the dots name, even if those are not reached', () => {
  const [first] = thing.nestedType.filter(({ name }) => name === 'Part');
  assert.deepEqual(
    first?.enumType.map(({ name }) => name),
    ['Size'],
  );
  const outer = SERVED.registry.getMessage('mock.described.v2.Unreached');
  assert.deepEqual([outer?.fields.length, outer?.nestedMessages.map(({ name }) => name)], [0, ['Lone']]);
});

test('an enum with two names for one number allows aliases', () => {
  const size = SERVED.registry.getEnum('mock.described.v2.Thing.Part.Size');
  assert.deepEqual(
    [size?.proto.options?.allowAlias, size?.values.map(({ name, number }) => `${name} ${number}`)],
    [true, ['NONE 0', 'BIG 2', 'LARGE 2']],
  );
});

const BEHAVIOURS: readonly (readonly [field: string, behaviours: readonly number[]])[] = [
  ['string', []],
  ['must', [2, 5]],
  ['need', [2]],
  ['may', [1]],
  ['set', [3]],
];

for (const [name, behaviours] of BEHAVIOURS) {
  test(`field ${name} has the behaviours ${JSON.stringify(behaviours)}`, () => {
    const extension = SERVED.registry.getExtension('google.api.field_behavior') ?? assert.fail();
    const options = thing.field.find((field) => field.name === name)?.options;
    assert.deepEqual(options ? getExtension(options, extension) : [], behaviours);
  });
}

test('a deprecated field is described as deprecated', () => {
  const old = SERVED.registry.getMessage('mock.described.v2.Old');
  assert.deepEqual(
    old?.fields.map((field) => field.deprecated),
    [true],
  );
  assert.equal(SERVED.registry.getMessage('mock.described.v2.Thing')?.field.need?.deprecated, false);
});

const rulesOf = (service: string, method: string): readonly unknown[] => {
  const extension = SERVED.registry.getExtension('google.api.http') ?? assert.fail();
  const options = SERVED.registry.getService(service)?.methods.find(({ name }) => name === method)?.proto.options;
  const rule = getExtension(options ?? assert.fail(), extension) as {
    readonly pattern: { readonly case: string; readonly value: string };
    readonly body: string;
    readonly additionalBindings: readonly (typeof rule)[];
  };
  return [rule, ...rule.additionalBindings].map(({ pattern, body }) => [pattern.case, pattern.value, body]);
};

const RULES: readonly (readonly [service: string, method: string, rules: readonly unknown[]])[] = [
  ['mock.described.v2.ThingsService', 'GetThing', [['get', '/described/v2/things', '']]],
  [
    'mock.described.v2.ThingsService',
    'MakeThing',
    [
      ['post', '/described/v2/things/{quite_other=**}', 'quite_other'],
      ['put', '/described/v2/things:make', '*'],
    ],
  ],
  [
    'mock.described.v2beta1.ThingsService',
    'MakeThing',
    [
      ['post', '/described/v2beta1/things/{quite_other=**}', 'quite_other'],
      ['put', '/described/v2beta1/things:make', '*'],
    ],
  ],
  ['mock.shared.Sharing', 'Ask', [['get', '/shared/v1', '']]],
];

for (const [service, method, rules] of RULES) {
  test(`${service}/${method} is reached by ${JSON.stringify(rules)}`, () => {
    assert.deepEqual(rulesOf(service, method), rules);
  });
}

test('an empty answer is google.protobuf.Empty', () => {
  const [make] = SERVED.registry.getService('mock.described.v2.ThingsService')?.methods ?? [];
  assert.equal(make?.output.typeName, 'google.protobuf.Empty');
});

test('services are offered under all of their names, each method with its operation', () => {
  assert.deepEqual(
    SERVED.services.map(({ desc, operations }) => [desc.typeName, [...operations].map(([name, { id }]) => name + id)]),
    [
      ['mock.described.v2.ThingsService', ['GetThingGetThing', 'MakeThingMakeThing']],
      ['mock.described.v2beta1.ThingsService', ['GetThingGetThing', 'MakeThingMakeThing']],
      ['mock.shared.Sharing', ['AskAsk']],
    ],
  );
});

test('a v2beta1 package holds its own types and shares those of packages without a version', () => {
  const beta = SERVED.registry.getMessage('mock.described.v2beta1.Thing');
  assert.equal(beta?.field.message?.message?.typeName, 'mock.described.v2beta1.Thing.Part');
  assert.equal(beta?.field.enum?.enum?.typeName, 'mock.described.v2beta1.Thing.Part.Size');
  assert.equal(beta?.field.shared?.message?.typeName, 'mock.shared.Shared');
  assert.equal(SERVED.registry.getMessage('mock.shared.v2beta1.Shared'), undefined);
});

test('a file imports what it uses and nothing else, and follows its imports', () => {
  assert.deepEqual(fileNamed(OWN).dependency, [
    'google/api/annotations.proto',
    'google/api/field_behavior.proto',
    'google/protobuf/duration.proto',
    'google/protobuf/empty.proto',
    'google/protobuf/field_mask.proto',
    'google/protobuf/timestamp.proto',
    'mock/shared/shared.proto',
  ]);
  const before = new Set<string>();
  for (const { name, dependency } of SERVED.files) {
    assert.deepEqual(
      dependency.filter((imported) => !before.has(imported)),
      [],
      name,
    );
    before.add(name);
  }
});

test('no file is described twice', () => {
  const names = SERVED.files.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
});

test('the same operations are described by the same bytes', () => {
  const again = buildRegistry(SERVED.services.flatMap(({ desc, operations }) => beta(desc.typeName, operations)));
  const bytesOf = ({ files }: Described) => files.map((file) => toBinary(FileDescriptorProtoSchema, file));
  assert.deepEqual(bytesOf(again), bytesOf(SERVED));
});

/** The operations of a service, unless it is a second name. */
const beta = (name: string, operations: ReadonlyMap<string, Operation>): readonly Operation[] =>
  name.includes('v2beta1') ? [] : [...operations.values()];

const First = message('mock.first.First', 'Holds one of another package.', {
  back: plain(
    1,
    of((): Message => Second),
    'The other.',
  ),
});
const Second: Message = message('mock.second.Second', 'Holds one of the first package.', {
  back: plain(1, of(First), 'The other.'),
});
const Odd = enumType('mock.described.v2.Odd', 'Without a zero.', { ONE: 1 });
const Twin = enumType('mock.described.v2.Thing.Part.Size', 'A name that is taken.', { NONE: 0 });

const REFUSED: readonly (readonly [what: string, request: Message, http: HttpRule | undefined, message: RegExp])[] = [
  ['packages that hold each other', First, undefined, /import each other: mock\/first.*mock\/second.*mock\/first/],
  [
    'an enum that does not begin at zero',
    message('mock.described.v2.A', 'A.', { a: typed(1, enumOf(Odd)) }),
    undefined,
    /first value of .*Odd is not zero/,
  ],
  [
    'two types of one name',
    message('mock.described.v2.B', 'B.', { a: typed(1, enumOf(Twin)), b: typed(2, of(Part)) }),
    undefined,
    /two types are named .*Size/,
  ],
  [
    'a body that is not a field',
    Shared,
    { method: 'POST', path: '/x', body: 'nothing' },
    /mock\.shared\.Shared has no field nothing/,
  ],
];

for (const [what, request, http, message] of REFUSED) {
  test(`${what} cannot be described`, () => {
    const more = { service: 'mock.refused.Service', ...(http ? { http } : {}) };
    assert.throws(() => buildRegistry([operation('Refused', request, undefined, more)]), message);
  });
}
