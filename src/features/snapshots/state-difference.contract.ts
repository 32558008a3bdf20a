import { z } from '../../plane/zod.contract.ts';

/** A row by its kind, its uid and, if it has one, its name. */
export const namedRow = z
  .object({
    type: z.string().openapi({ description: 'The kind of row.', example: 'groups' }),
    uid: z.string().describe('Its uid.'),
    name: z.string().optional().describe('Its name, if it has one.'),
  })
  .openapi('NamedRow', { description: 'A row by its kind, its uid and its name.' });

/** A row that both states have, in two forms. */
export const changedRow = z
  .object({
    ...namedRow.shape,
    fields: z
      .record(z.string(), z.array(z.unknown()))
      .describe('Each field that differs, with its value before and after; null if it has none.'),
  })
  .openapi('ChangedRow', { description: 'A row that two states have in different forms.' });

/** The difference between two states of a world. */
export const stateDifference = z
  .object({
    added: z.array(namedRow).describe('The rows that only the later state has.'),
    removed: z.array(namedRow).describe('The rows that only the earlier state has.'),
    changed: z.array(changedRow).describe('The rows that both have, with the fields that differ.'),
    clock: z.array(z.string()).describe('The time of the clock before and after.'),
  })
  .openapi('StateDifference', { description: 'The differences between two states of a world.' });
