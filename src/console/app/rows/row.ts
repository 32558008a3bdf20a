import type { JsonObject } from '../../../evidence/json-value.ts';

/** A row of the API. */
export interface Row extends JsonObject {
  /** Empty for a row that has none. */
  readonly uid: string;
}

/** A row as it was answered, with its uid: v1 calls that id, and what is outside of the groups has another name for it. */
export const toRow = (answered: JsonObject): Row => ({
  ...answered,
  uid: String(answered.uid ?? answered.id ?? answered.malid ?? answered.repo_id ?? ''),
});

const nameIn = (value: unknown): string => String((value as JsonObject | undefined)?.name ?? '?');

/** The fields by which rows without a name are known. */
const NAMES = [
  'email',
  'sink',
  'advisoryId',
  'docId',
  'imageRef',
  'package_name',
  'repo',
  'externalGroupId',
  'id',
  'repo_id',
];

/** What a row is called in lists: its name, or of a binding who has which role. */
export const labelOf = (row: Row): string => {
  const { uid, name, identity, role } = row;
  if (typeof name === 'string' && name !== '') return name;
  if (identity !== undefined && role !== undefined) return `${nameIn(identity)}: ${nameIn(role)}`;
  const known = NAMES.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof known === 'string' ? known : uid;
};
