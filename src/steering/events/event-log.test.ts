import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessOrder } from '../plane/process-order.ts';
import { EventLog } from './event-log.ts';
import { RecordedEvent } from './recorded-event.ts';

/** Hands out the numbers given, one after the other. */
class GivenOrder extends ProcessOrder {
  readonly #numbers: number[];

  constructor(numbers: readonly number[]) {
    super();
    this.#numbers = [...numbers];
  }

  override next(): number {
    return this.#numbers.shift() ?? 0;
  }
}

const world = { id: 'default', settings: { serviceDomain: 'a.test', publicUrl: 'http://a.test', seed: 'seed' } };

const eventOf = (call: number): RecordedEvent => {
  const draft = { family: 'own', type: 'thing', audience: 'customer', path: '', subject: '', group: '' } as const;
  return new RecordedEvent(world, call, draft, { timeMillis: 0, call });
};

/** The calls that have emitted events, with the number of each event, in the order in which they were taken. */
const CASES: readonly (readonly [what: string, calls: readonly (readonly [call: number, order: number])[]])[] = [
  [
    'in the order of their numbers',
    [
      [1, 2],
      [2, 4],
      [3, 6],
    ],
  ],
  [
    'that of a later call has a place that was kept for it',
    [
      [1, 20],
      [2, 5],
      [3, 22],
    ],
  ],
  [
    'one that no call has emitted has such a place',
    [
      [1, 20],
      [0, 5],
      [2, 22],
    ],
  ],
  [
    'an earlier call ends last',
    [
      [2, 4],
      [3, 6],
      [1, 8],
    ],
  ],
];
for (const [what, calls] of CASES) {
  test(`behaviour J14: a call has the ids of its events: ${what}`, () => {
    const log = new EventLog(10, new GivenOrder(calls.map(([, order]) => order)));
    const events = calls.map(([call]) => eventOf(call));
    for (const event of events) log.add(event);
    const called = events.filter(({ call }) => call > 0);
    assert.deepEqual(
      called.map(({ call, order }) => log.idsOfCall(call, order - 1)),
      called.map(({ id }) => [id]),
    );
  });
}
