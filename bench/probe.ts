import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { probe } from '../src/client/probe.ts';
import { boundedLine } from './bounds.ts';
import { startMock } from './processes.ts';

const TRIALS = 500;
const JOBS = 2;
const MAX_SECONDS = 30;
const MAX_ADDED_MILLIS = 30;

/** Surprises that take time of themselves. */
const SLOW = ['never', 'slow', 'rate_limited'];

const CLIENT = ['sh', join(import.meta.dirname, 'probe-client.sh')] as const;
const RUNS_ALONE = 7;

/** The time of the client beside a mock of its own: the quickest of some runs, in milliseconds. */
const timeAlone = async (): Promise<number> => {
  const mock = await startMock();
  const env = { ...process.env, PLATFORM_API_URL: `http://127.0.0.1:${mock.port}`, PLATFORM_TOKEN: mock.token };
  const [command, ...args] = CLIENT;
  try {
    const times = Array.from({ length: RUNS_ALONE }, () => {
      const began = performance.now();
      const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`the client ended with ${status}: ${stderr}`);
      return performance.now() - began;
    });
    return Math.min(...times);
  } finally {
    await mock.stop();
  }
};

/** The time of a probe of 500 trials, and its overhead beyond the time of its command. */
export async function* probeReport(): AsyncGenerator<string> {
  const built = pathToFileURL(join(import.meta.dirname, '../dist/index.js')).href;
  const library = (await import(built)) as { readonly probe: typeof probe };
  const alone = await timeAlone();
  let own = 0;
  let begun: NodeJS.CpuUsage | undefined;
  const { summary } = await library.probe(CLIENT, {
    jobs: JOBS,
    maxTrials: TRIALS,
    all: true,
    skip: SLOW,
    logLevel: 'error',
    made: ({ durationMs }) => {
      begun ??= process.cpuUsage();
      own += durationMs;
    },
  });
  const { user, system } = process.cpuUsage(begun);
  const seconds = summary.trialsMs / 1_000;
  const added = (summary.trialsMs * JOBS - own) / summary.trials;
  const busy = (user + system) / 1_000 / summary.trials;
  const beside = own / summary.trials;
  yield `${summary.trials} trials of a client of ${alone.toFixed(0)} ms, which takes ${beside.toFixed(0)} ms in them, ${JOBS} side by side`;
  yield boundedLine(`they take ${seconds.toFixed(1)} s`, seconds <= MAX_SECONDS, `${MAX_SECONDS} s`);
  yield boundedLine(
    `each adds ${added.toFixed(1)} ms, and ${busy.toFixed(1)} ms of processor time with the answers to its client`,
    added <= MAX_ADDED_MILLIS,
    `${MAX_ADDED_MILLIS} ms`,
  );
}
