import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultMatch } from '../../../generated/nouns.ts';
import { tallyCollection } from '../../kernel/rows.ts';
import { V2 } from '../../schema/edition.ts';
import type { Operation } from '../../schema/operation.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ArmedRule, type SeenCall } from './armed-rule.ts';
import type { FaultRule } from './fault-presets.contract.ts';
import { forgetTallies, tallyInMemory, tallyInRows } from './tally.ts';

const call = (changed: Partial<SeenCall> = {}): SeenCall => ({
  operation: { id: 'ListRepos', edition: V2 } as Operation,
  method: 'GET',
  path: '/registry/v2/repos',
  caller: 'me',
  attempt: 1,
  hasBody: true,
  writes: false,
  resource: '',
  entry: '7',
  ...changed,
});

const ruleOf = (match: FaultMatch, changed: Partial<FaultRule> = {}): FaultRule => ({
  match,
  phase: 'before',
  do: { code: 'UNAVAILABLE' },
  ...changed,
});

/** Which of so many calls a rule acts on: the number of the hit, or 0. */
const listHits = async (rule: ArmedRule, calls: number): Promise<readonly number[]> => {
  const hits: number[] = [];
  for (let at = 0; at < calls; at += 1) hits.push(await rule.take(call()));
  return hits;
};

const RULES: readonly (readonly [what: string, rule: FaultRule, hits: readonly number[]])[] = [
  ['the nth call', ruleOf({ nth: 2 }), [0, 1, 0, 0]],
  ['every second call, twice', ruleOf({ every: 2 }, { times: 2 }), [0, 1, 0, 2, 0, 0]],
  ['all calls from one on', ruleOf({ from: 3 }), [0, 0, 1, 2]],
  ['calls that follow its first', ruleOf({ nth: 2 }, { spreads: true }), [0, 1, 2, 3]],
];

for (const [what, rule, hits] of RULES) {
  test(`behaviour F4: a rule acts on ${what}, wherever it counts`, async () => {
    const store = new MemoryStore();
    for (const tally of [tallyInMemory(), tallyInRows(store, 3)]) {
      const armed = new ArmedRule(rule, '3', () => 0, undefined, tally);
      assert.deepEqual(await listHits(armed, hits.length), hits);
      assert.equal(armed.hits, Math.max(...hits));
    }
  });
}

test('behaviour M17: a rule that is opened again goes on with its counts, and begins anew once they are forgotten', async () => {
  const store = new MemoryStore();
  let nowMillis = 1_000;
  const rule = ruleOf({ from: 2 }, { lastsMs: 100 });
  const opened = (): ArmedRule => new ArmedRule(rule, '0', () => nowMillis, undefined, tallyInRows(store, 0));
  assert.deepEqual(await listHits(opened(), 2), [0, 1]);
  nowMillis = 1_099;
  assert.deepEqual(await listHits(opened(), 1), [2]);
  nowMillis = 1_100;
  assert.deepEqual(await listHits(opened(), 1), [0]);
  await store.write(forgetTallies);
  assert.deepEqual([opened().hits, await listHits(opened(), 2)], [0, [0, 1]]);
});

test('a rule writes nothing for a call that it is not for, and takes a hit back that met nothing', async () => {
  const store = new MemoryStore();
  const armed = new ArmedRule(ruleOf({ caller: 'me' }), '0', () => 0, 'me', tallyInRows(store, 0));
  const version = (): number => store.rows.version([tallyCollection('faultCounts')]);
  const before = version();
  assert.equal(armed.take(call({ caller: 'other' })), 0);
  assert.equal(version(), before);
  assert.equal(await armed.take(call()), 1);
  assert.notEqual(version(), before);
  assert.deepEqual(armed.calls, ['7']);
  await armed.release(call());
  assert.deepEqual([armed.hits, armed.calls], [0, []]);
});

test('behaviour F4: of calls that come at the same time one is the first', async () => {
  const store = new MemoryStore();
  const armed = new ArmedRule(ruleOf({ nth: 1 }), '0', () => 0, undefined, tallyInRows(store, 0));
  const hits = await Promise.all([armed.take(call()), armed.take(call()), armed.take(call())]);
  assert.deepEqual(hits, [1, 0, 0]);
});
