import assert from 'node:assert/strict';
import { createHttpApp } from '../../faces/rest/http-app.ts';
import { deliverySetting } from '../../features/delivery/world-delivery.ts';
import { namedTokens } from '../../identity/authenticator.ts';
import { generateSigningKey, generateUpstreamKey } from '../../identity/signing-keys.ts';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { Kernel } from '../../kernel/call.ts';
import { type CallScope, DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Row, Snapshot, Store } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { shippedFixtures } from '../../package-home.ts';
import { ByteBudget } from '../../plane/bounded-log.ts';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { identities } from '../../resources/index.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { type Profile, SPECIFICATION } from '../../schema/profile.ts';
import { type Listening, listen } from '../../server/listen/server.ts';
import { createMock, type Mock } from '../../server/mock/mock.ts';
import { webHandler } from '../../server/mock/web-app.ts';
import { MemoryStore } from '../../store/memory.ts';
import { createWorld } from '../../world/create-world.ts';
import type { World } from '../../world/world.ts';
import { withoutUnset } from './spelled.ts';

/** The time at which every sequence of calls begins: after the times in the fixtures. */
const BEGIN_MILLIS = Date.UTC(2026, 1, 1);
const FIXTURES = ['default', 'permissions', 'hierarchy'];
const PLAYED_ISSUER = 'parity';
const GUEST = 'guest';

/** Each world is reached by a port of its own, which answers would name without a given URL. */
const PLAIN = {
  serviceDomain: 'platform.test',
  publicUrl: 'http://127.0.0.1',
  hasGivenUrl: true,
  seed: 'twins',
} as const;

/** The rows of a state by collection, without collections that are empty. */
export type Dump = Readonly<Record<string, readonly object[]>>;

/** Two worlds with the same initial state, each on its own port: one is called over REST, the other over gRPC. */
export interface Twins {
  readonly kernel: Kernel;
  readonly profile: Profile;
  /** The operations that the profile of the worlds has. */
  readonly operations: readonly BoundOperation[];
  /** The world behind each port. */
  readonly rest: { readonly port: number; readonly world: CallScope };
  readonly grpc: { readonly port: number; readonly world: CallScope };
  /** Answers a Request over REST in the world that is called over gRPC. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** An identity that may do everything. */
  readonly admin: string;
  /** Unusual values of the `authorization` header, most of them of unknown callers. */
  readonly strangers: readonly (string | undefined)[];
  /** Unexpected failures since the last `restart`. */
  readonly unexpected: () => readonly unknown[];
  /** Restores the initial state of both worlds. */
  readonly restart: () => Promise<void>;
  readonly advance: (millis: number) => void;
  /** A token for an identity, which is valid in both worlds. */
  readonly tokenFor: (identity: string) => Promise<string>;
  /** The rows of one of the worlds. */
  readonly dump: (world: CallScope) => Dump;
  readonly close: () => Promise<void>;
}

const comparable = new WeakMap<Row, object>();

/** A row without values that mean the same as absence, which is made once: rows are replaced, not changed. */
const comparableOf = (row: Row, of: AnyMessage): object => {
  const made = comparable.get(row) ?? withoutUnset(of, { ...row });
  comparable.set(row, made);
  return made;
};

const dump = ({ store }: CallScope, { directory }: Kernel): Dump => {
  const resources = new Map(directory.resources.map((resource) => [resource.name, resource]));
  return Object.fromEntries(
    Object.keys(store.rows.counts())
      .sort()
      .map((name) => {
        const of = resources.get(name)?.message;
        const rows = store.rows.listWithin({ name, indexes: [] }, TOP);
        return [name, of ? rows.map((row) => comparableOf(row, of)) : rows] as const;
      })
      .filter(([, rows]) => rows.length > 0),
  );
};

/** An identity that matches tokens of an issuer which the mock plays. */
const guest = (issuer: string, beside: string) => ({
  uid: `${parentOf(beside)}/${'a'.repeat(16)}`,
  name: GUEST,
  claimMatch: { issuer, subject: GUEST },
});

const strangersOf = async (identity: WorldIdentity, admin: string): Promise<readonly (string | undefined)[]> => {
  const minted = [
    await identity.mint({ identity: admin, ttlSeconds: 3_600 }),
    await identity.mint({ identity: 'f'.repeat(40), ttlSeconds: 3_600 }),
    await identity.mint({ identity: admin, ttlSeconds: 3_600, flaw: 'expired' }),
    await identity.mint({ identity: admin, ttlSeconds: 3_600, flaw: 'bad_signature' }),
    await identity.mint({ identity: admin, ttlSeconds: 3_600, flaw: 'wrong_audience' }),
    await identity.mintUpstream({ issuer: PLAYED_ISSUER, subject: GUEST, ttlSeconds: 3_600 }),
    await identity.mintUpstream({ issuer: 'https://issuer.example.com', subject: 'owner', ttlSeconds: 3_600 }),
  ];
  const bearers = minted.map(({ token }) => `Bearer ${token}`);
  return [...bearers, undefined, 'Bearer nonsense', 'Basic YTpi', 'Bearer a b', `bearer ${minted[0]?.token}`];
};

/** Fills each world with the fixtures and a guest of an issuer; returns an identity that may do everything. */
const populate = async (universes: readonly World[]): Promise<string> => {
  let admin = '';
  for (const { scope: world, identity, population } of universes) {
    await population.begin(FIXTURES, true);
    admin = population.admin();
    const beside = admin;
    await world.store.write((tx) => tx.put(identities, guest(identity.issuerOf(PLAYED_ISSUER, undefined), beside)));
  }
  return admin;
};

const nameToken = async (store: Store, uid: string, identity: string): Promise<void> => {
  if (!store.rows.get(namedTokens, uid)) await store.write((tx) => tx.put(namedTokens, { uid, identity }));
};

/** Opens a port for each world; only the second answers gRPC. */
const openPorts = async (
  { rest, grpc }: Mock,
  worlds: Readonly<Record<'rest' | 'grpc', CallScope>>,
): Promise<Readonly<Record<'restPort' | 'grpcPort', Listening>>> => {
  const open = ({ settings }: CallScope): Promise<Listening> => listen('127.0.0.1', 0, settings);
  const [restPort, grpcPort] = await Promise.all([open(worlds.rest), open(worlds.grpc)]);
  const handlerOf = (world: CallScope) => ({
    app: createHttpApp({ rest, worldOf: () => world }, []),
    rest,
    worldOf: () => world,
    report: assert.ifError,
  });
  restPort.handle(handlerOf(worlds.rest));
  grpcPort.handle({ ...handlerOf(worlds.grpc), grpc });
  return { restPort, grpcPort };
};

const delivery = deliverySetting({}, '0');
const UNTRUSTING = { trusted: [], audiences: [], scheme: 'http' as const };
const AT_ONCE = { wait: async () => undefined, budget: new ByteBudget(0), order: new ProcessOrder() };

/**
 * Opens both worlds from the same fixtures, with the same seed, keys and clock. They share one kernel, since the messages
 * of operations are declared once in a process.
 */
export const openTwins = async (profile = SPECIFICATION): Promise<Twins> => {
  let millis = BEGIN_MILLIS;
  let unexpected: unknown[] = [];
  const report = (error: unknown): void => void unexpected.push(error);
  const clock = { now: () => millis };
  // v1 in camelCase, since the canonical JSON of a message has JSON names.
  const spellings = { v1: 'json' } as const;
  const settings = { ...PLAIN, spellings, profile };
  const key = generateSigningKey();
  const upstreamKey = makeAtFirstUse(generateUpstreamKey);
  const maySteer = (): boolean => true;
  const alike = { clock, delivery, maySteer, key, upstreamKey, ...UNTRUSTING, ...AT_ONCE, report };
  const mock = createMock(report);
  const { kernel } = mock;
  const open = (): World =>
    createWorld({ ...alike, settings, shippedFixtures }, { id: DEFAULT_WORLD, store: new MemoryStore() });
  const universes = { rest: open(), grpc: open() };
  const worlds = { rest: universes.rest.scope, grpc: universes.grpc.scope };
  const admin = await populate(Object.values(universes));
  const strangers = await strangersOf(universes.rest.identity, admin);
  await strangersOf(universes.grpc.identity, admin);
  const begun: readonly (readonly [World['scope'], Snapshot])[] = Object.values(worlds).map((world) => [
    world,
    world.store.capture(),
  ]);
  const { restPort, grpcPort } = await openPorts(mock, worlds);
  const web = { ...mock, worldOf: () => worlds.grpc, settings };
  return {
    kernel,
    profile,
    operations: kernel.operationsIn(profile),
    rest: { port: restPort.port, world: worlds.rest },
    grpc: { port: grpcPort.port, world: worlds.grpc },
    fetch: webHandler(web, createHttpApp(web, [])),
    admin,
    strangers,
    unexpected: () => unexpected,
    restart: async () => {
      unexpected = [];
      millis = BEGIN_MILLIS;
      for (const [{ store, clock: its }, snapshot] of begun) {
        // Only a reset sets a world's clock back.
        its.reset();
        await store.restore(snapshot);
      }
    },
    advance: (by) => {
      millis += by;
    },
    tokenFor: async (identity) => {
      const uid = `token-of-${identity}`;
      for (const { store } of Object.values(worlds)) await nameToken(store, uid, identity);
      return uid;
    },
    dump: (world) => dump(world, kernel),
    close: async () => {
      await Promise.all([restPort.close(), grpcPort.close()]);
    },
  };
};
