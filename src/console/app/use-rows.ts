import { useEffect, useMemo, useState } from 'hono/jsx/dom';
import type { RowKind } from '../row-kind.ts';
import type { Connection } from './connection.ts';
import type { Row } from './row.ts';
import { PAGE, type Page, type RowPages, rowPages } from './row-pages.ts';

/** The time for which a list rests before it asks for further rows, in milliseconds. */
const REST_MS = 80;

/** The rows of a list. */
interface Wanted {
  readonly kind: RowKind;
  readonly group: string;
  readonly identity: string;
  readonly name: string;
}

const targetOf = ({ kind, group, name }: Wanted, page: number): string => {
  const query = new URLSearchParams({
    [kind.place]: group,
    order_by: kind.orderBy,
    page_size: String(PAGE),
    skip: String(page * PAGE),
    ...(name !== '' && { name }),
  });
  return `${kind.path}?${query}`;
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** The rows of a kind below a group as an identity sees them, by the API's own pages; `turn` loads them anew. */
export const useRows = (connection: Connection, wanted: Wanted, turn: number): RowPages => {
  const { kind, group, identity, name } = wanted;
  const [, redraw] = useState(0);
  const rows = useMemo(() => {
    const load = async (page: number): Promise<Page> => {
      type Answer = { readonly totalCount: string } & Readonly<Record<string, readonly Row[]>>;
      const answer = await connection.call<Answer>(identity, 'GET', targetOf(wanted, page));
      return { rows: answer[kind.name] ?? [], total: Number(answer.totalCount) };
    };
    return rowPages({ load, rest: pause, onChange: () => redraw((times) => times + 1) });
  }, [connection, kind, group, identity, name]);
  useEffect(() => rows.open(), [rows, turn]);
  return rows;
};
