import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultWithHits, JournalEntry } from '../contract/nouns.ts';
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
    faults: [],
    neverFired: [],
    callsOfDefault: [],
    ...(entries && { journal: { entries: [...entries].reverse(), cursor: '1', dropped: 0 } }),
    ...facts,
  });

const fault = (hits: number, operation: string, id = '0'): FaultWithHits => ({
  ...{ id, match: { operation }, phase: 'before', do: { code: 'UNAVAILABLE' }, hits },
});
const failed = entryOf({ status: 503, code: 'UNAVAILABLE', faults: [{ rule: '0', phase: 'before' }] });
const REPLACED = 'caused by a fault of this test: number 0, in the phase before, replaced since';

for (const [what, entry, faults, cause] of [
  [
    'the fault of its id, wherever that is in their list',
    { ...failed, faults: [{ rule: '1', phase: 'before' as const }] },
    [fault(1, 'ListRepos', '1'), fault(1, 'GetRepo', '2')],
    'fault of this test: {"match":{"operation":"ListRepos"}',
  ],
  ['a fault that is there no more', failed, [], REPLACED],
  ['a fault of its id that does not fit', failed, [fault(1, 'GetRepo')], REPLACED],
  ['a fault that was set anew', failed, [fault(0, 'ListRepos')], REPLACED],
  [
    'a fault of a header',
    { ...failed, faults: [{ rule: 'x-mock-fault', phase: 'before' as const }] },
    [fault(1, 'ListRepos')],
    'caused by its header x-mock-fault, in the phase before',
  ],
] as const) {
  test(`Y8: the cause of a failed call is ${what}`, () => {
    assert.ok(textOf([entry], { faults }).includes(cause), textOf([entry], { faults }));
  });
}

test('Y8: a refused call has its reason in words, and not where that is its message or a fault', () => {
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
  const slowed = entryOf({ id: '8', faults: [{ rule: '0', phase: 'before' }] });
  const text = textOf([open, slowed, entryOf({ id: '9' })]);
  assert.match(
    text,
    /^Refused and failed calls, 1 of 3:\n {2}#7 .*\(open\)\n\nAnswered calls on which a fault acted, 1 of 3:\n {2}#8 /,
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
