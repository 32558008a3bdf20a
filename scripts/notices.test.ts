import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notices, packagesOf } from './notices.ts';

test('a package is recognized by any of its files, scoped or nested, once', () => {
  const files = [
    'src/main.ts',
    'node_modules/hono/dist/index.js',
    'node_modules/hono/dist/router.js',
    'node_modules/@hono/node-server/dist/index.mjs',
    'node_modules/pino/node_modules/sonic-boom/index.js',
  ];
  assert.deepEqual(packagesOf(files), [
    'node_modules/@hono/node-server',
    'node_modules/hono',
    'node_modules/pino/node_modules/sonic-boom',
  ]);
});

test('the notices have name, version and licence of each package', () => {
  assert.match(notices(['node_modules/zod/index.js']), /^zod \d+\.\d+\.\d+ \(MIT\)\n\nMIT License/);
});
