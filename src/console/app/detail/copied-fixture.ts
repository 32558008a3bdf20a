import type { JournalEntry } from '../../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../../features/evidence/json-value.ts';
import { sentOf } from '../../../features/evidence/sent-request.ts';

/** The key in a fixture for the rows that an operation creates. */
const PLACES: Readonly<Record<string, string>> = {
  CreateGroup: 'groups',
  CreateIdentity: 'identities',
  CreateRole: 'roles',
  CreateRoleBinding: 'roleBindings',
  CreateRepo: 'repos',
  CreateTag: 'tags',
};

/** The keys in fixtures for references that a request has by uid. */
const REFERENCES: Readonly<Record<string, string>> = { identityUid: 'identity', roleUid: 'role' };

/** The uids above a row, from the root down. */
export const uidsAbove = (uid: string): readonly string[] =>
  uid
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    .slice(0, -1);

/** The row that a call has created, as far as a fixture can have it: its place, its fields and its uid. */
export const findCreated = (
  entry: JournalEntry,
): { readonly place: string; readonly fields: JsonObject; readonly uid: string } | undefined => {
  const place = PLACES[entry.operation ?? ''];
  const uid = entry.changes.find(({ change, type }) => change === 'created' && type === place)?.uid;
  const { body: sent } = sentOf(entry);
  if (place === undefined || uid === undefined || !isObject(sent)) return undefined;
  const fields = Object.entries(sent).map(([name, value]) => [REFERENCES[name] ?? name, value]);
  return { place, fields: Object.fromEntries(fields), uid };
};

/** A fixture, as JSON, that has the row created by a call below the rows of those names. */
export const toFixture = (
  { place, fields }: { readonly place: string; readonly fields: JsonObject },
  namesAbove: readonly string[],
): string => {
  const nestBelow = ([name, ...others]: readonly string[]): JsonObject => {
    if (name === undefined) return { [place]: [fields] };
    const isRepo = place === 'tags' && others.length === 0;
    return { [isRepo ? 'repos' : 'groups']: [{ name, ...nestBelow(others) }] };
  };
  return JSON.stringify(nestBelow(namesAbove), null, 2);
};
