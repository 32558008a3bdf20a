import { z } from '@hono/zod-openapi';
import { digitsOf64Bits } from '../schema/digit-patterns.ts';
import type { AnyMessage, EnumType, FieldType, Keywords } from '../schema/field-types.ts';
import { DURATION } from '../schema/formats.ts';
import { zeroOf } from '../schema/scalars.ts';
import { type Emptiness, textKeywords } from '../schema/text-keywords.ts';

/**
 * The variants of a message: as it is in an answer; as a create accepts it; as an update of all fields accepts it; as a
 * PATCH accepts it; as an item of a list in a PATCH, which replaces that list; as a method that completes it accepts it.
 */
export type Variant = 'answer' | 'input' | 'replacement' | 'patch' | 'item' | 'partial';

/** The schemas of messages and enums, which fields refer to by name. */
export interface NamedSchemas {
  readonly message: (of: AnyMessage, variant: Variant) => z.ZodType;
  readonly enum: (of: EnumType, hidden?: ReadonlySet<string>) => z.ZodType;
  /** The schema of a map whose values are messages; `keyed` is the kind of its keys, and `make` makes the schema. */
  readonly map: (of: AnyMessage, variant: Variant, keyed: string, make: () => z.ZodType) => z.ZodType;
}

/** The format or pattern of a kind beyond its JSON type (behaviour §1.2, §1.3). */
const FORMATS: Partial<Record<FieldType['kind'], Keywords>> = {
  int32: { format: 'int32' },
  // As other tools write it: OpenAPI has no unsigned format.
  uint32: { format: 'int64' },
  int64: { format: 'int64', pattern: '^-?[0-9]{1,19}$' },
  bytes: { format: 'byte' },
  timestamp: { format: 'date-time' },
  duration: { pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$' },
};

/** The further rules for input. */
const INPUT_FORMATS: typeof FORMATS = {
  int64: { pattern: digitsOf64Bits },
  bytes: { pattern: '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$' },
  // RFC 3339 also has the year 0, leap seconds and any number of digits. Not a pattern: generated clients have times here.
  timestamp: { not: { type: 'string', pattern: '^0000|:60[.Zz+-]|[.][0-9]{10}' } },
  duration: { pattern: DURATION },
};

/**
 * A copy of a field's rules. Rules that were created before `.openapi()` was added to Zod do not have it, and their
 * metadata would leak into every document.
 */
const copyOf = (rules: z.ZodType, changes: object = {}): z.ZodType => {
  const definition: z.ZodType['def'] = { ...rules.def, ...changes };
  return rules.clone(definition);
};

const scalar = (type: FieldType, isInput: boolean, emptiness: Emptiness): z.ZodType => {
  const { kind } = type;
  const format = { ...FORMATS[kind], ...(isInput && { ...INPUT_FORMATS[kind], ...type.keywords?.() }) };
  switch (kind) {
    case 'bool':
      return z.boolean();
    case 'int32':
    case 'uint32':
      return copyOf(type.zod()).openapi({ ...format, ...(emptiness === 'refused' && exclude([0])) });
    case 'string':
      return isInput ? z.string().openapi(textKeywords(type, emptiness)) : z.string();
    case 'int64':
      return z
        .string()
        .openapi({ ...format, ...(emptiness === 'refused' && { not: { type: 'string', pattern: '^-?0+$' } }) });
    default:
      return z.string().openapi(format);
  }
};

const exclude = (values: readonly unknown[]): { not: { enum: unknown[] } } => ({ not: { enum: [...values] } });

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The rules of the keys of a map; zod-to-openapi's types do not know the keyword. */
const keyRules = ({ key, reserved = [] }: FieldType, isInput: boolean): object => {
  if (key === 'int64')
    return { propertyNames: { type: 'string', pattern: isInput ? digitsOf64Bits : FORMATS.int64?.pattern } };
  if (reserved.length === 0 || !isInput) return {};
  return { propertyNames: { not: { type: 'string', pattern: `^(?:${reserved.map(escapePattern).join('|')})` } } };
};

/**
 * The schema of a field's value. An answer has the canonical form; input has the rules of the field, too, and may be
 * empty if that is as if it were not there.
 */
export const schemaOf = (
  type: FieldType,
  variant: Variant,
  named: NamedSchemas,
  emptiness: Emptiness = 'unset',
): z.ZodType => {
  const { kind, element } = type;
  const isInput = variant !== 'answer';
  const isRefused = isInput && emptiness === 'refused';
  if (kind === 'message' && type.message) return named.message(type.message(), variant);
  if (kind === 'enum' && type.enum) {
    const refusesZero = isRefused || (isInput && emptiness === 'item' && type.refusesZero !== undefined);
    const values = named.enum(type.enum, type.hidden);
    return refusesZero ? values.openapi(exclude([zeroOf(type)])) : values;
  }
  if (kind === 'repeated' && element) {
    const items = schemaOf(element, variant, named, 'item');
    if (!isInput) return z.array(items);
    return copyOf(type.zod(), { element: items }).openapi(isRefused ? { minItems: 1 } : {});
  }
  if (kind === 'map' && element) {
    const make = (): z.ZodType =>
      z
        .record(z.string(), schemaOf(element, variant, named, 'item'))
        .openapi({ ...keyRules(type, isInput), ...(isRefused && { minProperties: 1 }) });
    return element.message ? named.map(element.message(), variant, type.key ?? 'string', make) : make();
  }
  return scalar(type, isInput, emptiness);
};
