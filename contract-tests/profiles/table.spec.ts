import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { profile } from '../support/profile.ts';
import { DIFFERING } from '../support/profile-cases.ts';
import { expect, test } from '../support/test.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

interface ListedSuite {
  readonly title: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly ListedSuite[];
}

const titlesIn = ({ specs, suites = [] }: ListedSuite): readonly string[] => [
  ...specs.map(({ title }) => title),
  ...suites.flatMap((suite) => titlesIn(suite).map((title) => `${suite.title} › ${title}`)),
];

/** The titles of the cases in the files of the table, as the suite has them in the profile of this run. */
const listed = (): ReadonlyMap<string, readonly string[]> => {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const files = new Set(DIFFERING.map(({ file }) => `contract-tests/${file}`));
  const printed = execFileSync(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json', '--project=contract', ...files],
    { cwd: PROJECT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const { suites } = JSON.parse(printed) as { readonly suites: readonly ListedSuite[] };
  return new Map(suites.map((suite) => [suite.title, titlesIn(suite)]));
};

/** The rules of the table of differences, which the page of the profiles has. */
const differences = (): readonly string[] => {
  const [, table = ''] = readFileSync(join(PROJECT, 'docs/profiles.md'), 'utf8').split('<!-- differences');
  return [...(table.split('<!-- end')[0] ?? '').matchAll(/behaviour\.md#(C\d+)/g)].map(([, rule = '']) => rule);
};

// Nothing differs in the default profile.
if (profile !== 'specification') {
  test('P1: every pattern in the table of differing cases has a case', () => {
    test.setTimeout(180_000);
    const cases = listed();
    const stale = DIFFERING.flatMap(({ file, titles }) =>
      titles.filter((title) => !cases.get(file)?.some((each) => title.test(each))).map((title) => `${file}: ${title}`),
    );
    expect(stale).toEqual([]);
  });

  test('P1: every rule in the table of differing cases is a difference between the profiles', () => {
    const rules = differences();
    expect(rules.length).toBeGreaterThan(10);
    expect(DIFFERING.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });

  test('P1: every difference between the profiles has a case here', () => {
    const text = readdirSync(import.meta.dirname)
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const tested = [...text.matchAll(/['`]((?:[A-Z]\d+|[\d.]+)(?:, [A-Z]\d+)*): /g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    expect(differences().filter((rule) => !tested.includes(rule))).toEqual([]);
  });
}
