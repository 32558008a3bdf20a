import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bySize } from '../../../scripts/test-size.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { TimerFacts, Timers } from '../clock/world-timers.ts';
import type { PendingDelivery } from '../events/pending-deliveries.ts';
import { DeliveryLog } from './delivery-log.ts';
import { DELIVERY_SCHEDULE } from './delivery-queue.ts';
import type { DeliveryDeps } from './delivery-sender.ts';
import type { Sender } from './http-sender.ts';
import { WorldOutbox } from './world-outbox.ts';

const COUNT = bySize({ small: 500, usual: 800, whole: 10_000 });
const MEGABYTE = 1024 * 1024;

const key = { kid: 'one', algorithm: 'ES256' as const, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
const keys = { signer: async () => key, find: async () => key };

/** Time that goes on only when nothing else is to be done. */
class SimulatedTime implements Timers {
  #now = 0;
  readonly #due = new Map<number, Set<() => void>>();

  now(): number {
    return this.#now;
  }

  at(millis: number, _: TimerFacts, fire: () => void): () => void {
    const fires = this.#due.get(millis) ?? new Set();
    fires.add(fire);
    this.#due.set(millis, fires);
    return () => void fires.delete(fire);
  }

  next(): boolean {
    if (this.#due.size === 0) return false;
    this.#now = Math.min(...this.#due.keys());
    const fires = this.#due.get(this.#now) ?? [];
    this.#due.delete(this.#now);
    for (const fire of fires) fire();
    return true;
  }
}

const deliveryOf = (number: number): PendingDelivery => ({
  id: `d${number}`,
  event: {
    ...{ id: `e${number}`, type: 'dev.example.made.v1', source: 'http://127.0.0.1/x', subject: 'a', group: 'a' },
    time: '2030-01-01T00:00:00.000Z',
    audience: 'customer',
    body: { number, text: 'x'.repeat(500) },
  },
  subscription: { uid: `s${number % 4}`, group: 'a', sink: `http://127.0.0.1/${number % 4}` },
});

const outboxWith = (
  time: SimulatedTime,
  { send, release }: Pick<Sender, 'send'> & Pick<DeliveryDeps, 'release'>,
): WorldOutbox =>
  new WorldOutbox({
    store: new MemoryStore(),
    ...{ clock: time, machineClock: time, timers: time, keys, issuer: 'http://127.0.0.1', version: '0' },
    sender: { send, close: () => {} },
    schedule: DELIVERY_SCHEDULE,
    sinks: { receive: async () => 204 },
    refusal: () => undefined,
    log: new DeliveryLog(),
    release,
    eventOf: (id) => assert.fail(id),
    subscriptionOf: () => undefined,
    report: (error) => assert.fail(String(error)),
  });

const run = async (outbox: WorldOutbox, time: SimulatedTime): Promise<void> => {
  do await outbox.idle();
  while (time.next());
};

/** The memory in use after a collection of garbage, in bytes. */
const heapUsed = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

test('behaviour E10: of many events to a receiver that fails one time in three, over a restart, none is lost', async () => {
  const time = new SimulatedTime();
  const arrivals = new Map<string, number>();
  const pending = new Map<string, PendingDelivery>();
  let calls = 0;
  const send: Sender['send'] = async ({ headers }) => {
    calls += 1;
    const id = String(headers['Ce-Id']);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    // Failed deliveries have arrived all the same.
    return { status: calls % 3 === 0 ? 500 : 204 };
  };
  const open = async (): Promise<WorldOutbox> => {
    const outbox = outboxWith(time, { send, release: async (id) => void pending.delete(id) });
    await outbox.setPlan({ mode: 'async', duplicate: 1 });
    return outbox;
  };
  const first = await open();
  const all = Array.from({ length: COUNT }, (_, index) => deliveryOf(index));
  for (const delivery of all) pending.set(delivery.id, delivery);
  const before = heapUsed();
  first.add(all);
  // The process ends while retries wait and requests are on their way.
  while (pending.size > COUNT / 2) await new Promise((resolve) => setImmediate(resolve));
  first.clear();
  const undone = [...pending.values()];
  assert.ok(undone.length > 0 && undone.length <= COUNT / 2);

  const second = await open();
  second.add(undone);
  await run(second, time);
  const lost = all.filter(({ event }) => !arrivals.has(event.id));
  assert.deepEqual([lost, pending.size], [[], 0]);
  // The plan sends each delivery twice, and a failed one is sent once more.
  assert.ok(calls > 2 * COUNT, `${calls}`);
  const grown = heapUsed() - before;
  assert.ok(grown < 64 * MEGABYTE, `${grown / MEGABYTE} MB`);
});
