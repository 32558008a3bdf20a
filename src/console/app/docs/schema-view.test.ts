import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, innerOf, propertiesOf, rulesOf } from './schema-view.tsx';

for (const [schema, rules] of [
  [{}, []],
  [{ type: 'string', description: 'A name.' }, []],
  [
    { minLength: 0, pattern: '^a$', examples: ['a', 'b'] },
    [
      ['characters at least', '0'],
      ['pattern', '^a$'],
      ['such as', '"a"'],
    ],
  ],
  [
    { enum: ['a', 1], example: { b: 2 } },
    [
      ['one of', 'a, 1'],
      ['such as', '{"b":2}'],
    ],
  ],
  [{ const: false }, [['always', 'false']]],
] as const) {
  test(`the rules of ${JSON.stringify(schema)}`, () => {
    const found = new Map(rulesOf(schema));
    assert.deepEqual(found, new Map(rules));
  });
}

test('a list has items, a map values, and any other schema neither', () => {
  assert.deepEqual(innerOf({ type: 'array', items: { type: 'string' } }), ['list of', { type: 'string' }]);
  assert.deepEqual(innerOf({ type: 'array' }), ['list of', {}]);
  assert.deepEqual(innerOf({ type: 'object', additionalProperties: { $ref: '#/a/b/C' } }), [
    'map of',
    { $ref: '#/a/b/C' },
  ]);
  for (const schema of [{}, { type: 'object', additionalProperties: false }]) assert.equal(innerOf(schema), undefined);
});

test('schemas that a schema is made of are named with how they are combined', () => {
  assert.deepEqual(choicesOf({ anyOf: [{ type: 'null' }] }), ['any of', [{ type: 'null' }]]);
  assert.equal(choicesOf({ type: 'object' }), undefined);
});

test('properties keep their order', () => {
  const properties = { b: {}, a: {} };
  assert.deepEqual(
    propertiesOf({ properties }).map(([name]) => name),
    ['b', 'a'],
  );
  assert.deepEqual(propertiesOf({ type: 'string' }), []);
});
