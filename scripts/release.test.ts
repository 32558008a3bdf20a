import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly steps: readonly { readonly run?: string }[];
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
  assert.match(read('README.md'), /^npm ci && npm test$/m);
  assert.deepEqual(
    Object.keys(jobs).filter((id) => !chainOf(id).includes('test')),
    [],
  );
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
