import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { SHIP_CLIENTS, SHIP_FLAGS } from './ship-clients.ts';

/** The whole probe of a client takes two minutes, and the first build of one as long; this is to end what hangs. */
const LIMIT_MS = 600_000;

test.describe.configure({ timeout: LIMIT_MS });

interface Report {
  readonly baseline: { readonly noise: readonly string[] };
  readonly trials: readonly { readonly id: string; readonly verdict: string; readonly why: string }[];
  readonly summary: { readonly trials: number; readonly findings: number };
}

const WHY_NOT_NEXT = /exit status 0 without the line "7 repos: .*: ListRepos was not asked for the next page after its/;
const WHY_TWICE =
  /^repo ledger was created twice, the second time as ledger-2, .* tried again, with another name, after/;
const WHY_ADDED = /^exit status 1: when ListRepos was called, its answer had .* not known, which clients must ignore$/;

/** The mistakes that each client makes when it is asked to, with a trial that finds it, and as what. */
const MISTAKES: readonly (readonly [mistake: string, trial: string, verdict: string, why: RegExp])[] = [
  ['another-name-after-409', 'CreateRepo#1/lost_answer', 'corrupted', WHY_TWICE],
  ['stop-at-short-page', 'ListRepos#1/short_page', 'misled', WHY_NOT_NEXT],
  ['stop-at-empty-page', 'ListRepos#2/empty_page', 'misled', WHY_NOT_NEXT],
  ['count-rows-twice', 'ListRepos#2/expired_cursor', 'misled', /its cursor had expired, so that the walk began anew$/],
  [
    'read-errors-as-empty',
    'ListRepos#2/html_502',
    'misled',
    /was not tried again after a proxy answered it with a page/,
  ],
  ['no-pause', 'CreateRepo#1/down', 'stormed', /^CreateRepo was tried \d times without a pause after the service had/],
  [
    'ignore-retry-after',
    'CreateRepo#1/rate_limited',
    'stormed',
    /^CreateRepo was tried again \d+ ms, and not 1 s, after/,
  ],
  [
    'no-timeout',
    'GetRepo#1/never',
    'hung',
    /^it was ended after \d.* s: GetRepo was not tried again after it was never/,
  ],
  [
    'send-back-all-fields',
    'UpdateRepo#1/changed_between',
    'corrupted',
    /^repo ledger has its old description .* again/,
  ],
  ['refuse-new-fields', 'ListRepos#1/unknown_field', 'broken', WHY_ADDED],
  ['refuse-new-values', 'ListRepos#1/unknown_enum_value', 'broken', WHY_ADDED],
  ['take-401-for-nothing-to-do', 'DeleteRepo#1/token_expired', 'corrupted', /^repo attic was not deleted: .* expired$/],
  [
    'swallow-errors',
    'UpdateRepo#1/internal_once',
    'corrupted',
    /^repo ledger has the bundles nothing, and not \["base"\]/,
  ],
  ['ignore-refused-delete', 'DeleteRepo#1/unavailable_once', 'corrupted', /^repo attic was not deleted: /],
  ['trust-a-late-read', 'GetRepo#1/late_read', 'corrupted', /^repo ledger has the bundles nothing, and not \["base"\]/],
];

/** The mistakes that `npm test` looks for; `npm run test:all` takes the others, and the programs that Go has to build. */
const USUAL = new Set(['Python refuse-new-values']);

for (const { name, prepare } of SHIP_CLIENTS) {
  test.describe(`O6: the sample client in ${name} @mock`, () => {
    let home = '';
    let words: readonly string[] = [];

    test.beforeAll(async () => {
      test.setTimeout(LIMIT_MS);
      home = mkdtempSync(join(tmpdir(), 'contract-'));
      const prepared = await prepare(home);
      skipAloud(`the client in ${name} was not probed`, 'missing' in prepared ? prepared.missing : undefined);
      if ('words' in prepared) words = prepared.words;
    });
    test.afterAll(() => rmSync(home, { recursive: true, force: true }));

    const probe = async (folder: string, flags: readonly string[], mistake: readonly string[] = []) => {
      const report = join(folder, 'report.json');
      const own = ['--out', join(folder, 'found'), '--report', report];
      const args = ['probe', ...SHIP_FLAGS, ...own, ...flags, '--', ...words, ...mistake];
      const { code, stdout, stderr } = await runCommand(args, {}, LIMIT_MS);
      expect(stderr, stdout).toBe('');
      return { code, stdout, report: JSON.parse(readFileSync(report, 'utf8')) as Report };
    };

    for (const [mistake, id, verdict, why] of MISTAKES) {
      const size = USUAL.has(`${name} ${mistake}`) ? '' : ' @whole';
      test(`O6: ${name}, ${mistake}: ${id} is ${verdict}${size}`, async ({ folder }) => {
        const flags = ['--jobs', '1', '--timeout', '6s', '--only', id];
        const { code, report, stdout } = await probe(folder, flags, ['--mistake', mistake]);
        expect(
          report.trials.map((trial) => [trial.id, trial.verdict]),
          stdout,
        ).toEqual([[id, verdict]]);
        expect([code, report.trials[0]?.why]).toEqual([3, expect.stringMatching(why)]);
      });
    }

    test(`O6: ${name}: nothing is found in it where it makes no mistake @whole`, async ({ folder }) => {
      const { code, report, stdout } = await probe(folder, []);
      expect([code, report.summary.findings, report.baseline.noise], stdout).toEqual([0, 0, []]);
      expect(report.summary.trials).toBeGreaterThan(90);
      const reached = report.trials.filter(({ verdict }) => verdict !== 'not_reached');
      expect(reached).toHaveLength(report.trials.length);
    });
  });
}
