import type { Row } from '../kernel/rows.ts';
import type { RowChange } from './memory.ts';

/** How many changes of a large write are turned into text at a time. */
const PIECE = 1_000;

/** True for a value that can be kept as a row. */
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'uid' in value && typeof value.uid === 'string';

/**
 * The line of a committed write, in pieces: a JSON array of `[collection, row]` for a row that is put and
 * `[collection, uid]` for one that is removed, in the order in which they happened.
 */
export function* changeLine(changes: readonly RowChange[]): Generator<string> {
  for (let at = 0; at < changes.length; at += PIECE) {
    const part = changes.slice(at, at + PIECE);
    const items = part.map(({ collection, uid, row }) => JSON.stringify([collection, row ?? uid]));
    yield `${at === 0 ? '[' : ','}${items.join(',')}${at + PIECE >= changes.length ? ']\n' : ''}`;
  }
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
 * @throws SyntaxError when the line is none that changeLine makes
 */
export const changesOf = (line: string): readonly RowChange[] => {
  const items: unknown = JSON.parse(line);
  if (!Array.isArray(items)) throw new SyntaxError('a line must be a list of changes');
  return items.map(changeOf);
};
