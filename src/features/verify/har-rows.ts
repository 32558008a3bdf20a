import type { Resource } from '../../kernel/resource.ts';
import type { Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { parentOf as parentUidOf, TOP } from '../../kernel/uid.ts';
import { groupBy } from '../../schema/group-by.ts';
import { isJsonObject, textOrNone } from '../../schema/json-object.ts';
import { rowOf } from '../import/read-rows.ts';
import type { Exchange } from './har-file.ts';
import type { PlacedRow } from './reference.ts';

/** The rows of a service that a HAR has. */
export interface HarRows {
  /** The rows that were there before its first exchange, as it shows them first, and those that had to be made up. */
  readonly placed: readonly PlacedRow[];
  /** The number of different rows of a resource that it shows. */
  readonly counts: ReadonlyMap<string, number>;
  /** The rows that others lie below: of them only the uid is known. */
  readonly madeUp: readonly PlacedRow[];
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

/** Finds rows in a HAR: they are put into a mock, so that it can answer as the service did. */
export const rowsOfHar = (exchanges: readonly Exchange[], operations: readonly BoundOperation[]): HarRows => {
  const resources = new Map(operations.map(({ resource }) => [resource.singular, resource]));
  const parentOf = ({ parent }: Resource): Resource | undefined => resources.get(parent?.singular ?? 'group');
  /** The uids of things that its own calls have made. */
  const made = new Set<string>();
  const shown = new Map<string, { readonly of: Resource; readonly row: Row }>();
  for (const exchange of exchanges) {
    const { resource: of, verb } = exchange.bound;
    for (const row of itemsOf(exchange).flatMap((item) => rowOf(of, item) ?? [])) {
      const key = `${of.name} ${row.uid}`;
      if (verb === 'create') made.add(row.uid);
      else if (!shown.has(key) && !made.has(row.uid)) shown.set(key, { of, row });
    }
  }
  const rows = [...shown.values()];
  const counts = new Map([...groupBy(rows, ({ of }) => of.name)].map(([name, all]) => [name, all.length]));
  const known = new Set([...rows.map(({ row }) => row.uid), ...made]);
  const madeUp: PlacedRow[] = [];
  const addWithAbove = (uid: string, of: Resource | undefined): void => {
    if (uid === '' || uid === TOP || !of) return;
    if (!known.has(uid)) {
      known.add(uid);
      const row = { uid, name: `made-up-${uid.slice(-8)}`, description: '' };
      madeUp.push({ of, row });
    }
    addWithAbove(parentUidOf(uid), parentOf(of));
  };
  for (const { of, row } of rows) addWithAbove(parentUidOf(row.uid), parentOf(of));
  for (const { values, bound } of exchanges) {
    if (bound.verb === 'create') addWithAbove(textOrNone(values.parent), parentOf(bound.resource));
  }
  return { placed: [...rows, ...madeUp], counts, madeUp };
};
