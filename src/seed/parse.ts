import { setImmediate } from 'node:timers/promises';
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  Parser,
  type YAMLMap,
} from 'yaml';
import { excessesOf, MAX_DEPTH } from './fixture-bounds.ts';
import { type FixtureDocument, isRecord } from './fixture-document.ts';
import { FixtureError, faultOf, type Path, type Position } from './fixture-error.ts';

const START: Position = { line: 1, column: 1 };
/** How many levels the parser may nest: twice the depth of values, since keys and lines count. */
const MAX_LEVELS = 2 * MAX_DEPTH;

/** How many lexemes are read in one turn: a few milliseconds. */
const SLICE = 2_000;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Finds where values are written. Each map is searched through once, however many of its values are asked for. */
class Places {
  readonly #parsed: Document;
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  constructor(parsed: Document) {
    this.#parsed = parsed;
  }

  /** The offset of the innermost thing on the way to a path that is written down: a key, or an item of a list. */
  offsetOf(path: Path): number | undefined {
    let node: unknown = this.#parsed.contents;
    let offset: number | undefined;
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(this.#parsed);
      let at: unknown;
      if (isMap(node)) {
        const pair = this.#pairsOf(node).get(String(step));
        at = pair?.key;
        node = pair?.value;
      } else if (isSeq(node)) {
        at = node.items[Number(step)];
        node = at;
      }
      const range = isScalar(at) || isMap(at) || isSeq(at) || isAlias(at) ? at.range : undefined;
      if (!range) return offset;
      [offset] = range;
    }
    return offset;
  }

  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const before = this.#pairs.get(map);
    if (before) return before;
    const pairs = new Map<string, Pair>();
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (name !== undefined && !pairs.has(name)) pairs.set(name, pair);
    }
    this.#pairs.set(map, pairs);
    return pairs;
  }
}

/** The values of a parsed text. */
const valuesOf = (parsed: Document, fileName: string): Readonly<Record<string, unknown>> => {
  let contents: unknown;
  try {
    contents = parsed.toJS();
  } catch (error) {
    // Anchors that multiply beyond reason.
    throw new FixtureError([faultOf(fileName, START, [], error instanceof Error ? error.message : 'cannot be read')]);
  }
  if (contents === null || contents === undefined) throw new FixtureError([faultOf(fileName, START, [], 'is empty')]);
  if (!isRecord(contents)) throw new FixtureError([faultOf(fileName, START, [], 'must be an object')]);
  return contents;
};

/**
 * The tokens of a text, a slice at a time. The parser and the composer are recursive, so levels are bounded.
 */
function* tokensOf(text: string, lines: LineCounter, fileName: string): Generator<void, readonly CST.Token[]> {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_LEVELS)
      throw new FixtureError([faultOf(fileName, START, [], 'is nested too deeply')]);
    lexemes += 1;
    if (lexemes % SLICE === 0) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

const parsedFrom = (
  tokens: readonly CST.Token[],
  end: number,
  lines: LineCounter,
  fileName: string,
): Document.Parsed => {
  // Duplicate keys are found afterwards: the composer would compare each key with all others.
  const composer = new Composer({ merge: true, uniqueKeys: false });
  const [parsed, other] = composer.compose(tokens, true, end);
  if (!parsed) throw new Error('a text without a document');
  if (other) {
    const { line, col } = lines.linePos(other.range[0]);
    throw new FixtureError([faultOf(fileName, { line, column: col }, [], 'holds several documents')]);
  }
  return parsed;
};

interface Problem extends Position {
  readonly description: string;
}

/** What is wrong with a text as YAML: the first of each line, since what follows it there follows from it. */
const problemsOf = (parsed: Document, at: (offset: number) => Position): readonly Problem[] => {
  const byLine = new Map<number, Problem>();
  for (const { pos, message } of [...parsed.errors, ...parsed.warnings]) {
    const problem = { ...at(pos[0]), description: firstLine(message) };
    const before = byLine.get(problem.line);
    if (!before || problem.column < before.column) byLine.set(problem.line, problem);
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
};

const demandNone = (fileName: string, problems: readonly Problem[]): void => {
  if (problems.length === 0) return;
  throw new FixtureError(problems.map((problem) => faultOf(fileName, problem, [], problem.description)));
};

/** Reads the text of a fixture, a slice at a time. */
function* parsing(text: string, fileName: string): Generator<void, FixtureDocument> {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const parsed = parsedFrom(yield* tokensOf(text, lines, fileName), text.length, lines, fileName);
  yield;
  demandNone(fileName, problemsOf(parsed, at));
  const excesses = excessesOf(parsed.contents);
  demandNone(
    fileName,
    excesses.map(({ offset, description }) => ({ ...at(offset), description })),
  );
  yield;
  const places = new Places(parsed);
  return {
    file: fileName,
    contents: valuesOf(parsed, fileName),
    positionOf: (path) => {
      const offset = places.offsetOf(path);
      return offset === undefined ? START : at(offset);
    },
  };
}

/**
 * Reads the text of a fixture: YAML, or JSON, which YAML includes.
 * @throws FixtureError for text that is neither, or that is not a map of keys and values
 */
export const parseFixture = (text: string, fileName: string): FixtureDocument => {
  const slices = parsing(text, fileName);
  let slice = slices.next();
  while (!slice.done) slice = slices.next();
  return slice.value;
};

/**
 * Reads the text of a fixture, and yields to the event loop between slices of it.
 * @throws FixtureError like parseFixture
 */
export const parseFixtureInTurns = async (text: string, fileName: string): Promise<FixtureDocument> => {
  const slices = parsing(text, fileName);
  let slice = slices.next();
  while (!slice.done) {
    await setImmediate();
    slice = slices.next();
  }
  return slice.value;
};
