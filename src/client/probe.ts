import { Connection } from '../connection/connection.ts';
import { localFetch } from '../connection/local-fetch.ts';
import type { Accepted, ProbeReport, ProbeTrial } from '../probe/report.ts';
import type { Ended, Subject } from '../probe/subject.ts';
import { directVariables } from '../server/listen/direct-hosts.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import { version } from '../version.ts';
import type { MockOptions } from './mock-options.ts';
import { openWorld } from './open-world.ts';
import { startOptionsOf, variablesOf } from './start-options.ts';
import type { World } from './world.ts';

/** The result of a function, in the form that a command writes. */
const textOf = (result: unknown): string => (result === undefined ? '' : (JSON.stringify(result, null, 2) ?? ''));

/** The end of a run: by itself, by its limit, or by the end of the probe, whichever comes first. */
const withinLimit = async (
  run: Promise<string>,
  limitMillis: number,
  stopped: AbortSignal,
): Promise<Pick<Ended, 'status' | 'signal' | 'isTimedOut' | 'stdout' | 'output'>> => {
  let callOff = (): void => {};
  const isOver = new Promise<boolean>((resolve) => {
    const limit = setTimeout(() => resolve(true), limitMillis);
    const stop = (): void => resolve(false);
    stopped.addEventListener('abort', stop);
    callOff = () => {
      clearTimeout(limit);
      stopped.removeEventListener('abort', stop);
    };
  });
  try {
    return await Promise.race([
      run.then((stdout) => ({ status: 0, signal: undefined, isTimedOut: false, stdout, output: stdout })),
      isOver.then((isTimedOut) => ({ status: undefined, signal: 'SIGTERM', isTimedOut, stdout: '', output: '' })),
    ]);
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 1, signal: undefined, isTimedOut: false, stdout: '', output };
  } finally {
    callOff();
  }
};

/** A function of this process, each run of which is given a world over the port of a mock. */
const functionSubject = (run: (world: World) => unknown, controlToken: string | undefined): Subject => ({
  outlivesItsEnd: true,
  run: async ({ mock, env, limitMillis, stopped }) => {
    const connection = new Connection({ url: mock.url, controlToken, fetch: localFetch });
    const variables = Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const world = openWorld(connection, 'default', variables);
    const began = performance.now();
    const made = (async () => textOf(await run(world)))();
    const ended = await withinLimit(made, limitMillis, stopped);
    // A later error is ignored.
    made.catch(() => {});
    return { ...ended, millis: performance.now() - began };
  },
});

/** The options of a probe. The flags of `platform-mock probe` of the same names are described in docs/command-line.md. */
export interface ProbeOptions extends Omit<MockOptions, 'port' | 'data' | 'publicUrl' | 'journal'> {
  /** The number of runs side by side; 1 unless given. */
  readonly jobs?: number;
  /** After how many milliseconds no further trial is begun. */
  readonly budgetMs?: number;
  /** The maximum number of trials, the likely findings first. */
  readonly maxTrials?: number;
  /** The time that a run may take, in milliseconds; three times the baseline and at least 10 seconds unless given. */
  readonly timeoutMs?: number;
  /** Tries calls that are in the same situation as others, too. */
  readonly all?: boolean;
  /** Operations, surprises, calls or trials: only these are tried. */
  readonly only?: readonly string[];
  /** Operations, surprises, calls or trials that are not tried. */
  readonly skip?: readonly string[];
  /** Findings that are known, each with its reason: they do not count. */
  readonly accept?: readonly Accepted[];
  /** Variables that name an empty folder in each run of a command. */
  readonly cleanEnv?: readonly string[];
  /** The environment of a command, besides the variables of the mock; by default this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each trial once it was made. */
  readonly made?: (trial: ProbeTrial) => void;
  /** Ends the probe; the report has the trials until then. */
  readonly signal?: AbortSignal;
}

/** The words of a command that a shell reads. */
const shellWords = (command: string): readonly string[] =>
  process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', command] : ['/bin/sh', '-c', command];

/**
 * Runs a command, or a function, once for each thing that can go wrong with its calls, and reports what it does not
 * survive. A command as a text is one for the shell. A function gets a world; it succeeds unless it throws, and its
 * result is compared like the output of a command.
 * @throws Error if it does not succeed when nothing goes wrong, or calls nothing; TypeError for an option that is wrong
 * @example
 * ```ts
 * import { probe } from 'platform-mock';
 *
 * const report = await probe(
 *   async (world) => {
 *     const answer = await world.fetch('/registry/v2/repos?page_size=100');
 *     if (!answer.ok) throw new Error(`it was answered with ${answer.status}`);
 *     const { repos } = (await answer.json()) as { repos: readonly { name: string }[] };
 *     return repos.map(({ name }) => name);
 *   },
 *   { only: ['short_page', 'unavailable_once'] },
 * );
 * for (const { id, verdict, why } of report.trials) console.log(verdict, id, why);
 * ```
 */
export const probe = async (
  subject: string | readonly string[] | ((world: World) => unknown),
  options: ProbeOptions = {},
): Promise<ProbeReport> => {
  const { jobs = 1, budgetMs, maxTrials, timeoutMs, all = false, only = [], skip = [], accept = [], ...rest } = options;
  const { cleanEnv = [], env = process.env, made, signal = new AbortController().signal, ...given } = rest;
  for (const [name, value] of Object.entries({ jobs, budgetMs, maxTrials, timeoutMs })) {
    if (value === undefined || (Number.isInteger(value) && value >= 1)) continue;
    throw new TypeError(`probe: ${name} must be a number of 1 or more`);
  }
  const start = startOptionsOf(given, 'probe');
  const { controlToken } = given;
  const token = controlToken === undefined ? {} : { PLATFORM_MOCK_CONTROL_TOKEN: controlToken };
  const [{ runProbe }, { commandSubject }, { wrongWord }, { readAccepted }] = await Promise.all([
    import('../probe/probe.ts'),
    import('../probe/command-subject.ts'),
    import('../probe/selection.ts'),
    import('../probe/accepted.ts'),
  ]);
  const wrong = [...only, ...skip].map(wrongWord).find((reason) => reason !== undefined);
  if (wrong !== undefined) throw new TypeError(`probe: ${wrong}`);
  const words = typeof subject === 'string' ? shellWords(subject) : typeof subject === 'function' ? [] : subject;
  const run: Subject =
    typeof subject === 'function' ? functionSubject(subject, controlToken) : commandSubject(words, cleanEnv);
  return runProbe({
    start,
    open: openListeningPort,
    subject: run,
    prepare: async (mock) => ({
      env: { ...env, ...directVariables(env, mock.localUrl), ...(await variablesOf(mock)), ...token },
      close: async () => {},
    }),
    jobs,
    budgetMillis: budgetMs,
    maxTrials,
    timeoutMillis: timeoutMs,
    all,
    only,
    skip,
    accepted: readAccepted(accept),
    command: typeof subject === 'string' ? subject : words.join(' ') || 'function',
    reproduce: (id) => `probe(…, { only: [${JSON.stringify(id)}] })`,
    version,
    now: () => performance.now(),
    stopped: signal,
    made,
  });
};
