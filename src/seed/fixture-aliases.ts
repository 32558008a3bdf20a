import { collection, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';

/** The aliases of fixtures; a row's uid is the alias. They are stored, so that later fixtures can use them. */
export const fixtureAliases = collection<Row & { readonly of: string; readonly kind: string }>('fixtureAliases');

/** The uids by alias. */
export const listAliases = (rows: Rows): ReadonlyMap<string, string> =>
  new Map(rows.listWithin(fixtureAliases, TOP).map(({ uid: alias, of }) => [alias, of]));
