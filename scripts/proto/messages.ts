import type { EnumType, FieldType, Kind, NamedField } from '../../src/schema/field-types.ts';
import { oneofMembers } from '../../src/schema/message.ts';
import type { Definition } from './definitions.ts';
import { behaviourNames, fileOf, packageOf } from './names.ts';

const WIDTH = 100;

const wrapText = (paragraph: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/**
 * Text as the lines of a comment, each at most 100 columns wide with its indent but for words that are wider; an
 * empty line separates paragraphs. No text results in no lines.
 */
export const commentLines = (text: string, indent = ''): readonly string[] => {
  const marker = `${indent}//`;
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => wrapText(paragraph, WIDTH - marker.length - 1))
    .filter((lines) => lines.length > 0);
  return paragraphs.flatMap((lines, index) => [
    ...(index === 0 ? [] : [marker]),
    ...lines.map((line) => `${marker} ${line}`),
  ]);
};

/** The types that one file refers to: the names that it has for them, and its imports. */
export class References {
  readonly #imports = new Set<string>();
  readonly #pkg: string;
  readonly #declared: ReadonlySet<string>;

  /** `declared` are the full names of all messages and enums there are. */
  constructor(pkg: string, declared: ReadonlySet<string>) {
    this.#pkg = pkg;
    this.#declared = declared;
  }

  /** The files to import, sorted. */
  get imports(): readonly string[] {
    return [...this.#imports].sort();
  }

  /** Imports a file. */
  import(file: string): void {
    this.#imports.add(file);
  }

  /** The shortest name that resolves to the type inside the message `within`. */
  name(fullName: string, within: string): string {
    const pkg = packageOf(fullName);
    if (pkg !== this.#pkg) {
      this.import(fileOf(fullName));
      return fullName;
    }
    for (let scope = within; scope.length >= pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (!fullName.startsWith(`${scope}.`)) continue;
      const name = fullName.slice(scope.length + 1);
      if (this.#resolve(name, within) === fullName) return name;
    }
    return `.${fullName}`;
  }

  /** Resolves a name as a compiler does: it looks for the first segment, from the innermost scope outwards. */
  #resolve(name: string, within: string): string | undefined {
    const [first = ''] = name.split('.');
    for (let scope = within; scope.length >= this.#pkg.length; scope = scope.slice(0, scope.lastIndexOf('.'))) {
      if (this.#declared.has(`${scope}.${first}`)) return `${scope}.${name}`;
    }
    return undefined;
  }
}

const STEP = '  ';

/** The proto types of scalar and well-known kinds. */
const TYPES: Partial<Record<Kind, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  bytes: 'bytes',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  fieldMask: 'google.protobuf.FieldMask',
};

const typeName = (type: FieldType, within: string, references: References): string => {
  if (type.kind === 'map' && type.element) {
    return `map<${type.key ?? 'string'}, ${typeName(type.element, within, references)}>`;
  }
  const name = type.enum?.name ?? type.message?.().name ?? TYPES[type.kind];
  if (name === undefined) throw new Error(`${within} has a field of a kind without a proto type: ${type.kind}`);
  return name.includes('.') ? references.name(name, within) : name;
};

const optionsOf = (field: NamedField, references: References): readonly string[] => {
  const behaviours = behaviourNames(field);
  if (behaviours.length > 0) references.import('google/api/field_behavior.proto');
  // The JSON name that a compiler derives from a proto name.
  const derived = field.proto.replace(/_+([^_]?)/g, (_, letter: string) => letter.toUpperCase());
  return [
    ...(derived === field.json ? [] : [`json_name = ${JSON.stringify(field.json)}`]),
    ...(field.deprecated ? ['deprecated = true'] : []),
    ...behaviours.map((behaviour) => `(google.api.field_behavior) = ${behaviour}`),
  ];
};

/** Options as `buf format` lays them out: one beside the field, more below each other. */
const formatOptions = (options: readonly string[], indent: string): string => {
  if (options.length === 0) return '';
  if (options.length === 1) return ` [${options[0]}]`;
  return ` [\n${options.map((option) => `${indent}${STEP}${option}`).join(',\n')}\n${indent}]`;
};

const labelOf = ({ type, presence, oneof }: NamedField): string => {
  if (type.kind === 'repeated') return 'repeated ';
  return presence && oneof === undefined && type.kind !== 'map' ? 'optional ' : '';
};

const fieldLines = (field: NamedField, within: string, references: References, indent: string): readonly string[] => {
  const { type, proto, number, description } = field;
  const single = type.kind === 'repeated' && type.element ? type.element : type;
  const declaration = `${labelOf(field)}${typeName(single, within, references)} ${proto} = ${number}`;
  const options = formatOptions(optionsOf(field, references), indent);
  return [...commentLines(description, indent), `${indent}${declaration}${options};`];
};

const enumLines = ({ name, description, values }: EnumType, indent: string): readonly string[] => [
  ...commentLines(description, indent),
  `${indent}enum ${stripPackage(name)} {`,
  ...Object.entries(values).map(([value, number]) => `${indent}${STEP}${value} = ${number};`),
  `${indent}}`,
];

const stripPackage = (fullName: string): string => fullName.slice(fullName.lastIndexOf('.') + 1);

/** The lines of a message or an enum: the fields in table order, then the nested definitions. */
export const definitionLines = ({ name, is, nested }: Definition, references: References, indent = ''): string[] => {
  if ('enum' in is) return [...enumLines(is.enum, indent)];
  const { description, fields } = is.message;
  const inner = indent + STEP;
  const oneofs = new Set<string>();
  const body: string[] = [];
  for (const field of fields.values()) {
    const { oneof } = field;
    if (oneof === undefined) {
      body.push(...fieldLines(field, name, references, inner));
      continue;
    }
    // The members are together, at the place of the first.
    if (oneofs.has(oneof)) continue;
    oneofs.add(oneof);
    const members = oneofMembers(is.message, oneof);
    body.push(
      `${inner}oneof ${oneof} {`,
      ...members.flatMap((member) => fieldLines(member, name, references, inner + STEP)),
      `${inner}}`,
    );
  }
  for (const definition of nested) {
    if (body.length > 0) body.push('');
    body.push(...definitionLines(definition, references, inner));
  }
  const head = [...commentLines(description, indent), `${indent}message ${stripPackage(name)} {`];
  return body.length === 0 ? [...head.slice(0, -1), `${head.at(-1)}}`] : [...head, ...body, `${indent}}`];
};
