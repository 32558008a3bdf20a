import { z } from '@hono/zod-openapi';
import type { AnyMessage, EnumType, FieldType } from '../schema/field-types.ts';

/**
 * How a message is written down: as it is answered, as it is taken on create, or as it is taken where every field
 * may be left out.
 */
export type Variant = 'answer' | 'input' | 'patch';

/** Gives the schemas of what has a name: a reference to them is all that a field holds. */
export interface NamedSchemas {
  readonly message: (of: AnyMessage, variant: Variant) => z.ZodType;
  readonly enum: (of: EnumType) => z.ZodType;
}

/** What OpenAPI says of a kind beyond its JSON type (behaviour §1.2, §1.3). */
const FORMATS: Partial<Record<FieldType['kind'], { readonly format?: string; readonly pattern?: string }>> = {
  int32: { format: 'int32' },
  // As other tools write it: no format of OpenAPI's own has no sign.
  uint32: { format: 'int64' },
  int64: { format: 'int64', pattern: '^-?[0-9]{1,19}$' },
  bytes: { format: 'byte' },
  timestamp: { format: 'date-time' },
  duration: { pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$' },
};

/** A JSON Schema keyword that zod-to-openapi's types do not know. */
const INT64_KEYS: object = { propertyNames: { pattern: FORMATS.int64?.pattern } };

/**
 * A copy of a field's rules. The rules may have been made before `.openapi()` was added to Zod, which older schemas
 * do not get; and they carry metadata, which would leak into every document that holds them.
 */
const copyOf = (rules: z.ZodType, changes: object = {}): z.ZodType => {
  const definition: z.ZodType['def'] = { ...rules.def, ...changes };
  return rules.clone(definition);
};

/** The pattern as JSON Schema writes it: zod-to-openapi would leave a regular expression's flags in it. */
const patternOf = (rules: z.ZodType): string | undefined => {
  const { pattern } = z.toJSONSchema(rules);
  return pattern;
};

const scalar = (type: FieldType, isInput: boolean): z.ZodType => {
  const format = FORMATS[type.kind] ?? {};
  switch (type.kind) {
    case 'bool':
      return z.boolean();
    case 'int32':
    case 'uint32':
      return copyOf(type.zod()).openapi(format);
    case 'string': {
      if (!isInput) return z.string();
      const pattern = patternOf(type.zod());
      return pattern === undefined ? copyOf(type.zod()) : copyOf(type.zod()).openapi({ pattern });
    }
    default:
      return z.string().openapi(format);
  }
};

/** The schema of a field's value. An answer has the canonical form; input is held to the field's rules too. */
export const schemaOf = (type: FieldType, variant: Variant, named: NamedSchemas): z.ZodType => {
  const { kind, element } = type;
  if (kind === 'message' && type.message) return named.message(type.message(), variant);
  if (kind === 'enum' && type.enum) return named.enum(type.enum);
  if (kind === 'repeated' && element) {
    const items = schemaOf(element, variant, named);
    return variant === 'answer' ? z.array(items) : copyOf(type.zod(), { element: items });
  }
  if (kind === 'map' && element) {
    const values = z.record(z.string(), schemaOf(element, variant, named));
    return type.key === 'int64' ? values.openapi(INT64_KEYS) : values;
  }
  return scalar(type, variant !== 'answer');
};
