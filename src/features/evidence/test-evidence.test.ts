import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry, WorldFacts } from '../../../generated/nouns.ts';
import { evidenceText, type TestFacts } from './test-evidence.ts';

const entryOf = (entry: Partial<JournalEntry>): JournalEntry => ({
  ...{ id: '1', state: 'ended', time: '2030-01-01T00:00:00Z', protocol: 'rest', method: 'GET', path: '/x' },
  machineTime: '2030-01-01T00:00:00Z',
  ...{ operation: 'ListRepos', status: 200, code: 'OK', unread: [], faults: [], changes: [] },
  ...entry,
});

const textOf = (entries: readonly JournalEntry[] | undefined, facts: Partial<TestFacts> = {}): string =>
  evidenceText({
    id: 'w',
    plan: { mode: 'async' },
    ...(entries && { journal: { entries: [...entries].reverse(), cursor: '1', dropped: 0 } }),
    ...facts,
  });

const failed = entryOf({
  status: 503,
  code: 'UNAVAILABLE',
  faults: [{ rule: '0', phase: 'before', did: 'unavailable_once: UNAVAILABLE' }],
});

for (const [what, entry, expected] of [
  ['a fault of its world', failed, '503 UNAVAILABLE\n    a fault of this test: unavailable_once: UNAVAILABLE'],
  [
    'a fault of a header',
    { ...failed, faults: [{ rule: 'x-mock-fault', phase: 'before', did: 'UNAVAILABLE' }] },
    '\n    a fault of this test: UNAVAILABLE (by its header x-mock-fault)',
  ],
  [
    'a fault that has changed its answer',
    entryOf({ faults: [{ rule: '0', phase: 'after_commit', did: 'short_page: 4 of 8 rows' }] }),
    'ListRepos 200 OK\n    a fault of this test: short_page: 4 of 8 rows',
  ],
] as const) {
  test(`Y8: the cause of a call is ${what}`, () => {
    assert.ok(textOf([entry]).includes(expected), textOf([entry]));
  });
}

const STORED = {
  handled: { status: 200, code: 'OK' },
  changes: [{ change: 'created', type: 'repos', uid: 'u' }],
} as const;
const { code: _code, status: _status, ...without } = entryOf({});

for (const [what, entry, seen] of [
  ['an answer', entryOf({}), '200 OK'],
  ['nothing yet', { ...without, state: 'open' }, 'not answered yet'],
  ['a failure in the place of an answer', { ...failed, ...STORED }, '503 UNAVAILABLE (stored; the answer was lost)'],
  ['a failure of a read', { ...failed, handled: STORED.handled }, '503 UNAVAILABLE (carried out; the answer was lost)'],
  [
    'a failure in the place of another',
    { ...failed, handled: { status: 404, code: 'NOT_FOUND' } },
    '503 UNAVAILABLE (without the fault: 404 NOT_FOUND)',
  ],
  ['a connection that was reset', { ...without, ...STORED, code: 'RESET' }, 'no answer: connection reset (stored)'],
  ['a connection that was closed', { ...without, code: 'DROPPED' }, 'no answer: connection closed'],
  [
    'half of an answer',
    { ...without, handled: STORED.handled, status: 200, code: 'TRUNCATED' },
    '200, broken off: body cut short (carried out)',
  ],
] as const satisfies readonly (readonly [string, JournalEntry, string])[]) {
  test(`Y17: of a call whose client saw ${what} it says so`, () => {
    assert.ok(textOf([entry]).includes(`ListRepos ${seen}`), textOf([entry]));
  });
}

const CLOCK = { mode: 'real', now: '2030-01-01T01:02:00Z', scale: 1, machineTime: '2030-01-01T00:00:00Z' } as const;
const MOVED = 'The clock of the world shows 2030-01-01T01:02:00Z';

for (const [what, clock, expected] of [
  ['was moved', CLOCK, `${MOVED}: 62 min ahead of the machine's clock.`],
  ['is frozen', { ...CLOCK, mode: 'frozen' }, `${MOVED}, and stands still: 62 min ahead of the machine's clock.`],
  ['is scaled', { ...CLOCK, mode: 'scaled', scale: 10 }, `${MOVED}, and runs 10 times as fast: 62 min ahead of`],
  ['was never touched', { ...CLOCK, now: CLOCK.machineTime }, undefined],
] as const) {
  test(`Y8: a clock that ${what} is ${expected === undefined ? 'not ' : ''}in it`, () => {
    const text = textOf([], { clock });
    assert.ok(
      expected === undefined ? !text.includes('clock') : text.endsWith(expected) || text.includes(expected),
      text,
    );
  });
}

const DELIVERY: WorldFacts['deliveries'][number] = {
  ...({ id: 'd', event: 'e', type: 'repo.created', url: 'http://127.0.0.1:1/hook', state: 'delivered' } as const),
  attempts: [
    { time: '', durationMs: 1, status: 204 },
    { time: '', durationMs: 1, status: 204, duplicate: true },
  ],
};

for (const [what, facts, expected] of [
  [
    'sent twice by the plan',
    { plan: { mode: 'sync', duplicate: 1 }, deliveries: [DELIVERY] },
    'Deliveries, by the plan of this test (sync, duplicate 1):\n  repo.created to http://127.0.0.1:1/hook, delivered: 204, then 204 (sent once more, by the plan)',
  ],
  [
    'not sent at all',
    {
      plan: { mode: 'async' },
      deliveries: [{ ...DELIVERY, state: 'suppressed', reason: 'not a local host', attempts: [] }],
    },
    'Deliveries:\n  repo.created to http://127.0.0.1:1/hook, suppressed, not a local host',
  ],
] as const satisfies readonly (readonly [string, Partial<TestFacts>, string])[]) {
  test(`Y8: a delivery that was ${what} is in it`, () => {
    const text = textOf([], facts);
    assert.ok(text.includes(expected), text);
  });
}

test('Y8: a refused call has its reason in words, unless that is its message or a fault', () => {
  const [message, reason] = ['Permission denied', 'viewer lacks repo.create on the group acme / team'];
  const refused = entryOf({ status: 403, code: 'PERMISSION_DENIED', message, reason });
  assert.match(
    textOf([refused]),
    /403 PERMISSION_DENIED Permission denied\n {4}viewer lacks repo\.create on the group acme \/ team$/m,
  );
  assert.doesNotMatch(textOf([{ ...refused, reason: message }]), /Permission denied\n {4}Permission/);
  assert.doesNotMatch(textOf([{ ...refused, faults: failed.faults }]), /viewer lacks/);
});

test('Y8: a call that is open is shown as failed, and one that a fault only slowed behind those that failed', () => {
  const { code: _, status: __, ...open } = entryOf({ id: '7', state: 'open' });
  const slowed = entryOf({ id: '8', faults: [{ rule: '0', phase: 'before', did: 'delayed by 9 ms' }] });
  const text = textOf([open, slowed, entryOf({ id: '9' })]);
  assert.match(
    text,
    /^Refused and failed calls, 1 of 3:\n {2}#7 .*not answered yet\n\nAnswered calls on which a fault acted, 1 of 3:\n {2}#8 /,
  );
  assert.match(text, /\n\nOther calls:\n {2}#9 rest ListRepos 200 OK$/);
});

test('Y8: lists are cut, and say by how much', () => {
  const entries = Array.from({ length: 25 }, (_, at) => entryOf({ id: `${at + 1}`, unread: ['colour'] }));
  assert.match(textOf(entries), /\n {2}#20 ListRepos: colour\n {2}… and 5 more$/);
});

test('Y8: without a journal, without a call, and without a change, it says so', () => {
  const changes = { added: [], removed: [], changed: [], clock: [] };
  assert.equal(textOf(undefined), 'The mock keeps no journal.');
  assert.equal(textOf([], { changes }), 'No call was made.\n\nNothing changed.');
});
