import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { EMPTY } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import { collection } from '../../kernel/rows.ts';
import { ByteBudget } from '../../plane/bounded-log.ts';
import { Followers } from '../../plane/followers.ts';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { FollowedEntry } from './journal-place.ts';
import type { PackedEntry } from './packed-entry.ts';
import { WorldJournal } from './world-journal.ts';

const journalOf = (store = new MemoryStore()): WorldJournal =>
  new WorldJournal({
    most: 10,
    budget: new ByteBudget(1_000_000),
    order: new ProcessOrder(),
    all: new Followers(),
    world: 'default',
    machineEpoch: () => 0,
    eventsOf: () => [],
    resourceOf: () => '',
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'journal' },
    directory: { resources: [], find: () => undefined, groupOf: () => '/' } as never,
    rows: store.rows,
    nameOf: () => '',
    operations: () => [],
    identity: () => ({ reason: 'is not there' }),
    machineNow: () => 0,
    readingEpoch: 0,
    log: store.log,
    clock: { mode: 'real', scale: 1, realMillis: 0, now: () => 0 },
    accessMode: () => 'enforce',
  });

const begin = (journal: WorldJournal): PackedEntry =>
  journal.begin('rest', () => ({ method: 'POST', target: '/a?token=b' }));

test('behaviour J5: of a call that changes more than 1,000 rows, the others are counted', () => {
  const journal = journalOf();
  const entry = begin(journal);
  const of = collection('things');
  entry.changes = Array.from({ length: 1_234 }, (_, nth) => ({
    of,
    uid: `${nth}`,
    before: undefined,
    stamp: 0,
    after: undefined,
  }));
  entry.end(EMPTY);
  assert.equal(journal.view(journal.entry('1')).furtherChanges, 234);
  assert.equal(entry.changes.length, 1_000);
});

test('behaviour J17: a message above 64 KiB is kept as size and digest', () => {
  const journal = journalOf();
  for (const [size, isStored] of [
    [65_536, true],
    [65_537, false],
  ] as const) {
    const entry = begin(journal);
    entry.body = Buffer.alloc(size, 'x');
    entry.end(EMPTY, 'y'.repeat(size));
    const view = journal.view(journal.entry(String(entry.id)));
    assert.equal(view.body?.length, isStored ? size : undefined);
    assert.deepEqual(
      [view.largeRequest?.bytes, view.largeAnswer?.bytes],
      isStored ? [undefined, undefined] : [size, size],
    );
    const digests = ['x', 'y'].map((letter) => createHash('sha256').update(letter.repeat(size)).digest('hex'));
    assert.deepEqual(
      [view.largeRequest?.sha256, view.largeAnswer?.sha256],
      isStored ? [undefined, undefined] : digests,
    );
  }
});

test('behaviour J3: a body that cannot be read is shown without its secrets, and the query not at all', () => {
  const journal = journalOf();
  const cases: readonly (readonly [body: string, shown: string])[] = [
    ['{"token": "abc", "oops', '{"token": "[redacted]", "oops'],
    ["{'refresh_token':'a\\'b'", "{'refresh_token':\"[redacted]\"b'"],
    ['refresh_token=abc&scope=x', 'refresh_token="[redacted]"&scope=x'],
    ['Authorization: Bearer', 'Authorization: "[redacted]"'],
    ['{"name": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"', '{"name": "[redacted]"'],
    ['cgscim_0a1b2c', '[redacted]'],
    ['{"page_token": "x"}', '{"page_token": "[redacted]"}'],
    ['plain text', 'plain text'],
  ];
  for (const [body, expected] of cases) {
    const entry = begin(journal);
    entry.body = Buffer.from(body);
    entry.end(new ApiError('INVALID_ARGUMENT', 'Invalid argument: body: malformed JSON'));
    assert.deepEqual(
      [journal.view(journal.entry(String(entry.id))).body, journal.view(journal.entry(String(entry.id))).path],
      [expected, '/a'],
    );
  }
});

test('behaviour J11: a call that ends twice has ended the first time, also after a reset', () => {
  const journal = journalOf();
  const entry = begin(journal);
  journal.reset();
  entry.end(EMPTY);
  entry.end(new ApiError('CANCELLED', 'Cancelled: too late'));
  assert.equal(entry.delivered, EMPTY);
  assert.deepEqual(journal.list({ match: {} }), { entries: [], cursor: '1', dropped: 0, oldestState: '1' });
});

test('behaviour X4: a state that no call which is kept can go back to is given up', async () => {
  const store = new MemoryStore();
  const journal = journalOf(store);
  const of = collection('things');
  for (let nth = 0; nth < 25; nth += 1) {
    const entry = begin(journal);
    entry.noteRun(store.log.place, 0);
    await store.write((tx) => tx.put(of, { uid: `${nth % 3}` }));
    entry.end(EMPTY);
  }
  const oldest = Number(journal.list({ match: {} }).oldestState);
  assert.equal(oldest, 16);
  const { place } = journal.entry(`${oldest}`);
  assert.deepEqual([store.log.place, store.log.oldest <= place, place - store.log.oldest], [25, true, 1]);
});

/** Follows a journal behind a cursor of a stream, and keeps what it hands over: each state with its cursor. */
const followFrom = (journal: WorldJournal, cursor?: string, status?: number) => {
  const [since, open = ''] = cursor?.split('~') ?? [];
  const back = since !== undefined && { since: Number(since), open: open.split('.').map(Number), isBack: true };
  const seen: string[] = [];
  const take = ({ entry, cursor }: FollowedEntry): void => void seen.push(`${entry.id} ${entry.state} ${cursor}`);
  const match = status === undefined ? {} : { status };
  const followed = journal.follow({ match, ...back }, { take, ended: () => undefined });
  return { seen, ...followed };
};

test('J15: a reader who comes back with the cursor of any event misses nothing, and has nothing twice', () => {
  const journal = journalOf();
  const [first, second] = [begin(journal), begin(journal)];
  const whole = followFrom(journal);
  assert.equal(whole.cursor, '2~1.2');
  const third = begin(journal);
  second.end(EMPTY);
  begin(journal).end(EMPTY);
  third.end(EMPTY);
  first.end(EMPTY);
  assert.deepEqual(whole.seen, [
    '3 open 3~1.2.3',
    '2 ended 3~1.3',
    '4 open 4~1.3.4',
    '4 ended 4~1.3',
    '3 ended 4~1',
    '1 ended 4',
  ]);
  const cursors = [whole.cursor, ...whole.seen.map((item) => item.split(' ')[2])];
  for (const [nth, cursor] of cursors.entries()) {
    // A call that began and ended meanwhile comes once, with its end.
    const rest = whole.seen.slice(nth).map((item) => item.split(' ').slice(0, 2).join(' '));
    const expected = rest.filter((item) => item.endsWith('ended')).sort();
    const { seen } = followFrom(journal, cursor);
    assert.deepEqual(seen.map((item) => item.split(' ').slice(0, 2).join(' ')).sort(), expected, cursor);
    assert.equal(seen.at(-1)?.split(' ')[2] ?? cursor, '4');
  }
});

test('J15: a call that goes on is not missed by a filter that only its end meets', () => {
  const journal = journalOf();
  const first = begin(journal);
  const before = followFrom(journal, undefined, 200);
  begin(journal).end(EMPTY);
  before.stop();
  first.end(EMPTY);
  const { seen } = followFrom(journal, before.seen[0]?.split(' ')[2], 200);
  assert.deepEqual([before.seen, seen], [['2 ended 2~1'], ['1 ended 2']]);
});

test('J15: a cursor of an earlier process beyond the last entry begins with the first entry', () => {
  const journal = journalOf();
  begin(journal).end(EMPTY);
  assert.deepEqual([followFrom(journal, '1').seen, followFrom(journal, '2~1').seen], [[], ['1 ended 1']]);
  // A bare number above the last entry is no cursor of an earlier process: it counts as the last entry.
  const listener = { take: () => undefined, ended: () => undefined };
  assert.equal(journal.follow({ match: {}, since: 99 }, listener).cursor, '1');
});
