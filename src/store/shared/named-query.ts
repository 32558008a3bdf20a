import { type Connection, type FieldDef, Query, types } from 'pg';
import type { Columns, Statement } from './session.ts';

/** A column of a result, and what reads its text. */
interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** A statement that a connection was asked to parse; its columns are not known before it has been. */
interface Parsed {
  columns?: readonly Column[];
}

/** The statements of a connection, by their names. */
const parsed = new WeakMap<Connection, Map<string, Parsed>>();

const parsedBy = (connection: Connection): Map<string, Parsed> => {
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
 * connection, and then only executed. The driver's own queries are described each time. In a pipeline others of its name
 * may be sent before it has been parsed.
 */
export class NamedQuery extends Query {
  readonly name: string;
  readonly text: string;
  callback: Done | undefined;
  readonly #values: readonly unknown[];
  readonly #rows: Columns[] = [];
  #statement: Parsed = {};
  /** Takes the statement away again where it could not be parsed; undefined where another has asked for it. */
  #unparse: (() => void) | undefined;

  constructor(name: string, { text, values = [] }: Statement) {
    super(text);
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  override submit = (connection: Connection): void => {
    const { name, text } = this;
    const { stream } = connection;
    const known = parsedBy(connection);
    const statement = known.get(name);
    const values = this.#values.map(valueText);
    stream.cork();
    if (statement) this.#statement = statement;
    else {
      known.set(name, this.#statement);
      this.#unparse = () => known.delete(name);
      connection.parse({ name, text, types: [] }, true);
      connection.describe({ type: 'S', name }, true);
    }
    connection.bind({ statement: name, values }, true);
    connection.execute(null, true);
    connection.sync();
    stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#statement.columns = fields.map(columnIn);
    // It has been parsed, whether or not it can be executed.
    this.#unparse = undefined;
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (const [nth, { name, read }] of (this.#statement.columns ?? []).entries()) {
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
    this.#unparse?.();
    this.callback?.(error);
  }
}
