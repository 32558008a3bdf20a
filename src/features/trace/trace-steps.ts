import { instant } from '../../kernel/clock.ts';
import { hideInValue } from '../journal/hidden-names.ts';
import type { Step } from '../journal/step-log.ts';
import type { HarWriting } from './har-entry.ts';
import { hasApplied, shownBody } from './note-step.ts';
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
  ...(largeBody !== undefined && { body: shownBody(largeBody, hide, hasApplied(step)) }),
});

/** The control calls of a world and its events, each with its deliveries, in the order of their places. */
export const stepsOf = ({ id, steps, events }: TracedWorld, writing: HarWriting): readonly object[] =>
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
