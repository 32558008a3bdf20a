import { ok } from './answer.ts';
import type { Api } from './api.ts';
import { type ReceiverSetting, startReceiver } from './event-receiver.ts';
import { test as base } from './grpc-test.ts';
import { steer } from './mock.ts';
import { orgOf } from './steered.ts';

/** A value of the control plane. */
export type Json = Readonly<Record<string, unknown>>;

/** The sink of the subscription that the fixture has. */
export const FIXTURE_SINK = 'https://hooks.example.com/platform';
/** The moment at which clocks are frozen. */
const NOW = '2030-01-01T00:00:00.000Z';

/** Freezes the clock of a world. */
export const freeze = async (world: Api): Promise<void> =>
  void ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: NOW }));

/** Subscribes a sink to the events of a world; returns the uid of the subscription. */
export const subscribe = async (world: Api, sink: string): Promise<string> => {
  const org = await orgOf(world);
  return ok(await world.post(`/events/v2/subscriptions/${org}`, { sink })).uid;
};

/** Sets what becomes of the deliveries of a world. */
export const plan = async (world: Api, wanted: Json): Promise<void> =>
  void ok(await steer(world, 'PUT', 'events:plan', wanted));

/** Makes a repo in the first organization of a world. */
export const makeRepo = async (world: Api, name: string) =>
  ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name }));

/** The issuer of a world. */
export const issuerOf = async (world: Api): Promise<string> => String(ok(await steer(world, 'GET', 'info')).issuer);

/** A receiver of events. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The receivers of a test. */
export interface Receivers {
  /** Starts a receiver of the events of a world, which is closed after the test. */
  readonly receiverFor: (world: Api, answer?: ReceiverSetting['answer']) => Promise<Receiver>;
  /** A receiver that is subscribed to the events of the world, which are delivered before calls are answered. */
  readonly syncedReceiverFor: (world: Api) => Promise<Receiver>;
}

/** The suite's test with receivers. */
export const test = base.extend<Receivers>({
  receiverFor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const started: Receiver[] = [];
      await use(async (world, answer) => {
        const receiver = await startReceiver({
          issuer: await issuerOf(world),
          group: await orgOf(world),
          ...(answer && { answer }),
        });
        started.push(receiver);
        return receiver;
      });
      for (const receiver of started) receiver.close();
    },
    { box: 'self' },
  ],
  syncedReceiverFor: [
    async ({ receiverFor }, use) => {
      await use(async (world) => {
        const receiver = await receiverFor(world);
        await subscribe(world, receiver.url);
        await plan(world, { mode: 'sync' });
        return receiver;
      });
    },
    { box: 'self' },
  ],
});
