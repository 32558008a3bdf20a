import type { BoundHttpOperation } from '../kernel/over-http.ts';
import type { Edition } from '../schema/edition.ts';
import type { AnyMessage, FieldRule, NamedField } from '../schema/field-types.ts';
import { zeroOf } from '../schema/scalars.ts';

/**
 * The variants of a message: as it is in an answer; as a create accepts it; as an update of all fields accepts it; as a
 * PATCH accepts it; as an item of a list in a PATCH, which replaces that list; as a method that completes it accepts it.
 */
export type Variant = 'answer' | 'input' | 'replacement' | 'patch' | 'item' | 'partial';

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

/** True for a field that a message of that variant always has. */
export type Presence = (of: AnyMessage, field: NamedField, variant: Variant) => boolean;

/** The fields that the service sets on every row that it stores (spec §1). */
const SET_ON_ROWS: ReadonlySet<string> = new Set(['uid', 'createTime', 'updateTime']);

/** True for a field that encode-json always leaves in an answer (behaviour §1.1). */
const isAlwaysAnswered = (field: NamedField, isRow: boolean): boolean => {
  if (field.once && isRow) return false;
  if (field.always || field.nullable || (isRow && SET_ON_ROWS.has(field.name))) return true;
  // It cannot be stored empty; but a bool that is false is omitted like an empty value.
  return field.behaviour === 'required' && field.type.kind !== 'bool';
};

/** The presence of fields in the messages of these operations; the messages of resources with verbs are stored rows. */
export const presenceIn = (
  operations: readonly BoundHttpOperation[],
  { missingIsEmpty }: Pick<Edition, 'missingIsEmpty'>,
): Presence => {
  const rows = new Set(operations.filter(({ verb }) => verb !== 'custom').map(({ resource }) => resource.message));
  const completed = new Set(operations.flatMap(({ method }) => method?.completes ?? []));
  return (of, field, variant) => {
    if (variant === 'partial') return isNeeded(of, field, 'input') && !completed.has(field.name);
    if (variant !== 'answer') return isNeeded(of, field, variant);
    if (!missingIsEmpty) return isAlwaysAnswered(field, rows.has(of));
    // A missing resource is an empty message: zero values only (behaviour §12.4 V3).
    return field.nullable || (field.always && zeroOf(field.type) !== undefined);
  };
};
