import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { isJsonObject, textOrNone } from '../../schema/json-object.ts';
import { rowOf } from '../import/read-rows.ts';
import type { Exchange } from './har-file.ts';
import type { PlacedRow } from './reference.ts';

/** What a HAR shows of the rows of a service. */
export interface ShownRows {
  /** The rows that were there before its first exchange, as it shows them first. */
  readonly placed: readonly PlacedRow[];
  /** The uids of things that its own calls have made. */
  readonly made: ReadonlySet<string>;
  /** How many different rows of a resource it shows. */
  readonly counts: ReadonlyMap<string, number>;
  /** The resources of which rows had to be made up: what others lie below. */
  readonly madeUp: ReadonlySet<string>;
  /** The uids of those rows. */
  readonly madeUpUids: ReadonlySet<string>;
}

const SUCCESS = 200;

/** The items of an answer that are rows of a resource of v2. */
const itemsOf = ({ bound, answer }: Exchange): readonly unknown[] => {
  const { verb, resource, list, operation } = bound;
  const { status, body } = answer;
  if (status !== SUCCESS || operation.edition.name !== 'v2' || !isJsonObject(body)) return [];
  if (verb === 'list') {
    const items = body[list?.key ?? resource.plural];
    return Array.isArray(items) ? items : [];
  }
  return verb === 'custom' || verb === 'delete' ? [] : [body];
};

/** A row above another, with what is known of it: its uid. */
const madeUpRow = (uid: string): Row => ({ uid, name: `made-up-${uid.slice(-8)}`, description: '' }) as Row;

/** The resource of what a row of another lies below, by the depth from the row. */
const parentOf = ({ parent }: Resource, resources: ReadonlyMap<string, Resource>): Resource | undefined =>
  resources.get(parent?.singular ?? 'group');

/** What a HAR shows of rows: they are put into a mock, so that it can answer as the service did. */
export const rowsShown = (exchanges: readonly Exchange[], operations: readonly BoundOperation[]): ShownRows => {
  const resources = new Map(operations.map(({ resource }) => [resource.singular, resource]));
  const made = new Set<string>();
  const shown = new Map<string, PlacedRow>();
  const madeUp = new Set<string>();
  const madeUpUids = new Set<string>();
  const counts = new Map<string, number>();
  for (const exchange of exchanges) {
    const { resource, verb } = exchange.bound;
    for (const item of itemsOf(exchange)) {
      const row = rowOf(resource, item);
      if (!row) continue;
      const key = `${resource.name} ${row.uid}`;
      if (verb === 'create') made.add(row.uid);
      else if (!shown.has(key) && !made.has(row.uid)) shown.set(key, { of: resource, row });
    }
  }
  for (const { of } of shown.values()) counts.set(of.name, (counts.get(of.name) ?? 0) + 1);
  const known = new Set([...[...shown.values()].map(({ row }) => row.uid), ...made]);
  const makeUp = (of: Resource, uid: string): void => {
    madeUp.add(of.name);
    madeUpUids.add(uid);
    shown.set(`${of.name} ${uid}`, { of, row: madeUpRow(uid) });
  };
  const addAbove = (uid: string, resource: Resource): void => {
    const cut = uid.lastIndexOf('/');
    const above = parentOf(resource, resources);
    if (cut < 0 || !above) return;
    const parent = uid.slice(0, cut);
    if (!known.has(parent)) {
      known.add(parent);
      makeUp(above, parent);
    }
    addAbove(parent, above);
  };
  for (const { of, row } of [...shown.values()]) addAbove(row.uid, of as Resource);
  const groups = resources.get('group');
  for (const { values, bound } of exchanges) {
    const parent = textOrNone(values.parent);
    const above = parentOf(bound.resource, resources);
    if (bound.verb !== 'create' || !above || parent === '' || known.has(parent)) continue;
    known.add(parent);
    makeUp(above, parent);
    if (groups) addAbove(parent, above);
  }
  return { placed: [...shown.values()], made, counts, madeUp, madeUpUids };
};
