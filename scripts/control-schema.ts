/** A schema of the control document, as far as its types need it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
}

/** The part of the control document that the types and the page of the surface are emitted from. */
export interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The name of the schema that a reference is to. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The description of a schema; a reference has it beside its target. */
export const descriptionOf = ({ description, allOf = [] }: Schema): string | undefined =>
  description ?? allOf.find((each) => each.description !== undefined)?.description;

/** A description as one line. */
export const lineOf = (text: string): string => text.trim().split(/\n+/).join(' ');

/**
 * A choice of known words that may grow: an editor completes the words, and any other text is of the type, too. The
 * words are listed, or a reference; a choice between a noun and a text is another thing, and has the text first.
 */
export const isOpenChoice = ([words, others, ...more]: readonly Schema[]): boolean =>
  (words?.enum !== undefined || words?.$ref !== undefined) &&
  others?.type === 'string' &&
  others.enum === undefined &&
  more.length === 0;

/** A schema in which each property that only refers to another schema has the description of that. */
const withDescriptions = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema => {
  if (!schema.properties) return schema;
  const described = Object.entries(schema.properties).map(([name, property]) => {
    const description = property.$ref === undefined ? undefined : schemas[nameIn(property.$ref)]?.description;
    return [name, description === undefined ? property : { description, ...property }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
};

/** The nouns of the document by their names, in the order of these. */
export const namedSchemas = ({ components: { schemas } }: ControlDocument): readonly (readonly [string, Schema])[] =>
  Object.entries(schemas)
    .map(([name, schema]): [string, Schema] => [name, withDescriptions(schema, schemas)])
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** New names for nouns in clients, which have a class of the same name. */
const RENAMED: ReadonlyMap<string, string> = new Map([['World', 'WorldView']]);

/** The name of a noun in the clients of other languages. */
export const clientName = (noun: string): string => RENAMED.get(noun) ?? noun;

/** The name of an item of a list, by the name of the list. */
export const itemName = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** The words of a name in any spelling, in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z\d]+|[A-Z\d]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

/** The members of an object, or of all objects of a choice: one that is missing in any of these is optional. */
export const membersOf = ({ properties, required = [], anyOf = [] }: Schema): Schema => {
  if (properties) return { properties, required };
  const parts = anyOf.map(membersOf);
  const isInAll = (name: string): boolean => parts.every((part) => part.required?.includes(name));
  const all = Object.assign({}, ...parts.map((part) => part.properties));
  return { properties: all, required: Object.keys(all).filter(isInAll) };
};

/** True for a choice of objects that are described in place. */
export const isMerged = ({ type, anyOf }: Schema): boolean =>
  type === undefined && anyOf !== undefined && anyOf.length > 0 && anyOf.every((each) => each.properties !== undefined);

/** True for an object whose members are all described. */
export const isClosedObject = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === 'object' &&
  properties !== undefined &&
  (additionalProperties === undefined || additionalProperties === false);

/** The schema without a description of its own around it, such as a reference in `allOf`. */
export const unwrap = (schema: Schema): Schema => {
  const { allOf, type, $ref } = schema;
  if (type !== undefined || $ref !== undefined || !allOf) return schema;
  return allOf.find((each) => each.$ref !== undefined || each.type !== undefined) ?? schema;
};
