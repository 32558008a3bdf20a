import { type ChangedRow, collection, type Row, type Tx } from '../kernel/rows.ts';
import { checksumOf, sealBytes } from './checked-line.ts';

/** The changes, or the characters, after which a piece of a large write ends. */
const MAX_CHANGES = 1_000;
const MAX_TEXT = 256 * 1024;

/** The part of a change that is stored: the row that is put, or the uid whose row is removed. */
export type StoredChange = Pick<ChangedRow, 'of' | 'uid' | 'after'>;

/** True for a value that can be stored as a row. */
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'uid' in value && typeof value.uid === 'string';

/**
 * The line of a committed write, in pieces: a JSON array of its sequence number, its changes and a checksum. A change
 * is `[collection, row]` for a row that is put and `[collection, uid]` for one that is removed, in the order in which
 * they happened.
 */
export function* changeLine(sequence: number, changes: readonly StoredChange[]): Generator<Buffer> {
  let checksum = 0;
  let text = `[${sequence},[`;
  let count = 0;
  for (const [at, { of, uid, after }] of changes.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify([of.name, after ?? uid])}`;
    count += 1;
    if (count < MAX_CHANGES && text.length < MAX_TEXT) continue;
    const bytes = Buffer.from(text);
    checksum = checksumOf(bytes, checksum);
    yield bytes;
    text = '';
    count = 0;
  }
  yield sealBytes(`${text}],`, ']\n', checksum);
}

/** Reads an item of a line as a change. @throws SyntaxError when it is not one */
export const changeOf = (item: unknown): StoredChange => {
  if (Array.isArray(item) && item.length === 2) {
    const [name, value] = item as readonly unknown[];
    if (typeof name === 'string' && name !== '') {
      if (typeof value === 'string') return { of: collection(name), uid: value, after: undefined };
      if (isRow(value)) return { of: collection(name), uid: value.uid, after: value };
    }
  }
  throw new SyntaxError('a change must be a collection with a row or a uid');
};

/**
 * The changes of a line.
 * @throws SyntaxError when it is not a list of changes
 */
export const changesOf = (items: unknown): readonly StoredChange[] => {
  if (!Array.isArray(items)) throw new SyntaxError('a line must be a list of changes');
  return items.map(changeOf);
};

/** Repeats changes in another write. */
export const repeatChanges = (tx: Tx, changes: Iterable<StoredChange>): void => {
  for (const { of, uid, after } of changes) {
    if (after) tx.put(of, after);
    else tx.remove(of, uid);
  }
};
