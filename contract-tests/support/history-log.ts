import type { LogLine, Operation, Row } from './history.ts';
import type { OwnPostgres } from './postgres.ts';

/** The collection that a history follows, as the log names it. */
const FOLLOWED = 'repos';

interface StoredRow {
  readonly uid: string;
  readonly name: string;
  readonly description?: string;
}

/** A row as a history has it, from the store or from an answer. */
export const followedRow = ({ name, description = '' }: Omit<StoredRow, 'uid'>): Row => ({ name, text: description });

/** What changes put and remove of the rows that are followed. */
const rowsIn = (changes: unknown): Operation['rows'] =>
  Object.fromEntries(
    (JSON.parse(String(changes)) as readonly (readonly [string, StoredRow | string])[])
      .filter(([collection]) => collection === FOLLOWED)
      .map(([, row]) => (typeof row === 'string' ? [row, null] : [row.uid, followedRow(row)])),
  );

/** Reads the log of all worlds; `old` has the number of entries of each line when the history began. */
export const readLog = async (
  { query }: OwnPostgres,
  database: string,
  old: ReadonlyMap<number, number> = new Map(),
): Promise<readonly LogLine[]> => {
  const lines = await query(database, 'SELECT * FROM platform_mock.line WHERE rev IS NOT NULL ORDER BY id');
  const entries = await query(database, 'SELECT * FROM platform_mock.entry ORDER BY line, seq');
  const begun = await query(database, 'SELECT line, rows FROM platform_mock.checkpoint WHERE seq = 0');
  return lines.map((line) => ({
    id: Number(line.id),
    rev: Number(line.rev),
    tag: String(line.tag),
    base: line.base_line === null ? undefined : { line: Number(line.base_line), seq: Number(line.base_seq) },
    rows: Object.assign({}, ...begun.filter((part) => part.line === line.id).map(({ rows }) => rowsIn(rows))),
    entries: entries
      .filter((entry) => entry.line === line.id)
      .map(({ seq, prev, tag, changes }) => ({
        seq: Number(seq),
        prev: String(prev),
        tag: String(tag),
        rows: rowsIn(changes),
      })),
    old: old.get(Number(line.id)) ?? 0,
  }));
};
