import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { xmlFault } from '../support/well-formed.ts';
import { clientIn, LIMIT_MS } from './probing.ts';

const HOUR_MS = 3_600_000;

test.describe.configure({ timeout: 2 * LIMIT_MS });

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
    expect(xmlFault(xml)).toBeUndefined();
    expect(xml).toMatch(/<testsuites name="probe" tests="3" failures="2" errors="0" skipped="0" time="[\d.]+">/);
    const [, began = ''] = /<testsuite name="probe" .* timestamp="([-\d]{10}T[:\d]{8})">/.exec(xml) ?? [];
    expect(Math.abs(Date.parse(`${began}Z`) - Date.now())).toBeLessThan(HOUR_MS);
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

test.describe('O1, O11: a command that cannot be probed ends with 2 and one line with the reason @mock', () => {
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

  /** The refusals below that `npm test` runs. */
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
    ...(['--only', '--skip'] as const).flatMap((flag) =>
      ['CreateRepo#9', 'CreateRepo#9/reset'].map(
        (word) =>
          [
            `${flag} ${word}`,
            () => ['--only', 'CreateRepo', flag, word],
            'the command does not make CreateRepo#9; the calls are CreateRepo#1',
          ] as const,
      ),
    ),
    [
      'a file of accepted findings that is missing',
      () => ['--accept', 'missing.yaml'],
      '--accept missing.yaml: there is no such file or folder',
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
    ['a report that is a folder', (folder: string) => ['--report', folder], ': is a folder'],
    ['a report as JUnit that is a folder', (folder: string) => ['--junit', folder], ': is a folder'],
    ['a data file', () => ['--data', 'state.json'], '--data does not go with probe'],
    ['no journal', () => ['--journal', 'off'], '--journal off does not go with probe'],
    ['a port for two jobs', () => ['--port', '8484', '--jobs', '2'], '--port needs --jobs 1'],
    [
      'a file for the certificate of two jobs',
      () => ['--tls', 'auto', '--tls-ca-file', 'ca.pem', '--jobs', '2'],
      '--tls-ca-file needs --jobs 1',
    ],
    ['a public URL', () => ['--public-url', 'http://mock.test'], '--public-url does not go with probe'],
    ['no trials', () => ['--max-trials', '0'], 'option "--max-trials <count>" argument "0" is invalid'],
    ['a time-out that is no time', () => ['--timeout', '5'], 'It must be a duration such as "30s".'],
    ['no jobs', () => ['--jobs', '0'], 'option "--jobs <count>" argument "0" is invalid'],
    ['a wrong variable', () => ['--clean-env', 'A-B'], 'It must be the name of a variable.'],
    ['a budget that is no time', () => ['--budget', 'soon'], 'It must be a duration such as "30s".'],
  ] as const) {
    const share = REFUSED_IN_USUAL.has(what) ? '' : ' @whole';
    test(`O11: ${what}${share}`, async ({ folder }) => {
      const { words } = clientIn(folder);
      const { code, stderr } = await runCommand(words('create', flags(folder)), {}, LIMIT_MS);
      expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toContain(line);
    });
  }

  test('O11: no place for the folders of --clean-env', async ({ folder }) => {
    const { words } = clientIn(folder);
    const missing = join(folder, 'missing');
    const { code, stderr } = await runCommand(words('create', ['--clean-env', 'CACHE_DIR']), { TMPDIR: missing });
    expect([code, stderr]).toEqual([2, `platform-mock: no folder can be made in ${missing} (ENOENT)\n`]);
  });

  for (const [word, name] of [
    ['no-such-command-here', 'no-such-command-here'],
    ['', '""'],
  ] as const) {
    test(`O11: the command ${name}, which does not exist`, async () => {
      const { code, stderr } = await runCommand(['probe', '--jobs', '1', '--', word]);
      expect([code, stderr]).toEqual([2, `platform-mock: ${name}: there is no such command\n`]);
    });
  }

  test('O11: its help offers no flag of stored state, which it refuses', async () => {
    const { stdout } = await runHere(['probe', '--help']);
    const offered = [...stdout.matchAll(/^ {2}(--[a-z0-9-]+)/gm)].map(([, flag]) => flag);
    expect(offered).toContain('--fixture');
    for (const flag of ['--data', '--database', '--database-schema', '--peer']) expect(offered).not.toContain(flag);
  });
});

/** Starts a probe, and sends it a signal once its first line is there and `isReady`; returns its exit status. */
const stopProbe = async (words: readonly string[], signal: NodeJS.Signals, isReady: () => boolean) => {
  const child = spawn(...commandLine(...words), { env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const exit = once(child, 'exit');
    const { value: first } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    await expect.poll(isReady, { timeout: LIMIT_MS }).toBe(true);
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return { code, first: String(first) };
  } finally {
    child.kill('SIGKILL');
  }
};

test.describe('O12: a signal ends the probe, and what was tried until then is reported @mock', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const share = signal === 'SIGINT' ? '' : ' @whole';
    test(`O12: ${signal} before anything is found is status 130 @whole`, async ({ folder }) => {
      const client = clientIn(folder);
      const { code, first } = await stopProbe(client.words('slowly', ['--all']), signal, () => true);
      expect([code, first]).toEqual([130, expect.stringContaining('3 calls and ')]);
      const { summary, trials } = client.read();
      expect(trials.length).toBeLessThan(3);
      expect(Number(summary.leftOut)).toBeGreaterThan(10);
    });

    test(`O12: ${signal} after a finding is status 3${share}`, async ({ folder }) => {
      const client = clientIn(folder);
      const only = ['--timeout', '60s', '--only', 'CreateRepo#1/lost_answer,CreateRepo#1/unknown_field'];
      const words = client.words('create-renamed-and-wait', only);
      const { code } = await stopProbe(words, signal, () => existsSync(join(folder, 'waiting')));
      const { summary, trials } = client.read();
      expect([code, trials.map(({ id, verdict }) => [id, verdict])]).toEqual([
        3,
        [['CreateRepo#1/lost_answer', 'corrupted']],
      ]);
      expect(summary).toMatchObject({ findings: 1, leftOut: 1 });
    });
  }
});
