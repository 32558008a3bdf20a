import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Spelling } from '../schema/encode-json.ts';
import type { AnyMessage, EnumType, NamedField } from '../schema/field-types.ts';
import { exampleOf } from './openapi-examples.ts';
import { type NamedSchemas, schemaOf, type Variant } from './openapi-fields.ts';
import { oneofRules, oneofWords } from './openapi-oneofs.ts';
import type { Presence } from './openapi-presence.ts';

type Registry = OpenAPIHono['openAPIRegistry'];

/** The name of a message or enum among the components: its full name without the common prefix. */
export const componentName = (fullName: string): string => fullName.replace(/^chainguard\.(platform\.)?/, '');

const SUFFIXES = { answer: '', input: 'Input', patch: 'Patch', body: 'Body' } as const satisfies Readonly<
  Record<Variant | 'body', string>
>;

const nameOf = (of: AnyMessage, variant: keyof typeof SUFFIXES): string => {
  const name = componentName(of.name);
  // A request is only ever taken.
  return name.endsWith('Request') ? name : `${name}${SUFFIXES[variant]}`;
};

const taken = (of: AnyMessage): readonly NamedField[] =>
  [...of.fields.values()].filter(({ behaviour }) => behaviour !== 'output');

const answered = (of: AnyMessage): readonly NamedField[] =>
  [...of.fields.values()].filter(({ behaviour }) => behaviour !== 'input');

/** How a request message is taken where not all of it comes in the body. */
export interface BodyOptions {
  /** The fields that the path gives. */
  readonly without: ReadonlySet<string>;
  /** How the messages inside it are taken. */
  readonly inner: Variant;
}

/**
 * The named schemas of one document. Each is made once, the ones it refers to before it: zod-to-openapi writes a
 * schema down as it first meets it, and would take the description of a field for that of the message in it.
 */
export class Components implements NamedSchemas {
  readonly #isRequired: Presence;
  readonly #spelling: Spelling;
  readonly #made = new Map<
    string,
    { readonly of: object; readonly as: string; readonly schema: z.ZodType | undefined }
  >();

  constructor(isRequired: Presence, spelling: Spelling = 'name') {
    this.#isRequired = isRequired;
    this.#spelling = spelling;
  }

  /** @throws Error when a message holds itself */
  message(of: AnyMessage, variant: Variant): z.ZodType {
    return this.#once(nameOf(of, variant), of, variant, (name) => this.#object(of, variant, variant).openapi(name));
  }

  /** A request message as the body of an operation whose path gives some of it. */
  body(of: AnyMessage, { without: given, inner }: BodyOptions): z.ZodType {
    const without = new Set(taken(of).flatMap(({ name }) => (given.has(name) ? [name] : [])));
    // What replaces a whole resource is the resource as it is taken anywhere else: its id is set by the service.
    if (without.size === 0 && inner === 'input') return this.message(of, inner);
    const as = `${[...without]} ${inner}`;
    // It is another schema than that of the same message inside of others.
    return this.#once(nameOf(of, 'body'), of, as, (name) => this.#object(of, 'input', inner, without).openapi(name));
  }

  enum(of: EnumType): z.ZodType {
    const values = Object.keys(of.values);
    return this.#once(componentName(of.name), of, 'enum', (name) =>
      z.enum(values).openapi(name, { description: of.description }),
    );
  }

  /** Any other schema, under a name of its own. */
  named(name: string, make: () => z.ZodType): z.ZodType {
    return this.#once(name, this, 'named', () => make().openapi(name));
  }

  /** Hands every schema over, the ones referred to first. */
  register(registry: Registry): void {
    for (const [name, { schema }] of this.#made) if (schema) registry.register(name, schema);
  }

  #once(name: string, of: object, as: string, make: (name: string) => z.ZodType): z.ZodType {
    const known = this.#made.get(name);
    // Two schemas of one name would silently become one.
    if (known && (known.of !== of || known.as !== as)) throw new Error(`two schemas are named ${name}`);
    if (known && !known.schema) throw new Error(`${name} holds itself`);
    if (known?.schema) return known.schema;
    this.#made.set(name, { of, as, schema: undefined });
    const schema = make(name);
    this.#made.delete(name);
    this.#made.set(name, { of, as, schema });
    return schema;
  }

  #object(of: AnyMessage, variant: Variant, inner: Variant, without: ReadonlySet<string> = new Set()): z.ZodType {
    const isTaken = variant !== 'answer';
    const fields = (isTaken ? taken(of) : answered(of)).filter(({ name }) => !without.has(name));
    const shape = Object.fromEntries(
      fields.map((field) => {
        // A PATCH changes members of a message, but replaces lists and maps as a whole (behaviour §6.1).
        const held = variant === 'patch' && field.type.element ? 'input' : inner;
        const described = schemaOf(field.type, held, this).openapi({
          description:
            variant === 'patch' && field.immutable ? `${field.description} It cannot change.` : field.description,
          ...(!isTaken && field.behaviour === 'output' ? { readOnly: true } : {}),
          ...exampleOf(field),
        });
        return [field[this.#spelling], this.#isRequired(of, field, variant) ? described : described.optional()];
      }),
    );
    const partial = variant === 'patch' ? ['Every field may be left out.'] : [];
    const description = [of.description, ...partial, ...oneofWords(fields, this.#spelling)].join(' ');
    const object = isTaken ? z.object(shape) : z.strictObject(shape);
    const rules: object = { description, ...oneofRules(fields, this.#spelling) };
    return object.openapi(rules);
  }
}
