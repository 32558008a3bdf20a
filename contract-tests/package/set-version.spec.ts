import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test } from '../support/folder.ts';
import { plainEnvironment } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const execute = promisify(execFile);
const LIMIT_MS = 300_000;

/** Files that have a version of their own or of others, or say how one is written. */
const OTHERS =
  /^(?:CHANGELOG\.md|docs\/(?:design|performance)\b.*|.*\.(?:png|sum)|.*\.test\.tsx?|clients\/python\/tests\/.*|contract-tests\/.*|findings\/.*|src\/testing\/.*|action\/start\.sh)$/;

const tracked = (folder: string): readonly string[] =>
  execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');

test('a release is rehearsed: one command sets the next version in every place that names one @whole', async ({
  folder,
}) => {
  test.setTimeout(LIMIT_MS);
  const { version: before } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const next = `${Number(before.split('.')[0]) + 1}.0.0`;
  const copy = join(folder, 'copy');
  const files = tracked('.');
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file), { verbatimSymlinks: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  // Emitting asks git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  execFileSync('git', ['add', '--all', '--', '.', ':!node_modules'], { cwd: copy });

  const env = plainEnvironment({ npm_config_offline: 'true' });
  await execute('npm', ['run', '--silent', 'set-version', '--', next], { cwd: copy, env, maxBuffer: 2 ** 26 });

  const old = new RegExp(`(?<![\\w.])v?${before.replaceAll('.', '\\.')}(?![\\w.]*\\d)`);
  const missed = files.flatMap((file) => {
    if (OTHERS.test(file)) return [];
    const lines = readFileSync(join(copy, file), 'utf8').split('\n');
    // The other versions in the lock are of other packages.
    const own = file === 'package-lock.json' ? lines.slice(0, 12) : lines;
    return own.flatMap((line, at) => (old.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
  });
  expect(missed).toEqual([]);
  for (const file of ['package.json', 'openapi.yaml', 'clients/go/version.go', 'docs/container.md', 'compose.yaml']) {
    expect(readFileSync(join(copy, file), 'utf8'), file).toContain(next);
  }
  expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
    new RegExp(`^## Unreleased\\n\\n## ${next} - \\d{4}-\\d\\d-\\d\\d\\n`, 'm'),
  );
  await execute('npm', ['run', '--silent', 'emit:check'], { cwd: copy, env, maxBuffer: 2 ** 26 });
});
