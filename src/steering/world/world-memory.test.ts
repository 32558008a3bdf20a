import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { RegisteredWorld } from './registered-world.ts';
import { Worlds } from './worlds.ts';

interface Sized {
  readonly scope: CallScope;
  readonly made: number;
  bytes: number;
  isBusy: boolean;
}

/** Worlds that can be opened again, each of ten bytes, of which `limit` bytes may be in memory. */
const openBounded = (limit: number) => {
  const opened: string[] = [];
  const left: string[] = [];
  const makeWorld = (id: string): RegisteredWorld<Sized> => {
    opened.push(id);
    const world = { scope: { id, store: {} } as CallScope, made: opened.length, bytes: 10, isBusy: false };
    return { id, labels: {}, from: 'default', createdMillis: 0, world };
  };
  const elsewhere: Elsewhere<Sized> = {
    find: async (id) => {
      await nextTurn();
      return id === 'missing' ? undefined : makeWorld(id);
    },
    hasEnded: async () => false,
    labelsOf: async () => undefined,
    roomFor: async () => ({ count: 0, oldest: undefined, isTaken: false }),
  };
  const worlds = new Worlds<Sized>({
    first: makeWorld('default'),
    elsewhere,
    memory: {
      limit,
      bytesOf: ({ bytes }) => bytes,
      isBusy: ({ isBusy }) => isBusy,
      forgotten: ({ scope }) => void left.push(scope.id),
    },
    limit: 10,
    nameRequired: false,
    clock: { now: () => 0 },
  });
  const call = async (id: string): Promise<EventEmitter> => {
    const answer = new EventEmitter();
    await worlds.getOfCall({ 'x-mock-world': id }, answer);
    return answer;
  };
  /** Calls a world, and ends the call. */
  const use = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      (await call(id)).emit('close');
      await nextTurn();
    }
  };
  const inMemory = (): readonly string[] => worlds.list().map(({ id }) => id);
  return { worlds, call, use, inMemory, opened, left, makeWorld };
};

test('behaviour 31.18: beyond the bound those go that were used longest ago, and come back with their next call', async () => {
  const { worlds, use, inMemory, opened } = openBounded(30);
  await use('a', 'b', 'c', 'a', 'd');
  assert.deepEqual(inMemory(), ['default', 'a', 'd']);
  assert.deepEqual(worlds.memoryUse, { bytes: 20, forgotten: 2 });
  await use('b');
  assert.deepEqual(inMemory(), ['default', 'a', 'd', 'b']);
  assert.deepEqual(opened, ['default', 'a', 'b', 'c', 'd', 'b']);
});

test('behaviour 31.18: a world in which a call is under way stays, whatever it takes', async () => {
  const { call, use, inMemory, left } = openBounded(5);
  const answers = [await call('a'), await call('a')];
  await use('b');
  answers[0]?.emit('close');
  await nextTurn();
  assert.deepEqual([inMemory(), left], [['default', 'a'], ['b']]);
  answers[1]?.emit('close');
  await nextTurn();
  assert.deepEqual([inMemory(), left], [['default'], ['b', 'a']]);
});

test('behaviour 31.18: a call that is given up before its world is there holds it no longer', async () => {
  const { worlds, inMemory } = openBounded(5);
  const answer = new EventEmitter();
  const reached = worlds.getOfCall({ 'x-mock-world': 'a' }, answer);
  answer.emit('close');
  await reached;
  await nextTurn();
  assert.deepEqual(inMemory(), ['default']);
});

test('behaviour 31.18: a world in which something goes on without a call stays', async () => {
  const { worlds, use, call, inMemory } = openBounded(5);
  const answer = await call('a');
  const { world } = worlds.get('a');
  world.isBusy = true;
  answer.emit('close');
  await use('b');
  assert.deepEqual(inMemory(), ['default', 'a']);
  world.isBusy = false;
  await use('b');
  assert.deepEqual(inMemory(), ['default']);
});

test('behaviour 31.18: a world that grows counts as what it takes by then', async () => {
  const { worlds, use, call, inMemory } = openBounded(30);
  await use('a', 'b');
  const answer = await call('b');
  worlds.get('b').world.bytes = 25;
  answer.emit('close');
  await nextTurn();
  assert.deepEqual(inMemory(), ['default', 'b']);
});

test('behaviour 31.18: worlds that are looked at go first, and a look takes labels over', async () => {
  const { worlds, use, inMemory } = openBounded(30);
  await use('a', 'b');
  const seen: unknown[] = [];
  for (const id of ['c', 'd', 'missing']) {
    await worlds.look(id, { run: id }, ({ labels }) => void seen.push(labels));
    await nextTurn();
  }
  assert.deepEqual(seen, [{ run: 'c' }, { run: 'd' }]);
  assert.deepEqual(inMemory().slice(0, 3), ['default', 'a', 'b']);
  assert.equal(inMemory().includes('c'), false);
});

test('behaviour 31.9: a call that comes while its world is kept waits for it, and opens no second one', async () => {
  const { worlds, makeWorld, opened } = openBounded(100);
  const entered = makeWorld('new');
  let keep = (): void => undefined;
  const added = worlds.addKept(
    entered,
    () =>
      new Promise((resolve) => {
        keep = resolve;
      }),
  );
  const called = worlds.getOfCall({ 'x-mock-world': 'new' });
  await nextTurn();
  keep();
  await added;
  assert.equal(await called, entered.world.scope);
  assert.deepEqual(opened, ['default', 'new']);
  // One that cannot be kept is looked for, as any.
  await assert.rejects(
    worlds.addKept(makeWorld('lost'), async () => Promise.reject(new Error('full'))),
    /full/,
  );
  assert.equal((await worlds.reach('lost')).world.made, opened.length);
});
