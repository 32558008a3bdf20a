import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { clientIn, LIMIT_MS } from './probing.ts';

test.describe.configure({ timeout: 2 * LIMIT_MS });

/** The findings of a client with one peculiarity: its trials with their verdicts, and the reasons. */
interface Case {
  readonly mode: string;
  readonly trials: readonly (readonly [id: string, verdict: string, why: RegExp])[];
  readonly flags?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    mode: 'create',
    flags: ['--timeout', '10s'],
    trials: [
      [
        'CreateRepo#1/never',
        'hung',
        /^it was ended after 10(?:\.\d)? s: CreateRepo was not tried again after it was never answered$/,
      ],
      ['CreateRepo#1/created_before', 'surfaced', /^exit status 1, with nothing half done: .* had taken the name$/],
      [
        'CreateRepo#1/unavailable_once',
        'surfaced',
        /^exit status 1, .* was not tried again after .* with UNAVAILABLE$/,
      ],
      ['CreateRepo#1/unknown_field', 'absorbed', /^exit status 0 and the same state: /],
    ],
  },
  {
    mode: 'create-patiently',
    trials: [
      [
        'CreateRepo#1/lost_answer',
        'surfaced',
        /^exit status 1, though all was done: CreateRepo was tried again after its answer was lost$/,
      ],
      [
        'CreateRepo#1/unavailable_once',
        'absorbed',
        /CreateRepo was tried again after it was answered with UNAVAILABLE$/,
      ],
    ],
  },
  {
    mode: 'create-renamed',
    trials: [
      [
        'CreateRepo#1/lost_answer',
        'corrupted',
        /^repo probe-a was created twice, the second time as probe-a-2: CreateRepo was tried again, with another name, after its answer was lost$/,
      ],
    ],
  },
  {
    mode: 'ignore-refusals',
    trials: [['CreateRepo#1/internal_once', 'corrupted', /^repo probe-a is missing: CreateRepo was not tried again/]],
  },
  {
    mode: 'create-or-adopt',
    trials: [
      ['CreateRepo#1/created_before', 'absorbed', /when CreateRepo was called, another caller had taken the name$/],
    ],
  },
  {
    mode: 'rewrite',
    trials: [
      [
        'UpdateRepo#1/changed_between',
        'corrupted',
        /^repo probe-a has its old description "probed" again, and not "probed \(changed\)", which/,
      ],
      [
        'GetRepo#1/deleted_between',
        'surfaced',
        /^exit status 1, with nothing half done: when GetRepo was called, another caller had deleted the row$/,
      ],
    ],
  },
  {
    mode: 'list-first-page',
    trials: [
      [
        'ListRepos#1/short_page',
        'misled',
        /without the line "curl": ListRepos was not asked for the next page after its/,
      ],
    ],
  },
  {
    mode: 'list-strictly',
    trials: [
      ['ListRepos#1/unknown_field', 'broken', /^exit status 1: when ListRepos was called, its .* clients must ignore$/],
    ],
  },
  {
    mode: 'create-hastily',
    trials: [
      [
        'CreateRepo#1/rate_limited',
        'stormed',
        /^CreateRepo was tried again \d+ ms, and not 1 s, after it was answered with 429 and Retry-After: 1$/,
      ],
    ],
  },
  {
    mode: 'create-twice',
    trials: [['CreateRepo#1/rate_limited', 'surfaced', /^exit status 1, .* tried again .* Retry-After: 1$/]],
  },
  {
    mode: 'create-in-four-ways',
    trials: [
      ['CreateRepo#1/down', 'surfaced', /^exit status 1, with nothing half done: CreateRepo was not tried again/],
    ],
  },
  // The third run, the sixth and the ninth are those with the surprise.
  {
    mode: "print-but-in '[3]'",
    trials: [['ListRepos#1/unknown_field', 'absorbed', /^exit status 0 and the same state: /]],
  },
  {
    mode: "print-but-in '[3, 5, 6]'",
    trials: [['ListRepos#1/unknown_field', 'absorbed', /^exit status 0 and the same state: /]],
  },
  {
    mode: "print-but-in '[3, 6, 9]'",
    trials: [['ListRepos#1/unknown_field', 'misled', /^exit status 0 without the line "that took <measure>": /]],
  },
  {
    mode: 'list-in-two-runs',
    trials: [['ListRepos#2/internal_once', 'not_reached', /^the call did not come again: exit status 0$/]],
  },
];

const FINDINGS = ['corrupted', 'misled', 'hung', 'stormed', 'broken'];

/** The cases below that `npm test` runs: a probe starts the client for each of its trials. */
const USUAL = new Set(['create-patiently', 'create-renamed']);

for (const { mode, trials, flags = [] } of CASES) {
  const verdicts = trials.map(([, verdict]) => verdict);
  const share = USUAL.has(mode) ? '' : ' @whole';
  test(`O5, O6, O7: the client "${mode}" is judged ${verdicts.join(', ')} @mock${share}`, async ({ folder }) => {
    const only = ['--only', trials.map(([id]) => id).join(',')];
    const { code, report, stderr } = await clientIn(folder).probe(mode, ...only, ...flags);
    expect([stderr, code]).toEqual(['', verdicts.some((verdict) => FINDINGS.includes(verdict)) ? 3 : 0]);
    expect(report?.trials.map(({ id, verdict }) => [id, verdict])).toEqual(
      trials.map(([id, verdict]) => [id, verdict]),
    );
    for (const [at, [id, , why]] of trials.entries()) expect(report?.trials[at]?.why, id).toMatch(why);
  });
}

test('O4: names and values that differ between runs are said, and a row too many is found all the same @mock @whole', async ({
  folder,
}) => {
  const only = ['--only', 'CreateRepo#1/lost_answer,CreateRepo#1/internal_once'];
  const { stdout, report } = await clientIn(folder).probe('create-by-chance', ...only);
  expect(report?.baseline.noise).toEqual([
    'repos below example.com have other names in each run',
    'description of repos example.com/probe-#',
  ]);
  for (const noise of report?.baseline.noise ?? []) expect(stdout).toContain(`is not looked at: ${noise}`);
  expect(report?.trials.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['CreateRepo#1/lost_answer', 'corrupted'],
    ['CreateRepo#1/internal_once', 'surfaced'],
  ]);
  expect(report?.trials[0]?.why).toMatch(/^repo probe-\w+ was created twice/);
});

test('O4: calls that not every run makes are said, and not tried @mock @whole', async ({ folder }) => {
  const { report } = await clientIn(folder).probe('list-once-more-at-first', '--only', 'unknown_field');
  expect(report?.baseline.noise).toEqual(['1 call of ListRepos that not every run makes']);
  expect(report?.trials.map(({ id }) => id)).toEqual(['ListRepos#1/unknown_field']);
});

test.describe('O2: the environment of a run is that of exec @mock @whole', () => {
  for (const [flags, mode] of [
    [['--tls', 'auto'], 'create-renamed-at tls'],
    [['--as', 'api.example.com'], 'create-renamed-at https://api.example.com'],
    [['--github-actions', 'repo:acme/app:environment:prod'], 'create-renamed-in-a-workflow'],
  ] as const) {
    test(`O2: a client is probed with ${flags[0]}`, async ({ folder }) => {
      const only = ['--jobs', '2', '--only', 'CreateRepo#1/lost_answer,CreateRepo#1/lost_connection'];
      const { code, report, stderr } = await clientIn(folder).probe(mode, ...flags, ...only);
      expect([code, stderr]).toEqual([3, '']);
      expect(report?.trials.map(({ id, verdict }) => [id, verdict])).toEqual([
        ['CreateRepo#1/lost_answer', 'corrupted'],
        // The client does not repeat what was reset.
        ['CreateRepo#1/lost_connection', 'surfaced'],
      ]);
    });
  }
});

/** The processes that the client has written down. */
const processesOf = (folder: string): readonly string[] =>
  readFileSync(join(folder, 'left'), 'utf8').trim().split('\n');

/** The states of those processes that have not ended. One that has may be listed until somebody asks for its end. */
const statesOf = (processes: readonly string[]): readonly string[] =>
  spawnSync('ps', ['-o', 'stat=', '-p', processes.join()], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((state) => state.trim() !== '' && !state.startsWith('Z'));

test.describe('O2: each run has worlds of its own @mock', () => {
  test('O2: nothing that a run leaves behind is there in the next: no rows, no faults, no processes', async ({
    folder,
  }) => {
    const { code, report } = await clientIn(folder).probe('leave-all-behind', '--only', 'CreateRepo#1/unknown_field');
    expect([code, report?.trials.map(({ verdict }) => verdict)]).toEqual([0, ['absorbed']]);
    const running = processesOf(folder);
    expect(running).toHaveLength(3);
    expect(statesOf(running)).toEqual([]);
  });

  test('O2, O6: a run that hangs is ended with what it has started, whether or not that heeds SIGTERM @whole', async ({
    folder,
  }) => {
    const only = ['--timeout', '3s', '--only', 'ListRepos#1/unknown_field'];
    const { code, report } = await clientIn(folder).probe('hang-with-a-child', ...only);
    expect([code, report?.trials.map(({ verdict }) => verdict)]).toEqual([3, ['hung']]);
    // Two runs reach the verdict, with two processes each.
    const running = processesOf(folder);
    expect(running).toHaveLength(4);
    expect(statesOf(running)).toEqual([]);
  });

  test('O2: a surprise meets the call of one of the worlds that a command makes, and each is judged at its end @whole', async ({
    folder,
  }) => {
    const { report } = await clientIn(folder).probe('worlds', '--all', '--only', 'lost_answer,unavailable_once');
    expect(report?.trials.map(({ id, verdict, call, why }) => [id, verdict, call.world, why.split(':')[0]])).toEqual([
      ['CreateRepo#1/lost_answer', 'corrupted', 'first', expect.stringContaining('repo probe-first was created twice')],
      ['CreateRepo#1/unavailable_once', 'corrupted', 'first', 'repo probe-first is missing, and 1 more'],
      ['CreateRepo#2/lost_answer', 'corrupted', 'second', expect.stringContaining('repo probe-second was created')],
      ['CreateRepo#2/unavailable_once', 'corrupted', 'second', 'repo probe-second is missing, and 1 more'],
    ]);
  });

  test('O2: a world is judged before it is reset, too @whole', async ({ folder }) => {
    const { report } = await clientIn(folder).probe('resets', '--only', 'CreateRepo#1/lost_answer');
    expect(report?.baseline).toMatchObject({ worlds: 3, calls: 2 });
    expect(report?.trials).toMatchObject([
      { verdict: 'corrupted', why: expect.stringMatching(/^repo probe-a was created/) },
    ]);
  });

  test('O2: each run has an empty folder in the variables of --clean-env @whole', async ({ folder }) => {
    const cached = await clientIn(folder).probe('cached', '--clean-env', 'CACHE_DIR', '--only', 'ListRepos#1/slow');
    expect(cached.report?.trials).toMatchObject([{ verdict: 'absorbed' }]);
  });

  test('O2: the folder that a variable of --clean-env names before is not touched, and none is left behind @whole', async ({
    folder,
  }) => {
    const [cache, temporary] = [join(folder, 'cache'), join(folder, 'temporary')];
    for (const made of [cache, temporary]) mkdirSync(made);
    writeFileSync(join(cache, 'token'), 'mine');
    const client = clientIn(folder, { CACHE_DIR: cache, TMPDIR: temporary });
    const only = ['--only', 'ListRepos#1/unknown_field'];
    // Without the flag the client overwrites what it finds there.
    const { code, report } = await client.probe('cached', '--clean-env', 'CACHE_DIR', ...only);
    expect([code, report?.trials.map(({ verdict }) => verdict)]).toEqual([0, ['absorbed']]);
    expect(readdirSync(cache)).toEqual(['token']);
    expect(readFileSync(join(cache, 'token'), 'utf8')).toBe('mine');
    expect(readdirSync(temporary).filter((name) => name.startsWith('platform-mock'))).toEqual([]);
  });

  test('O2: runs that fail side by side are made one at a time, which is said @whole', async ({ folder }) => {
    const client = clientIn(folder);
    const { code, stdout, stderr } = await client.probe('alone', '--jobs', '2', '--only', 'ListRepos#1/unknown_field');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('runs fail side by side, so that trials are made one at a time');
    expect(client.read().baseline.jobs).toBe(1);
  });
});

test.describe('O14: which trials are made @mock', () => {
  test('O14: calls in the same situation are tried once, and each of them with --all @whole', async ({ folder }) => {
    const client = clientIn(folder);
    const folded = await client.probe('list-often', '--only', 'unknown_field');
    expect(folded.stdout).toContain('6 calls and ');
    // The first has no call before it.
    expect(folded.report?.summary).toMatchObject({ trials: 2, folded: 4 });
    expect(folded.report?.trials.map(({ id, folded }) => [id, folded])).toEqual([
      ['ListRepos#1/unknown_field', 0],
      ['ListRepos#2/unknown_field', 4],
    ]);
    const all = await client.probe('list-often', '--only', 'unknown_field', '--all');
    expect(all.report?.summary).toMatchObject({ trials: 6, folded: 0 });
  });

  test('O14: --max-trials, --skip and --budget leave trials out, which the report counts @whole', async ({
    folder,
  }) => {
    const client = clientIn(folder);
    const { stdout, report } = await client.probe(
      'create',
      '--max-trials',
      '2',
      '--skip',
      'CreateRepo/lost_answer,down,never',
    );
    expect(stdout).toMatch(
      /^1 call and \d+ surprises make 2 trials \(3 not asked for, \d+ left out\): about .* with 1 job, or .*\n/,
    );
    expect(report?.summary).toMatchObject({ trials: 2, unselected: 3 });
    const none = await client.probe('create', '--budget', '100ms', '--only', 'slow,unknown_field');
    expect(none.report?.summary).toMatchObject({ trials: 1, leftOut: 1 });
  });
});

test('O9: a finding comes with what makes it again, its trace, and its case as tests @mock', async ({ folder }) => {
  const client = clientIn(folder);
  const { stdout, report } = await client.probe('create-renamed', '--only', 'CreateRepo', '--max-trials', '1');
  const [finding] = report?.trials ?? [];
  const found = join(folder, 'found', 'CreateRepo-1-lost_answer');
  expect(finding).toMatchObject({
    id: 'CreateRepo#1/lost_answer',
    operation: 'CreateRepo',
    surprise: 'lost_answer',
    call: { world: 'default', protocol: 'rest', resource: expect.stringMatching(/ probe-a$/) },
    files: {
      trace: join(found, 'trace.har'),
      vitest: join(found, 'vitest.test.ts'),
      playwright: join(found, 'playwright.spec.ts'),
    },
    docs: 'platform-mock docs probe#an-answer-that-is-lost',
  });
  expect(finding?.reproduce).toBe(
    `platform-mock probe --jobs 1 --out ${join(folder, 'found')} --only 'CreateRepo#1/lost_answer' -- sh -c 'cd '\\''${folder}'\\'' && exec '\\''${process.execPath}'\\'' client.mjs create-renamed'`,
  );
  expect(stdout).toContain(String(finding?.reproduce));
  const again = await runCommand(
    [...client.words('create-renamed', ['--only', 'CreateRepo#1/lost_answer'])],
    {},
    LIMIT_MS,
  );
  expect(again.code).toBe(3);
  const trace = await runCommand(['trace', 'show', join(found, 'trace.har'), '--json']);
  const calls = trace.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly _operation?: string });
  expect(calls).toHaveLength(2);
  const code = readFileSync(join(found, 'vitest.test.ts'), 'utf8');
  expect(code).toContain('await world.faults.once(\'CreateRepo\', {"preset":"lost_answer"}');
  expect(code).toContain('expect(changes.added).toMatchObject([{"type":"repos","name":"probe-a"}]);');
});
