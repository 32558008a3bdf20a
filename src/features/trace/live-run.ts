import { setImmediate as nextTurn } from 'node:timers/promises';
import { instant } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { hideInValue } from '../journal/hidden-names.ts';
import type { Step } from '../journal/step-log.ts';
import { type HarWriting, harEntryOf } from './har-entry.ts';
import { hasApplied, redactedBody } from './note-step.ts';
import type { Run } from './run.ts';
import { cutOf, endOf, pageOf } from './trace-ends.ts';
import type { TracedWorld } from './traced-world.ts';

const controlStep = (
  world: string,
  { begunMillis, ranRealMillis, order, largeBody, ...step }: Step,
  { epochMillis, readingEpoch, hide }: HarWriting,
): { readonly [name: string]: unknown; readonly _place: number } => ({
  kind: 'control',
  world,
  startedDateTime: new Date(epochMillis + begunMillis).toISOString(),
  _place: order,
  _ran: instant(readingEpoch + ranRealMillis),
  ...step,
  ...(largeBody !== undefined && { body: redactedBody(largeBody, hide, hasApplied(step)) }),
});

/** The control calls of a world and its events, each with its deliveries, in the order of their places. */
const stepsOf = ({ id, steps, events }: TracedWorld, writing: HarWriting): readonly object[] =>
  [
    ...steps.map((step) => controlStep(id, step, writing)),
    ...events.flatMap(({ event, order, deliveries }) => [
      { kind: 'event', world: id, _place: order, time: event.time, event: hideInValue(event, writing.hide) },
      ...deliveries.map((delivery) => ({
        kind: 'delivery',
        world: id,
        _place: order,
        time: delivery.attempts[0]?.time ?? delivery.nextTime ?? event.time,
        delivery: hideInValue(delivery, writing.hide),
      })),
    ]),
  ].sort((one, other) => one._place - other._place);

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
