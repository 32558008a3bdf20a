import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { NotProbed } from '../../probe/baseline.ts';
import { commandSubject } from '../../probe/command-subject.ts';
import { type ProbeOptions, runProbe } from '../../probe/probe.ts';
import type { ProbeReport } from '../../probe/report.ts';
import { reportJunit } from '../../probe/report-junit.ts';
import { reportMarkdown } from '../../probe/report-markdown.ts';
import { reportText } from '../../probe/report-text.ts';
import { wrongWord } from '../../probe/selection.ts';
import { RunNotStarted } from '../../probe/subject.ts';
import { openListeningPort } from '../../server/listen/listening-port.ts';
import { replaceFile } from '../../store/json-file-replace.ts';
import { commandMockOptions } from '../hard-coded-hosts.ts';
import { readAcceptFile } from './accept-file.ts';
import { reproduceLine, shellLine } from './command-words.ts';
import { writeFinding } from './finding-files.ts';
import { jobEnvironment } from './job-environment.ts';
import { defaultJobs, type ProbeFlags } from './probe-options.ts';
import { ProgressBar, startLine, startNotes } from './progress.ts';

const demandWords = (flag: string, words: readonly string[] = []): void => {
  for (const word of words) {
    const wrong = wrongWord(word);
    if (wrong !== undefined) throw new FlagRefusal(`${flag}: ${wrong}`);
  }
};

/** Refuses flags that do not go with mocks which come and go. */
const demandFlags = (flags: ProbeFlags): void => {
  demandWords('--only', flags.only);
  demandWords('--skip', flags.skip);
  const kept = flags.data === undefined ? flags.database && '--database' : '--data';
  if (kept) throw new FlagRefusal(`${kept} does not go with probe: each run begins anew`);
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

/** How many jobs there are: one where something of theirs can be there once only. */
const jobsOf = ({ jobs, port, tlsCaFile }: ProbeFlags): number => {
  const only = port !== 0 ? '--port' : tlsCaFile !== undefined ? '--tls-ca-file' : undefined;
  if (only === undefined) return jobs ?? defaultJobs();
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

const statusOf = ({ summary }: ProbeReport, isStopped: boolean): number => {
  if (summary.findings > 0) return Exit.gate;
  return isStopped ? STOPPED : Exit.ok;
};

/** Aborts at the first signal that asks the process to stop. */
const stopSignal = ({ signalled }: Surroundings): AbortSignal => {
  const controller = new AbortController();
  signalled(() => controller.abort());
  return controller.signal;
};

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
  const start = commandMockOptions(flags, around);
  const now = (): number => performance.now();
  const bar = around.terminal && !flags.json ? new ProgressBar(around.err, now) : undefined;
  const stopped = stopSignal(around);
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
      for (const note of startNotes(begun)) say(`${note}\n`);
      say('\n');
      bar?.start(begun);
    },
    made: (trial) => bar?.add(trial),
    keep: (id, texts) => writeFinding(flags.out, id, texts),
  };
  try {
    const report = await runProbe(options);
    bar?.end();
    around.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
    await writeReports(report, flags, around);
    return statusOf(report, stopped.aborted);
  } catch (error) {
    bar?.end();
    if (error instanceof NotProbed) {
      if (error.output !== '') around.err(`${error.output.trimEnd()}\n`);
      throw new FlagRefusal(error.message);
    }
    throw error instanceof RunNotStarted ? new FlagRefusal(error.message) : error;
  }
};
