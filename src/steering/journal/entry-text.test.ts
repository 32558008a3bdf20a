import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedOperations } from '../../editions/editions.ts';
import { accessOf, narrowAccess } from '../../kernel/access.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import type { Outcome } from '../../kernel/hooks.ts';
import { collection } from '../../kernel/rows.ts';
import { findTokenRefusal, refuseToken } from '../../kernel/token-refusal.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { EntryTexts } from './entry-text.ts';
import { KeptEntry } from './kept-entry.ts';

const bound = describedOperations.find(({ operation }) => operation.id === 'GetRepo');
assert.ok(bound);
const { operation, resource } = bound;

/** The texts of a process whose steady clock began at a moment. */
const textsOf = (epoch: number, places: ReadonlyMap<string, number>): EntryTexts =>
  new EntryTexts({
    operations: () => describedOperations,
    directory: { resources: [resource] },
    places: {
      nameOf: (place) => [...places].find(([, known]) => known === place)?.[0],
      placeOf: (name) => places.get(name),
      stateOf: async () => undefined,
    },
    widen: (of) => of,
    machineEpoch: () => epoch,
  });

const writing = textsOf(
  1_000_000,
  new Map([
    ['7.3', 12],
    ['7.4', 13],
  ]),
);
const entryOf = (delivered: Outcome): KeptEntry => {
  const received = { method: 'GET', target: '/registry/v2/repos/a?x=1', client: 'tests/1' };
  const entry = new KeptEntry(-4, 'rest', received, [1_700_000_000_123, 5_000_00], plainEntryWorld);
  entry.operation = operation;
  entry.place = 12;
  entry.delivered = delivered;
  entry.status = 200;
  entry.machineTime = 77;
  return entry;
};

/** The entry as another process reads it. */
const passOn = (entry: KeptEntry, [before, after]: readonly (number | undefined)[] = [4, 5]): KeptEntry => {
  const passed = [
    ['7.3', before],
    ['7.4', after],
  ] as const;
  const known = passed.flatMap(([name, place]) => (place === undefined ? [] : [[name, place] as const]));
  return textsOf(900_000, new Map(known)).read(writing.write(entry), 9);
};

test('an entry is read with its facts, and its times by the clock of the process that reads it', () => {
  const entry = entryOf({ kind: 'empty' });
  entry.body = Buffer.from([0, 10, 200, 255]);
  entry.incoming = { request: { uid: 'a' }, violations: [], paths: [] };
  entry.head = { shared: ['1.1', 'http', 'traceparent', undefined, 'accept', ''], unique: '00-1' };
  entry.note({ furtherChanges: 3, isJson: true });
  entry.changes = [{ of: collection('repos'), uid: 'a', before: undefined, stamp: 5, after: { uid: 'a' } }];
  const read = passOn(entry);
  assert.equal(read.id, 9);
  for (const name of ['protocol', 'method', 'target', 'client', 'timeMillis', 'operation', 'status'] as const)
    assert.equal(read[name], entry[name], name);
  assert.equal(read.begunMillis, 105_000);
  assert.equal(read.machineTime, 77);
  assert.deepEqual(read.incoming, entry.incoming);
  assert.deepEqual(read.body, entry.body);
  assert.deepEqual(read.head, entry.head);
  assert.deepEqual(
    read.changes?.map(({ of, uid, before, after }) => [of.name, uid, before, after]),
    [['repos', 'a', undefined, { uid: 'a' }]],
  );
  assert.deepEqual([read.furtherChanges, read.isJson], [3, true]);
  assert.deepEqual([read.place, read.placeAfter, read.placeName], [4, 5, undefined]);
});

for (const [what, places] of [
  ['has not passed through', []],
  ['has left for a state of another line', [4, undefined]],
  ['has returned to later', [4, 9]],
] as const) {
  test(`a place that the process ${what} is known by its name`, () => {
    const entry = entryOf({ kind: 'empty' });
    entry.noteWrite();
    const read = passOn(entry, places);
    assert.deepEqual([read.place, read.placeAfter, read.placeName, read.hasWritten], [-1, -1, '7.3', true]);
  });
}

test('a message is read with its value, and how its answer was broken off', () => {
  const message = operation.response;
  assert.ok(message);
  const read = passOn(
    entryOf({ kind: 'message', message, value: { name: 'a' }, once: true, transmission: { end: 'truncate' } }),
  );
  assert.deepEqual(read.delivered, {
    kind: 'message',
    message,
    value: { name: 'a' },
    once: true,
    transmission: { end: 'truncate' },
  });
});

const ERRORS: readonly (readonly [what: string, error: ApiError])[] = [
  ['plain', new ApiError('NOT_FOUND', 'gone', { resource: { type: 'a/B', name: 'c' }, retryAfter: 2 })],
  ['with fields', invalidField('a.b', [{ up: 1, path: 'c' }, ' is missing'])],
  ['injected', new InjectedFault('UNAVAILABLE', 'asked for', { http: 502, html: true })],
  ['lost', new LostAnswer('reset')],
  ['of a token', refuseToken('expired', { check: 'expired', reason: 'it has expired', nowMillis: 3 })],
];
for (const [what, error] of ERRORS) {
  test(`an error is read as what it was: ${what}`, () => {
    const { delivered: read } = passOn(entryOf(error));
    assert.ok(read instanceof ApiError);
    assert.equal(read.constructor, error.constructor);
    assert.deepEqual([read.code, read.message, read.detail], [error.code, error.message, error.detail]);
    assert.deepEqual(findTokenRefusal(read), findTokenRefusal(error));
    if (error instanceof LostAnswer) assert.equal((read as LostAnswer).how, error.how);
  });
}

test('the rights of a caller are those that it had, within the limits of its token', () => {
  const grant = { at: 'a', capabilities: new Set(['repo.list', 'repo.create'] as const) };
  const limits = [[{ at: 'a/b', capabilities: new Set(['repo.list'] as const) }]];
  const entry = entryOf({ kind: 'empty' });
  entry.caller = { identity: 'i', limits };
  entry.access = narrowAccess(accessOf([{ ...grant, by: { uid: 'u', group: 'g', role: 'r' } }]), limits);
  entry.need('at', ['repo.list', 'repo.create'], 'a/b');
  entry.need('anywhere', ['repo.create'], '');
  const read = passOn(entry);
  assert.deepEqual(read.needs, entry.needs);
  assert.deepEqual(read.caller, entry.caller);
  assert.deepEqual(read.access?.grants, entry.access.grants);
  for (const need of read.needs ?? []) assert.deepEqual(read.access?.findLacking(need), ['repo.create']);
});
