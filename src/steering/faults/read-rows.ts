import type { Answer } from '../../kernel/answer.ts';
import type { Collection, Row, Rows } from '../../kernel/rows.ts';
import { isJsonObject, type JsonObject } from '../../schema/json-object.ts';

/** How many rows are remembered of all callers. */
const MAX_ROWS = 10_000;

/** Every object at any depth of a value, itself included. */
export const listObjects = (value: unknown): readonly JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(listObjects)] : [];
};

/** The identifier of a row in an answer of either version. */
export const uidIn = ({ uid, id }: JsonObject): unknown => uid ?? id;

/** Remembers the rows that callers have read last, as they were then. */
export class ReadRows {
  readonly #rows = new Map<string, Row>();

  /** Notes the rows of an answer to a caller; those of a message are looked up by their identifiers. */
  note(caller: string, of: Collection, answer: Answer, rows: Rows): void {
    switch (answer.kind) {
      case 'row':
        this.#add(caller, answer.entry.row);
        break;
      case 'page':
        for (const { row } of answer.page.entries) this.#add(caller, row);
        break;
      case 'message':
        for (const object of listObjects(answer.value)) {
          const uid = uidIn(object);
          const row = typeof uid === 'string' ? rows.get(of, uid) : undefined;
          if (row) this.#add(caller, row);
        }
        break;
      case 'empty':
        break;
    }
  }

  /** The row of a uid as a caller has read it last; undefined where it has not. */
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
