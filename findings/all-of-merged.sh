#!/bin/sh
# allof-merge 0.6.8, json-schema-merge-allof 0.8.1 and @x0k/json-schema-merge 1.1.0 with ajv 8.20.0 (npm), seen on 2026-11-30
# with Node 20.
#
# Guess before it was run: libraries that make one schema of `allOf` give one that takes the same values; closed objects
# (`additionalProperties: false`) may differ.
# Seen: closed objects do not. Of two patterns, allof-merge and json-schema-merge-allof make `(?=^a)(?=b$)`, whose parts have
# to fit at one place, so no text fits; a pattern of JSON Schema may fit anywhere. An integer is a number (validation, 6.1.1),
# yet one refuses `number` with `integer` and the other gives `undefined`, which is no schema. allof-merge drops the first of
# two conditions, the schema `false`, and an object in `enum` whose members are in another order; json-schema-merge-allof
# drops the second of two `dependencies`. @x0k/json-schema-merge is right in all but one: it and allof-merge lose what holds
# for the items behind a tuple.
# Whom it meets: generators of clients and forms, which merge first. With a mock: let the unmerged document judge the answers.
# Output seen: the lines that EXPECTED has below; of each value 1 says that it is valid.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund \
  allof-merge@0.6.8 json-schema-merge-allof@0.8.1 @x0k/json-schema-merge@1.1.0 ajv@8.20.0
cat > merge.mjs <<'JS'
import * as x0k from '@x0k/json-schema-merge';
import { createDeduplicator, createIntersector } from '@x0k/json-schema-merge/lib/array';
import Ajv from 'ajv';
import { merge } from 'allof-merge';
import mergeAllOf from 'json-schema-merge-allof';

const { compareSchemaDefinitions, compareSchemaValues } = x0k.createComparator();
const { mergeArrayOfSchemaDefinitions } = x0k.createMerger({
  intersectJson: createIntersector(compareSchemaValues),
  deduplicateJsonSchemaDef: createDeduplicator(compareSchemaDefinitions),
});
const libraries = {
  'allof-merge': merge,
  'json-schema-merge-allof': mergeAllOf,
  x0k: x0k.createShallowAllOfMerge(mergeArrayOfSchemaDefinitions),
};
const cases = {
  patterns: [[{ type: 'string', pattern: '^a' }, { pattern: 'b$' }], ['ab', 'a', 'b']],
  'number and integer': [[{ type: 'number' }, { type: 'integer' }], [1, 1.5]],
  conditions: [
    [{ if: { required: ['a'] }, then: { required: ['b'] } }, { if: { required: ['c'] }, then: { required: ['d'] } }],
    [{ a: 1 }, { a: 1, b: 1 }, { c: 1 }],
  ],
  dependencies: [[{ dependencies: { a: ['b'] } }, { dependencies: { a: ['c'] } }], [{ a: 1, b: 1 }, { a: 1, b: 1, c: 1 }]],
  false: [[false, { type: 'string' }], ['a']],
  enum: [[{ enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }], [{ a: 1, b: 2 }]],
  tuple: [[{ items: [{ type: 'integer' }] }, { items: { minimum: 3 } }], [[1], [5], [5, 1]]],
  closed: [
    [{ properties: { a: { type: 'integer' } }, additionalProperties: false }, { properties: { a: { minimum: 3 } } }],
    [{ a: 1 }, { a: 3 }, { b: 1 }],
  ],
  multiples: [[{ multipleOf: 0.5 }, { multipleOf: 0.75 }], [1.5, 0.5, 0.75]],
};
function judge(schema, values) {
  const validate = new Ajv({ strict: false }).compile(schema);
  return values.map((value) => Number(validate(value))).join('');
}
for (const [name, [parts, values]] of Object.entries(cases)) {
  console.log(`${name}: unmerged, ${judge({ allOf: parts }, values)}`);
  for (const [library, run] of Object.entries(libraries)) {
    let answer;
    try {
      const merged = run(structuredClone({ allOf: parts }));
      answer = merged === undefined ? 'undefined' : judge(merged, values);
    } catch (error) {
      answer = /incompatible|No resolver/.test(error.message) ? 'refused' : `no schema, ${error.message}`;
    }
    console.log(`${name}: ${library}, ${answer}`);
  }
}
JS
node merge.mjs > seen
cat > expected <<'EXPECTED'
patterns: unmerged, 100
patterns: allof-merge, 000
patterns: json-schema-merge-allof, 000
patterns: x0k, 100
number and integer: unmerged, 10
number and integer: allof-merge, undefined
number and integer: json-schema-merge-allof, refused
number and integer: x0k, 10
conditions: unmerged, 010
conditions: allof-merge, 110
conditions: json-schema-merge-allof, refused
conditions: x0k, 010
dependencies: unmerged, 01
dependencies: allof-merge, 01
dependencies: json-schema-merge-allof, 11
dependencies: x0k, 01
false: unmerged, 0
false: allof-merge, 1
false: json-schema-merge-allof, 0
false: x0k, 0
enum: unmerged, 1
enum: allof-merge, no schema, schema is invalid: data/enum must NOT have fewer than 1 items
enum: json-schema-merge-allof, 1
enum: x0k, 1
tuple: unmerged, 010
tuple: allof-merge, 011
tuple: json-schema-merge-allof, 010
tuple: x0k, 011
closed: unmerged, 010
closed: allof-merge, 010
closed: json-schema-merge-allof, 010
closed: x0k, 010
multiples: unmerged, 100
multiples: allof-merge, 100
multiples: json-schema-merge-allof, 100
multiples: x0k, 100
EXPECTED
diff expected seen
echo "merged schemas behave as they were seen"
