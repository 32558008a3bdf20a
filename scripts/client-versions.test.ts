import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');

const { version } = JSON.parse(read('package.json')) as { readonly version: string };
const BASE = 'github.com/platform-mock/platform-mock/clients/go';

test('the clients of other languages have the version of package.json', () => {
  // The rest of them is emitted.
  for (const [file, text] of [
    ['clients/go/version.go', `const Version = "${version}"\n`],
    ['clients/go/grpcmock/go.mod', `\t${BASE} v${version}\n`],
    ['samples/go-test/go.mod', `\t${BASE} v${version}\n\t${BASE}/grpcmock v${version}\n`],
    ['clients/python/src/platform_mock/version.py', `VERSION = "${version}"\n`],
    ['clients/python/pyproject.toml', 'version = { attr = "platform_mock.version.VERSION" }\n'],
  ] as const) {
    assert.ok(read(file).includes(text), `${file} has no ${text}`);
  }
});

test('the clients of other languages bring no other package', () => {
  assert.doesNotMatch(read('clients/go/go.mod'), /^require/m);
  assert.match(read('clients/python/pyproject.toml'), /^dependencies = \[\]$/m);
});
