import type { ChangedRow, Delivery, JournalChange, NamedRow, StateDifference } from '../../../generated/nouns.ts';

const nameRow = ({ type, uid, name }: NamedRow): string =>
  `${type} ${uid}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

const nameChange = (row: ChangedRow): string => `~ ${nameRow(row)}: ${Object.keys(row.fields).join(', ')}`;

/** The rows that differ between two states, a line for each: added, removed, then changed. */
export const listChanges = ({ added, removed, changed }: StateDifference): readonly string[] => [
  ...added.map((row) => `+ ${nameRow(row)}`),
  ...removed.map((row) => `- ${nameRow(row)}`),
  ...changed.map(nameChange),
];

/** A change by a call, as a line. */
export const changeLine = ({ change, fields = {}, ...row }: JournalChange): string => {
  if (change === 'updated') return nameChange({ ...row, fields });
  return `${change === 'created' ? '+' : '-'} ${nameRow(row)}`;
};

/** The outcome of an attempt to deliver an event, in words. */
const attemptText = ({ status, error, duplicate }: Delivery['attempts'][number]): string =>
  `${status ?? error ?? 'no answer'}${duplicate ? ' (sent once more, by the plan)' : ''}`;

/** A delivery as a line: of what, to where, and what has come of each attempt. */
export const deliveryLine = (
  { event, url, state, reason, attempts }: Pick<Delivery, 'event' | 'url' | 'state' | 'reason' | 'attempts'>,
  type = `event ${event}`,
): string => {
  const tries = attempts.length === 0 ? '' : `: ${attempts.map(attemptText).join(', then ')}`;
  return `${type} to ${url}, ${state}${reason === undefined ? '' : `, ${reason}`}${tries}`;
};
