import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '../store/memory.ts';
import { type Access, accessAt, accessEvaluator, type Grant, narrowAccess, noAccess, touches } from './access.ts';
import { ApiError } from './errors.ts';
import { collection } from './rows.ts';
import { isWithin, TOP } from './uid.ts';

const empty = new MemoryStore();

type Given = readonly (readonly [at: string, ...capabilities: readonly string[]])[];

const grantsFrom = (given: Given): readonly Grant[] =>
  given.map(([at, ...capabilities]) => ({ at, capabilities: new Set(capabilities) }));

const accessOf = (...given: Given): Access => {
  const grants = grantsFrom(given);
  return accessEvaluator({ grantsOf: () => grants, madeFrom: [] })('somebody', empty.rows);
};

const ANNA = accessOf(['a', 'read'], ['a/1', 'write'], ['b/1', 'read', 'write'], ['b/1/x', 'read']);
const ROOT = accessOf([TOP, 'read'], ['a', 'read', 'write']);

const CASES: readonly (readonly [
  who: string,
  access: Access,
  capabilities: readonly string[],
  uid: string,
  holds: boolean,
])[] = [
  ['anna', ANNA, ['read'], 'a', true],
  ['anna', ANNA, ['read'], 'a/1/2', true],
  ['anna', ANNA, ['read'], 'b', false],
  ['anna', ANNA, ['read'], 'b/10', false],
  ['anna', ANNA, ['write'], 'a', false],
  ['anna', ANNA, ['write'], 'a/1', true],
  ['anna', ANNA, ['read', 'write'], 'a/1', true],
  ['anna', ANNA, ['read', 'write'], 'a', false],
  ['anna', ANNA, ['fly'], 'a', false],
  ['anna', ANNA, [], 'anywhere', true],
  ['root', ROOT, ['read'], 'anywhere', true],
  ['root', ROOT, ['read'], TOP, true],
  ['root', ROOT, ['write'], TOP, false],
  ['nobody', noAccess, ['read'], 'a', false],
  ['one', accessAt('a', new Set(['read'])), ['read'], 'a/1', true],
];

for (const [who, access, capabilities, uid, holds] of CASES) {
  test(`${who} ${holds ? 'holds' : 'does not hold'} [${capabilities}] at ${uid}`, () => {
    assert.equal(access.holds(capabilities, uid), holds);
  });
}

const REACHES: readonly (readonly [
  who: string,
  access: Access,
  capabilities: readonly string[],
  reach: readonly string[],
])[] = [
  ['anna', ANNA, ['read'], ['a', 'b/1']],
  ['anna', ANNA, ['write'], ['a/1', 'b/1']],
  ['anna', ANNA, ['read', 'write'], ['a/1', 'b/1']],
  ['anna', ANNA, ['write', 'read'], ['a/1', 'b/1']],
  ['anna', ANNA, ['read', 'fly'], []],
  ['anna', ANNA, [], [TOP]],
  ['root', ROOT, ['read'], [TOP]],
  ['root', ROOT, ['write', 'read'], ['a']],
  ['nobody', noAccess, ['read'], []],
];

for (const [who, access, capabilities, reach] of REACHES) {
  test(`the reach of ${who} with [${capabilities}] is [${reach}]`, () => {
    assert.deepEqual(access.reach(capabilities), reach);
  });
}

test('reach and holds agree', () => {
  const uid = fc.array(fc.constantFrom('1', '2', '10'), { maxLength: 3 }).map((path) => ['a', ...path].join('/'));
  const grant = fc.tuple(fc.oneof(uid, fc.constant(TOP)), fc.constantFrom('read', 'write', 'both'));
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 6 }), uid, (given, at) => {
      const grants = given.map(([where, what]) => [where, ...(what === 'both' ? ['read', 'write'] : [what])] as const);
      const access = accessOf(...grants);
      const naive = (capability: string): boolean =>
        grants.some(([where, ...granted]) => granted.includes(capability) && (where === TOP || isWithin(at, where)));
      assert.equal(access.holds(['read'], at), naive('read'));
      assert.equal(access.holds(['read', 'write'], at), naive('read') && naive('write'));
      const reach = access.reach(['read', 'write']);
      assert.deepEqual([...reach].sort(), reach);
      for (const one of reach) for (const two of reach) assert.ok(one === two || !isWithin(one, two));
    }),
    { numRuns: 300 },
  );
});

const refusal = (run: () => void): string => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'PERMISSION_DENIED');
    return error.message;
  }
  return '';
};

test('a demand names the first capability that is missing, and the group', () => {
  const missing = (...capabilities: readonly string[]) =>
    refusal(() => ANNA.demand(capabilities, 'a', () => 'the-group'));
  assert.equal(missing('write', 'fly'), 'Permission denied: missing capability "write" on group the-group');
  assert.equal(missing('read', 'fly'), 'Permission denied: missing capability "fly" on group the-group');
  assert.equal(missing('read'), '');
});

test('a demand without a group names the uid', () => {
  assert.equal(
    refusal(() => noAccess.demand(['read'], 'a/1')),
    'Permission denied: missing capability "read" on group a/1',
  );
});

const NARROWED: readonly (readonly [
  who: string,
  access: Access,
  limits: readonly Given[],
  capabilities: readonly string[],
  reach: readonly string[],
])[] = [
  ['anna', ANNA, [], ['read'], ['a', 'b/1']],
  ['anna', ANNA, [[]], ['read'], []],
  ['anna', ANNA, [[['a', 'read']]], ['read'], ['a']],
  ['anna', ANNA, [[['a/1/2', 'read']]], ['read'], ['a/1/2']],
  ['anna', ANNA, [[[TOP, 'read']]], ['read'], ['a', 'b/1']],
  ['anna', ANNA, [[['b', 'read']]], ['read'], ['b/1']],
  ['anna', ANNA, [[['b/10', 'read']]], ['read'], []],
  ['anna', ANNA, [[['c', 'read', 'fly']]], ['read'], []],
  ['anna', ANNA, [[['a', 'read']]], ['write'], []],
  ['anna', ANNA, [[['a', 'read', 'write']]], ['write', 'read'], ['a/1']],
  ['anna', ANNA, [[['a', 'fly']]], ['fly'], []],
  [
    'anna',
    ANNA,
    [
      [
        ['a', 'read'],
        ['b/1/x', 'read'],
      ],
    ],
    ['read'],
    ['a', 'b/1/x'],
  ],
  // Each of them is a separate limit.
  ['anna', ANNA, [[['a', 'read']], [['b', 'read']]], ['read'], []],
  ['anna', ANNA, [[['a', 'read', 'write']], [['a/1', 'read']]], ['read'], ['a/1']],
  ['anna', ANNA, [[['a', 'read', 'write']], [['a/1', 'read']]], ['write'], []],
  ['root', ROOT, [[['b', 'read']]], ['read'], ['b']],
  ['root', ROOT, [[['a/1', 'read', 'write']]], ['read', 'write'], ['a/1']],
  ['nobody', noAccess, [[[TOP, 'read']]], ['read'], []],
];

for (const [who, access, limits, capabilities, reach] of NARROWED) {
  test(`the reach of ${who} with [${capabilities}] under ${JSON.stringify(limits)} is [${reach}]`, () => {
    assert.deepEqual(narrowAccess(access, limits.map(grantsFrom)).reach(capabilities), reach);
  });
}

test('a capability is held under limits when it is held, and every limit allows it', () => {
  const uid = fc.array(fc.constantFrom('1', '2', '10'), { maxLength: 3 }).map((path) => ['a', ...path].join('/'));
  const at = fc.oneof(uid, fc.constant(TOP));
  const given = fc.array(fc.tuple(at, fc.constantFrom('read', 'write')), { maxLength: 4 });
  fc.assert(
    fc.property(given, fc.array(given, { maxLength: 3 }), uid, (grants, limits, asked) => {
      const access = accessOf(...grants);
      const ceilings = limits.map((limit) => accessOf(...limit));
      const under = narrowAccess(access, limits.map(grantsFrom));
      for (const capabilities of [['read'], ['write'], ['read', 'write']]) {
        const every = [access, ...ceilings].every((each) => each.holds(capabilities, asked));
        assert.equal(under.holds(capabilities, asked), every);
      }
    }),
    { numRuns: 300 },
  );
});

test('a demand under a limit names the capability that the limit excludes', () => {
  const under = narrowAccess(ANNA, [grantsFrom([['a', 'read']])]);
  assert.equal(
    refusal(() => under.demand(['read', 'write'], 'a/1')),
    'Permission denied: missing capability "write" on group a/1',
  );
  assert.equal(
    refusal(() => under.demand(['read'], 'a/1')),
    '',
  );
});

const TOUCHED: readonly (readonly [reach: readonly string[], uid: string, touched: boolean])[] = [
  [['a/1'], 'a/1', true],
  [['a/1'], 'a', true],
  [['a/1'], 'a/1/x', true],
  [['a/1'], 'a/2', false],
  [['a/1'], 'a/10', false],
  [['a/1'], TOP, true],
  [[TOP], 'a', true],
  [[], 'a', false],
];

for (const [reach, uid, touched] of TOUCHED) {
  test(`the reach [${reach}] ${touched ? 'touches' : 'does not touch'} ${uid}`, () => {
    assert.equal(touches(reach, uid), touched);
  });
}

test('access is evaluated again when the rows that it comes from change, for each identity', async () => {
  const store = new MemoryStore();
  const badges = collection('badges');
  const others = collection('others');
  let asked = 0;
  const access = accessEvaluator({
    madeFrom: [badges],
    grantsOf: (identity, rows) => {
      asked += 1;
      return rows.get(badges, identity) ? [{ at: 'a', capabilities: new Set(['read']) }] : [];
    },
  });
  const holds = (identity: string): boolean => access(identity, store.rows).holds(['read'], 'a');
  assert.equal(holds('anna'), false);
  await store.write((tx) => tx.put(badges, { uid: 'anna' }));
  assert.deepEqual([holds('anna'), holds('ben'), holds('anna')], [true, false, true]);
  const before = asked;
  await store.write((tx) => tx.put(others, { uid: 'anna' }));
  assert.equal(holds('anna'), true);
  assert.equal(asked, before);
  await store.write((tx) => tx.remove(badges, 'anna'));
  assert.equal(holds('anna'), false);
});
