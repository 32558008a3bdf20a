import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nodeRefusal } from './node-version.ts';

for (const [version, runs] of [
  ['12.22.0', false],
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['24.11.1', true],
  ['26.0.0-nightly', true],
] as const) {
  test(`Node ${version} ${runs ? 'is accepted' : 'is refused by its version'}`, () => {
    const refusal = nodeRefusal(version);
    assert.equal(refusal === undefined, runs);
    if (!runs) assert.match(String(refusal), new RegExp(`20\\.19, 22\\.12 .* ${version}$`));
  });
}

test('the versions are those of the package', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  assert.equal(engines.node, '^20.19 || >=22.12');
});
