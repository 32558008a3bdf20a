import type { JsonObject } from '../../../json.ts';
import type { RowKind } from '../../row-kind.ts';

/** The number of displayed digits of a uid without a path. */
const DIGITS = 4;

/** The last part of a uid; of one without a path its last digits. */
export const uidEnd = (uid: string): string => {
  const at = uid.lastIndexOf('/');
  return `…${at < 0 ? uid.slice(-DIGITS) : uid.slice(at)}`;
};

/** The uid one level up; empty for a uid without a path. */
export const uidAbove = (uid: string): string => uid.slice(0, Math.max(0, uid.lastIndexOf('/')));

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

/** The group above a row, and above the row that it is below, such as the repo of a tag. */
export const groupAbove = ({ place }: RowKind, uid: string): string =>
  place === 'uidp.children_of' ? uidAbove(uid) : uidAbove(uidAbove(uid));

/** The words for so many rows of a kind; of a kind that the page does not list its name. */
export const kindWords = (kinds: readonly RowKind[], type: string, number: number): string => {
  const kind = kinds.find(({ name }) => name === type);
  if (!kind) return type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return number === 1 ? kind.one : kind.title.toLowerCase();
};

/** The place of a row in Rows, as parameters of an address: its kind in its group. */
export const placeOfRow = (kinds: readonly RowKind[], type: string, uid: string): Readonly<Record<string, string>> => {
  const kind = kinds.find(({ name }) => name === type);
  if (kind?.place === undefined) return { kind: type };
  return { kind: type, group: groupAbove(kind, uid) || '/' };
};

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

/** The name of a row in lists; for a binding, who has which role. */
export const labelOf = (row: Row): string => {
  const { uid, name, identity, role } = row;
  if (typeof name === 'string' && name !== '') return name;
  if (identity !== undefined && role !== undefined) return `${nameIn(identity)}: ${nameIn(role)}`;
  const known = NAMES.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof known === 'string' ? known : uid;
};
