import { type FieldViolation, textOf } from '../schema/field-violation.ts';

/** Violations as v2 renders them. */
export const plainViolations = (
  found: readonly FieldViolation[] = [],
): readonly { readonly field: string; readonly description: string }[] =>
  found.map(({ field, description }) => ({ field, description: textOf(description) }));
