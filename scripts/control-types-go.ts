import {
  type ControlDocument,
  clientName,
  descriptionOf,
  isClosedObject,
  isMerged,
  isOpenChoice,
  itemName,
  lineOf,
  membersOf,
  namedSchemas,
  nameIn,
  type Schema,
  unwrap,
  wordsOf,
} from './control-schema.ts';

const HEAD = `// Code generated from the control document by npm run emit. DO NOT EDIT.

package platformmock
`;

/** Words that Go writes in capitals. */
const INITIALISMS: ReadonlySet<string> = new Set(['api', 'http', 'id', 'ok', 'sha256', 'ttl', 'uid', 'url', 'yaml']);

const capitalize = (word: string): string =>
  INITIALISMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);

const goName = (name: string): string => wordsOf(name).map(capitalize).join('');

const comment = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}// ${lineOf(text)}\n`;

/** The words of a choice in place, which Go has no type for. */
const choiceText = ({ enum: words, type }: Schema): string =>
  words === undefined || type !== 'string' ? '' : ` One of ${words.map((word) => JSON.stringify(word)).join(', ')}.`;

/** Emits the declarations of a document: an object within another one has a type of its own, too. */
class Declarations {
  readonly #named: ReadonlyMap<string, Schema>;
  readonly #declared = new Map<string, string>();

  constructor(named: ReadonlyMap<string, Schema>) {
    this.#named = named;
  }

  #declare(name: string, text: string): void {
    if (this.#declared.has(name)) throw new Error(`two types in Go have the name ${name}`);
    this.#declared.set(name, text);
  }

  /** The type of a value; `name` is the name of a type that is declared for it, if one is. */
  #typeOf(given: Schema, name: string): string {
    const schema = unwrap(given);
    const { $ref, anyOf, type, items, additionalProperties, properties } = schema;
    if ($ref !== undefined) return goName(clientName(nameIn($ref)));
    if (isMerged(schema) || isClosedObject(schema)) {
      this.#struct(name, schema);
      return name;
    }
    if (anyOf && type === undefined) return isOpenChoice(anyOf) ? this.#typeOf(anyOf[0] ?? {}, name) : 'any';
    if (typeof type === 'object') return type.length === 2 && type.includes('null') ? `*${scalar(type)}` : 'any';
    if (type === 'array') return `[]${this.#typeOf(items ?? {}, itemName(name))}`;
    if (type !== 'object') return scalar(typeof type === 'string' ? [type] : []);
    const others = properties === undefined && typeof additionalProperties === 'object' ? additionalProperties : {};
    return `map[string]${this.#typeOf(others, `${name}Value`)}`;
  }

  /** True for a schema whose type in Go is a struct. */
  #isStruct(given: Schema): boolean {
    const schema = unwrap(given);
    const target = schema.$ref === undefined ? schema : (this.#named.get(nameIn(schema.$ref)) ?? {});
    return isMerged(target) || isClosedObject(target);
  }

  /** The type of a member that may be missing: a pointer where the zero value of Go says something else. */
  #optional(given: Schema, type: string): string {
    if (this.#isStruct(given)) return `*${type}`;
    const { enum: words, minimum = 0 } = unwrap(given);
    if (type === 'bool') return words?.length === 1 && words[0] === true ? type : `*${type}`;
    return (type === 'int' || type === 'float64') && minimum < 1 ? `*${type}` : type;
  }

  #struct(name: string, schema: Schema): void {
    const { properties = {}, required = [] } = membersOf(schema);
    const fields = Object.entries(properties).map(([key, member]) => {
      const field = goName(key);
      const type = this.#typeOf(member, `${name}${field}`);
      const isRequired = required.includes(key);
      const tag = `\`json:"${key}${isRequired ? '' : ',omitempty'}"\``;
      const text = `${descriptionOf(member) ?? ''}${choiceText(unwrap(member))}`.trim();
      return `${comment(text || undefined, '\t')}\t${field} ${isRequired ? type : this.#optional(member, type)} ${tag}\n`;
    });
    const head = comment(descriptionOf(schema) ?? `A part of ${this.#outer(name)}.`);
    this.#declare(name, `${head}type ${name} struct {\n${fields.join('\n')}}\n`);
  }

  #outer(name: string): string {
    const around = [...this.#named.keys()]
      .map((noun) => goName(clientName(noun)))
      .filter((noun) => name.startsWith(noun));
    return around.sort((one, other) => other.length - one.length)[0] ?? name;
  }

  #words(name: string, words: readonly unknown[]): string {
    const consts = words.map((word) => [`${name}${goName(String(word))}`, JSON.stringify(word)] as const);
    if (new Set(consts.map(([each]) => each)).size < consts.length)
      throw new Error(`two words of ${name} are one in Go`);
    const width = Math.max(...consts.map(([each]) => each.length));
    const lines = consts.map(([each, value]) => `\t${each.padEnd(width)} ${name} = ${value}\n`);
    return `type ${name} string\n\n// The words of ${name}.\nconst (\n${lines.join('')})\n`;
  }

  /** Declares a noun. */
  add(noun: string, schema: Schema): void {
    const name = goName(clientName(noun));
    if (isMerged(schema) || isClosedObject(schema)) {
      this.#struct(name, schema);
      return;
    }
    const { enum: words, type, description } = schema;
    const isText = type === 'string';
    const body =
      words && isText ? this.#words(name, words) : `type ${name} ${isText ? '' : '= '}${this.#typeOf(schema, name)}\n`;
    this.#declare(name, `${comment(description)}${body}`);
  }

  get text(): string {
    return [...this.#declared]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => text)
      .join('\n');
  }
}

const SCALARS: ReadonlyMap<string | undefined, string> = new Map([
  ['string', 'string'],
  ['boolean', 'bool'],
  ['integer', 'int'],
  ['number', 'float64'],
]);

const scalar = (types: readonly (string | undefined)[]): string =>
  SCALARS.get(types.find((type) => type !== 'null')) ?? 'any';

/** The nouns of the control document as Go: a type for each, as gofmt writes it. */
export const controlTypesGo = (document: ControlDocument): string => {
  const named = namedSchemas(document);
  const declarations = new Declarations(new Map(named));
  for (const [noun, schema] of named) declarations.add(noun, schema);
  return `${HEAD}\n${declarations.text}`;
};
