import { isNeeded, rulesFor, type Variant } from '../../src/openapi/needs.ts';
import type { AnyMessage, NamedField } from '../../src/schema/field-types.ts';

/**
 * True for a field that may not be empty if it is given. `isWhole` is false for a message inside another: a PATCH
 * that empties a member of a message which is not there changes nothing.
 */
export const mustBeSet = (of: AnyMessage, field: NamedField, variant: Variant, isWhole: boolean): boolean => {
  if (variant === 'partial') return false;
  // Fields in a PATCH are checked, though missing ones are not.
  const given = variant === 'patch' ? 'item' : variant;
  const { oneof } = field;
  if (oneof !== undefined && rulesFor(of, given).some((rule) => rule.oneof === oneof)) return true;
  return (variant !== 'patch' || isWhole) && isNeeded(of, field, given);
};

/** True for a message of which a create needs more than a replacement does. */
export const needsMoreOnCreate = (of: AnyMessage): boolean =>
  (of.rules ?? []).some(({ onCreate }) => onCreate) ||
  [...of.fields.values()].some(({ type, behaviour }) => {
    const inner = type.message?.() ?? type.element?.message?.();
    return inner !== undefined && behaviour !== 'output' && needsMoreOnCreate(inner);
  });
