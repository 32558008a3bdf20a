import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedOperations } from '../../editions/editions.ts';
import { accessOf, narrowAccess } from '../../kernel/access.ts';
import type { Answer, Incoming } from '../../kernel/answer.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import type { Outcome } from '../../kernel/hooks.ts';
import type { Resource } from '../../kernel/resource.ts';
import { collection, type Entry, type Rows } from '../../kernel/rows.ts';
import { findTokenRefusal, refuseToken } from '../../kernel/token-refusal.ts';
import { MemoryStore } from '../../store/memory.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { ONE, put, type Thing, TWO, thing, things } from '../../testing/store-specimens.ts';
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

const list = describedOperations.find((each) => each.operation.id === 'ListRepos');
assert.ok(list);

/** A store with rows, of which one has more characters than are remembered. */
const rowsOf = async (
  ...rows: readonly Thing[]
): Promise<{ readonly rows: Rows; readonly entries: readonly Entry[] }> => {
  const store = new MemoryStore();
  await put(store, ...rows);
  const entries = rows.map(({ uid }) => {
    const entry = store.rows.entry(things, uid);
    assert.ok(entry);
    return entry;
  });
  return { rows: store.rows, entries };
};

const hydrated: Resource = { ...resource, hydrate: { from: [], answer: () => ({ shown: true }) } };
const LONG = 'a "name" \n'.repeat(1_000);

for (const [what, of, extra] of [
  ['as they are kept', resource, {}],
  ['with what is computed', hydrated, { shown: true }],
] as const) {
  test(`a row and a page are read with their rows ${what}, each time`, async () => {
    const kept = [thing(ONE, 'one'), thing(TWO, LONG)];
    const { rows, entries } = await rowsOf(...kept);
    const shown = kept.map((row) => ({ ...row, ...extra }));
    const answerOf = (entry: KeptEntry): Partial<Extract<Answer, { kind: 'message' }>> => {
      const { delivered } = passOn(entry);
      assert.ok(delivered && 'value' in delivered);
      return delivered;
    };
    for (const [nth, entry] of [...entries, ...entries].entries()) {
      assert.deepEqual(answerOf(entryOf({ kind: 'row', resource: of, entry, rows })).value, shown[nth % 2]);
    }
    for (const nextPageToken of [undefined, 'next']) {
      const page = { entries, totalCount: 7, skipped: 2, ...(nextPageToken !== undefined && { nextPageToken }) };
      const entry = entryOf({ kind: 'page', resource: of, page, rows, key: 'repos', isWhole: false });
      entry.operation = list.operation;
      const further = nextPageToken === undefined ? {} : { nextPageToken };
      assert.deepEqual(answerOf(entry).value, { repos: shown, ...further, totalCount: '7', skipped: 2 });
    }
    const [entry] = entries as readonly [Entry];
    const broken = answerOf(entryOf({ kind: 'row', resource: of, entry, rows, transmission: { end: 'truncate' } }));
    assert.deepEqual([broken.value, broken.transmission], [shown[0], { end: 'truncate' }]);
  });
}

for (const facts of [
  {},
  { violations: [{ field: 'name', description: 'is missing' }] },
  { paths: ['name'] },
  { keep: ['id'] },
  { waived: ['parent'] },
] satisfies readonly Partial<Incoming>[]) {
  test(`a request is read with what it has: ${Object.keys(facts).join() || 'its fields'}`, () => {
    const entry = entryOf({ kind: 'empty' });
    entry.incoming = { request: { uid: 'a' }, violations: [], paths: [], ...facts };
    assert.deepEqual(passOn(entry).incoming, entry.incoming);
  });
}

test('what the operation has resulted in is read, and what is missing stays so', () => {
  const entry = entryOf({ kind: 'empty' });
  entry.handled = new ApiError('ABORTED', 'was lost');
  const read = passOn(entry);
  assert.deepEqual(read.handled, entry.handled);
  assert.deepEqual([read.caller, read.head, read.changes, read.needs], [undefined, undefined, undefined, undefined]);
  const bare = new KeptEntry(-5, 'rest', { method: 'GET', target: '/', client: undefined }, [1, 2], plainEntryWorld);
  bare.delivered = new ApiError('NOT_FOUND', 'Not Found');
  const { client, operation: none, incoming, body, handled } = passOn(bare);
  assert.deepEqual([client, none, incoming, body, handled], [undefined, undefined, undefined, undefined, undefined]);
});

test('an entry that an earlier release has written, as an object, is read', () => {
  const facts = { duration: 12, status: 200, late: 1, realLate: 2, hasWritten: true, messageBytes: 9 };
  const text = JSON.stringify({
    entry: { ...facts, needs: [{ place: 'at', capabilities: ['repo.list'], uid: 'a' }], rare: { isJson: true } },
    protocol: 'rest',
    method: 'GET',
    target: '/registry/v2/repos/a',
    time: 1_700_000_000_123,
    machineTime: 1_000_005,
    operation: 'GetRepo',
    unique: '',
    incoming: { request: { uid: 'a' }, violations: [], paths: ['name'] },
    body: '{}',
    changes: [['repos', 'a', null, { uid: 'a' }]],
    places: ['7.3', '7.4'],
    delivered: { message: operation.response?.name, value: { uid: 'a' } },
  });
  const read = textsOf(
    900_000,
    new Map([
      ['7.3', 4],
      ['7.4', 5],
    ]),
  ).read({ text }, 9);
  const { conditions: _, needs, rare, ...plain } = read.facts;
  assert.deepEqual([plain, needs?.[0]?.uid, rare?.isJson], [facts, 'a', true]);
  assert.deepEqual([read.target, read.begunMillis, read.operation], ['/registry/v2/repos/a', 100_005, operation]);
  assert.deepEqual([read.incoming?.paths, read.body?.toString(), read.place], [['name'], '{}', 4]);
  assert.equal(read.changes?.[0]?.uid, 'a');
  assert.deepEqual(read.delivered, { kind: 'message', message: operation.response, value: { uid: 'a' }, once: false });
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
