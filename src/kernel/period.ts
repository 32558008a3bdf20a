import type { FieldViolation } from './errors.ts';

/** What is wrong with a period that two fields of a request ask for: one that ends before it begins (behaviour §5.15). */
export const forwards =
  (start: string, end: string) =>
  ({ [start]: from, [end]: to }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
    from && to && String(to) < String(from) ? [{ field: end, description: `${end} must not be before ${start}` }] : [];
