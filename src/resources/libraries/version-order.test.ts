import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions } from './artifact-versions.ts';

const OLDEST_FIRST = [
  '0.9',
  '1.0.dev1',
  '1.0-SNAPSHOT',
  '1.0a2',
  '1.0-alpha.10',
  '1.0-beta',
  '1.0-M1',
  '1.0rc1',
  '1.0-rc.2',
  '1.0',
  '1.0+cgr.1',
  '1.0+cgr.2',
  '1.0.post1',
  '1.0.1',
  '1.9',
  '1.10',
  '2',
  '20260128',
  '123456789012345678901234567890',
];

test('versions are ordered by the meaning of their parts, in either direction', () => {
  for (const [at, one] of OLDEST_FIRST.entries()) {
    for (const [other, two] of OLDEST_FIRST.entries()) {
      assert.equal(Math.sign(compareVersions(one, two)), Math.sign(at - other), `${one} and ${two}`);
    }
  }
});

for (const [one, other] of [
  ['1.0', '1.0.0'],
  ['1.0', '1'],
  ['6.2.1.Final', '6.2.1'],
  ['1.0a1', '1.0-ALPHA-1'],
  ['1.0RC1', '1.0.cr1'],
] as const) {
  test(`${one} and ${other} are one version`, () => {
    assert.equal(compareVersions(one, other), 0);
  });
}
