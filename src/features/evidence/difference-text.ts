import type { NamedRow, StateDifference } from '../../../generated/nouns.ts';

const rowText = ({ type, uid, name }: NamedRow): string =>
  `${type} ${JSON.stringify(uid).slice(1, -1)}${name === undefined ? '' : ` ${JSON.stringify(name)}`}`;

/** A difference between two states as lines: a row each, and below a changed one its fields. */
export const differenceText = ({ added, removed, changed }: StateDifference): string => {
  const lines = [
    ...removed.map((row) => `- ${rowText(row)}`),
    ...added.map((row) => `+ ${rowText(row)}`),
    ...changed.flatMap((row) => [
      `~ ${rowText(row)}`,
      ...Object.entries(row.fields).map(
        ([field, [before, after]]) => `    ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      ),
    ]),
  ];
  return lines.length === 0 ? 'no difference\n' : `${lines.join('\n')}\n`;
};
