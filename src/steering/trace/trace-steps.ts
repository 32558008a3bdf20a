import { hideInValue } from '../journal/hidden-names.ts';
import type { Hide } from '../journal/redacted.ts';
import type { Step } from '../journal/step-log.ts';
import type { TracedWorld } from './traced-world.ts';

const controlStep = (world: string, { begunMillis, ...step }: Step, epochMillis: number): object => ({
  kind: 'control',
  world,
  startedDateTime: new Date(epochMillis + begunMillis).toISOString(),
  ...step,
});

/** The control calls, the events and the deliveries of a world. */
export const stepsOf = ({ id, steps, events }: TracedWorld, epochMillis: number, hide: Hide): readonly object[] => [
  ...steps.map((step) => controlStep(id, step, epochMillis)),
  ...events.flatMap(({ event, deliveries }) => [
    { kind: 'event', world: id, time: event.time, event: hideInValue(event, hide) },
    ...deliveries.map((delivery) => ({
      kind: 'delivery',
      world: id,
      time: delivery.attempts[0]?.time ?? delivery.nextTime ?? event.time,
      delivery: hideInValue(delivery, hide),
    })),
  ]),
];
