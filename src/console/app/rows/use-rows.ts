import { useEffect, useMemo, useState } from 'preact/hooks';
import type { StateDifference } from '../../../../generated/nouns.ts';
import type { JsonObject } from '../../../json.ts';
import type { RowKind } from '../../row-kind.ts';
import type { Connection } from '../connection.ts';
import { useLoaded } from '../frame/console-context.ts';
import { toRow } from './row.ts';
import { PAGE, type Page, RowPages } from './row-pages.ts';

/** The time for which a list rests before it asks for further rows, in milliseconds. */
const REST_MS = 80;

/** The rows of a list that are meant. */
export interface WantedRows {
  readonly kind: RowKind;
  /** The uid of a group; empty for kinds outside of groups. */
  readonly group: string;
  /** Also the rows of the groups below. */
  readonly isDeep: boolean;
  readonly identity: string;
  /** The filters, as the API has them. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  /** The order, such as `name desc`; the kind's own if it is empty. */
  readonly order: string;
}

/** The path and the query by which a page of rows is asked for. */
const targetOf = (wanted: WantedRows, page: number, size: number): string => {
  const { kind, group, isDeep, filters, order } = wanted;
  const path = kind.place === 'path' ? `${kind.path}/${group}` : kind.path;
  const query = new URLSearchParams();
  if (kind.place === 'uidp.children_of' && isDeep) query.set('uidp.descendants_of', group);
  else if (kind.place !== undefined && kind.place !== 'path') query.set(kind.place, group);
  for (const [name, value] of filters) query.append(name, value);
  if (!kind.isOlder) {
    const by = order || kind.sortable[0];
    if (by !== undefined) query.set('order_by', by);
    query.set('page_size', String(size));
    query.set('skip', String(page * size));
  }
  return `${path}?${query}${kind.query === undefined ? '' : `&${kind.query}`}`;
};

/** Reads a page of rows; a list of v1 is answered whole, and so is a kind that no operation lists: they are cut here. */
export const readPage = async (
  connection: Connection,
  wanted: WantedRows,
  page: number,
  size = PAGE,
): Promise<Page> => {
  const { kind, identity } = wanted;
  if (kind.isStored) {
    // From a snapshot, which is deleted at once.
    const path = `snapshots/console-${crypto.randomUUID()}`;
    await connection.steer('PUT', path, {});
    const text = await connection.steerText(`${path}:file`).finally(() => connection.steer('DELETE', path));
    // Behind a line with the name of a collection, each line is a row of it.
    const [, ...lines] = text.trimEnd().split('\n');
    const from = lines.indexOf(JSON.stringify(kind.key)) + 1;
    const to = lines.findIndex((line, nth) => nth >= from && line.startsWith('"'));
    const own = from === 0 ? [] : lines.slice(from, to < 0 ? undefined : to);
    const stored = own.map((line) => toRow(JSON.parse(line) as JsonObject));
    return { rows: stored.slice(page * size, (page + 1) * size), total: stored.length };
  }
  const answer = await connection.call(identity, 'GET', targetOf(wanted, page, size));
  const found = answer[kind.key];
  const rows = (Array.isArray(found) ? (found as readonly JsonObject[]) : []).map(toRow);
  if (kind.isOlder) return { rows: rows.slice(page * size, (page + 1) * size), total: rows.length };
  return { rows, total: Number(answer.totalCount) };
};

/** The rows of a kind as an identity sees them, by the API's own pages; `turn` loads them anew. */
export const useRows = (connection: Connection, wanted: WantedRows, turn: number): RowPages => {
  const [, redraw] = useState(0);
  const { kind, group, isDeep, identity, filters, order } = wanted;
  const rows = useMemo(
    () =>
      new RowPages({
        load: (page) => readPage(connection, wanted, page),
        rest: () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
        onChange: () => redraw((times) => times + 1),
      }),
    [connection, kind, group, isDeep, identity, JSON.stringify(filters), order],
  );
  useEffect(() => rows.open(), [rows, turn]);
  return rows;
};

/** The changes of a world's rows since it began, by uid: `new` or `changed`; `turn` asks anew. */
export const useChangedRows = (connection: Connection, turn: number): ReadonlyMap<string, string> => {
  const { value } = useLoaded(async () => {
    const { added, changed } = await connection.steer<StateDifference>('GET', `worlds/${connection.world}:diff`);
    return [...added.map(({ uid }) => [uid, 'new'] as const), ...changed.map(({ uid }) => [uid, 'changed'] as const)];
  }, [connection, turn]);
  return useMemo(() => new Map(value), [value]);
};
