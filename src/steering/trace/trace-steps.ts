import { instant } from '../../kernel/clock.ts';
import type { Hide } from '../journal/redacted.ts';
import type { Step } from '../journal/step-log.ts';
import { hideInValue } from './hidden-names.ts';
import type { TracedWorld } from './traced-world.ts';

const controlStep = (
  world: string,
  { begunMillis, ranRealMillis, order, ...step }: Step,
  epochMillis: number,
): object => ({
  kind: 'control',
  world,
  startedDateTime: new Date(epochMillis + begunMillis).toISOString(),
  _place: order,
  _ran: instant(epochMillis + ranRealMillis),
  ...step,
});

/** The control calls, the events and the deliveries of a world. */
export const stepsOf = (
  { id, steps, events, deliveriesOf }: TracedWorld,
  epochMillis: number,
  hide: Hide,
): readonly object[] => [
  ...steps.map((step) => controlStep(id, step, epochMillis)),
  ...events.flatMap((event) => [
    { kind: 'event', world: id, time: event.time, event: hideInValue(event, hide) },
    ...deliveriesOf(event.id).map((delivery) => ({
      kind: 'delivery',
      world: id,
      time: delivery.attempts[0]?.time ?? delivery.nextTime ?? event.time,
      delivery: hideInValue(delivery, hide),
    })),
  ]),
];
