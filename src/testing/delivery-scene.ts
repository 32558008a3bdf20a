import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import type { WorldEvent } from '../../generated/nouns.ts';
import type { TimerFacts, Timers } from '../features/clock/world-timers.ts';
import { DeliveryLog } from '../features/delivery/delivery-log.ts';
import { DELIVERY_SCHEDULE } from '../features/delivery/delivery-queue.ts';
import { DELIVERY_TIMEOUT, type DeliveryDeps } from '../features/delivery/delivery-sender.ts';
import { refusalsBy } from '../features/delivery/egress.ts';
import { HttpSender } from '../features/delivery/http-sender.ts';
import { WorldOutbox } from '../features/delivery/world-outbox.ts';
import { WorldSinks } from '../features/delivery/world-sinks.ts';
import type { PendingDelivery } from '../features/events/pending-deliveries.ts';
import { ApiError } from '../kernel/errors.ts';
import { MemoryStore } from '../store/memory.ts';

/** The organization that subscribes. */
export const ORG = 'a'.repeat(40);
/** The issuer of the tokens of deliveries. */
export const ISSUER = 'http://127.0.0.1:8484';
/** The time of the world at the beginning. */
export const NOW = Date.UTC(2030, 0, 1);
/** The time of the machine. */
export const WALL = Date.UTC(2026, 5, 1);

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** The key that signs deliveries. */
export const key = { kid: 'one', algorithm: 'ES256' as const, ...pair };
const keys = { signer: async () => key, find: async () => key };

/** A clock that is moved by hand, with callbacks that are due at its moments. */
class HandClock implements Timers {
  #now = NOW;
  #timers: { readonly millis: number; readonly facts: TimerFacts; readonly fire: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  at(millis: number, facts: TimerFacts, fire: () => void): () => void {
    const timer = { millis, facts, fire };
    this.#timers.push(timer);
    this.#timers.sort((a, b) => a.millis - b.millis);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  get waiting(): readonly number[] {
    return this.#timers.map(({ millis }) => (millis - NOW) / 1_000);
  }

  /** Moves on to the next moment at which something is due; false if nothing is. */
  next(): boolean {
    const [first] = this.#timers;
    if (!first) return false;
    this.#now = first.millis;
    for (let due = this.#timers[0]; due && due.millis <= this.#now; due = this.#timers[0]) {
      this.#timers.shift();
      due.fire();
    }
    return true;
  }
}

/** A request as a receiver got it. */
export interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The time that a receiver has for its answer, in milliseconds. */
export const ANSWER_MILLIS = DELIVERY_TIMEOUT;

const servers: Server[] = [];
const sender = new HttpSender({ timeoutMillis: ANSWER_MILLIS });

/** Closes the sender and all receivers: each file does so after its tests. */
export const closeReceivers = (): void => {
  sender.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
};

type Answering = (count: number, got: Got) => number | undefined;

/** A receiver on a free port; it hangs when `answer` returns nothing. */
export const receiver = async (answer: Answering = () => 204) => {
  const received: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const got = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    const status = answer(received.length, got);
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('seen');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};

/** An event that differs from others by its number. */
export const eventOf = (number: number): WorldEvent => ({
  id: `event-${number}`,
  type: 'dev.example.api.platform.registry.repo.created.v1',
  source: 'http://127.0.0.1:8484/registry/v2/repos',
  subject: `${ORG}/0662c3a1b8e7f001`,
  time: '2030-01-01T00:00:00.000Z',
  group: `${ORG}/00000000000000aa`,
  audience: 'customer',
  bodyType: 'platform.registry.v2.Repo',
  actor: { subject: `${ORG}/f462d354ca32ca9f` },
  body: { uid: `${ORG}/0662c3a1b8e7f001`, name: `naïve-${number}` },
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
});

/** A delivery of such an event to a sink. */
export const deliveryTo = (sink: string, number = 1, uid = `${ORG}/sub`) =>
  ({
    id: `${uid}-${number}`,
    event: eventOf(number),
    subscription: { uid, group: ORG, sink },
  }) satisfies PendingDelivery;

/** An outbox with a clock that is moved by hand, and the results of its deliveries. */
export const opened = (changed: Partial<DeliveryDeps> = {}) => {
  const clock = new HandClock();
  const store = new MemoryStore();
  const failures: unknown[] = [];
  const machineClock = { now: () => WALL };
  const sinks = new WorldSinks({ clock, store, issuer: ISSUER, keys, machineClock });
  const over: string[] = [];
  const log = new DeliveryLog();
  const outbox = new WorldOutbox({
    store,
    log,
    release: async (id) => void over.push(id),
    eventOf: (id) => {
      throw new ApiError('NOT_FOUND', `Not found: there is no event ${JSON.stringify(id)}`);
    },
    clock,
    machineClock,
    timers: clock,
    keys,
    issuer: ISSUER,
    version: '1.2.3',
    sender,
    sinks,
    schedule: DELIVERY_SCHEDULE,
    refusal: refusalsBy({
      isLocal: (host) => host === '127.0.0.1' || host.endsWith('.localhost'),
      allowed: new Set(),
    }),
    subscriptionOf: (uid) => (uid === 'known' ? { uid, group: ORG, sink: 'sink://known' } : undefined),
    report: (error) => failures.push(error),
    ...changed,
  });
  const idle = (): Promise<void> => outbox.idle();
  /** Moves the clock on until nothing is due. */
  const run = async (): Promise<void> => {
    do await idle();
    while (clock.next());
  };
  return { outbox, log, clock, sinks, over, idle, run, failures };
};

/** The claims of the token of a request. */
export const claimsOf = ({ headers }: Got) => decodeJwt(String(headers.authorization).replace('Bearer ', ''));
