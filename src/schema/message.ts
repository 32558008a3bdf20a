import { omitUndefined } from './defined.ts';
import type { AnyMessage, Behaviour, FieldRule, FieldType, NamedField, PublishedForm } from './field-types.ts';

/** A field as a table declares it, without its name. */
export interface Field<T = unknown> {
  readonly number: number;
  readonly type: FieldType<T>;
  readonly behaviour: Behaviour;
  readonly description: string;
  readonly options: FieldOptions;
}

export interface FieldOptions {
  /** The oneof that the field belongs to; at most one member is set. */
  readonly oneof?: string;
  /** Returned even with its zero value (behaviour §1.1), and also if it is published as input only. */
  readonly always?: boolean;
  /** Returned only by the call that made the value: an invite's code. */
  readonly once?: boolean;
  /** A token, or a credential exchanged for one: no journal shows it. A value returned once is secret, too. */
  readonly secret?: boolean;
  /** May not change after create (AIP-203 IMMUTABLE). */
  readonly immutable?: boolean;
  /** The value that leaving an immutable field out selects: stating it, or none, changes nothing. */
  readonly unsetMeans?: unknown;
  /** For older clients only; another field replaces it. */
  readonly deprecated?: boolean;
  /** Has explicit presence in protobuf (`optional`). */
  readonly presence?: boolean;
  /** Returned in JSON when it was set to zero, although protobuf has no presence for it. */
  readonly keepsZero?: boolean;
  /** Its name as a query parameter, if that is not the proto name. */
  readonly query?: string;
  /** Its proto name, if that is not the JSON name in snake case. */
  readonly proto?: string;
  /** Its form in the published interface, if that differs. */
  readonly asPublished?: PublishedForm;
  /** True for a field of the published message whose number is in the range of added fields. */
  readonly published?: boolean;
  /** A value for the documents' examples. */
  readonly example?: unknown;
  /** The smallest number that is accepted. */
  readonly minimum?: number;
}

/** The options of a field that is returned with its zero value, too. */
export const ALWAYS = { always: true } as const satisfies FieldOptions;

export type Fields = Readonly<Record<string, Field>>;

/** A message: one table of fields, from which every face derives its form. */
export interface Message<F extends Fields = Fields> extends AnyMessage {
  readonly table: F;
}

/** The canonical JSON form of a message. Every member may be absent, as in proto3. */
export type Static<M> =
  M extends Message<infer F> ? { readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never } : never;

const field =
  (behaviour: Behaviour) =>
  <T>(number: number, type: FieldType<T>, description: string, options: FieldOptions = {}): Field<T> => ({
    number,
    type,
    behaviour,
    description,
    options,
  });

/** A field that must be set on create, and may not become empty. */
export const required = field('required');
/** A field that may be set. */
export const optional = field('optional');
/** A field that the service sets; it is ignored on input. */
export const output = field('output');
/** Accepted on input and never returned. */
export const input = field('input');
/** A member of a message that only the service or only the caller writes as a whole. */
export const plain = field('plain');

/** The proto name of a JSON name: `createTime` → `create_time`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The first number of added fields: published messages use smaller numbers. */
export const FIRST_ADDED_NUMBER = 100;

const declared = new Set<string>();

/** The fields of a message, by each of their spellings. */
interface Spelled {
  readonly fields: ReadonlyMap<string, NamedField>;
  readonly spellings: ReadonlyMap<string, NamedField>;
}

const toNamedField = (key: string, { number, type, behaviour, description, options }: Field): NamedField => {
  const { oneof, query, example, minimum, unsetMeans, asPublished } = options;
  return {
    name: key,
    json: key,
    proto: options.proto ?? snake(key),
    number,
    type,
    behaviour,
    immutable: options.immutable ?? false,
    description,
    always: options.always ?? false,
    nullable: false,
    once: options.once ?? false,
    secret: options.secret ?? options.once ?? false,
    presence: options.presence ?? false,
    keepsZero: options.keepsZero ?? false,
    deprecated: options.deprecated ?? false,
    added: number >= FIRST_ADDED_NUMBER && !options.published,
    ...omitUndefined({ oneof, query, example, minimum, unsetMeans, asPublished }),
  };
};

const spellFields = (name: string, table: Fields): Spelled => {
  const fields = new Map<string, NamedField>();
  const spellings = new Map<string, NamedField>();
  const numbers = new Set<number>();
  for (const [key, field] of Object.entries(table)) {
    const named = toNamedField(key, field);
    const { number, proto } = named;
    if (numbers.has(number)) throw new Error(`${name} uses number ${number} twice`);
    numbers.add(number);
    fields.set(key, named);
    for (const spelling of new Set([key, proto])) {
      if (spellings.has(spelling)) throw new Error(`${name} has two fields spelled ${spelling}`);
      spellings.set(spelling, named);
    }
  }
  return { fields, spellings };
};

/** A message whose fields are made at the first use: a call uses few of all messages. */
class Declared<F extends Fields> implements Message<F> {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly FieldRule[];
  #table: F | (() => F);
  #made: Spelled | undefined;

  constructor(name: string, description: string, table: F | (() => F), rules: readonly FieldRule[]) {
    this.name = name;
    this.description = description;
    this.#table = table;
    this.rules = rules;
  }

  get table(): F {
    if (typeof this.#table === 'function') this.#table = this.#table();
    return this.#table;
  }

  get fields(): ReadonlyMap<string, NamedField> {
    this.#made ??= spellFields(this.name, this.table);
    return this.#made.fields;
  }

  readonly find = (spelling: string): NamedField | undefined => {
    this.#made ??= spellFields(this.name, this.table);
    return this.#made.spellings.get(spelling);
  };
}

/**
 * Declares a message under its full protobuf name, with the rules about several of its fields. A table that is a
 * function is called at the first use. The fields throw an Error when two of them share a number or a spelling.
 * @throws Error when a name is declared twice
 */
export const message = <F extends Fields>(
  name: string,
  description: string,
  table: F | (() => F),
  rules: readonly FieldRule[] = [],
): Message<F> => {
  if (declared.has(name)) throw new Error(`message ${name} is declared twice`);
  declared.add(name);
  return new Declared(name, description, table, rules);
};

/** A field type that holds a message. */
export const of = <M extends AnyMessage>(inner: M | (() => M)): FieldType<Static<M>> => ({
  kind: 'message',
  message: typeof inner === 'function' ? inner : () => inner,
});

/** True if a field that is set to its zero value differs from an absent one, in JSON at least. */
export const distinguishesZero = (field: NamedField): boolean => field.keepsZero || hasPresence(field);

/** True if a field that is set to its zero value differs from an absent one. */
export const hasPresence = ({ type, presence, oneof }: NamedField): boolean =>
  presence || oneof !== undefined || type.kind === 'message';

/** True if answers may contain a field: not one of input only, unless it is marked as returned. */
export const isReturned = ({ behaviour, always }: NamedField): boolean => behaviour !== 'input' || always;

/** The fields that make up one oneof, in table order. */
export const oneofMembers = (of: AnyMessage, oneof: string): readonly NamedField[] =>
  [...of.fields.values()].filter((member) => member.oneof === oneof);
