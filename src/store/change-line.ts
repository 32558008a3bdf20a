import type { Row } from '../kernel/rows.ts';
import { checksumOf, sealBytes } from './checked-line.ts';
import type { RowChange } from './memory.ts';

/** The changes, or the characters, after which a piece of a large write ends. */
const MAX_CHANGES = 1_000;
const MAX_TEXT = 256 * 1024;

/** True for a value that can be kept as a row. */
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'uid' in value && typeof value.uid === 'string';

/**
 * The line of a committed write, in pieces: a JSON array of its sequence number, its changes and a checksum. A change
 * is `[collection, row]` for a row that is put and `[collection, uid]` for one that is removed, in the order in which
 * they happened.
 */
export function* changeLine(sequence: number, changes: readonly RowChange[]): Generator<Buffer> {
  let checksum = 0;
  let text = `[${sequence},[`;
  let count = 0;
  for (const [at, { collection, uid, row }] of changes.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify([collection, row ?? uid])}`;
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

const changeOf = (item: unknown): RowChange => {
  if (Array.isArray(item) && item.length === 2) {
    const [collection, value] = item as readonly unknown[];
    if (typeof collection === 'string' && collection !== '') {
      if (typeof value === 'string') return { collection, uid: value, row: undefined };
      if (isRow(value)) return { collection, uid: value.uid, row: value };
    }
  }
  throw new SyntaxError('a change must be a collection with a row or a uid');
};

/**
 * The changes of a line.
 * @throws SyntaxError when it is not a list of changes
 */
export const changesOf = (items: unknown): readonly RowChange[] => {
  if (!Array.isArray(items)) throw new SyntaxError('a line must be a list of changes');
  return items.map(changeOf);
};
