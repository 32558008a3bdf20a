import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { DIFFERING } from '../contract-tests/support/profile-cases.ts';
import { differenceLines } from '../src/schema/profile.ts';

interface ListedSuite {
  readonly title: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly ListedSuite[];
}

const titlesIn = ({ specs, suites = [] }: Omit<ListedSuite, 'title'>): readonly string[] => [
  ...specs.map(({ title }) => title),
  ...suites.flatMap((suite) => titlesIn(suite).map((title) => `${suite.title} › ${title}`)),
];

/** The titles of the cases in the files of the table, as the suite has them in the published profile. */
const listed = (): ReadonlyMap<string, readonly string[]> => {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const files = new Set(DIFFERING.map(({ file }) => `contract-tests/${file}`));
  const printed = execFileSync(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json', '--project=contract', ...files],
    { env: { ...process.env, PLATFORM_MOCK_PROFILE: 'published' }, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const { suites } = JSON.parse(printed) as { readonly suites: readonly ListedSuite[] };
  return new Map(suites.map((suite) => [suite.title, titlesIn(suite)]));
};

test('P1: every pattern in the table of differing cases has a case', () => {
  const cases = listed();
  const stale = DIFFERING.flatMap(({ file, titles }) =>
    titles.filter((title) => !cases.get(file)?.some((each) => title.test(each))).map((title) => `${file}: ${title}`),
  );
  assert.deepEqual(stale, []);
});

test('P1: every rule in the table of differing cases is a difference between the profiles', () => {
  const rules = new Set(differenceLines.flatMap((line) => line.rules));
  assert.deepEqual(
    DIFFERING.filter(({ rule }) => !rules.has(rule)),
    [],
  );
});

test('P1: every difference between the profiles has a case that runs in each', () => {
  const folder = 'contract-tests/profiles';
  const text = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
  const held = new Set(
    [...text.matchAll(/['`]((?:[A-Z]\d+|[\d.]+)(?:, [A-Z]\d+)*): /g)].flatMap(([, list = '']) => list.split(', ')),
  );
  assert.deepEqual(
    differenceLines.flatMap((line) => line.rules).filter((rule) => !held.has(rule)),
    [],
  );
});
