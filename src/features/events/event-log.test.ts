import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { EventLog } from './event-log.ts';
import { RecordedEvent } from './recorded-event.ts';

const world = { id: 'default', settings: { serviceDomain: 'a.test', publicUrl: 'http://a.test', seed: 'seed' } };

const eventOf = (call: number): RecordedEvent => {
  const draft = { family: 'own', type: 'thing', audience: 'customer', path: '', subject: '', group: '' } as const;
  return new RecordedEvent(world, call, draft, { timeMillis: 0, call });
};

for (const [what, emitted] of [
  ['in the order of the calls', [1, 2, 3]],
  ['when an earlier call emits last', [2, 3, 1]],
  ['beside one that no call has emitted', [1, 0, 2]],
] as const) {
  test(`behaviour J14: a call has the ids of its events, ${what}`, () => {
    const order = new ProcessOrder();
    const begun = [1, 2, 3, 4];
    order.last = 4;
    const log = new EventLog(10, order);
    const events = emitted.map(eventOf);
    for (const event of events) log.add(event);
    for (const [nth, call] of emitted.entries()) {
      if (call > 0) assert.deepEqual(log.idsOfCall(call, begun[call] ?? 0), [events[nth]?.id]);
    }
  });
}
