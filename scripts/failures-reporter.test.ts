import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const REPORTER = fileURLToPath(new URL('failures-reporter.mjs', import.meta.url));

const FILE = `import assert from 'node:assert';
import { describe, test } from 'node:test';
test('fine', () => {});
describe('a suite', () => {
  test('bad', () => assert.equal(1, 2));
});
`;

test('only failed tests are printed, each once, with place and reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-reporter-'));
  const file = join(folder, 'a.test.mjs');
  writeFileSync(file, FILE);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', `--test-reporter=${REPORTER}`, file];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.match(stdout, /^✖ bad \(a\.test\.mjs:5\)\n.*1 == 2/);
  assert.doesNotMatch(stdout, /fine|a suite|subtest/);
});
