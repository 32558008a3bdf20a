import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FixtureDocument } from './fixture-document.ts';
import { FixtureError } from './fixture-error.ts';
import { nearestKey } from './nearest-key.ts';

/** The largest fixture taken, in bytes: more is better generated. */
const MAX_BYTES = 64 * 1024 * 1024;

const NOWHERE = { line: 0, column: 0 };

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'is a folder'],
  ['EACCES', 'may not be read'],
]);

/** A shipped fixture may also lie there as plain JSON, which a build makes of it, since YAML is slow to read. */
const COMPILED = '.json';

/** Reads a fixture's text. YAML's parser is loaded when a text is first read: a start from shipped fixtures needs none. */
export const parse = async (text: string, fileName: string): Promise<FixtureDocument> =>
  (await import('./parse.ts')).parseFixture(text, fileName);

const isFile = (nameOrFile: string): boolean => /[/\\]|\.(?:ya?ml|json)$/i.test(nameOrFile);

/** The names of the fixtures in a folder, sorted. */
export const fixtureNames = async (folder: string): Promise<readonly string[]> => {
  const files = (await readdir(folder)).filter((file) => ['.yaml', COMPILED].includes(extname(file)));
  return [...new Set(files.map((file) => basename(file, extname(file))))].sort();
};

const read = async (path: string, called: string): Promise<string> => {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new FixtureError(called, NOWHERE, [], REASONS.get(code) ?? `cannot be read (${code})`);
  }
  if (bytes.length > MAX_BYTES) throw new FixtureError(called, NOWHERE, [], 'is too large');
  return bytes.toString('utf8');
};

const shipped = async (name: string, folder: string): Promise<FixtureDocument> => {
  const files = new Set(await readdir(folder));
  const file = `${name}.yaml`;
  if (files.has(`${name}${COMPILED}`)) {
    const contents = JSON.parse(await read(join(folder, `${name}${COMPILED}`), file)) as FixtureDocument['contents'];
    return { file, contents, positionOf: () => NOWHERE };
  }
  if (files.has(file)) return parse(await read(join(folder, file), file), file);
  const names = await fixtureNames(folder);
  const nearest = nearestKey(name, names);
  const hint = nearest === undefined ? `there are ${names.join(', ')}` : `did you mean "${nearest}"?`;
  throw new FixtureError(name, NOWHERE, [], `no fixture has this name, ${hint}`);
};

/**
 * Reads a fixture: one of the folder by its name, or any file, which has a slash in it or ends in yaml, yml or json.
 * @throws FixtureError when it is not there or cannot be read
 */
export const loadFixture = async (
  nameOrFile: string,
  { folder }: { readonly folder: string },
): Promise<FixtureDocument> =>
  isFile(nameOrFile) ? parse(await read(nameOrFile, nameOrFile), nameOrFile) : shipped(nameOrFile, folder);
