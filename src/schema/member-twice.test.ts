import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMemberTwice } from './read-json.ts';

const many = Array.from({ length: 40 }, (_, at) => `"m${at}":${at}`).join();

const CASES: readonly (readonly [text: string, twice: string | undefined])[] = [
  ['{}', undefined],
  ['[]', undefined],
  ['"a"', undefined],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', undefined],
  ['{"a":"a","b":"a:","c":"\\"a\\":"}', undefined],
  ['{"a":"{","b":{"c":"}"},"d":"\\\\"}', undefined],
  ['{"a":["b","b"],"b":"a"}', undefined],
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1 , "b":{} ,\n\t"a" :2}', 'a'],
  ['{"x":{"y":[{"z":{},"z":{}}]}}', 'z'],
  ['{"a":{"b":1},"c":1,"a":3}', 'a'],
  ['{"":1,"":2}', ''],
  ['{"\\u0061":1,"a":2}', 'a'],
  ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  [`{${many}}`, undefined],
  [`{${many},"m39":1}`, 'm39'],
  [`{"o":{${many}},"p":1,"o":2}`, 'o'],
];

for (const [text, twice] of CASES) {
  test(`1.4: ${text.slice(0, 60)} names ${twice === undefined ? 'no member' : JSON.stringify(twice)} twice`, () => {
    JSON.parse(text);
    assert.equal(findMemberTwice(text), twice);
  });
}

test('1.4: no text that JSON.stringify writes names a member twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      assert.equal(findMemberTwice(JSON.stringify(value, null, indent)), undefined);
    }),
    { numRuns: 200 },
  );
});

test('1.4: of the members that a text names twice one is found', () => {
  const name = fc.string();
  fc.assert(
    fc.property(fc.jsonValue(), name, fc.array(fc.jsonValue()), (value, twice, others) => {
      const text = JSON.stringify(twice);
      const inner = `{${text}:${JSON.stringify(value)},${text}:${JSON.stringify(others)}}`;
      assert.equal(findMemberTwice(`[${JSON.stringify(others)},${inner}]`), twice);
    }),
    { numRuns: 200 },
  );
});
