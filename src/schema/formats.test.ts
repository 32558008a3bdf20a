import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldType } from './field-types.ts';
import { emailAddress, name, positiveDuration, url } from './formats.ts';

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
  ['https URL', url('', 'https'), 'https://issuer.example.com', true],
  ['https URL', url('', 'https'), 'https://issuer.example.com:8443/path?q', true],
  ['https URL', url('', 'https'), 'https://ada@[::1]:65535#a', true],
  ['https URL', url('', 'https'), '', true],
  ['https URL', url('', 'https'), 'http://localhost', false],
  ['https URL', url('', 'https'), 'https://', false],
  ['https URL', url('', 'https'), 'https:///@a', false],
  ['https URL', url('', 'https'), 'https://a:65536', false],
  ['https URL', url('', 'https'), 'https://a/b c', false],
  ['https URL', url('', 'https'), ' https://a', false],
  ['https URL', url('', 'https'), 'issuer.example.com', false],
  ['https URL', url('', 'https'), 'ftp://issuer.example.com', false],
  ['http or https URL', url('', 'https', 'http'), 'http://localhost', true],
  ['e-mail address', emailAddress(), 'a@b.c,d@e.f', false],
];

for (const [kind, type, text, holds] of CASES) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${holds ? 'a valid' : 'not a valid'} ${kind}`, () => {
    assert.equal(type.check?.(text) === undefined, holds);
  });
}

test('the documents state the pattern by which a text is checked', () => {
  for (const type of [emailAddress(), url('', 'https'), url('', 'https', 'http')]) {
    const { pattern } = type.keywords?.() ?? {};
    for (const [, , text] of CASES) {
      const stated = new RegExp(String(pattern), 'u').test(text);
      assert.equal(stated || text === '', type.check?.(text) === undefined, text);
    }
  }
});

test('a positive duration is what its pattern matches and is not zero', () => {
  const { pattern, not } = (positiveDuration().keywords?.() ?? {}) as { pattern: string; not: { pattern: string } };
  for (const text of ['1s', '0.001s', '00.5s', '315576000000s', '0s', '00.000s', '-1s', '-0s']) {
    const stated = new RegExp(pattern).test(text) && !new RegExp(not.pattern).test(text);
    assert.equal(stated, positiveDuration().check?.(text) === undefined, text);
  }
});
