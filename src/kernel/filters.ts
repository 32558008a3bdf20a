import { omitUndefined } from '../schema/defined.ts';
import { type FieldType, repeated } from '../schema/field-types.ts';
import type { Filter } from './resource.ts';
import { fieldOf, type Row, type Rows } from './rows.ts';

interface FilterOptions<V> {
  /** Its name as a query parameter, if that is not the proto name. */
  readonly query?: string;
  readonly required?: boolean;
  readonly presence?: boolean;
  readonly validate?: (value: V) => string | undefined;
}

const build = <V>(
  number: number,
  type: FieldType<V>,
  description: string,
  options: FilterOptions<V>,
  rest: Pick<Filter, 'matches' | 'equals'>,
): Filter => {
  const { query, required, presence, validate } = options;
  return {
    number,
    type,
    description,
    ...rest,
    ...omitUndefined({ query, required, presence, validate: validate && ((value: unknown) => validate(value as V)) }),
  };
};

/** Rows whose field is exactly the value. */
export const equals = <V>(
  number: number,
  type: FieldType<V>,
  field: string,
  description: string,
  options: FilterOptions<V> = {},
): Filter =>
  build(number, type, description, options, {
    equals: field,
    matches: (value) => (row) => fieldOf(row, field) === value,
  });

/** Rows whose field is one of the values, or is a list with one of them. */
export const anyOf = <V>(
  number: number,
  type: FieldType<V>,
  field: string,
  description: string,
  options: FilterOptions<readonly V[]> = {},
): Filter =>
  build(number, repeated(type), description, options, {
    matches: (values) => {
      const wanted = new Set(values as readonly unknown[]);
      return (row) => {
        const value = fieldOf(row, field);
        return Array.isArray(value) ? value.some((item) => wanted.has(item)) : wanted.has(value);
      };
    },
  });

/** The test of a filter that the List applies itself, as `visible` or `locate`: every row passes it. */
export const passEveryRow = () => (): boolean => true;

/** Rows that pass a test made from the value. */
export const where = <V, T extends Row>(
  number: number,
  type: FieldType<V>,
  description: string,
  matches: (value: V, rows: Rows) => (row: T) => boolean,
  options: FilterOptions<V> = {},
): Filter =>
  build(number, type, description, options, {
    matches: (value, rows) => matches(value as V, rows) as (row: Row) => boolean,
  });
