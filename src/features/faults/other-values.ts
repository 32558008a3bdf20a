import type { FieldType } from '../../schema/field-types.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The texts that may stand in the place of another: one of them is within most rules for texts. */
const otherTexts = (value: unknown): readonly string[] =>
  isText(value) ? [`${value} (changed)`, `${value}-changed`, `${value}x`] : ['changed'];

/** Other values of a type than one that a field has, the likeliest to be accepted first; none for types without. */
export const otherValues = (type: FieldType, value: unknown): readonly unknown[] => {
  switch (type.kind) {
    case 'string':
      return otherTexts(value);
    case 'bool':
      return [value !== true];
    case 'int32':
    case 'uint32':
      return [Number(value ?? 0) + 1];
    case 'enum':
      return Object.entries(type.enum?.values ?? {}).flatMap(([name, number]) =>
        number === 0 || name === value ? [] : [name],
      );
    case 'repeated': {
      const items = Array.isArray(value) ? value : [];
      const [last] = items.slice(-1);
      const more = type.element ? otherValues(type.element, last).map((other) => [...items, other]) : [];
      return items.length > 1 ? [...more, items.slice(0, -1)] : more;
    }
    default:
      return [];
  }
};
