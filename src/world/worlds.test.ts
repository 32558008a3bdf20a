import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallScope } from '../kernel/call-scope.ts';
import { ApiError } from '../kernel/errors.ts';
import { type RegisteredWorld, Worlds } from './worlds.ts';

interface TestWorld {
  readonly scope: CallScope;
}

const entered = (id: string, more: Partial<RegisteredWorld<TestWorld>> = {}): RegisteredWorld<TestWorld> => ({
  id,
  labels: {},
  from: 'default',
  createdMillis: 0,
  world: { scope: { id, store: {} } as CallScope },
  ...more,
});

const open = (limit = 3, nameRequired = false) => {
  let now = 0;
  const worlds = new Worlds<TestWorld>({ first: entered('default'), limit, nameRequired, clock: { now: () => now } });
  const ids = (): readonly string[] => worlds.list().map(({ id }) => id);
  const at = (millis: number): void => {
    now = millis;
  };
  return { worlds, ids, at };
};

const reason =
  (expected: string | undefined, message = /./) =>
  (error: unknown) =>
    error instanceof ApiError && error.detail.reason === expected && message.test(error.message);

test('behaviour W10: a world ends when its time is up, at the moment and not before it', () => {
  const { worlds, ids, at } = open();
  worlds.add(entered('long', { expiresMillis: 2_000 }));
  worlds.add(entered('short', { expiresMillis: 1_000 }));
  worlds.add(entered('ever'));
  at(999);
  assert.deepEqual(ids(), ['default', 'long', 'short', 'ever']);
  at(1_000);
  assert.deepEqual(ids(), ['default', 'long', 'ever']);
  assert.throws(() => worlds.get('short'), reason('MOCK_WORLD_NOT_FOUND', /has ended/));
  at(2_000);
  assert.throws(() => worlds.get('long'), reason('MOCK_WORLD_NOT_FOUND', /has ended/));
  assert.deepEqual(ids(), ['default', 'ever']);
});

test('behaviour W5: the limit does not count default, and worlds that have ended make room', () => {
  const { worlds, ids, at } = open(2);
  worlds.add(entered('a', { expiresMillis: 10 }));
  worlds.add(entered('b'));
  assert.throws(() => worlds.take('c'), reason('MOCK_TOO_MANY_WORLDS', /the oldest is "a"/));
  at(10);
  worlds.add(entered('c'));
  assert.deepEqual(ids(), ['default', 'b', 'c']);
  worlds.end('b');
  worlds.add(entered('a'));
  assert.equal(worlds.get('a').id, 'a');
});

test('behaviour W5: a world that is being made has its name and its room until it is given up', () => {
  const { worlds, ids } = open(1);
  worlds.take('a');
  assert.throws(() => worlds.take('a'), reason(undefined, /already exists/));
  assert.throws(() => worlds.take('b'), reason('MOCK_TOO_MANY_WORLDS', /there are 1 worlds already/));
  worlds.giveUp('a');
  worlds.take('b');
  worlds.add(entered('b'));
  assert.deepEqual(ids(), ['default', 'b']);
});

test('with a limit of 0 there is default alone', () => {
  assert.throws(() => open(0).worlds.take('a'), reason('MOCK_TOO_MANY_WORLDS'));
});

test('a call without its world gets one that refuses it where others authenticate', async () => {
  const { worlds } = open();
  const refused = worlds.getOfCall({ 'x-mock-world': 'nowhere' });
  assert.equal(refused.id, 'default');
  assert.throws(() => refused.authenticate(undefined, 'open'), reason('MOCK_WORLD_NOT_FOUND'));
  const presented = { authorization: undefined, request: () => ({}) };
  await assert.rejects(refused.tokens.exchange(presented), reason('MOCK_WORLD_NOT_FOUND'));
  await assert.rejects(refused.tokens.refresh(presented), reason('MOCK_WORLD_NOT_FOUND'));
});

test('behaviour W4: if a name is demanded, default must be named too', () => {
  const { worlds } = open(3, true);
  const nameless = worlds.getOfCall({});
  assert.throws(() => nameless.authenticate(undefined, 'open'), reason('MOCK_WORLD_REQUIRED'));
  assert.equal(worlds.getOfCall({ 'x-mock-world': 'default' }), worlds.get('default').world.scope);
  assert.equal(worlds.at({}).id, 'default');
});

test('a label that objects have by themselves is not found on a world without it', () => {
  const { worlds } = open();
  worlds.add(entered('a', { labels: { run: '1' } }));
  assert.deepEqual(worlds.list(new Map([['constructor', 'x']])), []);
  assert.deepEqual(
    worlds.list(new Map([['run', '1']])).map(({ id }) => id),
    ['a'],
  );
});
