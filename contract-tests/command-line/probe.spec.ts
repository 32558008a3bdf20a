import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from '../support/folder.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { PROBED_CLIENT } from './probed-client.ts';

interface Trial {
  readonly id: string;
  readonly verdict: string;
  readonly why: string;
  readonly call: { readonly world: string };
  readonly folded: number;
  readonly [name: string]: unknown;
}

interface Report {
  readonly kind: string;
  readonly baseline: { readonly jobs: number; readonly runs: number; readonly noise: readonly string[] };
  readonly trials: readonly Trial[];
  readonly summary: Readonly<Record<string, unknown>> & { readonly verdicts: Readonly<Record<string, number>> };
}

/** A probe takes a start, and as many runs of a client as it has trials; this is only to end one that hangs. */
const LIMIT_MS = 120_000;

test.describe.configure({ timeout: 2 * LIMIT_MS });

/** The client in a folder of its own, and what runs it there, with the flags that each probe has. */
const clientIn = (folder: string) => {
  const file = join(folder, 'client.mjs');
  writeFileSync(file, PROBED_CLIENT);
  const report = join(folder, 'report.json');
  const flags = ['--out', join(folder, 'found'), '--report', report];
  const words = (mode: string, given: readonly string[]): readonly string[] => [
    ...['probe', '--jobs', '1', ...flags, ...given, '--'],
    ...['sh', '-c', `cd '${folder}' && exec '${process.execPath}' client.mjs ${mode}`],
  ];
  const read = (): Report => JSON.parse(readFileSync(report, 'utf8')) as Report;
  return {
    words,
    read,
    report,
    probe: async (mode: string, ...given: readonly string[]) => {
      const ended = await runCommand(words(mode, given), {}, LIMIT_MS);
      return { ...ended, report: existsSync(report) ? read() : undefined };
    },
  };
};

/** What a client with one way of its own is found to do: its trials with their verdicts, and why. */
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
      ['CreateRepo#1/rate_limited', 'stormed', /^CreateRepo was tried again after \d+ ms, where .* asked for 1 s/],
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
  // The third run and the fifth are those with the surprise.
  {
    mode: "print-but-in '[3]'",
    trials: [['ListRepos#1/unknown_field', 'absorbed', /^exit status 0 and the same state: /]],
  },
  {
    mode: "print-but-in '[3, 4, 5]'",
    trials: [['ListRepos#1/unknown_field', 'absorbed', /^exit status 0 and the same state: /]],
  },
  {
    mode: "print-but-in '[3, 5]'",
    trials: [['ListRepos#1/unknown_field', 'misled', /^exit status 0 without the line "that took <measure>": /]],
  },
  {
    mode: 'list-in-two-runs',
    trials: [['ListRepos#2/internal_once', 'not_reached', /^the call did not come again: exit status 0$/]],
  },
];

const FINDINGS = ['corrupted', 'misled', 'hung', 'stormed', 'broken'];

/** Of the cases below, those that `npm test` runs: a probe starts the client for each of its trials. */
const USUAL = new Set(['create', 'create-renamed']);

for (const { mode, trials, flags = [] } of CASES) {
  const verdicts = trials.map(([, verdict]) => verdict);
  const share = USUAL.has(mode) ? '' : ' @whole';
  test(`O5, O6, O7: what the client "${mode}" does is ${verdicts.join(', ')} @mock${share}`, async ({ folder }) => {
    const only = ['--only', trials.map(([id]) => id).join(',')];
    const { code, report, stderr } = await clientIn(folder).probe(mode, ...only, ...flags);
    expect([stderr, code]).toEqual(['', verdicts.some((verdict) => FINDINGS.includes(verdict)) ? 3 : 0]);
    expect(report?.trials.map(({ id, verdict }) => [id, verdict])).toEqual(
      trials.map(([id, verdict]) => [id, verdict]),
    );
    for (const [at, [id, , why]] of trials.entries()) expect(report?.trials[at]?.why, id).toMatch(why);
  });
}

for (const [what, pauses, verdict] of [
  ['which a busy machine may have hidden from one run is found by others @mock', [25, 0], 'stormed'],
  ['that one run shows, and the next does not, is none @mock @whole', [0, 150], 'surfaced'],
] as const) {
  test(`O7: a storm ${what}`, async ({ folder }) => {
    const { report } = await clientIn(folder).probe(
      `create-hastily-at-times '${JSON.stringify(pauses)}'`,
      ...['--only', 'CreateRepo#1/down'],
    );
    expect(report?.trials.map(({ verdict }) => verdict)).toEqual([verdict]);
  });
}

test('O4: names and values that differ between runs are said, and a row too many is found all the same @mock', async ({
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

test.describe('O2: each run has worlds of its own @mock', () => {
  test('O2: nothing that a run leaves behind is there in the next: no rows, no faults, no processes', async ({
    folder,
  }) => {
    const { code, report } = await clientIn(folder).probe('leave-all-behind', '--only', 'CreateRepo#1/unknown_field');
    expect([code, report?.trials.map(({ verdict }) => verdict)]).toEqual([0, ['absorbed']]);
    const left = readFileSync(join(folder, 'left'), 'utf8').trim().split('\n');
    expect(left).toHaveLength(3);
    // One that has ended may be listed until somebody asks for its end.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', left.join()], { encoding: 'utf8' });
    expect(stdout.split('\n').filter((state) => state.trim() !== '' && !state.startsWith('Z'))).toEqual([]);
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

  test('O2: a world is judged before it is reset, too', async ({ folder }) => {
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

  test('O2: runs that fail side by side are made one at a time, which is said @whole', async ({ folder }) => {
    const client = clientIn(folder);
    const { code, stdout, stderr } = await client.probe('alone', '--jobs', '2', '--only', 'ListRepos#1/unknown_field');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('runs fail side by side, so that trials are made one at a time');
    expect(client.read().baseline.jobs).toBe(1);
  });
});

test.describe('O3: which trials are made @mock', () => {
  test('O3: calls in the same situation are tried once, and each of them with --all @whole', async ({ folder }) => {
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

  test('O3: --max, --skip and --budget leave trials out, which the report counts', async ({ folder }) => {
    const client = clientIn(folder);
    const { stdout, report } = await client.probe(
      'create',
      '--max',
      '2',
      '--skip',
      'CreateRepo/lost_answer,down,never',
    );
    expect(stdout).toMatch(
      /^1 call and \d+ surprises make 2 trials \(3 not asked for, \d+ left out\): about .* with 1 job\n/,
    );
    expect(report?.summary).toMatchObject({ trials: 2, unselected: 3 });
    const none = await client.probe('create', '--budget', '100ms', '--only', 'slow,unknown_field');
    expect(none.report?.summary).toMatchObject({ trials: 1, leftOut: 1 });
  });
});

test('O9: a finding comes with what makes it again, its trace, and its case as tests @mock', async ({ folder }) => {
  const client = clientIn(folder);
  const { stdout, report } = await client.probe('create-renamed', '--only', 'CreateRepo', '--max', '1');
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
    docs: 'docs/probe.md#an-answer-that-is-lost',
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

test.describe('O10: reports, and the exit status @mock', () => {
  test('O10: the report is JSON, JUnit and Markdown, and --json prints nothing else', async ({ folder }) => {
    const [junit, markdown] = [join(folder, 'junit.xml'), join(folder, 'summary.md')];
    const client = clientIn(folder);
    const trials = ['--only', 'CreateRepo#1/lost_answer,CreateRepo#1/unavailable_once,CreateRepo#1/html_502'];
    const files = ['--junit', junit, '--markdown', markdown, '--json'];
    const { code, stdout, report } = await client.probe('create-renamed', ...trials, ...files);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual(report);
    expect(report).toMatchObject({
      kind: 'ProbeReport',
      version: expect.stringMatching(/^\d/),
      command: expect.stringContaining('client.mjs create-renamed'),
      baseline: { runs: 2, jobs: 1, calls: 1, worlds: 1, noise: [] },
      trials: [{ verdict: 'corrupted' }, { verdict: 'corrupted' }, { verdict: 'surfaced' }],
      summary: { trials: 3, findings: 2, accepted: 0, verdicts: { corrupted: 2, surfaced: 1, absorbed: 0 } },
    });
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(/<testsuites name="probe" tests="3" failures="2" errors="0" skipped="0" time="[\d.]+">/);
    expect(xml).toMatch(
      /<testcase classname="CreateRepo" name="CreateRepo#1\/lost_answer" .*><failure message="corrupted: /,
    );
    const text = readFileSync(markdown, 'utf8');
    expect(text).toMatch(/^## Probe\n\n`.*`: 3 trials in [\d.]+ s, 2 corrupted, 1 surfaced, \d+ not asked for\.\n/);
    expect(text).toContain('| corrupted | CreateRepo\\#1/lost_answer |');
  });

  test('O10: a finding that is accepted with a reason is none @whole', async ({ folder }) => {
    const file = join(folder, 'accepted.yaml');
    writeFileSync(
      file,
      'accepted:\n  - what: CreateRepo/lost_answer\n    verdict: corrupted\n    reason: a job removes doubles\n',
    );
    const client = clientIn(folder);
    const trials = ['--only', 'CreateRepo#1/lost_answer', '--accept', file];
    const { code, report, stdout } = await client.probe('create-renamed', ...trials);
    expect([code, report?.summary.findings, report?.summary.accepted]).toEqual([0, 0, 1]);
    expect(report?.trials).toMatchObject([{ verdict: 'corrupted', accepted: 'a job removes doubles' }]);
    expect(stdout).toContain('accepted: a job removes doubles');
  });
});

test.describe('O1, O11: what cannot be probed ends with 2 and one line that says why @mock', () => {
  for (const [what, mode, line, output = '', share = ''] of [
    ['fails', 'unknown', /the command must succeed before anything can go wrong: exit status 1$/, 'not a function'],
    [
      'is flaky',
      'fail-later',
      /the command must succeed each time, and it is flaky: exit status 1$/,
      'flaky',
      ' @whole',
    ],
    [
      'is ended by a signal',
      'signal',
      /the command must succeed before .*: the signal SIGKILL ended it$/,
      '',
      ' @whole',
    ],
    [
      'calls nothing',
      'nothing',
      /the command calls nothing of the mock, so that nothing can be tried$/,
      'nothing is called',
    ],
    [
      'calls nothing, since go test remembers it',
      'nothing # go test ./...',
      /so that nothing can be tried; go test repeats what it remembers unless it is called with -count=1$/,
      'nothing is called',
      ' @whole',
    ],
  ] as const) {
    test(`O1: a command that ${what}${share}`, async ({ folder }) => {
      const { code, stdout, stderr, report } = await clientIn(folder).probe(mode);
      const lines = stderr.trimEnd().split('\n');
      expect([code, stdout, report]).toEqual([2, '', undefined]);
      expect(lines.at(-1)).toMatch(line);
      expect(lines.at(-1)).toMatch(/^platform-mock: /);
      expect(lines.slice(0, -1).join('\n')).toContain(output);
    });
  }

  /** Of the refusals below, those that `npm test` runs. */
  const REFUSED_IN_USUAL: ReadonlySet<string> = new Set([
    'an unknown operation',
    'an accepted finding without a reason',
    'a data file',
  ]);
  const wrongAccept = (folder: string, text: string): readonly string[] => {
    const file = join(folder, 'accepted.yaml');
    writeFileSync(file, text);
    return ['--accept', file];
  };
  for (const [what, flags, line] of [
    [
      'an unknown operation',
      () => ['--only', 'CreateRepos'],
      '--only: unknown value "CreateRepos", did you mean "CreateRepo"?',
    ],
    [
      'an unknown surprise',
      () => ['--skip', 'ListRepos/shortpage'],
      '--skip: unknown value "shortpage", did you mean "short_page"?',
    ],
    ['what is no trial', () => ['--only', 'a/b/c'], '--only: "a/b/c" is no trial such as "ListRepos#2/short_page"'],
    ['no call that is made', () => ['--only', 'GetRole'], 'nothing is left to try; the calls are CreateRepo#1'],
    [
      'a file of accepted findings that is missing',
      () => ['--accept', 'missing.yaml'],
      '--accept missing.yaml: there is no such file',
    ],
    [
      'an accepted finding without a reason',
      (folder: string) => wrongAccept(folder, '- what: CreateRepo\n'),
      'accepted.yaml: [0]: reason must say why',
    ],
    [
      'an accepted finding of nothing',
      (folder: string) => wrongAccept(folder, '- { what: CreateRepo/lost_anser, reason: x }\n'),
      'accepted.yaml: [0]: what: unknown value "lost_anser", did you mean "lost_answer"?',
    ],
    [
      'accepted findings that are no list',
      (folder: string) => wrongAccept(folder, 'true\n'),
      'accepted.yaml: it must be a list',
    ],
    ['YAML that is none', (folder: string) => wrongAccept(folder, '{ what'), 'accepted.yaml: '],
    ['a report that cannot be written', () => ['--report', '/nowhere/report.json'], '/nowhere'],
    ['a data file', () => ['--data', 'state.json'], '--data does not go with probe'],
    ['no journal', () => ['--journal', 'off'], '--journal off does not go with probe'],
    ['a port for two jobs', () => ['--port', '8484', '--jobs', '2'], '--port needs --jobs 1'],
    ['no jobs', () => ['--jobs', '0'], "error: option '--jobs <count>' argument '0' is invalid"],
    ['a wrong variable', () => ['--clean-env', 'A-B'], 'It must be the name of a variable.'],
    ['a budget that is no time', () => ['--budget', 'soon'], 'It must be a duration such as "30s".'],
  ] as const) {
    const share = REFUSED_IN_USUAL.has(what) ? '' : ' @whole';
    test(`O11: ${what}${share}`, async ({ folder }) => {
      const { words } = clientIn(folder);
      const { code, stderr } = await runCommand(words('create', flags(folder)), {}, LIMIT_MS);
      expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toContain(line.replace(/^error: /, ''));
    });
  }

  test('O11: a command that does not exist', async () => {
    const { code, stderr } = await runCommand(['probe', '--jobs', '1', '--', 'no-such-command-here']);
    expect([code, stderr]).toEqual([2, 'platform-mock: no-such-command-here: there is no such command\n']);
  });
});

test('O12: a signal ends the probe, and what was tried until then is reported @mock', async ({ folder }) => {
  const client = clientIn(folder);
  const command = commandLine(...client.words('slowly', ['--all']));
  const child = spawn(...command, { env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value: first } = (await lines.next()) as { readonly value: string };
    expect(first).toContain('3 calls and ');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
    const { summary, trials } = client.read();
    expect(trials.length).toBeLessThan(3);
    expect(Number(summary.leftOut)).toBeGreaterThan(10);
  } finally {
    child.kill('SIGKILL');
  }
  expect(resolve(client.report)).toContain(folder);
});
