import type { ChangedRow, NamedRow, StateDifference } from '../contract/nouns.ts';

const nameRow = ({ type, uid, name }: NamedRow): string =>
  `${type} ${uid}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

const nameChange = (row: ChangedRow): string => `~ ${nameRow(row)}: ${Object.keys(row.fields).join(', ')}`;

/** The rows that differ between two states, a line for each: added, removed, then changed. */
export const listChanges = ({ added, removed, changed }: StateDifference): readonly string[] => [
  ...added.map((row) => `+ ${nameRow(row)}`),
  ...removed.map((row) => `- ${nameRow(row)}`),
  ...changed.map(nameChange),
];
