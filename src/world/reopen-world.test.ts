import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverySetting } from '../features/delivery/world-delivery.ts';
import { developmentKey } from '../identity/development-key.ts';
import { generateUpstreamKey } from '../identity/signing-keys.ts';
import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import { ApiError } from '../kernel/errors.ts';
import { shippedFixtures } from '../package-home.ts';
import { ByteBudget } from '../plane/bounded-log.ts';
import { ProcessOrder } from '../plane/placed-items.ts';
import { MemoryStore } from '../store/memory.ts';
import { createWorld } from './create-world.ts';
import { EndedWorlds } from './ended-worlds.ts';
import { reopenWorld } from './reopen-world.ts';
import type { World, WorldDeps } from './world.ts';
import { worldControl } from './world-control.ts';
import type { StoredWorld, WorldHome } from './world-home.ts';
import { viewOfWorld } from './world-view.ts';
import { Worlds } from './worlds.ts';

const NOW = Date.UTC(2026, 0, 1);
let machineMillis = NOW;
const clock = { now: () => machineMillis };
const fail = (error: unknown): never => assert.fail(String(error));

const snapshots = {
  heads: [],
  write: async () => undefined,
  stateOf: async () => assert.fail('none is kept'),
  remove: async () => undefined,
};

/** A home in memory, whose `persist` first does what a test says. */
const homeWith = (keeping: () => Promise<void>) => {
  const there = new Map<string, StoredWorld>();
  const home: WorldHome = {
    stored: [],
    begin: (store) => ({
      store,
      snapshots,
      persist: async (id, record, origin) => {
        await keeping();
        there.set(id, { id, record, store, snapshots, origin: async () => origin });
      },
    }),
    relabel: async (id, record) => {
      const stored = there.get(id) ?? assert.fail(id);
      there.set(id, { ...stored, record });
    },
    end: async () => undefined,
  };
  return { home, there };
};

/** A mock with one world, `default`, beside which others are made. */
const open = async (keeping = async (): Promise<void> => undefined) => {
  const { home, there } = homeWith(keeping);
  const deps: WorldDeps = {
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'kept' },
    clock,
    key: Promise.resolve(developmentKey()),
    wait: async () => undefined,
    upstreamKey: generateUpstreamKey,
    trusted: [],
    audiences: [],
    scheme: 'http',
    shippedFixtures,
    maySteer: () => false,
    budget: new ByteBudget(1_000_000),
    order: new ProcessOrder(),
    delivery: deliverySetting({}, '1'),
    home,
    report: fail,
  };
  const first = createWorld(deps, { id: DEFAULT_WORLD, store: new MemoryStore() });
  await first.population.begin(['default'], true);
  const entered = { id: DEFAULT_WORLD, labels: {}, from: 'fixture:default', createdMillis: NOW, world: first };
  const worlds = new Worlds<World>({ first: entered, limit: 5, nameRequired: false, clock });
  const control = worldControl({
    worlds,
    world: deps,
    traceOf: () => assert.fail('no trace is asked for'),
    endedWorlds: new EndedWorlds({ budget: deps.budget, clock, order: deps.order }),
    clock,
    newId: () => assert.fail('each has a name'),
  });
  return { deps, worlds, control, there };
};

const hasCode = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

test('31.1: a world is opened by the next run as it was made, with its labels of now', async () => {
  const { deps, worlds, control, there } = await open();
  const wanted = {
    name: 'a',
    from: 'default',
    labels: { run: '1', old: 'x' },
    seed: 'own',
    profile: 'published',
    clock: { mode: 'scaled', scale: 2, nowMillis: NOW + 5_000 },
    ttlMillis: 60_000,
  } as const;
  await control.create(wanted, DEFAULT_WORLD);
  await control.label('a', { run: '2', old: null });
  machineMillis += 10_000;
  const made = worlds.get('a');
  const opened = reopenWorld(deps, there.get('a') ?? assert.fail('it is not kept'));
  assert.deepEqual(viewOfWorld(opened), viewOfWorld(made));
  assert.deepEqual(opened.labels, { run: '2' });
  const { settings } = opened.world.scope;
  assert.deepEqual([settings.seed, settings.profile?.name], ['own', 'published']);
  assert.deepEqual(await opened.world.population.readOrigin(), await made.world.population.readOrigin());
});

test('31.1: a world is there once it is kept, and its name is taken meanwhile', async () => {
  let [keep, begin] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stored = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const { worlds, control } = await open(() => {
    begin();
    return stored;
  });
  const making = control.create({ name: 'a', from: 'empty', labels: {} }, DEFAULT_WORLD);
  await begun;
  await assert.rejects(
    control.create({ name: 'a', from: 'empty', labels: {} }, DEFAULT_WORLD),
    hasCode('ALREADY_EXISTS'),
  );
  assert.throws(() => worlds.get('a'), hasCode('NOT_FOUND'));
  keep();
  await making;
  assert.equal(worlds.get('a').id, 'a');
});

test('31.1: a world that cannot be kept is not there, and its name is free again', async () => {
  let isFull = true;
  const { worlds, control } = await open(async () => {
    if (isFull) throw new ApiError('RESOURCE_EXHAUSTED', 'the disk is full');
  });
  const make = () => control.create({ name: 'a', from: 'empty', labels: {} }, DEFAULT_WORLD);
  await assert.rejects(make(), hasCode('RESOURCE_EXHAUSTED'));
  assert.throws(() => worlds.get('a'), hasCode('NOT_FOUND'));
  isFull = false;
  await make();
  assert.equal(worlds.get('a').id, 'a');
});
