import {
  type ControlDocument,
  clientName,
  descriptionOf,
  isClosedObject,
  isMerged,
  itemName,
  lineOf,
  membersOf,
  namedSchemas,
  nameIn,
  type Schema,
  unwrap,
  wordsOf,
} from './control-schema.ts';

// Dictionaries with known keys, and not classes: an answer is what the mock sent, with what a newer one adds, and a
// request is written as it is in JSON and in the other languages. Nothing is converted, and a checker knows the keys.
const HEAD = `"""What the control plane accepts and answers. Emitted from the control document by \`npm run emit\`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias
`;

const KEYWORDS: ReadonlySet<string> = new Set([
  'from',
  'in',
  'is',
  'not',
  'or',
  'and',
  'as',
  'if',
  'class',
  'def',
  'None',
]);

const isKey = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

const partName = (name: string): string =>
  wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const literalOf = (words: readonly unknown[]): string =>
  words.every((word) => word === true)
    ? 'Literal[True]'
    : `Literal[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const SCALARS: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['boolean', 'bool'],
  ['integer', 'int'],
  ['number', 'float'],
  ['null', 'None'],
]);

const comment = (text: string | undefined): string => (text === undefined ? '' : `    #: ${lineOf(text)}\n`);

const docstring = (text: string): string => {
  const line = lineOf(text).replaceAll('\\', '\\\\');
  return `    """${line}${line.endsWith('"') ? ' ' : ''}"""\n`;
};

/** Emits the declarations of a document: an object within another one has a type of its own, too. */
class Declarations {
  readonly #declared = new Map<string, string>();

  #declare(name: string, text: string): void {
    if (this.#declared.has(name)) throw new Error(`two types in Python have the name ${name}`);
    this.#declared.set(name, text);
  }

  /** The type of a value; `name` is the name of a type that is declared for it, if one is. */
  #typeOf(given: Schema, name: string): string {
    const schema = unwrap(given);
    const { $ref, anyOf, type, items, additionalProperties, properties, enum: words } = schema;
    if ($ref !== undefined) return clientName(nameIn($ref));
    if (isMerged(schema) || isClosedObject(schema)) {
      this.#dictionary(name, schema);
      return name;
    }
    if (words) return literalOf(words);
    if (anyOf && type === undefined) return union(anyOf.map((each) => this.#typeOf(each, name)));
    if (typeof type === 'object') return union(type.map((each) => SCALARS.get(each) ?? 'Any'));
    if (type === 'array') return `list[${this.#typeOf(items ?? {}, itemName(name))}]`;
    if (type !== 'object') return SCALARS.get(type ?? '') ?? 'Any';
    const others = properties === undefined && typeof additionalProperties === 'object' ? additionalProperties : {};
    return `dict[str, ${this.#typeOf(others, `${name}Value`)}]`;
  }

  #dictionary(name: string, schema: Schema): void {
    const { properties = {}, required = [] } = membersOf(schema);
    const members = Object.entries(properties).map(([key, member]) => {
      const type = this.#typeOf(member, `${name}${partName(key)}`);
      return { key, text: descriptionOf(member), type: required.includes(key) ? type : `NotRequired[${type}]` };
    });
    const described = descriptionOf(schema);
    if (members.every(({ key }) => isKey(key))) {
      const lines = members.map(({ key, text, type }) => `${comment(text)}    ${key}: ${type}\n`);
      const head = described === undefined ? '' : `${docstring(described)}\n`;
      this.#declare(name, `class ${name}(TypedDict):\n${head}${lines.join('')}`);
      return;
    }
    // A key that is no name in Python.
    const lines = members.map(
      ({ key, text, type }) =>
        `${comment(text).replace(/^/gm, '    ').trimEnd()}\n        ${JSON.stringify(key)}: '${type}',\n`,
    );
    const head = described === undefined ? '' : `#: ${lineOf(described)}\n`;
    this.#declare(name, `${head}${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`);
  }

  /** Declares a noun. */
  add(noun: string, schema: Schema): void {
    const name = clientName(noun);
    if (isMerged(schema) || isClosedObject(schema)) {
      this.#dictionary(name, schema);
      return;
    }
    const type = this.#typeOf(schema, name);
    const head = schema.description === undefined ? '' : `#: ${lineOf(schema.description)}\n`;
    // In quotes: a type that it names may stand below.
    this.#declare(name, `${head}${name}: TypeAlias = ${type.startsWith('Literal[') ? type : `'${type}'`}\n`);
  }

  get text(): string {
    const sorted = [...this.#declared].sort(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, text]) => text).join('\n\n');
  }
}

/** The nouns of the control document as Python: a dictionary with known keys for each. */
export const controlTypesPython = (document: ControlDocument): string => {
  const declarations = new Declarations();
  for (const [noun, schema] of namedSchemas(document)) declarations.add(noun, schema);
  return `${HEAD}\n\n${declarations.text}`;
};
