import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Variant } from '../../src/openapi/needs.ts';
import {
  bool,
  bytes,
  duration,
  type FieldType,
  int32,
  int64,
  map,
  matching,
  repeated,
  string,
  text,
  timestamp,
} from '../../src/schema/field-types.ts';
import { digitsOf64Bits } from './digits-of-64-bits.ts';
import { schemaOf } from './fields.ts';

const letters = matching(/^[a-z/]+$/u, 'must be letters', 'abc');

const none = (): never => {
  throw new Error('nothing here has a name');
};

/** The times of RFC 3339 that are not accepted (behaviour §1.3). */
const BEYOND = '^0000|:60[.Zz+-]|[.][0-9]{10}';
const INT64 = { type: 'string', format: 'int64', pattern: '^-?[0-9]{1,19}$' };
const INT32 = { type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 };

const CASES: readonly (readonly [string, FieldType, Variant, object])[] = [
  ['a text', string(), 'answer', { type: 'string' }],
  ['a text', string({ max: 9 }), 'input', { type: 'string', maxLength: 9 }],
  ['a switch', bool(), 'input', { type: 'boolean' }],
  ['an int32', int32(), 'answer', INT32],
  ['an int64', int64(), 'answer', INT64],
  ['an int64', int64(), 'input', { ...INT64, pattern: digitsOf64Bits }],
  ['bytes', bytes(), 'answer', { type: 'string', format: 'byte' }],
  ['a timestamp', timestamp(), 'answer', { type: 'string', format: 'date-time' }],
  [
    'a timestamp',
    timestamp(),
    'input',
    { type: 'string', format: 'date-time', not: { type: 'string', pattern: BEYOND } },
  ],
  ['a duration', duration(), 'answer', { type: 'string', pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$' }],
  ['a text with a rule in words', text(() => false, 'no'), 'input', { type: 'string' }],
  ['a pattern with a flag', letters, 'input', { type: 'string', pattern: '^$|^[a-z/]+$' }],
  ['a pattern', letters, 'answer', { type: 'string' }],
  ['a list', repeated(string()), 'answer', { type: 'array', items: { type: 'string' } }],
  [
    'a list with a rule',
    repeated(letters, { max: 2, tooLong: 'must have at most 2 items' }),
    'input',
    { type: 'array', items: { type: 'string', pattern: '^[a-z/]+$' }, maxItems: 2 },
  ],
  ['a map', map('string', int32()), 'answer', { type: 'object', additionalProperties: INT32 }],
  [
    'a map by number',
    map('int64', bool()),
    'input',
    {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      propertyNames: { type: 'string', pattern: digitsOf64Bits },
    },
  ],
];

for (const [name, type, variant, schema] of CASES) {
  test(`${name} as ${variant} is ${JSON.stringify(schema)}`, () => {
    const written = schemaOf(type, variant, { message: none, enum: none, map: none });
    assert.deepEqual(JSON.parse(JSON.stringify(written)), schema);
  });
}
