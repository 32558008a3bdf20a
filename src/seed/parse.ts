import {
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
import { isObject } from '../json.ts';
import { Pace, runInTurns, type Steps } from '../kernel/steps.ts';
import { MAX_VIOLATIONS } from '../schema/field-violation.ts';
import { excessesOf, MAX_DEPTH, MAX_ITEMS, MAX_TEXT } from './fixture-bounds.ts';
import { type FixtureDocument, FixtureError, mistakeOf, type Path, type Position } from './fixture-error.ts';
import { composePieces, TooMuchText } from './yaml-pieces.ts';
import { isMerge, keyOf, type ReadValues, valuesOf, writtenText } from './yaml-values.ts';

const START: Position = { line: 1, column: 1 };
/** The deepest level of the parser: twice the depth of values, since keys and lines count. */
const MAX_LEVELS = 2 * MAX_DEPTH;

/** The number of lexemes that are read in one step: a few milliseconds. */
const SLICE = 2_000;

/** Finds the places of values in the text. Each map is searched once, however many of its values are asked for. */
class Places {
  readonly #root: unknown;
  readonly #targets: ReadValues['targets'];
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  constructor(root: unknown, targets: ReadValues['targets']) {
    this.#root = root;
    this.#targets = targets;
  }

  /** The node of a path. */
  #nodeOf(path: Path): unknown {
    let node = this.#root;
    for (const step of path) {
      node = this.#targetOf(node);
      if (isMap(node)) node = this.#pairsOf(node).get(String(step))?.value;
      else node = isSeq(node) ? node.items[Number(step)] : undefined;
    }
    return this.#targetOf(node);
  }

  /** A number or a time as it is written: the value of a field that is a text. */
  sourceOf(path: Path): string | undefined {
    return writtenText(this.#nodeOf(path));
  }

  /** The offset of the innermost thing on the way to a path that is written down: a key, or an item of a list. */
  offsetOf(path: Path): number | undefined {
    let node = this.#root;
    let offset: number | undefined;
    for (const step of path) {
      node = this.#targetOf(node);
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

  #targetOf(node: unknown): unknown {
    return isAlias(node) ? this.#targets.get(node) : node;
  }

  /** The pairs of a map by their keys, those that it merges behind its own. */
  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const before = this.#pairs.get(map);
    if (before) return before;
    const pairs = new Map<string, Pair>();
    this.#pairs.set(map, pairs);
    const merged: unknown[] = [];
    for (const pair of map.items) {
      if (isMerge(pair.key)) merged.push(this.#targetOf(pair.value));
      else if (isScalar(pair.key) && !pairs.has(keyOf(pair.key))) pairs.set(keyOf(pair.key), pair);
    }
    for (const source of merged.flatMap((each) =>
      isSeq(each) ? each.items.map((item) => this.#targetOf(item)) : each,
    )) {
      if (isMap(source)) for (const [name, pair] of this.#pairsOf(source)) if (!pairs.has(name)) pairs.set(name, pair);
    }
    return pairs;
  }
}

const refusalOf = (fileName: string, description: string, at = START): FixtureError =>
  new FixtureError([mistakeOf(fileName, at, [], description)]);

function* readValues(root: unknown, fileName: string): Steps<ReadValues> {
  try {
    return yield* valuesOf(root);
  } catch (error) {
    // Something that cannot be merged.
    throw refusalOf(fileName, error instanceof Error ? error.message : 'cannot be read');
  }
}

/** The values of a text as a fixture has them. */
const contentsOf = (value: unknown, fileName: string): Readonly<Record<string, unknown>> => {
  if (value === null || value === undefined) throw refusalOf(fileName, 'is empty');
  if (!isObject(value)) throw refusalOf(fileName, 'must be an object');
  return value;
};

const isLongList = (token: CST.Token): boolean =>
  token.type === 'flow-collection' && token.start.source === '[' && token.items.length > MAX_ITEMS;

/** The lines of a text that is being read, and the position of an offset in them. */
interface Lines {
  readonly lines: LineCounter;
  readonly at: (offset: number) => Position;
}

/**
 * The tokens of a text, a step at a time. The parser and the composer are recursive, so levels are bounded. So is what
 * they read in one go: a text, and the items of a list in brackets, which they look through at its end.
 */
function* tokensOf(text: string, fileName: string, { lines, at }: Lines): Steps<readonly CST.Token[]> {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  const pace = new Pace(SLICE);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.length > MAX_TEXT) {
      throw refusalOf(fileName, `has more than ${MAX_TEXT} characters in a row`, at(parser.offset));
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_LEVELS) throw refusalOf(fileName, 'is nested too deeply');
    if (!pace.isDue()) continue;
    const long = parser.stack.find(isLongList);
    if (long) throw refusalOf(fileName, `has more than ${MAX_ITEMS} items in brackets`, at(long.offset));
    yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

interface Problem extends Position {
  readonly description: string;
}

/** The problems of a text as YAML: the first of each line, since later ones there follow from it. */
function* problemsOf(parsed: Document, at: Lines['at']): Steps<readonly Problem[]> {
  const pace = new Pace(SLICE);
  const byLine = new Map<number, Problem>();
  for (const { pos, message } of [...parsed.errors, ...parsed.warnings]) {
    if (pace.isDue()) yield;
    const problem = { ...at(pos[0]), description: message };
    const before = byLine.get(problem.line);
    if (!before || problem.column < before.column) byLine.set(problem.line, problem);
  }
  const problems = [...byLine.values()].sort((a, b) => a.line - b.line).slice(0, MAX_VIOLATIONS);
  return problems.map((problem) => ({ ...problem, description: problem.description.split('\n', 1)[0] ?? '' }));
}

const demandNone = (fileName: string, problems: readonly Problem[]): void => {
  if (problems.length === 0) return;
  throw new FixtureError(problems.map((problem) => mistakeOf(fileName, problem, [], problem.description)));
};

function* composeOrReport(
  tokens: readonly CST.Token[],
  end: number,
  fileName: string,
  at: Lines['at'],
): Steps<Document.Parsed> {
  try {
    return yield* composePieces(tokens, end);
  } catch (error) {
    if (!(error instanceof TooMuchText)) throw error;
    throw refusalOf(fileName, error.message, at(error.offset));
  }
}

/** Reads the text of a fixture, a step at a time. */
export function* parseInSteps(text: string, fileName: string): Steps<FixtureDocument> {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const tokens = yield* tokensOf(text, fileName, { lines, at });
  const parsed = yield* composeOrReport(tokens, text.length, fileName, at);
  demandNone(fileName, yield* problemsOf(parsed, at));
  const excesses = yield* excessesOf(parsed.contents);
  demandNone(
    fileName,
    excesses.map(({ offset, description }) => ({ ...at(offset), description })),
  );
  const { value, targets } = yield* readValues(parsed.contents, fileName);
  const places = new Places(parsed.contents, targets);
  return {
    file: fileName,
    contents: contentsOf(value, fileName),
    positionOf: (path) => {
      const offset = places.offsetOf(path);
      return offset === undefined ? START : at(offset);
    },
    sourceOf: (path) => places.sourceOf(path),
  };
}

/**
 * Reads the text of a fixture, YAML, or JSON, which YAML includes. The event loop runs between the steps.
 * @throws FixtureError for text that is neither, or that is not a map of keys and values
 */
export const parseFixtureInTurns = (text: string, fileName: string): Promise<FixtureDocument> =>
  runInTurns(parseInSteps(text, fileName));
