import { isObject, type JsonObject } from '../../json.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { Collection, Row, Rows } from '../../kernel/rows.ts';

/** The maximum number of rows that are remembered of all callers. */
const MAX_ROWS = 10_000;

/** The objects at any depth of a value, itself included. */
export const listObjects = (value: unknown): readonly JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  return isObject(value) ? [value, ...Object.values(value).flatMap(listObjects)] : [];
};

/** The identifier of a row in an answer of either version. */
export const uidIn = ({ uid, id }: JsonObject): unknown => uid ?? id;

/** The rows in an answer; the rows of a message are looked up by their identifiers. */
export const rowsInAnswer = (answer: Answer, of: Collection, rows: Rows): readonly Row[] => {
  switch (answer.kind) {
    case 'row':
      return [answer.entry.row];
    case 'page':
      return answer.page.entries.map(({ row }) => row);
    case 'message':
      return listObjects(answer.value).flatMap((object) => {
        const uid = uidIn(object);
        return (typeof uid === 'string' && rows.get(of, uid)) || [];
      });
    case 'empty':
      return [];
  }
};

/** Remembers each row as a caller has read it last. */
export class ReadRows {
  readonly #rows = new Map<string, Row>();

  /** Notes rows that a caller has read. */
  note(caller: string, rows: readonly Row[]): void {
    for (const row of rows) this.#add(caller, row);
  }

  /** The row of a uid as a caller has read it last; undefined if it has not. */
  find(caller: string, uid: string): Row | undefined {
    return this.#rows.get(`${caller} ${uid}`);
  }

  #add(caller: string, row: Row): void {
    const key = `${caller} ${row.uid}`;
    this.#rows.delete(key);
    this.#rows.set(key, row);
    const [oldest] = this.#rows.size > MAX_ROWS ? this.#rows.keys() : [];
    if (oldest !== undefined) this.#rows.delete(oldest);
  }
}
