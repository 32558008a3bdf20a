import { type FieldViolation, referToSibling } from '../schema/field-violation.ts';

/** Checks a period of two request fields: a violation when it ends before it starts (behaviour §5.15). */
export const checkPeriod =
  (start: string, end: string) =>
  ({ [start]: from, [end]: to }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
    from && to && String(to) < String(from)
      ? [{ field: end, description: [referToSibling(end), ' must not be before ', referToSibling(start)] }]
      : [];
