import { z } from '@hono/zod-openapi';
import type { AnyMessage, EnumType, FieldType } from '../schema/field-types.ts';

/**
 * The variants of a message: as it is in an answer, as a create accepts it, or as it is accepted where every field is
 * optional.
 */
export type Variant = 'answer' | 'input' | 'patch';

/** The schemas of messages and enums, which fields refer to by name. */
export interface NamedSchemas {
  readonly message: (of: AnyMessage, variant: Variant) => z.ZodType;
  readonly enum: (of: EnumType, hidden?: ReadonlySet<string>) => z.ZodType;
  /** The schema of a map whose values are messages; `keyed` is the kind of its keys, and `make` makes the schema. */
  readonly map: (of: AnyMessage, variant: Variant, keyed: string, make: () => z.ZodType) => z.ZodType;
}

/** The format or pattern of a kind beyond its JSON type (behaviour §1.2, §1.3). */
const FORMATS: Partial<Record<FieldType['kind'], { readonly format?: string; readonly pattern?: string }>> = {
  int32: { format: 'int32' },
  // As other tools write it: OpenAPI has no unsigned format.
  uint32: { format: 'int64' },
  int64: { format: 'int64', pattern: '^-?[0-9]{1,19}$' },
  bytes: { format: 'byte' },
  timestamp: { format: 'date-time' },
  duration: { pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$' },
};

/** A JSON Schema keyword that zod-to-openapi's types do not know. */
const INT64_KEYS: object = { propertyNames: { pattern: FORMATS.int64?.pattern } };

/**
 * A copy of a field's rules. Rules that were created before `.openapi()` was added to Zod do not have it, and their
 * metadata would leak into every document.
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

/** The schema of a field's value. An answer has the canonical form; input has the rules of the field, too. */
export const schemaOf = (type: FieldType, variant: Variant, named: NamedSchemas): z.ZodType => {
  const { kind, element } = type;
  if (kind === 'message' && type.message) return named.message(type.message(), variant);
  if (kind === 'enum' && type.enum) return named.enum(type.enum, type.hidden);
  if (kind === 'repeated' && element) {
    const items = schemaOf(element, variant, named);
    return variant === 'answer' ? z.array(items) : copyOf(type.zod(), { element: items });
  }
  if (kind === 'map' && element) {
    const make = (): z.ZodType => {
      const values = z.record(z.string(), schemaOf(element, variant, named));
      return type.key === 'int64' ? values.openapi(INT64_KEYS) : values;
    };
    return element.message ? named.map(element.message(), variant, type.key ?? 'string', make) : make();
  }
  return scalar(type, variant !== 'answer');
};
