import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { probe } from '../src/client/probe.ts';
import { boundedLine } from './bounds.ts';

const TRIALS = 500;
const JOBS = 2;
const MAX_SECONDS = 30;
const MAX_ADDED_MILLIS = 30;

/** Surprises that take time of themselves. */
const SLOW = ['never', 'slow', 'rate_limited'];

/** What a probe of 500 trials takes, and what it adds to the time of its command. */
export async function* probeReport(): AsyncGenerator<string> {
  const built = pathToFileURL(join(import.meta.dirname, '../dist/index.js')).href;
  const library = (await import(built)) as { readonly probe: typeof probe };
  const client = [process.execPath, join(import.meta.dirname, 'probe-client.cjs')];
  let own = 0;
  let begun: NodeJS.CpuUsage | undefined;
  const { summary } = await library.probe(client, {
    jobs: JOBS,
    max: TRIALS,
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
  yield `${summary.trials} trials of a client of ${(own / summary.trials).toFixed(0)} ms, ${JOBS} side by side`;
  yield boundedLine(`they take ${seconds.toFixed(1)} s`, seconds <= MAX_SECONDS, `${MAX_SECONDS} s`);
  yield boundedLine(
    `each adds ${added.toFixed(1)} ms, and ${busy.toFixed(1)} ms of processor time with the answers to its client`,
    added <= MAX_ADDED_MILLIS,
    `${MAX_ADDED_MILLIS} ms`,
  );
}
