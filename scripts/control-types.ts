import {
  type ControlDocument,
  descriptionOf,
  isOpenChoice,
  lineOf,
  namedSchemas,
  nameIn,
  type Schema,
} from './control-schema.ts';

const HEAD = `// Emitted from the control document by \`npm run emit\`: what the control plane accepts and answers, as plain types.
`;

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** True for a type that needs brackets within another type: a choice outside of its braces. */
const isCompound = (type: string): boolean => {
  let flat = type;
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\{[^{}]*\}/g, '');
  }
  return / [|&] /.test(flat);
};
const bracketed = (type: string): string => (isCompound(type) ? `(${type})` : type);

const comment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${lineOf(description).replaceAll('*/', '*\\/')} */\n`;

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

const members = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      const key = isName(name) ? name : literal(name);
      return `${comment(descriptionOf(schema))}readonly ${key}${mark}: ${typeOf(schema)};\n`;
    })
    .join('');

const objectType = (schema: Schema): string => {
  const { properties, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  if (!properties) return `Readonly<Record<string, ${others}>>`;
  const open =
    additionalProperties === undefined || additionalProperties === false ? '' : `readonly [name: string]: ${others};\n`;
  return `{\n${members(schema)}${open}}`;
};

const choiceType = (choices: readonly Schema[]): string =>
  isOpenChoice(choices) ? `${typeOf(choices[0] as Schema)} | (string & {})` : union(choices.map(typeOf));

const single = (schema: Schema, type: string | undefined): string => {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly ${bracketed(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
};

const typeOf = (schema: Schema): string => {
  const { $ref, enum: words, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if ('const' in schema) return literal(schema.const);
  if (words) return union(words.map(literal));
  // Beside a type they are rules, of which the type has what it can.
  const choices = type === undefined ? (anyOf ?? oneOf) : undefined;
  if (choices) return choiceType(choices);
  // A reference with a description of its own.
  if (allOf && type === undefined)
    return allOf
      .map(typeOf)
      .filter((each) => each !== 'unknown')
      .map(bracketed)
      .join(' & ');
  return typeof type === 'string' || type === undefined
    ? single(schema, type)
    : union(type.map((each) => single(schema, each)));
};

const declaration = ([name, schema]: readonly [string, Schema]): string => {
  const type = typeOf(schema);
  const head = comment(schema.description);
  return type.startsWith('{') && !isCompound(type)
    ? `${head}export interface ${name} ${type}\n`
    : `${head}export type ${name} = ${type};\n`;
};

/** The nouns of the control document as TypeScript: an interface or a type for each, and a map of them by their names. */
export const controlTypes = (document: ControlDocument): string => {
  const named = namedSchemas(document);
  const map = named.map(([name]) => `readonly ${name}: ${name};\n`).join('');
  const all = `/** Every noun by its name. */\nexport interface Nouns {\n${map}}\n`;
  return `${HEAD}\n${[...named.map(declaration), all].join('\n')}`;
};
