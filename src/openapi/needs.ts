import type { AnyMessage, FieldRule, NamedField } from '../schema/field-types.ts';
import type { Variant } from './fields.ts';

/** The rules that hold for a message of that variant; the result of a PATCH is not its body. */
export const rulesFor = ({ rules = [] }: AnyMessage, variant: Variant): readonly FieldRule[] => {
  if (variant === 'answer' || variant === 'patch' || variant === 'partial') return [];
  return rules.filter(({ onCreate }) => variant === 'input' || !onCreate);
};

/** True for a field that a message of that variant must have. */
export const isNeeded = (of: AnyMessage, { name, behaviour }: NamedField, variant: Variant): boolean => {
  if (variant === 'patch' || variant === 'partial') return false;
  return behaviour === 'required' || rulesFor(of, variant).some(({ required = [] }) => required.includes(name));
};

const isInDemandedOneof = (of: AnyMessage, { oneof: own }: NamedField, variant: Variant): boolean =>
  own !== undefined && rulesFor(of, variant).some(({ oneof }) => oneof === own);

/**
 * True for a field that may not be empty if it is given. `isWhole` is false for a message inside another: a PATCH
 * that empties a member of a message which is not there changes nothing.
 */
export const mustBeSet = (of: AnyMessage, field: NamedField, variant: Variant, isWhole: boolean): boolean => {
  if (variant === 'partial') return false;
  // Fields in a PATCH are checked, though missing ones are not.
  const given = variant === 'patch' ? 'item' : variant;
  if (isInDemandedOneof(of, field, given)) return true;
  return (variant !== 'patch' || isWhole) && isNeeded(of, field, given);
};

const listInner = ({ fields }: AnyMessage): readonly AnyMessage[] =>
  [...fields.values()].flatMap(({ type, behaviour }) => {
    const inner = type.message?.() ?? type.element?.message?.();
    return inner === undefined || behaviour === 'output' ? [] : [inner];
  });

/** True for a message of which a create needs more than a replacement does. */
export const needsMoreOnCreate = (of: AnyMessage): boolean =>
  (of.rules ?? []).some(({ onCreate }) => onCreate) || listInner(of).some(needsMoreOnCreate);
