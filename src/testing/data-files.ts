import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { collection, type Row } from '../kernel/rows.ts';
import { type JsonFileStore, openJsonFileStore } from '../store/json-file.ts';

/** The collection that the rows of these files are in. */
export const rows = collection<Row>('rows');

/** Puts rows that have only a uid, in one write. */
export const put = (store: JsonFileStore, ...uids: readonly string[]): Promise<void> =>
  store.write((tx) => {
    for (const uid of uids) tx.put(rows, { uid });
  });

/** The uids in a store, of one letter each, as one text. */
export const uidsIn = (store: JsonFileStore): string =>
  store.rows
    .listWithin(rows, '/')
    .map(({ uid }) => uid)
    .join('');

/** Files by name. */
export type Files = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), 'data-file-'));
// Test files may share a process, so that the hooks of one end before another begins.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Makes a folder that is removed after the tests. */
export const newFolder = (): string => mkdtempSync(join(folder, 'at-'));

/** Writes a data file and the files beside it into a new folder; returns the path of the data file. */
export const lay = (files: Files): string => {
  const at = newFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  return join(at, 'data');
};

/** The files in the folder of a data file, but for locks. */
export const found = (file: string): Files =>
  Object.fromEntries(
    readdirSync(dirname(file))
      .filter((name) => !name.endsWith('.lock'))
      .map((name) => [name, readFileSync(join(dirname(file), name), 'utf8')]),
  );

/** The content of the file when it is opened; checks that it is there again after a write and a clean stop. */
export const contentOf = async (file: string): Promise<string> => {
  const store = await openJsonFileStore({ file, report: assert.ifError });
  const content = uidsIn(store);
  await put(store, 'z');
  await store.close();
  const again = await openJsonFileStore({ file });
  assert.equal(uidsIn(again), `${content}z`);
  await again.close();
  return content;
};

/** A line with its checksum. */
export const sealed = (text: string, closing: string): string =>
  `${text}"${crc32(text).toString(16).padStart(8, '0')}"${closing}`;

/** The line of a write that puts rows. */
export const line = (sequence: number, ...uids: readonly string[]): string =>
  `${sealed(`[${sequence},${JSON.stringify(uids.map((uid) => ['rows', { uid }]))},`, ']')}\n`;
/** The first line of a log. */
export const head = (generation: number, synced: number): string =>
  `${sealed(`["log",3,${generation},${String(synced).padStart(16)},`, ']')}\n`;

/** A data file of this format with some rows, after the write of a number. */
export const snapshot = (generation: number, sequence: number, ...uids: readonly string[]): string => {
  const about = { format: 3, generation, sequence, count: uids.length, meta: {} };
  const texts = uids.map((uid, at) => {
    const text = `[${at + 1},"rows",${JSON.stringify({ uid })},`;
    return `${sealed(text, at + 1 < uids.length ? '],' : ']')}\n`;
  });
  const first = sealed(`${JSON.stringify(about).slice(0, -1)},"checksum":`, ',"rows":[');
  return `${first}\n${texts.join('')}]}\n`;
};

/** A log that goes on after the write `after`, with one write for each uid and then a torn one. */
export const log = (generation: number, after: number, uids: string, torn = ''): string =>
  head(generation, after + uids.length) + [...uids].map((uid, at) => line(after + at + 1, uid)).join('') + torn;
