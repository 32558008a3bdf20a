import type { JsonObject } from '../../src/json.ts';
import type { Variant } from '../../src/openapi/needs.ts';
import type { AnyMessage, EnumType, FieldType, Keywords } from '../../src/schema/field-types.ts';
import { DURATION } from '../../src/schema/formats.ts';
import { zeroOf } from '../../src/schema/scalars.ts';
import { digitsOf64Bits } from './digits-of-64-bits.ts';
import { type Emptiness, textKeywords } from './text-keywords.ts';

/** The schemas of messages and enums, which fields refer to by name. */
export interface NamedSchemas {
  readonly message: (of: AnyMessage, variant: Variant) => JsonObject;
  readonly enum: (of: EnumType, hidden?: ReadonlySet<string>) => JsonObject;
  /** The schema of a map whose values are messages; `keyed` is the kind of its keys. */
  readonly map: (of: AnyMessage, variant: Variant, keyed: string, schema: JsonObject) => JsonObject;
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

const scalar = (type: FieldType, isInput: boolean, emptiness: Emptiness): JsonObject => {
  const { kind } = type;
  const format = { ...FORMATS[kind], ...(isInput && { ...INPUT_FORMATS[kind], ...type.keywords?.() }) };
  switch (kind) {
    case 'bool':
      return { type: 'boolean' };
    case 'int32':
    case 'uint32':
      return { type: 'integer', ...type.keywords?.(), ...format, ...(emptiness === 'refused' && exclude([0])) };
    case 'string':
      return { type: 'string', ...(isInput && textKeywords(type, emptiness)) };
    case 'int64':
      return {
        type: 'string',
        ...format,
        ...(emptiness === 'refused' && { not: { type: 'string', pattern: '^-?0+$' } }),
      };
    default:
      return { type: 'string', ...format };
  }
};

const exclude = (values: readonly unknown[]): { not: { enum: unknown[] } } => ({ not: { enum: [...values] } });

/** The rules of the keys of a map. */
const keyRules = ({ key, reserved = [] }: FieldType, isInput: boolean): JsonObject => {
  if (key === 'int64')
    return { propertyNames: { type: 'string', pattern: isInput ? digitsOf64Bits : FORMATS.int64?.pattern } };
  if (reserved.length === 0 || !isInput) return {};
  const prefixes = reserved.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { propertyNames: { not: { type: 'string', pattern: `^(?:${prefixes.join('|')})` } } };
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
): JsonObject => {
  const { kind, element } = type;
  const isInput = variant !== 'answer';
  const isRefused = isInput && emptiness === 'refused';
  if (kind === 'message' && type.message) return named.message(type.message(), variant);
  if (kind === 'enum' && type.enum) {
    const refusesZero = isRefused || (isInput && emptiness === 'item' && type.refusesZero !== undefined);
    return { ...named.enum(type.enum, type.hidden), ...(refusesZero && exclude([zeroOf(type)])) };
  }
  if (kind === 'repeated' && element) {
    const items = schemaOf(element, variant, named, 'item');
    return { type: 'array', items, ...(isRefused && { minItems: 1 }), ...(isInput && type.keywords?.()) };
  }
  if (kind === 'map' && element) {
    const schema = {
      type: 'object',
      additionalProperties: schemaOf(element, variant, named, 'item'),
      ...keyRules(type, isInput),
      ...(isRefused && { minProperties: 1 }),
    };
    return element.message ? named.map(element.message(), variant, type.key ?? 'string', schema) : schema;
  }
  return scalar(type, isInput, emptiness);
};
