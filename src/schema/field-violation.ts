/**
 * A field that a description names, located relative to the violated field. In a violation of `key.expiry`,
 * `{ up: 1, path: 'keyId' }` is the field `key.keyId` and is rendered as `keyId`.
 */
export interface FieldReference {
  /** The number of steps to drop from the end of the violated field's path. */
  readonly up: number;
  /** The path behind the steps that remain. Only this part is rendered. */
  readonly path: string;
}

/**
 * The description of a violation. Fields that it names are references and not text, since v1 and v2 spell the same
 * field in different ways.
 */
export type Sentence = string | readonly (string | FieldReference)[];

/** A rule that one field of a request breaks. */
export interface FieldViolation {
  /** The path of the field, in JSON names unless the request has another spelling for it. */
  readonly field: string;
  readonly description: Sentence;
}

/** The most violations of one request that are reported. More are no help, and millions take seconds to render. */
export const MAX_VIOLATIONS = 1_000;
/** The most characters of all of them, but for the first. */
const MAX_TEXT = 128 * 1024;
/** The most characters of a text that an error repeats. */
const MAX_TEXT_LENGTH = 1_024;

const stepsOf = (path: string): readonly string[] => path.split('.');

/** The last steps of a path. */
const endOf = (path: string, count: number): string => stepsOf(path).slice(-count).join('.');

/** True when as many violations were found as are reported, so that the search can stop. */
export const isFull = (found: readonly FieldViolation[]): boolean => found.length >= MAX_VIOLATIONS;

/** A text as an error repeats it: the first 1,024 characters, or as many as given, and an ellipsis for the rest. */
export const brief = (text: string, longest = MAX_TEXT_LENGTH): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;

const shortenViolation = ({ field, description }: FieldViolation): FieldViolation => ({
  field: brief(field),
  description: typeof description === 'string' ? brief(description) : description.map(briefPart),
});

const briefPart = (part: string | FieldReference): string | FieldReference => {
  if (typeof part === 'string') return brief(part);
  return part.path.length <= MAX_TEXT_LENGTH ? part : brief(part.path);
};

/** Adds a violation to those found, unless `isFull`. */
export const addViolation = (found: FieldViolation[], field: string, description: Sentence): void => {
  if (!isFull(found)) found.push(shortenViolation({ field, description }));
};

/** The violations that are reported: the first thousand, as far as they fit into 128 KiB of text, each of them brief. */
export const limitViolations = (found: readonly FieldViolation[]): readonly FieldViolation[] => {
  const reported: FieldViolation[] = [];
  let length = 0;
  for (const violation of found) {
    if (isFull(reported)) break;
    const short = shortenViolation(violation);
    length += short.field.length + textOf(short.description).length;
    if (reported.length > 0 && length > MAX_TEXT) break;
    reported.push(short);
  }
  return reported;
};

/** A reference to another field of the message that holds the violated field, by its name: `keyId`. */
export const referToSibling = (name: string): FieldReference => ({ up: 1, path: name });

/** A reference to a field by its path from the request, in a violation of `field`; the whole path is rendered. */
export const referToPath = (field: string, path: string): FieldReference => ({ up: stepsOf(field).length, path });

/** A violation whose description begins with the last step of its field's path: `issuer is required`. */
export const violationByName = (field: string, predicate: string): FieldViolation => ({
  field,
  description: [referToSibling(endOf(field, 1)), ` ${predicate}`],
});

/** A violation whose description begins with the whole path of its field: `oidc.issuer is required`. */
export const violationByPath = (field: string, predicate: string): FieldViolation => ({
  field,
  description: [referToPath(field, field), ` ${predicate}`],
});

/** A violation of a nested message, reported for the message that holds it at `place`. */
export const nestViolation = (place: string, { field, description }: FieldViolation): FieldViolation => ({
  field: `${place}.${field}`,
  description,
});

/** Renders a description as text, with the fields that it names as they were written down: in JSON names for v2. */
export const textOf = (sentence: Sentence): string =>
  typeof sentence === 'string'
    ? sentence
    : sentence.map((part) => (typeof part === 'string' ? part : part.path)).join('');

/**
 * Renders a violation in another spelling. `pathOf` maps the path of its field and of every field that its description
 * names; plain text stays as it is.
 */
export const respellViolation = (
  { field, description }: FieldViolation,
  pathOf: (path: string) => string,
): { readonly field: string; readonly description: string } => {
  if (typeof description === 'string') return { field: pathOf(field), description };
  const spell = ({ up, path }: FieldReference): string => {
    const above = stepsOf(field);
    const whole = [...above.slice(0, Math.max(above.length - up, 0)), path].join('.');
    return endOf(pathOf(whole), stepsOf(path).length);
  };
  return {
    field: pathOf(field),
    description: description.map((part) => (typeof part === 'string' ? part : spell(part))).join(''),
  };
};
