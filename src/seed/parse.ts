import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type FixtureDocument, isRecord } from './fixture-document.ts';
import { FixtureError, type Path, type Position } from './fixture-error.ts';

const START: Position = { line: 1, column: 1 };
/** How far values may lie inside each other: some fifty groups deep. */
const MAX_DEPTH = 128;

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');

/** The offset of the innermost thing on the way to a path that is written down: a key, or an item of a list. */
const offsetOf = (parsed: Document, path: Path): number | undefined => {
  let node: unknown = parsed.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(parsed);
    let at: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
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
};

/** True for what no group tree is as deep as, and for an anchor that holds itself. */
const isTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((item) => isTooDeep(item, left - 1)));

/** The values that a parsed text stands for. */
const valuesOf = (parsed: Document, fileName: string): Readonly<Record<string, unknown>> => {
  let contents: unknown;
  try {
    contents = parsed.toJS() ?? {};
  } catch (error) {
    // Anchors that multiply beyond reason.
    throw new FixtureError(fileName, START, [], error instanceof Error ? error.message : 'cannot be read');
  }
  if (!isRecord(contents)) throw new FixtureError(fileName, START, [], 'must be an object');
  if (isTooDeep(contents)) throw new FixtureError(fileName, START, [], 'is nested too deeply');
  return contents;
};

const parsedFrom = (text: string, lines: LineCounter, fileName: string): Document => {
  try {
    return parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'error' });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new FixtureError(fileName, START, [], 'is nested too deeply');
    throw error;
  }
};

/**
 * Reads the text of a fixture: YAML, or JSON, which YAML includes.
 * @throws FixtureError for text that is neither, or that holds something else than keys and values
 */
export const parseFixture = (text: string, fileName: string): FixtureDocument => {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const parsed = parsedFrom(text, lines, fileName);
  const [problem] = [...parsed.errors, ...parsed.warnings];
  if (problem) throw new FixtureError(fileName, at(problem.pos[0]), [], firstLine(problem.message));
  return {
    file: fileName,
    contents: valuesOf(parsed, fileName),
    positionOf: (path) => {
      const offset = offsetOf(parsed, path);
      return offset === undefined ? START : at(offset);
    },
  };
};
