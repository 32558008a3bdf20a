import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const WORKFLOWS = '.github/workflows';

/** The Node that the image and the first row of CI have. */
const NEWEST_NODE = 24;
const LEAST_ACTIONS: Readonly<Record<string, number>> = { 'ci.yml': 7, 'nightly.yml': 3, 'release.yml': 14 };

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly strategy?: { readonly matrix: { readonly node: number[] } } }>>;
}

const workflows = readdirSync(join(PROJECT, WORKFLOWS));

test('every workflow is looked at', () => {
  assert.deepEqual([...workflows].sort(), Object.keys(LEAST_ACTIONS));
});

const OWN_ACTIONS: readonly (readonly [file: string, least: number])[] = [
  ['action.yml', 0],
  ['action/finish/action.yml', 1],
];

for (const [file, least] of [
  ...workflows.map((name) => [join(WORKFLOWS, name), LEAST_ACTIONS[name] ?? Number.POSITIVE_INFINITY] as const),
  ...OWN_ACTIONS,
]) {
  test(`every action of ${file} is of this commit, or pinned by one with its version beside it`, () => {
    const used = [...read(file).matchAll(/\buses: *(.*)$/gm)].map(([, action = '']) => action);
    assert.ok(used.length >= least, String(used.length));
    assert.deepEqual(
      used.filter((action) => !/^(?:\.\/[\w/-]*|[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action)),
      [],
    );
  });
}

test('docs/ci.md has each input of the action, and no other', () => {
  const { inputs } = parse(read('action.yml')) as { readonly inputs: Readonly<Record<string, unknown>> };
  const [, table = ''] = /^\| input \|.*\n((?:\|.*\n)+)/m.exec(read('docs/ci.md')) ?? [];
  const listed = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), Object.keys(inputs).toSorted());
});

test('CI begins with the newest Node, and runs the oldest and every other line that is supported', () => {
  const { jobs } = parse(read(join(WORKFLOWS, 'ci.yml'))) as Workflow;
  const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
  const tested = jobs.test?.strategy?.matrix.node ?? [];
  assert.equal(tested[0], NEWEST_NODE);
  const supported = [...engines.node.matchAll(/(\d+)\.\d+/g)].map(([, major]) => Number(major));
  assert.equal(supported.length, 2);
  assert.deepEqual(
    supported.filter((major) => !tested.includes(major)),
    [],
  );
  assert.equal(Math.min(...tested), Number.parseInt(read('.nvmrc'), 10));
  assert.equal(Math.min(...supported), Number.parseInt(read('.nvmrc'), 10));
});

test('both stages of the image have the same exact version of the newest Node', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (?:--\S+ )*(\S+)/gm)].map(([, base]) => base);
  assert.equal(bases.length, 2);
  assert.equal(bases[0], bases[1]);
  assert.match(bases[0] ?? '', new RegExp(`^node:${NEWEST_NODE}\\.\\d+\\.\\d+-`));
});
