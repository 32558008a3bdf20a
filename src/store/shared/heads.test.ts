import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connections } from './connections.ts';
import { DatabaseClock } from './database-clock.ts';
import { type Follower, Heads } from './heads.ts';
import type { Columns, Statement } from './session.ts';

const PLACE = { line: 1, rev: 0, seq: 4, tag: '9' };
const row = (nth: number, head: number): Columns => ({ nth, now: 5, born: '1', line: '1', rev: '0', head, tag: '9' });
const follower = (world: string): Follower => ({
  key: { world, born: '1' },
  place: PLACE,
  follow: async () => undefined,
});

/** Heads of a database in which each world is at an entry, with the names of the queries that were sent. */
const openHeads = () => {
  const asked: (string | undefined)[] = [];
  const at = { seq: 4 };
  const learn = async ({ name, values = [] }: Statement): Promise<readonly Columns[]> => {
    asked.push(name);
    const [worlds] = values;
    return Array.isArray(worlds) ? worlds.map((_, nth) => row(nth + 1, at.seq)) : [row(1, at.seq)];
  };
  const parts = { clock: new DatabaseClock(() => 0), now: () => 0, notice: () => undefined };
  const heads = new Heads({ ...parts, connections: { learn } as unknown as Connections });
  return { heads, asked, at };
};

test('the head of one world that nobody else writes to is asked for alone, those of several with their entries', async () => {
  const { heads, asked } = openHeads();
  await heads.learn(follower('a'));
  await Promise.all([heads.learn(follower('a')), heads.learn(follower('b'))]);
  await heads.learn(follower('a'));
  assert.deepEqual(asked, ['head', 'heads', 'head']);
});

test('once others are found to write, heads are asked for with the entries that are lacking, for a while', async () => {
  const { heads, asked, at } = openHeads();
  at.seq = 6;
  const { head } = await heads.learn(follower('a'));
  assert.deepEqual([head.seq, head.entries], [6, []]);
  at.seq = 4;
  for (let nth = 0; nth < 101; nth += 1) await heads.learn(follower('a'));
  assert.deepEqual(asked, ['head', ...Array.from({ length: 100 }, () => 'heads'), 'head']);
});
