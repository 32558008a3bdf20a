import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nodeLicenceOf, packFiles, releaseName, withNode } from './executable-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
after(() => rmSync(folder, { recursive: true }));

test('a release names the system as people do', () => {
  const names = (['linux', 'darwin', 'win32'] as const).map((platform) => releaseName(platform, 'arm64'));
  assert.deepEqual(names, ['platform-mock-linux-arm64', 'platform-mock-macos-arm64', 'platform-mock-windows-arm64']);
});

test('an archive has its files by their names, with their rights, and leaves nothing beside it', () => {
  const program = join(folder, 'made');
  writeFileSync(program, '#!/bin/sh\necho runs\n');
  chmodSync(program, 0o755);
  const out = join(folder, 'out');
  mkdirSync(out);
  const archive = packFiles('mock-linux-x64', new Map([['mock', program]]), out);
  assert.deepEqual(readdirSync(out), ['mock-linux-x64.tar.gz']);
  assert.equal(spawnSync('tar', ['-xzf', archive], { cwd: out }).status, 0);
  assert.equal(statSync(join(out, 'mock')).mode & 0o777, 0o755);
});

test('a file that is missing is named, and no archive is left', () => {
  const out = join(folder, 'none');
  mkdirSync(out);
  const missing = join(folder, 'missing');
  assert.throws(
    () => packFiles('a', new Map([['a', missing]]), out),
    (error) => String(error).includes(missing),
  );
  assert.deepEqual(readdirSync(out), []);
});

test('the licence of a Node is looked for where it is packed, and its absence is an error', () => {
  const prefix = join(folder, 'node');
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  const node = join(prefix, 'bin/node');
  assert.throws(() => nodeLicenceOf(node), /^Error: the licence of \S+ is not there: none of /);
  writeFileSync(join(prefix, 'LICENSE'), 'Node.js is licensed …');
  assert.equal(nodeLicenceOf(node), join(prefix, 'LICENSE'));
});

test('the SBOM of the executable is that of the package, which contains a Node', () => {
  const root = 'SPDXRef-Package-platform-mock-0.1.0';
  const sbom = { documentDescribes: [root], packages: [{ SPDXID: root }], relationships: [{ spdxElementId: 'a' }] };
  const { packages, relationships } = withNode(sbom, { version: '24.1.0', sourceUrl: 'https://nodejs.org/a.tar.gz' });
  assert.deepEqual(
    packages.map((each) => [each.SPDXID, 'versionInfo' in each && each.versionInfo]),
    [
      [root, false],
      ['SPDXRef-Package-node-24.1.0', '24.1.0'],
    ],
  );
  assert.deepEqual(relationships, [
    { spdxElementId: 'a' },
    { spdxElementId: root, relatedSpdxElement: 'SPDXRef-Package-node-24.1.0', relationshipType: 'CONTAINS' },
  ]);
});
