import { list, map, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';

export const namedRow = noun('NamedRow', 'A row by its kind, its uid and its name.', {
  type: string('The kind of row.', 'groups'),
  uid: string('Its uid.'),
  name: string('Its name, if it has one.').optional(),
});

export const changedRow = noun('ChangedRow', 'A row that two states have in different forms.', {
  ...namedRow.shape,
  fields: map(z.array(z.unknown()), 'Each field that differs, with its value before and after; null if it has none.'),
});

export const stateDifference = noun('StateDifference', 'The differences between two states of a world.', {
  added: list(namedRow, 'The rows that only the later state has.'),
  removed: list(namedRow, 'The rows that only the earlier state has.'),
  changed: list(changedRow, 'The rows that both have, with the fields that differ.'),
  clock: list(z.string(), 'The time of the clock before and after.'),
});
