import { omitUndefined } from './defined.ts';
import type { FieldViolation } from './field-violation.ts';

/** The value kinds a field can have; each has one canonical JSON form (behaviour §1.2, §1.3). */
export type Kind =
  | 'string'
  | 'bool'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'fieldMask'
  | 'enum'
  | 'message'
  | 'repeated'
  | 'map';

/** Keywords of JSON Schema: a rule as the documents state it. */
export type Keywords = Readonly<Record<string, unknown>>;

/** The check of a type. */
type Check<T> = NonNullable<FieldType<T>['check']>;

/** A named protobuf enum: value names with their numbers. */
export interface EnumType {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<string, number>>;
}

/**
 * The type of a field. `T` is its canonical JSON form: int64 is a decimal string, bytes base64,
 * timestamp RFC 3339 UTC with three digits, duration seconds with `s`, enum the value's name.
 */
export interface FieldType<T = unknown> {
  readonly kind: Kind;
  /** Describes what breaks the rules in a value of the canonical form, if anything does; absent if nothing can. */
  check?(value: T): string | undefined;
  readonly enum?: EnumType;
  /** The message of a `message` field; a function, so that messages may refer to each other. */
  readonly message?: () => AnyMessage;
  /** The type of the items of a `repeated`, or of the values of a `map`. */
  readonly element?: FieldType;
  /** The key type of a `map`. */
  readonly key?: 'string' | 'int64';
  /** True when a missing value is reported with the message of its rule, rather than as "is required" (names). */
  readonly reportsMissing?: boolean;
  /** True when the message of its rule is reported behind the name of the field: `must be a URL`. */
  readonly namesField?: boolean;
  /** The rules of its values as JSON Schema has them; a function, since a mask names the fields of a message. */
  readonly keywords?: () => Keywords;
  /** A value that keeps the rules, of a type with a published pattern. */
  readonly example?: string;
  /** The message for a zero value in a list; absent if a list may hold it. */
  readonly refusesZero?: string;
  /** The keys of a `map` that are reserved for the service: those that begin with one of these. */
  readonly reserved?: readonly string[];
  /** Carries T for inference; never set. */
  readonly canonical?: T;
  /** The kind of thing that a text names: a row by its uid, or a capability. */
  readonly names?: 'row' | 'capability';
  /** Values that no answer shows; only for the items of a list. */
  readonly hidden?: ReadonlySet<string>;
  /** Reads a value from a query parameter, for messages that have a short form there. */
  readonly fromText?: (text: string) => T | undefined;
  /** The pattern of that short form. */
  readonly textPattern?: string;
}

/** A message without type parameters, for code that handles any message. */
export interface AnyMessage {
  readonly name: string;
  readonly description: string;
  readonly fields: ReadonlyMap<string, NamedField>;
  /** Finds a field by its JSON name or its proto name. */
  readonly find: (name: string) => NamedField | undefined;
  /** The rules about several of its fields. */
  readonly rules?: readonly FieldRule[];
}

/** A rule about several fields of one message: the check of the server, and the keywords of the documents. */
export interface FieldRule {
  /** The violations of a value of the message; `at` has the path of a field in the request. */
  readonly check: (of: AnyMessage, value: object, at: (name: string) => string) => readonly FieldViolation[];
  /** The fields that must be set. */
  readonly required?: readonly string[];
  /** The oneof of which a member must be set. */
  readonly oneof?: string;
  /** The rule as JSON Schema, beside `required` and `oneof`; `spelled` has the document's name of a field. */
  readonly keywords?: (spelled: (name: string) => string) => Keywords;
  /** True for a rule about new rows: an existing one may have the fields that the request leaves out. */
  readonly onCreate?: true;
  /** True when the resource checks it, since it does not hold for every row. */
  readonly byResource?: true;
}

/** The form of a field in the published interface, if that differs from the specification. */
export interface PublishedForm {
  readonly json?: string;
  readonly description?: string;
  /** Returned without a value, too: as its zero value, or as null. */
  readonly empty?: 'zero' | 'null';
}

/** A field inside its message. */
export interface NamedField {
  /** The name under which values have it. */
  readonly name: string;
  /** Its name in JSON answers. */
  readonly json: string;
  readonly proto: string;
  readonly number: number;
  readonly type: FieldType;
  readonly behaviour: Behaviour;
  readonly immutable: boolean;
  readonly unsetMeans?: unknown;
  readonly description: string;
  readonly oneof?: string;
  readonly always: boolean;
  /** Returned as null if it has no value. */
  readonly nullable: boolean;
  readonly once: boolean;
  readonly secret: boolean;
  readonly presence: boolean;
  readonly keepsZero: boolean;
  readonly deprecated: boolean;
  /** True if the published message does not have it. */
  readonly added: boolean;
  /** The form in the published interface, if that differs. */
  readonly asPublished?: PublishedForm;
  readonly query?: string;
  readonly example?: unknown;
  readonly minimum?: number;
}

/** The kinds of a field, by who may set it (AIP-203). */
export type Behaviour = 'required' | 'optional' | 'output' | 'input' | 'plain';

/** A type whose canonical form has no further rules. */
const plainType =
  <T>(kind: Kind): (() => FieldType<T>) =>
  () => ({ kind });

/** A text with a rule. */
const ruledText = (holds: (value: string) => boolean, message: string, keywords: Keywords): FieldType<string> => ({
  kind: 'string',
  check: (value) => (holds(value) ? undefined : message),
  keywords: () => keywords,
});

const MAX_TEXT = 65_536;

/** True for a text of at most as many code points, which is what JSON Schema counts. */
const isWithin = (text: string, max: number): boolean => text.length <= max || [...text].length <= max;

/** Any text, of at most 65,536 characters by default. */
export const string = ({ max = MAX_TEXT }: { readonly max?: number } = {}): FieldType<string> =>
  ruledText((value) => isWithin(value, max), `must have at most ${max} characters`, { maxLength: max });

/** Any text of any length that a request can have. */
export const unboundedText = plainType<string>('string');

/** Text that matches a published pattern; a missing value is reported with the same message. */
export const matching = (pattern: RegExp, message: string, example: string): FieldType<string> => ({
  ...ruledText((value) => pattern.test(value), message, { pattern: pattern.source }),
  example,
  reportsMissing: true,
});

/** Text with a custom rule, and its keywords in JSON Schema; an empty text passes, since it is unset. */
export const text = (holds: (value: string) => boolean, message: string, keywords: Keywords = {}): FieldType<string> =>
  ruledText((value) => value === '' || holds(value), message, keywords);

/** Text that matches a pattern, given as JSON Schema has it; an empty text passes, since it is unset. */
export const patterned = (pattern: string, message: string): FieldType<string> => {
  const compiled = new RegExp(pattern, 'u');
  return text((value) => compiled.test(value), message, { pattern });
};

/** Text with a custom rule whose message is reported behind the name of the field. */
export const namedText = (
  holds: (value: string) => boolean,
  predicate: string,
  keywords: Keywords = {},
): FieldType<string> => ({
  ...text(holds, predicate, keywords),
  namesField: true,
});

/** A type with a further rule, which is reported behind the name of the field, and its keywords in JSON Schema. */
export const addRule = <T>(
  type: FieldType<T>,
  holds: (value: T) => boolean,
  predicate: string,
  keywords: Keywords,
): FieldType<T> => ({
  ...type,
  check: (value) => type.check?.(value) ?? (holds(value) ? undefined : predicate),
  namesField: true,
  keywords: () => ({ ...type.keywords?.(), ...keywords }),
});

/** Whole numbers of the range of their kind. */
const numbers = (kind: Kind, minimum: number, maximum: number) => (): FieldType<number> => ({
  kind,
  keywords: () => ({ minimum, maximum }),
});

export const bool = plainType<boolean>('bool');
export const int32 = numbers('int32', -2_147_483_648, 2_147_483_647);
export const uint32 = numbers('uint32', 0, 4_294_967_295);
export const int64 = plainType<string>('int64');
export const bytes = plainType<string>('bytes');
export const timestamp = plainType<string>('timestamp');
export const duration = plainType<string>('duration');
export const fieldMask = plainType<string>('fieldMask');

/** A uid: `<40 hex>(/<16 hex>)*`, opaque to clients (spec §2.1). */
export const uid = (): FieldType<string> => ({ kind: 'string', names: 'row' });

/** Declares a protobuf enum; the first value is the zero value. */
export const enumType = <const V extends Readonly<Record<string, number>>>(
  name: string,
  description: string,
  values: V,
): Omit<EnumType, 'values'> & { readonly values: V } => ({ name, description, values });

/** Values of an enum; `refusesZero` is the message for the zero value in a list that may not hold it. */
export const enumOf = <const E extends EnumType>(
  of: E,
  { refusesZero }: { readonly refusesZero?: string } = {},
): FieldType<Extract<keyof E['values'], string>> => ({
  ...omitUndefined({ refusesZero }),
  kind: 'enum',
  enum: of,
});

/** The first description that a check has for one of several values. */
const firstOf = <T>(check: Check<T> | undefined, values: readonly T[]): string | undefined => {
  if (!check) return undefined;
  for (const value of values) {
    const found = check(value);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A list; one of more than `max` items is reported as `tooLong`. */
export const repeated = <T>(
  element: FieldType<T>,
  bound?: { readonly max: number; readonly tooLong: string },
): FieldType<readonly T[]> => ({
  kind: 'repeated',
  element: element as FieldType,
  check: (values) => (bound && values.length > bound.max ? bound.tooLong : firstOf(element.check, values)),
  ...(bound && { keywords: () => ({ maxItems: bound.max }) }),
});

/** A map; `reserved` are the beginnings of keys that only the service may set, which `findReservedKeys` reports. */
export const map = <T>(
  key: 'string' | 'int64',
  element: FieldType<T>,
  { reserved }: { readonly reserved?: readonly string[] } = {},
): FieldType<Readonly<Record<string, T>>> => ({
  ...omitUndefined({ reserved }),
  kind: 'map',
  key,
  element: element as FieldType,
  check: (values) => firstOf(element.check, Object.values(values)),
});
