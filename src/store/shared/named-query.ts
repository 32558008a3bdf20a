import { type Connection, type FieldDef, type Submittable, types } from 'pg';
import type { Columns, Statement } from './session.ts';

/** A column of a result, and what reads its text. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** The columns of the statements that a connection has parsed, by the names of these. */
const parsed = new WeakMap<Connection, Map<string, readonly Column[]>>();

const columnsOf = (connection: Connection): Map<string, readonly Column[]> => {
  let known = parsed.get(connection);
  if (!known) {
    known = new Map();
    parsed.set(connection, known);
  }
  return known;
};

const columnIn = ({ name, dataTypeID }: FieldDef): Column => ({ name, read: types.getTypeParser(dataTypeID) });

const itemText = (item: unknown): string => {
  if (item === null || item === undefined) return 'NULL';
  return typeof item === 'number' ? String(item) : `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`;
};

/** A value as Postgres reads it; a list has no list in it. */
const valueText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? `{${value.map(itemText).join(',')}}` : String(value);
};

/** What the driver calls a query with that it was given. */
type Done = (error: unknown, rows?: readonly Columns[]) => void;

/**
 * A statement with a name that returns rows, as the driver sends it: parsed and described at its first use by a
 * connection, and then only executed. The driver's own queries are described each time.
 */
export class NamedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  callback: Done | undefined;
  readonly #values: readonly unknown[];
  readonly #rows: Columns[] = [];
  #columns: readonly Column[] = [];
  #connection: Connection | undefined;

  constructor(name: string, { text, values = [] }: Statement) {
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    const { stream } = connection;
    const columns = columnsOf(connection).get(name);
    const values = this.#values.map(valueText);
    stream.cork();
    if (columns) this.#columns = columns;
    else {
      this.#connection = connection;
      connection.parse({ name, text, types: [] }, true);
      connection.describe({ type: 'S', name }, true);
    }
    connection.bind({ statement: name, values }, true);
    connection.execute(null, true);
    connection.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(columnIn);
    // It has been parsed, whether or not it can be executed.
    if (this.#connection) columnsOf(this.#connection).set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (const [nth, { name, read }] of this.#columns.entries()) {
      const text = fields[nth] ?? null;
      row[name] = text === null ? null : read(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null, this.#rows);
  }

  handleError(error: unknown): void {
    this.callback?.(error);
  }
}
