import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../kernel/errors.ts';
import { type HarWriting, harEntryOf } from './har-entry.ts';
import type { Run } from './run.ts';
import { cutOf, endOf, pageOf } from './trace-ends.ts';
import { stepsOf } from './trace-steps.ts';
import type { TracedWorld } from './traced-world.ts';

/** How many calls are rendered between two turns of the event loop. */
export const SLICE = 100;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The run of a world that is in memory: each call is rendered when it is asked for. */
export const liveRun = (world: TracedWorld, writing: HarWriting): Run => {
  const { id, createdMillis, labels, entries } = world;
  let began: object = {};
  let end: object = {};
  let steps: readonly object[] = [];
  const call: Run['call'] = (at) => harEntryOf(entries[at] as (typeof entries)[number], world, writing);
  return {
    id,
    createdMillis,
    hasFailed: labels.result === 'failed' || entries.some(({ delivered }) => delivered instanceof ApiError),
    calls: entries,
    cut: cutOf(world),
    meet: async () => {
      for (const secret of await world.secrets()) writing.hide(secret);
      began = { world: id, ...(await world.began()) };
      end = await endOf(world);
      steps = stepsOf(world, writing);
      for (let at = 0; at < entries.length; at += 1) {
        call(at);
        if (at % SLICE === SLICE - 1) await nextTurn();
      }
    },
    page: () => pageOf(world),
    began: () => began,
    end: () => end,
    steps: () => steps,
    call,
    isRead: (at) => READING.has(entries[at]?.operation?.http?.method ?? entries[at]?.method ?? ''),
  };
};
