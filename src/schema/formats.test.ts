import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldType } from './field-types.ts';
import { emailAddress, isUrl, name } from './formats.ts';

type Cases = readonly (readonly [kind: string, type: FieldType, text: string, holds: boolean])[];

const CASES: Cases = [
  ['name', name(), 'a', true],
  ['name', name(), 'registry.pull_token-creator 2', true],
  ['name', name(), 'x'.repeat(500), true],
  ['name', name(), '', false],
  ['name', name(), 'Upper', false],
  ['name', name(), 'a/b', false],
  ['name', name(), 'a\n', false],
  ['name', name(), 'a\0', false],
  ['name', name(), 'é', false],
  ['e-mail address', emailAddress(), 'a@b.c', true],
  ['e-mail address', emailAddress(), '', true],
  ['e-mail address', emailAddress(), 'Ada <a@b.c>', false],
  ['e-mail address', emailAddress(), 'a@b@c', false],
  ['e-mail address', emailAddress(), 'a', false],
  ['e-mail address', emailAddress(), 'a@b.c,d@e.f', false],
];

for (const [kind, type, text, holds] of CASES) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${holds ? 'a valid' : 'not a valid'} ${kind}`, () => {
    assert.equal(type.zod().safeParse(text).success, holds);
  });
}

for (const [url, holds] of [
  ['https://issuer.example.com', true],
  ['https://issuer.example.com:8443/path?q', true],
  ['http://localhost', false],
  ['https://', false],
  ['issuer.example.com', false],
  ['ftp://issuer.example.com', false],
  ['', false],
] as const) {
  test(`${JSON.stringify(url)} is ${holds ? 'an' : 'not an'} https URL`, () =>
    assert.equal(isUrl(url, 'https'), holds));
}

test('a URL of any scheme needs a host', () => {
  assert.equal(isUrl('sink://name/path', 'https', 'sink'), true);
  assert.equal(isUrl('sink:///path', 'https', 'sink'), false);
});
