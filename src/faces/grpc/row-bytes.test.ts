import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../editions/editions.ts';
import type { Answer } from '../../kernel/answer.ts';
import { defineResource, type Resource } from '../../kernel/resource.ts';
import type { Entry } from '../../kernel/rows.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { type AnyMessage, int32, int64, repeated, string, uid } from '../../schema/field-types.ts';
import { message, of, output, plain } from '../../schema/message.ts';
import { profileNamed, SPECIFICATION } from '../../schema/profile.ts';
import { MemoryStore } from '../../store/memory.ts';
import { answerBytesIn } from './row-bytes.ts';

const { answer: answerBytes, page: pageBytes, row: rowBytes } = answerBytesIn(SPECIFICATION);

const described = (singular: string, extra: object = {}) =>
  defineResource({
    domain: 'registry',
    type: singular,
    singular,
    plural: `${singular}s`,
    words: { singular, plural: `${singular}s` },
    description: `Some ${singular}s.`,
    message: message(`mock.test.rowbytes.${singular}`, 'A thing.', {
      uid: output(1, uid(), 'Its uid.'),
      name: output(2, string(), 'Its name.'),
      size: output(3, int32(), 'Its size.'),
      owner: output(4, string(), 'Its owner.'),
      added: output(100, string(), 'An addition.'),
      code: output(5, string(), 'Shown once.', { once: true }),
    }),
    ...extra,
  });

const simple = described('plain');
const owners = described('owner');
const owned = described('owned', {
  hydrate: { from: [owners], answer: () => ({ owner: store.rows.get(owners, 'o')?.name }) },
});

const store = new MemoryStore();
await store.write((tx) => {
  tx.put(owners, { uid: 'o', name: 'before' });
  for (const at of ['a', 'b', 'c']) {
    tx.put(simple, { uid: at, name: `ä ${at.repeat(at === 'c' ? 300 : 1)}`, size: 0, code: 'x' });
    tx.put(owned, { uid: at, name: at });
  }
});

const entryOf = (of: Resource, at: string): Entry => store.rows.entry(of, at) ?? assert.fail(`no ${at}`);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('the bytes of a row are kept beside it', () => {
  const first = rowBytes(simple, entryOf(simple, 'a'), store.rows);
  assert.equal(hexOf(first), '0a01611204c3a42061');
  assert.equal(rowBytes(simple, entryOf(simple, 'a'), store.rows), first);
});

test('a row that changes has other bytes', async () => {
  await store.write((tx) => tx.put(simple, { uid: 'd', name: 'd' }));
  const before = rowBytes(simple, entryOf(simple, 'd'), store.rows);
  await store.write((tx) => tx.put(simple, { uid: 'd', size: 1 }));
  const after = rowBytes(simple, entryOf(simple, 'd'), store.rows);
  assert.deepEqual([hexOf(before), hexOf(after)], ['0a0164120164', '0a01641801']);
});

test('the bytes of a hydrated row are made again when what it shows changes', async () => {
  const textOf = (): string => Buffer.from(rowBytes(owned, entryOf(owned, 'a'), store.rows)).toString('latin1');
  assert.equal(textOf(), '\n\x01a\x12\x01a"\x06before');
  assert.equal(rowBytes(owned, entryOf(owned, 'a'), store.rows), entryOf(owned, 'a').bytes);
  await store.write((tx) => tx.put(owners, { uid: 'o', name: 'after' }));
  assert.equal(textOf(), '\n\x01a\x12\x01a"\x05after');
});

const response = (name: string, numbers: readonly [number, number, number, number], presence: boolean): AnyMessage =>
  message(`mock.test.rowbytes.${name}`, 'A page.', {
    things: plain(numbers[0], repeated(of(simple.message)), 'The rows.', { always: true }),
    nextPageToken: plain(numbers[1], string(), 'The cursor.'),
    totalCount: plain(numbers[2], int64(), 'How many.', { always: true, presence }),
    skipped: plain(numbers[3], int32(), 'How many passed over.', { always: true }),
  });
const Usual = response('Usual', [1, 2, 3, 4], true);
const Bare = response('Bare', [1, 2, 3, 4], false);
const Added = response('Added', [1, 100, 101, 102], true);
const High = response('High', [100, 2, 3, 4], true);

const PAGES: readonly (readonly [
  what: string,
  of: AnyMessage,
  uids: string,
  page: { readonly totalCount: number; readonly skipped: number; readonly nextPageToken?: string },
  hex: string,
])[] = [
  ['no rows', Usual, '', { totalCount: 0, skipped: 0 }, '1800'],
  ['no rows and a total without presence', Bare, '', { totalCount: 0, skipped: 0 }, ''],
  ['a total above 32 bits', Usual, '', { totalCount: 2 ** 40, skipped: 0 }, '18808080808020'],
  ['a row', Usual, 'a', { totalCount: 7, skipped: 2 }, '0a09 0a01611204c3a42061 1807 2002'],
  [
    'rows and a cursor',
    Usual,
    'ab',
    { totalCount: 7, skipped: 0, nextPageToken: 'abc' },
    '0a09 0a01611204c3a42061 0a09 0a01621204c3a42062 1203616263 1807',
  ],
  ['numbers of its own', Added, 'a', { totalCount: 1, skipped: 1 }, '0a09 0a01611204c3a42061 a80601 b00601'],
  ['rows at a high number', High, 'a', { totalCount: 1, skipped: 0 }, 'a206 09 0a01611204c3a42061 1801'],
];

const pageOf = (uids: string, page: object): Extract<Answer, { kind: 'page' }> => ({
  kind: 'page',
  resource: simple,
  page: { entries: [...uids].map((at) => entryOf(simple, at)), totalCount: 0, skipped: 0, ...page },
  rows: store.rows,
  key: 'things',
});

for (const [what, of, uids, page, hex] of PAGES) {
  test(`a page with ${what} is ${hex || 'nothing'}`, () => {
    assert.equal(hexOf(pageBytes(pageOf(uids, page), of)), hex.replaceAll(' ', ''));
  });
}

test('a page of long rows equals a fresh encoding of it', () => {
  const uids = 'abcabccc';
  const things = [...uids].map((at) => store.rows.get(simple, at));
  const anew = encodeProto(Usual, { things, nextPageToken: 't', totalCount: '9', skipped: 3 });
  assert.equal(hexOf(pageBytes(pageOf(uids, { totalCount: 9, skipped: 3, nextPageToken: 't' }), Usual)), hexOf(anew));
});

const lists = allOperations().filter(({ verb }) => verb === 'list');

for (const { operation, resource } of lists.filter(({ list }) => list)) {
  test(`the answer of ${operation.id} has its rows in the field of the table`, () => {
    const key = resource.verbs.list?.key ?? resource.plural;
    const rows = [{ uid: 'u', name: 'n' }, { uid: 'v' }];
    const entries = rows.map((row) => ({
      uid: row.uid,
      row,
      stamp: 1,
      json: undefined,
      jsonIsAscii: false,
      jsonVersion: 0,
      bytes: undefined,
      bytesVersion: 0,
    }));
    const { hydrate: _, ...unhydrated } = resource;
    const page = { entries, nextPageToken: 't', totalCount: 0, skipped: 1 };
    const response = operation.response ?? assert.fail('a List answers');
    const joined = answerBytes({ kind: 'page', resource: unhydrated, page, rows: store.rows, key }, response);
    const anew = encodeProto(response, { [key]: rows, nextPageToken: 't', totalCount: '0', skipped: 1 });
    assert.equal(hexOf(joined), hexOf(anew));
  });
}

for (const { operation } of lists.filter(({ list }) => !list)) {
  test(`the answer of ${operation.id} equals a fresh encoding of its message`, () => {
    const message = operation.response ?? assert.fail('a List answers');
    const value = { items: [{}, {}] };
    // Its rows are converted for each call, so nothing is cached beside them.
    const bytes = answerBytes({ kind: 'message', message, value, once: true }, message);
    assert.equal(hexOf(bytes), hexOf(encodeProto(message, value)));
    assert.equal(bytes.length > 0, true);
  });
}

test('a page in a message without its rows is an internal error', () => {
  assert.throws(() => pageBytes({ ...pageOf('', {}), key: 'others' }, Usual), /has no field others/);
  assert.throws(() => answerBytes(pageOf('', {}), undefined), /needs the message/);
});

const row = { kind: 'row', resource: simple, entry: entryOf(simple, 'a'), rows: store.rows } as const;
const code = { kind: 'message', message: simple.message, value: { uid: 'a', code: 'x' } } as const;

const ANSWERS: readonly (readonly [what: string, answer: Answer, hex: string])[] = [
  ['a row is its bytes', row, '0a01611204c3a42061'],
  ['a message without its secrets', { ...code, once: false }, '0a0161'],
  ['a message with its secrets, for the creating call', { ...code, once: true }, '0a01612a0178'],
  ['nothing is no bytes', { kind: 'empty' }, ''],
];

for (const [what, answer, hex] of ANSWERS) {
  test(`as an answer, ${what}`, () => assert.equal(hexOf(answerBytes(answer, undefined)), hex));
}

test('P1: a row that worlds of two profiles share is encoded for each of them', async () => {
  await store.write((tx) => {
    tx.put(simple, { uid: 'p', name: 'p', added: 'x' });
    tx.put(owned, { uid: 'p', name: 'p', added: 'x' });
  });
  const published = answerBytesIn(profileNamed('published')).row;
  for (const [of, hex] of [
    [simple, '0a0170120170'],
    [owned, '0a017012017022056166746572'],
  ] as const) {
    for (let round = 0; round < 2; round += 1) {
      assert.equal(hexOf(rowBytes(of, entryOf(of, 'p'), store.rows)), `${hex}a2060178`);
      assert.equal(hexOf(published(of, entryOf(of, 'p'), store.rows)), hex);
    }
  }
});
