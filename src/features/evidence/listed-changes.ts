import type { ChangedRow, Delivery, JournalChange, NamedRow, StateDifference } from '../../../generated/nouns.ts';

const nameRow = ({ type, uid, name }: NamedRow): string =>
  `${type} ${JSON.stringify(uid).slice(1, -1)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

const nameChange = (row: ChangedRow): string => `~ ${nameRow(row)}: ${Object.keys(row.fields).join(', ')}`;

/** The rows that differ between two states, a line for each: added, removed, then changed. */
export const listChanges = ({ added, removed, changed }: StateDifference): readonly string[] => [
  ...added.map((row) => `+ ${nameRow(row)}`),
  ...removed.map((row) => `- ${nameRow(row)}`),
  ...changed.map(nameChange),
];

/** A difference between two states as text: a line for each row, and below a changed one its fields. */
export const differenceText = ({ added, removed, changed }: StateDifference): string => {
  const lines = [
    ...removed.map((row) => `- ${nameRow(row)}`),
    ...added.map((row) => `+ ${nameRow(row)}`),
    ...changed.flatMap((row) => [
      `~ ${nameRow(row)}`,
      ...Object.entries(row.fields).map(
        ([field, [before, after]]) => `    ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      ),
    ]),
  ];
  return lines.length === 0 ? 'no difference\n' : `${lines.join('\n')}\n`;
};

/** A change by a call, as a line. */
export const changeLine = ({ change, fields = {}, ...row }: JournalChange): string => {
  if (change === 'updated') return nameChange({ ...row, fields });
  return `${change === 'created' ? '+' : '-'} ${nameRow(row)}`;
};

/** A delivery as a line: its event, its receiver, and the outcome of each attempt. */
export const deliveryLine = (
  { event, url, state, reason, attempts }: Pick<Delivery, 'event' | 'url' | 'state' | 'reason' | 'attempts'>,
  type = `event ${event}`,
): string => {
  const words = attempts.map(
    ({ status, error, duplicate }) =>
      `${status ?? error ?? 'no answer'}${duplicate ? ' (sent once more, by the plan)' : ''}`,
  );
  const tries = words.length === 0 ? '' : `: ${words.join(', then ')}`;
  return `${type} to ${url}, ${state}${reason === undefined ? '' : `, ${reason}`}${tries}`;
};
