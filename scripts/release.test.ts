import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: { readonly runner: readonly string[] } };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const workflow = read('.github/workflows/release.yml');
const { jobs } = parse(workflow) as { readonly jobs: Readonly<Record<string, Job>> };
const { name, description, license, repository } = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly repository: { readonly url: string };
};

/** The jobs that have run before a job does, itself among them. */
const chainOf = (id: string): readonly string[] => {
  const { needs = [] } = jobs[id] ?? assert.fail(`there is no job "${id}"`);
  return [id, ...[needs].flat().flatMap(chainOf)];
};

test('nothing is released before the switch is on and the tests have passed', () => {
  assert.equal(jobs.test?.if, "vars.RELEASE == 'on'");
  assert.ok(jobs.test?.steps.some(({ run }) => run === 'npm ci && npm test'));
  assert.match(read('README.md'), /`npm ci && npm test` runs all tests/);
  assert.deepEqual(
    Object.keys(jobs).filter((id) => !chainOf(id).includes('test')),
    [],
  );
});

test('the notes of a release are what the changelog says of its version', () => {
  const changelog =
    '## Unreleased\n\n- later\n\n## 1.2.0 - 2026-01-02\n\n### Added\n\n- new\n\n## 1.1.0 - 2026-01-01\n\n- old\n';
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    const notesOf = (tag: string): string => {
      const script = stepOf('release', 'Notes').run ?? 'exit 1';
      const { status } = spawnSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, TAG: tag } });
      assert.equal(status, 0);
      return readFileSync(join(folder, 'notes.md'), 'utf8');
    };
    assert.equal(notesOf('v1.2.0'), '\n### Added\n\n- new\n\n');
    assert.equal(notesOf('v1.1.0'), '\n- old\n');
    assert.equal(notesOf('v1.2.0-rc.1'), '');
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.match(stepOf('release', 'Release').run ?? '', / --notes-file notes\.md /);
});

/** The step of a job that uses an action, or is named. */
const stepOf = (job: string, of: string): Step =>
  jobs[job]?.steps.find(({ name: own, uses }) => own === of || uses?.startsWith(`${of}@`)) ??
  assert.fail(`the job "${job}" has no step "${of}"`);

test('an executable is made, packed with its SBOM and attested on each system', () => {
  const { strategy, permissions, steps = [] } = jobs.executable ?? {};
  assert.deepEqual(strategy?.matrix.runner, ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025']);
  const runs = steps.flatMap(({ run }) => run ?? []);
  assert.deepEqual(runs, ['npm ci', 'npm run binary', 'npm run release:executable -- release']);
  assert.deepEqual(permissions, { contents: 'read', 'id-token': 'write', attestations: 'write' });
  assert.equal(stepOf('executable', 'actions/attest-build-provenance').with?.['subject-path'], 'release/*.tar.gz');
});

test('the release has the archives and SBOMs of the executables, with checksums that hold', () => {
  const uploaded = stepOf('executable', 'actions/upload-artifact').with;
  const { pattern, path } = stepOf('release', 'actions/download-artifact').with ?? {};
  assert.match(String(uploaded?.name), new RegExp(`^${String(pattern).replace('*', '')}`));
  assert.equal(uploaded?.path, 'release');
  assert.equal(path, 'release');
  assert.ok(stepOf('release', 'Release').run?.endsWith(' release/*'));
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    for (const file of ['b.tar.gz', 'a.tar.gz', 'a.spdx.json']) writeFileSync(join(folder, file), file);
    const run = (script: string) => spawnSync('bash', ['-e', '-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(run(stepOf('release', 'Checksums').run ?? 'exit 1').status, 0);
    assert.equal(run('sha256sum --check checksums.txt').stdout, 'a.tar.gz: OK\nb.tar.gz: OK\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the labels of the image are what package.json says', () => {
  const labels = Object.fromEntries(
    [...read('Dockerfile').matchAll(/org\.opencontainers\.image\.(\w+)="(.*?)"/g)].map(([, label, text]) => [
      label,
      text,
    ]),
  );
  assert.deepEqual(labels, {
    title: name,
    description,
    source: repository.url.replace(/^git\+|\.git$/g, ''),
    documentation: `${repository.url.replace(/^git\+|\.git$/g, '')}#readme`,
    licenses: license,
    version: '$VERSION',
  });
});
