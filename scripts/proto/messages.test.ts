import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as types from '../../src/schema/field-types.ts';
import {
  type Field,
  type Fields,
  input,
  message,
  of,
  optional,
  output,
  plain,
  required,
} from '../../src/schema/message.ts';
import type { Definition } from './definitions.ts';
import { definitionLines, References } from './messages.ts';

const PACKAGE = 'proto_messages.v2';
const color = types.enumType(`${PACKAGE}.Color`, 'A color.', { COLOR_UNSPECIFIED: 0, COLOR_RED: 2 });
const inner = message(`${PACKAGE}.Inner`, 'What is inside.', {});

const definition = (name: string, fields: Fields, nested: readonly Definition[] = []): Definition => {
  const fullName = `${PACKAGE}.${name}`;
  return { name: fullName, is: { message: message(fullName, 'A thing.', fields) }, nested };
};

const linesOf = (given: Definition): readonly string[] =>
  definitionLines(given, new References(PACKAGE, new Set([color.name, inner.name, `${PACKAGE}.Outer.Kind`])))
    .join('\n')
    .split('\n');

const FIELDS: readonly (readonly [what: string, field: Field, declaration: string])[] = [
  ['text', plain(1, types.string(), ''), 'string some_field = 1;'],
  ['a switch', plain(2, types.bool(), ''), 'bool some_field = 2;'],
  ['a 32-bit number', plain(3, types.int32(), ''), 'int32 some_field = 3;'],
  ['a 64-bit number', plain(4, types.int64(), ''), 'int64 some_field = 4;'],
  ['bytes', plain(5, types.bytes(), ''), 'bytes some_field = 5;'],
  ['a time', plain(6, types.timestamp(), ''), 'google.protobuf.Timestamp some_field = 6;'],
  ['a duration', plain(7, types.duration(), ''), 'google.protobuf.Duration some_field = 7;'],
  ['a mask', plain(8, types.fieldMask(), ''), 'google.protobuf.FieldMask some_field = 8;'],
  ['an enum', plain(9, types.enumOf(color), ''), 'Color some_field = 9;'],
  ['a message', plain(100, of(inner), ''), 'Inner some_field = 100;'],
  ['a list', plain(1, types.repeated(of(inner)), ''), 'repeated Inner some_field = 1;'],
  ['a map', plain(1, types.map('int64', of(inner)), ''), 'map<int64, Inner> some_field = 1;'],
  ['presence', plain(1, types.string(), '', { presence: true }), 'optional string some_field = 1;'],
  [
    'another JSON name',
    plain(1, types.string(), '', { proto: 'other' }),
    'string other = 1 [json_name = "someField"];',
  ],
  ['REQUIRED', required(1, types.string(), ''), 'string some_field = 1 [(google.api.field_behavior) = REQUIRED];'],
  ['OPTIONAL', optional(1, types.string(), ''), 'string some_field = 1 [(google.api.field_behavior) = OPTIONAL];'],
  ['OUTPUT_ONLY', output(1, types.string(), ''), 'string some_field = 1 [(google.api.field_behavior) = OUTPUT_ONLY];'],
  ['INPUT_ONLY', input(1, types.string(), ''), 'string some_field = 1 [(google.api.field_behavior) = INPUT_ONLY];'],
];

for (const [index, [what, field, declaration]] of FIELDS.entries()) {
  test(`a field says ${what}`, () => {
    const lines = linesOf(definition(`Field${index}`, { someField: field }));
    assert.deepEqual(lines, ['// A thing.', `message Field${index} {`, `  ${declaration}`, '}']);
  });
}

test('several options are one on each line', () => {
  const lines = linesOf(definition('Options', { a: required(1, types.string(), 'An a.', { immutable: true }) }));
  assert.deepEqual(lines.slice(2, -1), [
    '  // An a.',
    '  string a = 1 [',
    '    (google.api.field_behavior) = REQUIRED,',
    '    (google.api.field_behavior) = IMMUTABLE',
    '  ];',
  ]);
});

test('the members of a oneof are together at the place of the first, and have presence', () => {
  const lines = linesOf(
    definition('Choice', {
      a: plain(1, types.string(), '', { oneof: 'which', presence: true }),
      b: plain(2, types.string(), ''),
      c: plain(3, types.string(), '', { oneof: 'which' }),
    }),
  );
  assert.deepEqual(lines.slice(2, -1), [
    '  oneof which {',
    '    string a = 1;',
    '    string c = 3;',
    '  }',
    '  string b = 2;',
  ]);
});

test('a message without fields is one line, and nested definitions come last', () => {
  const kind = types.enumType(`${PACKAGE}.Outer.Kind`, 'A kind.', { KIND_UNSPECIFIED: 0 });
  const empty = definition('Outer.Empty', {});
  const fields = { kind: plain(1, types.enumOf(kind), '') };
  const lines = linesOf(definition('Outer', fields, [{ name: kind.name, is: { enum: kind }, nested: [] }, empty]));
  assert.deepEqual(lines.slice(1), [
    'message Outer {',
    '  Kind kind = 1;',
    '',
    '  // A kind.',
    '  enum Kind {',
    '    KIND_UNSPECIFIED = 0;',
    '  }',
    '',
    '  // A thing.',
    '  message Empty {}',
    '}',
  ]);
});
