import { CapabilityEnum, capabilityOf } from '../src/schema/capability.ts';
import type { AnyMessage, FieldType, NamedField } from '../src/schema/field-types.ts';
import { ALIAS, type FixtureFormat, type Kind, MAX_COUNT, MAX_SEED } from '../src/seed/fixture-format.ts';
import { textKeywords } from './openapi/text-keywords.ts';

type Schema = Readonly<Record<string, unknown>>;

const UID_OF: Schema = {
  type: 'object',
  description: 'The uid of something else in the fixture, by its alias or name.',
  properties: { uidOf: { type: 'string' } },
  required: ['uidOf'],
  additionalProperties: false,
};

/** A duration in units, such as `72h1s`. */
const SPELLED = '([0-9]+(\\.[0-9]+)?(ms|[dhms]))+';

const DURATION: Schema = {
  type: 'string',
  description: 'A duration: in seconds, or in days, hours, minutes, seconds and milliseconds.',
  pattern: `^(-?[0-9]{1,12}(\\.[0-9]{1,9})?s|${SPELLED})$`,
  examples: ['86400s', '24h', '72h1s'],
};

const TIME: Schema = {
  type: 'string',
  description: 'A moment: RFC 3339, or counted from the moment of loading.',
  anyOf: [{ format: 'date-time' }, { pattern: `^now([+-]${SPELLED})?$` }],
  examples: ['2026-01-28T12:00:00Z', 'now-30d'],
};

const ALIAS_SCHEMA: Schema = {
  type: 'string',
  pattern: ALIAS.source,
  description: 'A name for it elsewhere in this fixture, and in fixtures that are applied after it.',
};

const UID: Schema = {
  type: 'string',
  description: 'Its uid, or the last segment of it. By default derived from the names on its path.',
};

const NAME_PATTERN: Schema = {
  type: 'string',
  description: 'The name of each: {n} is its number below its parent, from 1; {n:3} has three digits.',
  pattern: '^([^{}]|\\{n(:[0-9]{1,2})?\\})+$',
  examples: ['app-{n}', 'app-{n:3}'],
};

/** An object that has all of these keys: strict validators want each of them in `properties`, too. */
const withAll = (names: readonly string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  required: names,
});

/** A fixture may say when an invite ends, which only the service does otherwise. */
const ONE_NEEDED: ReadonlyMap<string, readonly string[]> = new Map([['groupInvite', ['ttl', 'expirationTime']]]);

/** The fields of which a new thing needs at least one; empty if there is no such rule. */
const listOneNeeded = ({ resource }: Kind): readonly string[] => ONE_NEEDED.get(resource.singular) ?? [];

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

const textSchema = (type: FieldType): Schema => {
  const constraints = textKeywords(type, 'item');
  const text = { type: 'string', ...constraints };
  // Only text without a rule of its own can be a uid.
  return Object.keys(constraints).length === 0 ? { anyOf: [text, ref('uidOf')] } : text;
};

/** Builds the schema of a document: definitions that refer to each other by name. */
class Definitions {
  readonly #schemas = new Map<string, Schema>();

  all(): Schema {
    const sorted = [...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted);
  }

  add(name: string, make: () => Schema): Schema {
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, make());
    }
    return ref(name);
  }

  field({ type, description, example }: NamedField): Schema {
    const examples = example === undefined ? {} : { examples: [example] };
    return { description, ...this.type(type), ...examples };
  }

  type(type: FieldType): Schema {
    const { element } = type;
    switch (type.kind) {
      case 'bool':
        return { type: 'boolean' };
      case 'int32':
      case 'uint32':
        return { type: 'integer', ...type.keywords?.() };
      case 'int64':
        return { anyOf: [{ type: 'string', pattern: '^-?[0-9]{1,19}$' }, { type: 'integer' }] };
      case 'bytes':
        return { type: 'string', contentEncoding: 'base64' };
      case 'timestamp':
        return this.add('time', () => TIME);
      case 'duration':
        return this.add('duration', () => DURATION);
      case 'enum':
        return this.#enum(Object.keys(type.enum?.values ?? {}), type.enum === CapabilityEnum);
      case 'message':
        return type.message ? this.message(type.message()) : {};
      case 'repeated':
        return { type: 'array', items: element ? this.type(element) : {}, ...type.keywords?.() };
      case 'map':
        return { type: 'object', additionalProperties: element ? this.type(element) : {} };
      default:
        this.add('uidOf', () => UID_OF);
        return textSchema(type);
    }
  }

  /** Capabilities have a second spelling, the one of messages and tokens. */
  #enum(values: readonly string[], isCapability: boolean): Schema {
    if (!isCapability) return { enum: values };
    return this.add('capability', () => ({
      enum: [...new Set([...values, ...values.map((each) => capabilityOf(each))])],
    }));
  }

  message(of: AnyMessage): Schema {
    return this.add(of.name, () => {
      const fields = [...of.fields.values()];
      const required = fields.filter(({ behaviour }) => behaviour === 'required').map(({ name }) => name);
      return {
        type: 'object',
        description: of.description,
        properties: Object.fromEntries(fields.map((field) => [field.name, this.field(field)])),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      };
    });
  }

  /** The schema of the value under the key of a kind. */
  defineValue(kind: Kind): Schema {
    const { resource, single, marker } = kind;
    if (marker) return { type: 'boolean', description: resource.description };
    const item = this.item(kind);
    return single
      ? { description: resource.description, ...item }
      : { type: 'array', description: resource.description, items: item };
  }

  item(kind: Kind): Schema {
    const { resource, fields, references, children, single } = kind;
    return this.add(resource.type, () => {
      const isReference = (name: string): boolean => references.has(name);
      const required = [...fields.fields.values()]
        .filter(({ name, behaviour }) => behaviour === 'required' && !isReference(name))
        .map(({ name }) => name);
      return {
        type: 'object',
        description: fields.description,
        properties: {
          ...(single ? {} : { alias: ALIAS_SCHEMA, uid: UID }),
          ...this.#defineSettable(kind),
          ...Object.fromEntries([...children.values()].map((child) => [child.key, this.defineValue(child)])),
          ...this.#generate(children),
        },
        ...this.#require(kind, required),
        additionalProperties: false,
      };
    });
  }

  /** The required keys of a thing: one that is there already, by its uid, needs no others. */
  #require(kind: Kind, required: readonly string[]): Schema {
    const { single } = kind;
    const oneNeeded = listOneNeeded(kind);
    const ways = oneNeeded.length === 0 ? [required] : oneNeeded.map((name) => [...required, name]);
    if (ways.every((way) => way.length === 0)) return {};
    return { anyOf: [...ways, ...(single ? [] : [['uid']])].map(withAll) };
  }

  #defineSettable({ fields, references }: Kind): Schema {
    const named = [...references].map(([key, { to }]) => [
      key,
      { type: 'string', description: `The ${to} that is meant: its alias, uid or name.` },
    ]);
    const plain = [...fields.fields.values()].filter(({ name }) => !references.has(name));
    return {
      ...Object.fromEntries(named),
      ...Object.fromEntries(plain.map((field) => [field.name, this.field(field)])),
    };
  }

  #generate(kinds: ReadonlyMap<string, Kind>): Schema {
    const listed = [...kinds.values()].filter(({ single }) => !single);
    if (listed.length === 0) return {};
    return {
      generate: {
        type: 'object',
        description: 'The rows to generate, and how many of each kind.',
        properties: Object.fromEntries(listed.map((kind) => [kind.key, this.#block(kind)])),
        additionalProperties: false,
      },
    };
  }

  #block(kind: Kind): Schema {
    const { resource, fields, children } = kind;
    const oneNeeded = listOneNeeded(kind);
    return this.add(`${resource.type}.generate`, () => ({
      type: 'object',
      description: `Generated rows: ${resource.words.singular}.`,
      properties: {
        count: { type: 'integer', minimum: 0, maximum: MAX_COUNT, description: 'How many, for each parent.' },
        seed: {
          type: 'integer',
          minimum: 0,
          maximum: MAX_SEED,
          description: 'The same seed generates the same rows.',
        },
        ...(fields.fields.get('name')?.type.kind === 'string' ? { name: NAME_PATTERN } : {}),
        with: {
          type: 'object',
          description: 'Fields that all of them have.',
          properties: this.#defineSettable(kind),
          ...(oneNeeded.length === 0 ? {} : { anyOf: oneNeeded.map((name) => withAll([name])) }),
          additionalProperties: false,
        },
        ...Object.fromEntries(
          [...children.values()].filter(({ single }) => !single).map((child) => [child.key, this.#block(child)]),
        ),
      },
      required: oneNeeded.length === 0 ? ['count'] : ['count', 'with'],
      additionalProperties: false,
    }));
  }

  document({ roots }: FixtureFormat): Schema {
    return {
      $schema: { type: 'string', description: 'The location of this schema, for editors.' },
      description: { type: 'string', description: 'The purpose of the fixture.' },
      exact: {
        type: 'boolean',
        description: 'True to store rows as they are written: nothing is derived or completed, and no rule is checked.',
      },
      startTime: {
        description:
          'The createTime of the first row; each later row is a second younger. All have the time of loading unless given.',
        ...this.add('time', () => TIME),
      },
      ...Object.fromEntries([...roots.values()].map((kind) => [kind.key, this.defineValue(kind)])),
      rows: {
        type: 'object',
        description: 'The rows of an export that have no place in the tree, by collection.',
        additionalProperties: {
          type: 'array',
          items: { type: 'object', properties: { uid: { type: 'string', minLength: 1 } }, required: ['uid'] },
        },
      },
      tokens: {
        type: 'object',
        description: 'Bearer tokens, each with the alias, uid or name of the identity that it speaks for.',
        additionalProperties: { type: 'string' },
      },
      ...this.#generate(roots),
    };
  }
}

/** The JSON Schema of fixtures as text, with which editors complete and check them. */
export const fixtureSchemaText = (shape: FixtureFormat): string => {
  const definitions = new Definitions();
  const properties = definitions.document(shape);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'platform-mock fixture',
    description: 'Rows to start from, in the shape of the group tree.',
    type: 'object',
    properties,
    additionalProperties: false,
    $defs: definitions.all(),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
};
