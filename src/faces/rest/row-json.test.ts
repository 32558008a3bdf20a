import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineResource } from '../../kernel/resource.ts';
import type { Entry, Row } from '../../kernel/rows.ts';
import { int32, string, uid } from '../../schema/field-types.ts';
import { message, output } from '../../schema/message.ts';
import { profileNamed, SPECIFICATION } from '../../schema/profile.ts';
import { MemoryStore } from '../../store/memory.ts';
import { rowTextsIn } from './answer.ts';

const { page: renderPage, row: rowJson } = rowTextsIn(SPECIFICATION);
const pageJson = (answer: Parameters<typeof renderPage>[0]): string => renderPage(answer).body;

const described = (singular: string, extra: object = {}) =>
  defineResource({
    domain: 'registry',
    type: singular,
    singular,
    plural: `${singular}s`,
    words: { singular, plural: `${singular}s` },
    description: `Some ${singular}s.`,
    message: message(`mock.test.rowjson.${singular}`, 'A thing.', {
      uid: output(1, uid(), 'Its uid.'),
      name: output(2, string(), 'Its name.'),
      size: output(3, int32(), 'Its size.'),
      owner: output(4, string(), 'Its owner.'),
      added: output(100, string(), 'An addition.'),
    }),
    ...extra,
  });

const plain = described('plain');
const owners = described('owner');
const owned = described('owned', {
  hydrate: { from: [owners], answer: () => ({ owner: store.rows.get(owners, 'o')?.name }) },
});

const store = new MemoryStore();
await store.write((tx) => {
  tx.put(owners, { uid: 'o', name: 'before' });
  for (const at of ['a', 'b']) {
    tx.put(plain, { uid: at, name: `ä "${at}"`, size: 0 });
    tx.put(owned, { uid: at, name: at });
  }
});

const entryOf = (of: typeof plain, at: string): Entry => store.rows.entry(of, at) ?? assert.fail(`no ${at}`);

test('the bytes of a row are kept beside it', () => {
  const first = rowJson(plain, entryOf(plain, 'a'), store.rows);
  assert.equal(first.toString(), '{"uid":"a","name":"ä \\"a\\""}');
  assert.equal(rowJson(plain, entryOf(plain, 'a'), store.rows), first);
});

test('a row that changes has other bytes', async () => {
  const before = rowJson(plain, entryOf(plain, 'b'), store.rows);
  const row: Row & { readonly size?: number } = { uid: 'b', size: 1 };
  await store.write((tx) => tx.put(plain, row));
  const after = rowJson(plain, entryOf(plain, 'b'), store.rows);
  assert.notEqual(after, before);
  assert.equal(after.toString(), '{"uid":"b","size":1}');
});

test('the bytes of a hydrated row are made again when what it shows changes', async () => {
  const textOf = (): string => rowJson(owned, entryOf(owned, 'a'), store.rows).toString();
  assert.equal(textOf(), '{"uid":"a","name":"a","owner":"before"}');
  assert.equal(rowJson(owned, entryOf(owned, 'a'), store.rows), entryOf(owned, 'a').json);
  await store.write((tx) => tx.put(owners, { uid: 'o', name: 'after' }));
  assert.equal(textOf(), '{"uid":"a","name":"a","owner":"after"}');
});

const PAGES: readonly (readonly [what: string, uids: readonly string[], token: string | undefined, text: string])[] = [
  ['no rows', [], undefined, '{"things":[],"totalCount":"7","skipped":2}'],
  ['one row', ['a'], undefined, '{"things":[{"uid":"a","name":"ä \\"a\\""}],"totalCount":"7","skipped":2}'],
  [
    'rows and a cursor',
    ['a', 'a'],
    'abc',
    '{"things":[{"uid":"a","name":"ä \\"a\\""},{"uid":"a","name":"ä \\"a\\""}],"nextPageToken":"abc","totalCount":"7","skipped":2}',
  ],
];

for (const [what, uids, nextPageToken, text] of PAGES) {
  test(`a page with ${what} is ${text}`, () => {
    const page = {
      entries: uids.map((at) => entryOf(plain, at)),
      totalCount: 7,
      skipped: 2,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    };
    const body = pageJson({ kind: 'page', resource: plain, page, rows: store.rows, key: 'things' });
    assert.equal(body.toString(), text);
  });
}

test('P1: a row that worlds of two profiles share is rendered for each of them', async () => {
  await store.write((tx) => {
    tx.put(plain, { uid: 'p', name: 'p', added: 'x' });
    tx.put(owned, { uid: 'p', name: 'p', added: 'x' });
  });
  const published = rowTextsIn(profileNamed('published')).row;
  for (const [of, text] of [
    [plain, '{"uid":"p","name":"p"'],
    [owned, '{"uid":"p","name":"p","owner":"after"'],
  ] as const) {
    for (let round = 0; round < 2; round += 1) {
      assert.equal(rowJson(of, entryOf(of, 'p'), store.rows), `${text},"added":"x"}`);
      assert.equal(published(of, entryOf(of, 'p'), store.rows), `${text}}`);
    }
  }
});

test('a page of rows has the same text, whether all of them are ASCII or not', async () => {
  const names = ['plain', 'ä', '\u0080', '…', '😀', 'tab\t', ''];
  const uids = names.map((_, nth) => `ascii-${nth}`);
  await store.write((tx) => {
    for (const [nth, name] of names.entries()) tx.put(plain, { uid: uids[nth] ?? '', name });
  });
  const entries = uids.map((uid) => entryOf(plain, uid));
  for (const from of names.keys()) {
    for (const to of names.keys()) {
      const page = { entries: entries.slice(from, to + 1), totalCount: 7, skipped: 0 };
      const body = pageJson({ kind: 'page', resource: plain, page, rows: store.rows, key: 'things' });
      const { things } = JSON.parse(String(body)) as { readonly things: readonly { readonly name?: string }[] };
      assert.deepEqual(
        things.map(({ name = '' }) => name),
        names.slice(from, to + 1),
      );
    }
  }
});

test('a page that is rendered again has the same text, until one of its rows changes', async () => {
  const uids = Array.from({ length: 40 }, (_, nth) => `again-${nth}`);
  await store.write((tx) => {
    for (const uid of uids) tx.put(plain, { uid, name: uid });
  });
  const { rows } = store;
  for (const [uid, name] of [
    ['again-0', 'other'],
    ['again-20', 'ä'],
    ['again-20', 'same'],
  ] as const) {
    await store.write((tx) => tx.put(plain, { uid, name, added: 'x' }));
    for (const profile of [SPECIFICATION, profileNamed('published'), SPECIFICATION]) {
      const texts = rowTextsIn(profile);
      const entries = uids.map((at) => entryOf(plain, at));
      const each = entries.map((entry) => texts.row(plain, entry, rows)).join();
      for (const skipped of [1, 2, 3]) {
        const page = { entries: [...entries], totalCount: 40, skipped };
        assert.deepEqual(texts.page({ kind: 'page', resource: plain, page, rows, key: 'things' }), {
          body: `{"things":[${each}],"totalCount":"40","skipped":${skipped}}`,
          isAscii: name !== 'ä',
        });
      }
    }
  }
});

test('C16: a whole List has no paging', () => {
  const page = { entries: [entryOf(plain, 'b')], totalCount: 1, skipped: 0 };
  const answer = { kind: 'page', resource: plain, page, rows: store.rows, key: 'things', isWhole: true } as const;
  assert.equal(String(pageJson(answer)), '{"things":[{"uid":"b","size":1}]}');
  assert.equal(pageJson({ ...answer, page: { ...page, entries: [] } }), '{"things":[]}');
});
