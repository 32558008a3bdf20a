import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';

/** A node of a parsed file, as far as it is looked at. */
interface Node {
  readonly type?: string;
  readonly typeName?: { readonly name?: string };
  readonly [key: string]: unknown;
}

const SOURCE = join(import.meta.dirname, '..');

/** The files whose interfaces users of a mock have before them. */
const CLIENT_FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^client\/[^/]+\.ts$|\.client\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'));

const NOUNS = /(?:import|export) type \{([^}]*)\} from '[./]*generated\/nouns\.ts'/g;

/** The nouns that a file imports or exports: the name that it has for each, by which the noun itself is found. */
const nounsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(NOUNS)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(' as '))
      .map(([noun = '', own = noun]) => [own, noun]),
  );

/** The types that are named whole within a node: of one whose members are picked, or looked up, a user needs no name. */
const namedIn = (node: unknown): readonly string[] => {
  if (Array.isArray(node)) return node.flatMap(namedIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, typeName, ...parts } = node as Node;
  if (type === 'TSIndexedAccessType' || typeName?.name === 'Pick' || typeName?.name === 'Omit') return [];
  return [...(typeName?.name === undefined ? [] : [typeName.name]), ...Object.values(parts).flatMap(namedIn)];
};

test('each noun that a method takes or returns is a type of the library', () => {
  const exported = new Set(nounsOf(readFileSync(join(SOURCE, 'client/exported.ts'), 'utf8')).values());
  const used = CLIENT_FILES.flatMap((text) => {
    const nouns = nounsOf(text);
    return parseSync('client.ts', text)
      .program.body.filter((statement) => statement.type === 'ExportNamedDeclaration')
      .flatMap(({ declaration }) => (declaration?.type === 'TSInterfaceDeclaration' ? namedIn(declaration.body) : []))
      .flatMap((name) => nouns.get(name) ?? []);
  });
  assert.ok(used.includes('JournalEntry'));
  assert.deepEqual([...new Set(used)].filter((noun) => !exported.has(noun)).sort(), []);
});
