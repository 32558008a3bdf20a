import { hash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { readGiven } from '../given-file.ts';
import { findNearestName } from '../schema/nearest-name.ts';
import { decodeUtf8, NotUtf8, whyUnreadable } from '../schema/utf8-text.ts';
import { type FixtureDocument, FixtureError, type FixtureMistake, mistakeOf } from './fixture-error.ts';
import type { PreparedFile, PreparedRows } from './prepared-rows.ts';

/** The files of the shipped fixtures, wherever the package keeps them. */
export interface ShippedFixtures {
  readonly names: () => readonly string[];
  /** Reads one. @throws Error if there is none of this name */
  readonly read: (name: string) => Buffer;
}

/** The fixtures that can be named. */
interface Around {
  readonly shipped: ShippedFixtures;
}

/** The largest fixture that is accepted, in bytes: larger data is better generated. */
const MAX_BYTES = 64 * 1024 * 1024;

const NOWHERE = { line: 0, column: 0 };

/** The build also writes shipped fixtures as plain JSON, since YAML is slow to read. */
const COMPILED = '.json';

/** Reads a fixture's text. YAML's parser is imported at the first use: a start from shipped fixtures does not need it. */
export const parse = async (text: string, fileName: string): Promise<FixtureDocument> =>
  (await import('./parse.ts')).parseFixtureInTurns(text, fileName);

/** True for the path of a file: it has a slash, or ends in yaml, yml or json. Anything else is the name of a shipped fixture. */
export const isFixtureFile = (nameOrFile: string): boolean => /[/\\]|\.(?:ya?ml|json)$/i.test(nameOrFile);

/** The names of the shipped fixtures, sorted. */
export const fixtureNames = (shipped: ShippedFixtures): readonly string[] => {
  const files = shipped.names().filter((file) => ['.yaml', COMPILED].includes(extname(file)));
  return [...new Set(files.map((file) => basename(file, extname(file))))].sort();
};

/** A fixture that cannot be read as text, at the place of what is not UTF-8. */
export const fixtureErrorOf = (called: string, error: unknown, reason: string): FixtureError => {
  const isPlaced = error instanceof NotUtf8;
  return new FixtureError([mistakeOf(called, isPlaced ? error : NOWHERE, [], isPlaced ? error.message : reason)]);
};

const textOf = async (readBytes: () => Buffer | Promise<Buffer>, called: string): Promise<string> => {
  try {
    const bytes = await readBytes();
    if (bytes.length > MAX_BYTES) throw new Error('is too large');
    return decodeUtf8(bytes);
  } catch (error) {
    throw fixtureErrorOf(called, error, whyUnreadable(error));
  }
};

/** The digest of the file of a shipped fixture, in hex; undefined if none has this name. */
export const digestOfFixture = (name: string, shipped: ShippedFixtures): string | undefined => {
  const files = new Set(shipped.names());
  const file = [`${name}.yaml`, `${name}${COMPILED}`].find((each) => files.has(each));
  return file === undefined ? undefined : hash('sha256', shipped.read(file));
};

const loadShipped = async (name: string, shipped: ShippedFixtures): Promise<FixtureDocument> => {
  const files = new Set(shipped.names());
  const file = `${name}.yaml`;
  const read = (each: string): Promise<string> => textOf(() => shipped.read(each), file);
  if (files.has(`${name}${COMPILED}`)) {
    const contents = JSON.parse(await read(`${name}${COMPILED}`)) as FixtureDocument['contents'];
    return { file, contents, positionOf: () => NOWHERE, sourceOf: () => undefined };
  }
  if (files.has(file)) return parse(await read(file), file);
  const names = fixtureNames(shipped);
  const nearest = findNearestName(name, names);
  const hint = nearest === undefined ? `there are ${names.join(', ')}` : `did you mean "${nearest}"?`;
  throw new FixtureError([mistakeOf(name, NOWHERE, [], `no fixture has this name, ${hint}`)]);
};

/** Loads several fixtures at the same time, and collects the mistakes of all. */
const allOf = async (loading: readonly Promise<FixtureDocument>[]): Promise<readonly FixtureDocument[]> => {
  const mistakes: FixtureMistake[] = [];
  const documents: FixtureDocument[] = [];
  for (const outcome of await Promise.allSettled(loading)) {
    if (outcome.status === 'fulfilled') documents.push(outcome.value);
    else if (outcome.reason instanceof FixtureError) mistakes.push(...outcome.reason.mistakes);
    else throw outcome.reason;
  }
  if (mistakes.length > 0) throw new FixtureError(mistakes);
  return documents;
};

/**
 * Reads fixtures, each as loadFixture does.
 * @throws FixtureError for all that are not there or cannot be read
 */
export const loadFixtures = (namesOrFiles: readonly string[], around: Around): Promise<readonly FixtureDocument[]> =>
  allOf(namesOrFiles.map((name) => loadFixture(name, around)));

/**
 * Reads a fixture: a shipped one by its name, or any file, whose path has a slash or ends in yaml, yml or json.
 * @throws FixtureError when it is missing or cannot be read
 */
export const loadFixture = async (nameOrFile: string, { shipped }: Around): Promise<FixtureDocument> =>
  isFixtureFile(nameOrFile)
    ? parse(await textOf(() => readGiven(nameOrFile), nameOrFile), nameOrFile)
    : loadShipped(nameOrFile, shipped);

/** The end of the name of a file with prepared rows. */
export const PREPARED = '.rows';

/** The rows of a shipped fixture as the build prepared them; undefined if it did not, or the fixture has changed. */
export const loadPreparedRows = (nameOrFile: string, shipped: ShippedFixtures): PreparedRows | undefined => {
  if (isFixtureFile(nameOrFile)) return undefined;
  const read = (ending: string): string => shipped.read(`${nameOrFile}${ending}`).toString();
  try {
    const prepared = JSON.parse(read(PREPARED)) as PreparedFile;
    return prepared.of === hash('sha256', read(COMPILED)) ? prepared : undefined;
  } catch {
    return undefined;
  }
};
