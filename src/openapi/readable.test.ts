import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReadable } from './readable.ts';

const ref = { $ref: '#/components/schemas/A' };

const CASES: readonly (readonly [string, object, object])[] = [
  [
    'a wrapped reference is opened',
    { allOf: [ref, { readOnly: true, description: 'B' }] },
    { ...ref, description: 'B', readOnly: true },
  ],
  ['a wrapper that holds a rule stays', { allOf: [ref, { minLength: 1 }] }, { allOf: [ref, { minLength: 1 }] }],
  ['two references stay together', { allOf: [ref, ref] }, { allOf: [ref, ref] }],
  ['`required: false` is left out', { required: false, description: 'B' }, { description: 'B' }],
  [
    'a parameter begins with its name',
    { schema: {}, required: true, description: 'B', name: 'c', in: 'query' },
    { name: 'c', in: 'query', required: true, description: 'B', schema: {} },
  ],
  [
    'fields keep their order, whatever they are called',
    { properties: { z: {}, description: {}, type: {}, name: {} } },
    { properties: { z: {}, description: {}, type: {}, name: {} } },
  ],
  [
    'a pattern has no escape of a slash',
    { pattern: String.raw`^a\/\.\\/b$`, properties: { pattern: {} } },
    { pattern: String.raw`^a/\.\\/b$`, properties: { pattern: {} } },
  ],
  [
    'examples stay as they are',
    { example: { required: false, description: 'B', allOf: [ref, { description: 'C' }] } },
    { example: { required: false, description: 'B', allOf: [ref, { description: 'C' }] } },
  ],
];

for (const [title, given, expected] of CASES) {
  test(title, () => assert.equal(JSON.stringify(makeReadable(given)), JSON.stringify(expected)));
}
