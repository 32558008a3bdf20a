import type { BoundHttpOperation } from '../kernel/standard-operations.ts';
import type { AnyMessage, NamedField } from '../schema/field-types.ts';
import { zeroOf } from '../schema/scalars.ts';
import type { Variant } from './openapi-fields.ts';
import type { DocumentForm } from './openapi-form.ts';

/** True for a field that a message of that variant cannot be without. */
export type Presence = (of: AnyMessage, field: NamedField, variant: Variant) => boolean;

/** What the service sets on every row that it stores (spec §1). */
const SET_ON_ROWS: ReadonlySet<string> = new Set(['uid', 'createTime', 'updateTime']);

/** As encode-json leaves an answer (behaviour §1.1). */
const isAlwaysAnswered = (field: NamedField, isRow: boolean): boolean => {
  if (field.once && isRow) return false;
  if (field.always || (isRow && SET_ON_ROWS.has(field.name))) return true;
  // It cannot be stored empty; only a switch that is off is left out like an empty value.
  return field.behaviour === 'required' && field.type.kind !== 'bool';
};

/** In v1 a message may be all zeros, since what is not there is answered so (behaviour §12.4 V3). */
const isShownAsZero = ({ always, type }: NamedField): boolean => always && zeroOf(type) !== undefined;

/** What the tables say of the messages of these operations; the ones of resources that have verbs are stored rows. */
export const presenceIn = (operations: readonly BoundHttpOperation[], version?: DocumentForm['version']): Presence => {
  const rows = new Set(operations.filter(({ verb }) => verb !== 'custom').map(({ resource }) => resource.message));
  return (of, field, variant) => {
    if (variant === 'patch') return false;
    if (variant === 'input') return field.behaviour === 'required';
    return version === 'v1' ? isShownAsZero(field) : isAlwaysAnswered(field, rows.has(of));
  };
};
