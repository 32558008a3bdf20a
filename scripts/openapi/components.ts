import type { JsonObject } from '../../src/json.ts';
import { exampleOfField } from '../../src/openapi/examples.ts';
import { type Presence, rulesFor, type Variant } from '../../src/openapi/needs.ts';
import type { Spelling } from '../../src/schema/encode-json.ts';
import type { AnyMessage, EnumType, FieldRule, Keywords, NamedField } from '../../src/schema/field-types.ts';
import { isReturned } from '../../src/schema/message.ts';
import { type NamedSchemas, schemaOf } from './fields.ts';
import { mustBeSet, needsMoreOnCreate } from './set-fields.ts';

/** The `examples` of a field's schema, where the table or the field's type gives one. */
const exampleOf = (field: NamedField): { readonly examples?: unknown[] } => {
  const example = exampleOfField(field);
  return example === undefined ? {} : { examples: [example] };
};

interface Oneof {
  readonly name: string;
  readonly members: readonly string[];
}

const oneofsOf = (fields: readonly NamedField[], spelling: Spelling): readonly Oneof[] => {
  const oneofs = new Map<string, string[]>();
  for (const { oneof, ...field } of fields) {
    if (oneof !== undefined) oneofs.set(oneof, [...(oneofs.get(oneof) ?? []), field[spelling]]);
  }
  return [...oneofs].map(([name, members]) => ({ name, members })).filter(({ members }) => members.length > 1);
};

const noneOf = (names: readonly string[]): Keywords => ({ propertyNames: { not: { enum: names } } });

const isDemanded = (rules: readonly FieldRule[], { name }: Oneof): boolean => rules.some(({ oneof }) => oneof === name);

/**
 * The JSON Schema rules by which at most one member of each oneof is set, and one of those that the rules demand. They
 * have no `required` and no `properties`, which linters and generators would take for the object's.
 */
const oneofRules = (fields: readonly NamedField[], spelling: Spelling, rules: readonly FieldRule[]): Keywords => {
  const oneofs = oneofsOf(fields, spelling);
  // Each member excludes those after it, so that no two are valid together.
  const excluding = oneofs.flatMap(({ members }) =>
    members.slice(0, -1).map((name, at) => [name, noneOf(members.slice(at + 1))] as const),
  );
  const missing = oneofs.filter((oneof) => isDemanded(rules, oneof)).map(({ members }) => noneOf(members));
  return {
    ...(excluding.length > 0 && { dependentSchemas: Object.fromEntries(excluding) }),
    ...(missing.length > 0 && { not: missing.length === 1 ? missing[0] : { anyOf: missing } }),
  };
};

/** A sentence for each oneof. */
const oneofWords = (
  fields: readonly NamedField[],
  spelling: Spelling,
  rules: readonly FieldRule[],
): readonly string[] =>
  oneofsOf(fields, spelling).map((oneof) => {
    const names = oneof.members.map((name) => `\`${name}\``);
    const howMany = isDemanded(rules, oneof) ? 'Exactly' : 'At most';
    return `${howMany} one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} is set.`;
  });

/** The name of a message or enum among the components: its full name without the common prefix. */
export const componentName = (fullName: string): string => fullName.replace(/^chainguard\.(platform\.)?/, '');

const SUFFIXES = {
  answer: '',
  input: 'Input',
  replacement: 'Replacement',
  patch: 'Patch',
  item: 'PatchItem',
  partial: 'Partial',
  body: 'Body',
} as const satisfies Readonly<Record<Variant | 'body', string>>;

/**
 * The variants that refuse unknown fields: a PATCH without a mask is known by its fields (behaviour §6.4). An answer may
 * have more than is described: a field that the service adds must not break a generated client (clients §7.5).
 */
const CLOSED: ReadonlySet<Variant> = new Set(['patch', 'item']);

const nameOf = (of: AnyMessage, variant: keyof typeof SUFFIXES): string => {
  const name = componentName(of.name);
  // A request is never an answer.
  return name.endsWith('Request') ? name : `${name}${SUFFIXES[variant]}`;
};

/** The variants that change an existing row. */
const CHANGES: ReadonlySet<Variant> = new Set(['replacement', 'patch', 'item']);

const WORDS: Partial<Record<Variant, string>> = {
  patch: 'Every field may be left out; the result must be valid as for a create.',
  partial: 'Fields that the request sets for all of them may be left out.',
};

const inputFields = (of: AnyMessage): readonly NamedField[] =>
  [...of.fields.values()].filter(({ behaviour }) => behaviour !== 'output');

const NONE: ReadonlySet<string> = new Set();

/** The keywords of several rules. @throws Error when two have the same one, of which a schema can have one only */
const joinKeywords = ({ name }: AnyMessage, stated: readonly object[]): object => {
  const entries = stated.flatMap((keywords) => Object.entries(keywords));
  if (new Set(entries.map(([key]) => key)).size < entries.length)
    throw new Error(`${name} has two rules of one keyword`);
  return Object.fromEntries(entries);
};

/** An object of a variant: the messages inside it have the same by default, and some fields may be elsewhere. */
interface Shape {
  readonly variant: Variant;
  readonly inner?: Variant;
  readonly without?: ReadonlySet<string>;
  /** True for a body as a whole. */
  readonly isWhole?: boolean;
}

/** A value or null. The schema of a message is named, and refuses null wherever it is referred to. */
const nullable = (described: JsonObject, { type, description }: NamedField): JsonObject =>
  type.kind === 'message'
    ? { anyOf: [described, { type: 'null' }], description }
    : { ...described, type: [described.type, 'null'] };

/** The named schemas of one document, each created once; its users get a reference to it. */
export class Components implements NamedSchemas {
  readonly #isRequired: Presence;
  readonly #spelling: Spelling;
  readonly #made = new Map<string, { readonly of: object; readonly as: string; readonly schema?: JsonObject }>();

  constructor(isRequired: Presence, spelling: Spelling = 'json') {
    this.#isRequired = isRequired;
    this.#spelling = spelling;
  }

  /** The schemas by their names. */
  get schemas(): JsonObject {
    return Object.fromEntries([...this.#made].map(([name, { schema }]) => [name, schema]));
  }

  /** @throws Error when a message contains itself */
  message(of: AnyMessage, given: Variant): JsonObject {
    const variant = given === 'replacement' && !needsMoreOnCreate(of) ? 'input' : given;
    return this.#makeOnce(nameOf(of, variant), of, variant, () => this.#object(of, { variant }));
  }

  /** A message that is a body as a whole, and not inside of another. */
  getBody(of: AnyMessage, variant: Variant): JsonObject {
    return this.#makeOnce(nameOf(of, variant), of, `whole ${variant}`, () =>
      this.#object(of, { variant, isWhole: true }),
    );
  }

  /** A request message as the body of an operation whose path has some of its fields. */
  body(of: AnyMessage, { without: given, variant, inner }: Required<Omit<Shape, 'isWhole'>>): JsonObject {
    const without = new Set(inputFields(of).flatMap(({ name }) => (given.has(name) ? [name] : [])));
    // The body that replaces a whole resource is mostly the same as a create's: the service sets the id.
    if (without.size === 0 && inner === variant) return this.message(of, inner);
    const as = `${[...without]} ${variant} ${inner}`;
    // Its schema differs from the schema of the same message inside other messages.
    return this.#makeOnce(nameOf(of, 'body'), of, as, () => this.#object(of, { variant, inner, without }));
  }

  enum(of: EnumType, hidden: ReadonlySet<string> = NONE): JsonObject {
    const values = Object.keys(of.values).filter((value) => !hidden.has(value));
    const { description } = of;
    return this.#makeOnce(componentName(of.name), of, 'enum', () => ({ type: 'string', enum: values, description }));
  }

  /**
   * Generators make a class of a map, and call it by the field that holds it: `appInstallations` of `GitHub` would be
   * the class of the message `GitHubAppInstallations`. So a map of messages has a name of its own.
   */
  map(of: AnyMessage, variant: Variant, keyed: string, schema: JsonObject): JsonObject {
    const description = `Several of \`${of.name.split('.').at(-1)}\`, each by its key.`;
    return this.#makeOnce(`${nameOf(of, variant)}Map`, of, keyed, () => ({ ...schema, description }));
  }

  /** Declares any other schema, by its name. */
  getNamed(name: string, make: () => JsonObject): JsonObject {
    return this.#makeOnce(name, this, 'named', make);
  }

  #makeOnce(name: string, of: object, as: string, make: () => JsonObject): JsonObject {
    const known = this.#made.get(name);
    if (known && (known.of !== of || known.as !== as)) throw new Error(`two schemas are named ${name}`);
    if (known && !known.schema) throw new Error(`${name} contains itself`);
    if (!known) {
      this.#made.set(name, { of, as });
      this.#made.set(name, { of, as, schema: make() });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #object(of: AnyMessage, { variant, inner = variant, without = NONE, isWhole = false }: Shape): JsonObject {
    const isInput = variant !== 'answer';
    const fields = (isInput ? inputFields(of) : [...of.fields.values()].filter(isReturned)).filter(
      ({ name }) => !without.has(name),
    );
    const spell = (name: string): string => of.fields.get(name)?.[this.#spelling] ?? name;
    const needed = fields.filter((field) => this.#isRequired(of, field, variant));
    const properties = fields.map((field) => {
      // A PATCH changes members of a message, but replaces lists and maps (behaviour §6.1).
      const ofItems = variant === 'patch' ? 'item' : variant === 'partial' ? 'input' : inner;
      const inside = field.type.element === undefined ? inner : ofItems;
      const mustBeGiven = isInput && (needed.includes(field) || mustBeSet(of, field, variant, isWhole));
      const described = {
        ...schemaOf(field.type, inside, this, mustBeGiven ? 'refused' : 'unset'),
        description:
          CHANGES.has(variant) && field.immutable ? `${field.description} It cannot change.` : field.description,
        ...(!isInput && field.behaviour === 'output' && { readOnly: true }),
        ...exampleOf(field),
      };
      return [field[this.#spelling], field.nullable && !isInput ? nullable(described, field) : described];
    });
    const rules = rulesFor(of, variant);
    const words = WORDS[variant] === undefined ? [] : [WORDS[variant]];
    const stated: readonly object[] = [
      oneofRules(fields, this.#spelling, rules),
      ...rules.map(({ keywords }) => keywords?.(spell) ?? {}),
    ];
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(needed.length > 0 && { required: needed.map((field) => field[this.#spelling]) }),
      ...(CLOSED.has(variant) && { additionalProperties: false }),
      description: [of.description, ...words, ...oneofWords(fields, this.#spelling, rules)].join(' '),
      ...joinKeywords(of, stated),
    };
  }
}
