import { accessSync, constants, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { quoteForShell } from '../../features/evidence/call-code.ts';
import { writeTrace } from '../../features/trace/write-trace.ts';
import { readAccepted } from '../../probe/accepted.ts';
import { NotProbed } from '../../probe/baseline.ts';
import { commandSubject } from '../../probe/command-subject.ts';
import type { FindingTexts } from '../../probe/finding.ts';
import type { Environment, JobParts } from '../../probe/job.ts';
import { type ProbeOptions, runProbe } from '../../probe/probe.ts';
import type { Accepted, ProbeFiles, ProbeReport } from '../../probe/report.ts';
import { reportJunit, reportMarkdown, reportText } from '../../probe/report-text.ts';
import { wrongWord } from '../../probe/selection.ts';
import { RunNotStarted } from '../../probe/subject.ts';
import { openListeningPort } from '../../server/listen/listening-port.ts';
import { replaceFile } from '../../store/json-file-replace.ts';
import { type EnvironmentParts, runInEnvironment } from '../command-environment.ts';
import { commandMockOptions } from '../hard-coded-hosts.ts';
import type { ProbeFlags } from './probe-options.ts';
import { ProgressBar, startLine } from './progress.ts';

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Words as a line for a shell. */
const shellLine = (words: readonly string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : quoteForShell(word))).join(' ');

/** Flags for the choice of trials and for reports: another run of one trial has its own. */
const OF_THIS_RUN: ReadonlySet<string> = new Set([
  '--only',
  '--skip',
  '--max-trials',
  '--budget',
  '--report',
  '--junit',
  '--markdown',
  '--accept',
]);
const SWITCHES: ReadonlySet<string> = new Set(['--all', '--json']);

/** The flags of a command line, each with its value, without those that are for one run only. */
const lastingFlags = (words: readonly string[]): readonly string[] => {
  const lasting: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name = ''] = word.split('=', 1);
    if (SWITCHES.has(name)) continue;
    if (!OF_THIS_RUN.has(name)) lasting.push(word);
    else if (!word.includes('=')) at += 1;
  }
  return lasting;
};

/** The line that makes one trial of a command again; `words` are those between `probe` and the command. */
export const reproduceLine = (words: readonly string[], command: readonly string[], id: string): string => {
  const flags = lastingFlags(words.filter((word) => word !== '--'));
  return shellLine(['platform-mock', 'probe', ...flags, '--only', id, '--', ...command]);
};

/** Writes the trace and the tests of a finding into a folder of its own below another. */
const writeFinding = async (
  folder: string,
  id: string,
  { trace, vitest, playwright }: FindingTexts,
): Promise<ProbeFiles> => {
  const own = join(folder, id.replaceAll(/[^\w.-]+/g, '-'));
  await mkdir(own, { recursive: true });
  const files = {
    trace: join(own, 'trace.har'),
    vitest: join(own, 'vitest.test.ts'),
    playwright: join(own, 'playwright.spec.ts'),
  };
  await writeTrace(files.trace, trace);
  await writeFile(files.vitest, vitest);
  await writeFile(files.playwright, playwright);
  return files;
};

/** Opens the environment of a command, which lasts as long as its job. */
const jobEnvironment =
  (parts: EnvironmentParts): JobParts['prepare'] =>
  async (mock) => {
    const token = await mock.token();
    return new Promise<Environment>((resolve, reject) => {
      const running: Promise<void> = runInEnvironment(
        mock,
        token,
        parts,
        (env) =>
          new Promise<void>((end) => {
            const close = (): Promise<void> => {
              end();
              return running;
            };
            resolve({ env, close });
          }),
      );
      running.catch(reject);
    });
  };

/** The accepted findings in a file of YAML or JSON. @throws FlagRefusal that names a file which holds none */
const readAcceptFile = async (file: string | undefined): Promise<readonly Accepted[]> => {
  if (file === undefined) return [];
  const text = await readText(file, (reason) => new FlagRefusal(`--accept ${file}: ${reason}`));
  try {
    return readAccepted(parse(text));
  } catch (error) {
    throw new FlagRefusal(`--accept ${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
};

/** Refuses flags that do not go with mocks which come and go. */
const demandFlags = (flags: ProbeFlags): void => {
  for (const name of ['only', 'skip'] as const) {
    const wrong = flags[name]?.map(wrongWord).find((reason) => reason !== undefined);
    if (wrong !== undefined) throw new FlagRefusal(`--${name}: ${wrong}`);
  }
  const stored = flags.data === undefined ? flags.database && '--database' : '--data';
  if (stored) throw new FlagRefusal(`${stored} does not go with probe: each run begins anew`);
  if (flags.journal === 'off') throw new FlagRefusal('--journal off does not go with probe, which reads the journal');
  if (flags.publicUrl !== undefined) throw new FlagRefusal('--public-url does not go with probe: each job has its own');
};

/** Refuses files that cannot be written, before anything is tried. */
const demandPlaces = (...files: readonly (string | undefined)[]): void => {
  for (const file of files) {
    if (file === undefined) continue;
    try {
      accessSync(dirname(file), constants.W_OK);
    } catch (error) {
      throw new FlagRefusal(`${file}: it cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new FlagRefusal(`${file}: is a folder`);
  }
};

/** The number of jobs: one if their mocks would share a port or a file. */
const jobsOf = ({ jobs, port, tlsCaFile }: ProbeFlags): number => {
  const only = port !== 0 ? '--port' : tlsCaFile !== undefined ? '--tls-ca-file' : undefined;
  if (only === undefined) return jobs ?? availableParallelism();
  if (jobs !== undefined && jobs > 1) throw new FlagRefusal(`${only} needs --jobs 1: each job has a mock of its own`);
  return 1;
};

const writeReports = async (report: ProbeReport, flags: ProbeFlags, { pid }: Surroundings): Promise<void> => {
  const files: readonly (readonly [string | undefined, () => string])[] = [
    [flags.report, () => `${JSON.stringify(report, null, 2)}\n`],
    [flags.junit, () => reportJunit(report, Date.now())],
    [flags.markdown, () => reportMarkdown(report)],
  ];
  for (const [file, text] of files) if (file !== undefined) await replaceFile(file, `${file}.${pid}.next`, text());
};

/** The exit status of a signal that has ended the probe. */
const STOPPED = 130;

/**
 * Runs a command once for each thing that can go wrong, and reports what it does not survive; `words` are the words of
 * the command line behind `probe`.
 */
export const probe = async (
  command: readonly string[],
  flags: ProbeFlags,
  around: Surroundings,
  words: readonly string[],
): Promise<number> => {
  demandFlags(flags);
  demandPlaces(flags.report, flags.junit, flags.markdown);
  const start = await commandMockOptions(flags, around);
  const now = (): number => performance.now();
  const bar = around.terminal && !flags.json ? new ProgressBar(around.err, now) : undefined;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  around.signalled(() => stopping.abort());
  const say = flags.json ? () => {} : around.out;
  const options: ProbeOptions = {
    start,
    open: openListeningPort,
    subject: commandSubject(command, flags.cleanEnv),
    prepare: jobEnvironment({ flags, options: start, around }),
    jobs: jobsOf(flags),
    budgetMillis: flags.budget,
    maxTrials: flags.maxTrials,
    timeoutMillis: flags.timeout,
    all: flags.all ?? false,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    accepted: await readAcceptFile(flags.accept),
    command: shellLine(command),
    reproduce: (id) => reproduceLine(words.slice(0, words.length - command.length), command, id),
    version: around.version,
    now,
    stopped,
    started: (begun) => {
      say(`${startLine(begun)}\n`);
      const { isSerial, noise } = begun.baseline;
      if (isSerial) say('runs fail side by side, so that trials are made one at a time\n');
      for (const text of noise) say(`differs between runs, and is not looked at: ${text}\n`);
      say('\n');
      bar?.start(begun);
    },
    made: (trial) => bar?.add(trial),
    writeFinding: (id, texts) => writeFinding(flags.out, id, texts),
  };
  try {
    const report = await runProbe(options);
    bar?.end();
    around.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    await writeReports(report, flags, around);
    if (report.summary.findings > 0) return Exit.gate;
    return stopped.aborted ? STOPPED : Exit.ok;
  } catch (error) {
    bar?.end();
    if (error instanceof NotProbed) {
      if (error.output !== '') around.err(`${error.output.trimEnd()}\n`);
      throw new FlagRefusal(error.message);
    }
    throw error instanceof RunNotStarted ? new FlagRefusal(error.message) : error;
  }
};
