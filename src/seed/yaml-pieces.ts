import { Composer, CST, type Document, isCollection, isMap, isPair, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Steps } from '../kernel/steps.ts';

/** Options of composing fixtures. Keys given twice are found afterwards: each would be compared with all others. */
export const COMPOSED = { merge: true, uniqueKeys: false } as const;

/** The text of a collection that is composed in one step, in characters: some milliseconds' worth. */
const PIECE = 16 * 1024;
/** The most comments, blanks and line breaks in a row. */
const MAX_BETWEEN = 100_000;
/** The number of problems that ends the reading: many fewer are reported. */
const MAX_PROBLEMS = 20_000;

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Parsed = Document.Parsed;
type Problem = Parsed['errors'][number] | Parsed['warnings'][number];

/** A reason why a text cannot be composed, besides those that the composer finds. */
export class TooMuchText extends Error {
  readonly offset: number;

  constructor(offset: number, description: string) {
    super(description);
    this.offset = offset;
  }
}

/** A collection that is too large for one step, and the end of its text. */
interface Large {
  readonly token: Collection;
  readonly end: number;
}

/** Consecutive items of a collection that are composed in one step. */
interface Run {
  readonly items: readonly CST.CollectionItem[];
  readonly isLast: boolean;
  /** The value of the last item if it is large: the run has it without its items. */
  readonly large: Large | undefined;
}

const offsetIn = (token: CST.Token | null | undefined): number | undefined => token?.offset;

const startOf = ({ start, key, sep, value }: CST.CollectionItem): number | undefined =>
  offsetIn(start[0]) ?? offsetIn(key) ?? offsetIn(sep?.[0]) ?? offsetIn(value);

const findLarge = (token: CST.Token | null | undefined, end: number, piece: number): Large | undefined =>
  token && CST.isCollection(token) && end - token.offset > piece ? { token, end } : undefined;

const closingOf = ({ start, indent }: CST.FlowCollection, offset: number): CST.SourceToken => {
  const isMap = start.source === '{';
  return { type: isMap ? 'flow-map-end' : 'flow-seq-end', offset, indent, source: isMap ? '}' : ']' };
};

/** A collection without its items. */
const shellOf = (token: Collection): Collection =>
  token.type === 'flow-collection'
    ? { ...token, items: [], end: [closingOf(token, token.offset + token.start.source.length)] }
    : { ...token, items: [] };

const demandFew = ({ start, sep }: CST.CollectionItem): void => {
  for (const tokens of [start, sep]) {
    if (tokens && tokens.length > MAX_BETWEEN) {
      throw new TooMuchText(tokens[0]?.offset ?? 0, 'holds too many comments and empty lines in a row');
    }
  }
};

/** Takes the place of items that have been composed, so that their memory can be used again. */
const COMPOSED_ITEM: CST.CollectionItem = { start: [] };

/** Removes the items of a collection, up to `end` of the text, and returns them a run at a time. */
function* runsOf({ type, items }: Collection, end: number, piece: number): Generator<Run> {
  let run: CST.CollectionItem[] = [];
  let from = 0;
  if (items.length === 0) yield { items, isLast: true, large: undefined };
  const remaining: CST.CollectionItem[] = items;
  for (const [at, item] of remaining.entries()) {
    demandFew(item);
    remaining[at] = COMPOSED_ITEM;
    const next = remaining[at + 1];
    const isLast = next === undefined;
    const until = (next && startOf(next)) ?? end;
    if (run.length === 0) from = startOf(item) ?? until;
    if (findLarge(item.key, offsetIn(item.sep?.[0]) ?? until, PIECE)) {
      throw new TooMuchText(startOf(item) ?? 0, 'a key must be a text');
    }
    const large = findLarge(item.value, until, piece);
    run.push(large ? { ...item, value: shellOf(large.token) } : item);
    if (!large && !isLast && until - from < piece) continue;
    // Ends of flow collections are composed after all of their items.
    const isClosed = isLast && !(large && type === 'flow-collection');
    yield { items: run, isLast: isClosed, large };
    if (isLast && !isClosed) yield { items: [], isLast: true, large: undefined };
    run = [];
  }
}

const isKeyed = (item: CST.CollectionItem | undefined): boolean =>
  item?.sep !== undefined || (item?.start.some(({ type }) => type === 'explicit-key-ind') ?? false);

/** An item without any text, which takes the place of those that are in other runs. */
const placeholder = (
  { start: { source }, indent }: CST.FlowCollection,
  offset: number,
  isFirst: boolean,
): CST.CollectionItem => {
  const start: CST.SourceToken[] = isFirst ? [] : [{ type: 'comma', offset, indent, source: '' }];
  const value: CST.FlowScalar = { type: 'scalar', offset, indent, source: '' };
  if (source !== '{') return { start, value };
  return { start, key: value, sep: [{ type: 'map-value-ind', offset, indent, source: '' }], value };
};

/** A collection of the items of one run. The text before it ends at `from`. */
const partOf = (token: Collection, { items, isLast }: Run, from: number, isFirst: boolean): Collection => {
  if (token.type !== 'flow-collection') return { ...token, offset: from, items: [...items] } as Collection;
  const before = isFirst ? [] : [placeholder(token, from, true)];
  const after = isLast ? [] : [placeholder(token, from, false)];
  return {
    ...token,
    offset: from - token.start.source.length,
    items: [...before, ...items, ...after],
    end: isLast ? token.end : [closingOf(token, from)],
  };
};

/** The value of the last item. */
const lastOf = ({ items }: YAMLMap | YAMLSeq): unknown => {
  const last: unknown = items.at(-1);
  return isPair(last) ? last.value : last;
};

/** The offset at which the next item begins, or a collection ends. */
const endOf = (made: YAMLMap | YAMLSeq, isFlow: boolean, isLast: boolean): number => {
  const [, itemsEnd = 0, end = 0] = made.range ?? [];
  if (isLast) return end;
  return (isFlow ? (lastOf(made) as Node | undefined)?.range?.[2] : undefined) ?? itemsEnd;
};

/** Composes a text whose collections may be large, a piece at a time. */
class PieceByPiece {
  readonly problems: Problem[] = [];
  readonly #composer = new Composer(COMPOSED);

  readonly #piece: number;

  constructor(directives: readonly CST.Token[], piece: number) {
    this.#piece = piece;
    // The pieces are composed under the same directives; problems of these are found elsewhere.
    for (const token of [...directives, { type: 'document', offset: 0, start: [] } as CST.Document]) {
      this.#documentOf(token);
    }
    this.problems.length = 0;
  }

  /** Composes the items of a collection that was composed without them. Returns its end, if it is one. */
  *fill(node: unknown, { token, end }: Large, isRoot: boolean): Steps<number | undefined> {
    let from = token.offset + (token.type === 'flow-collection' ? token.start.source.length : 0);
    // A value behind a faulty key is omitted.
    if (!isCollection(node)) return undefined;
    let isFirst = true;
    for (const run of runsOf(token, end, this.#piece)) {
      if (this.problems.length > MAX_PROBLEMS) return undefined;
      const made = this.#collectionOf(partOf(token, run, from, isFirst), isRoot);
      yield;
      if (!made) continue;
      const isFlow = token.type === 'flow-collection';
      if (isFlow && !run.isLast) made.items.pop();
      if (isFlow && !isFirst) made.items.shift();
      for (const item of made.items) node.items.push(item as never);
      from = endOf(made, isFlow, run.isLast);
      isFirst = false;
      if (!run.large) continue;
      const last = lastOf(made);
      // A pair in a list is a map of its own.
      const isPairInList = isFlow && !isMap(made) && isMap(last) && isKeyed(run.items.at(-1));
      from = (yield* this.fill(isPairInList ? lastOf(last) : last, run.large, false)) ?? from;
    }
    node.range = [token.offset, from, from];
    return from;
  }

  #collectionOf(token: Collection, isRoot: boolean): YAMLMap | YAMLSeq | undefined {
    const { offset, indent } = token;
    const item = { start: [{ type: 'seq-item-ind', offset, indent, source: '-' } as const], value: token };
    // The composer treats the ends of nested collections differently.
    const value: CST.Token = isRoot ? token : { type: 'block-seq', offset, indent, items: [item] };
    const contents = this.#documentOf({ type: 'document', offset, start: [], value })?.contents;
    const made: unknown = isRoot || !isCollection(contents) ? contents : contents.items[0];
    return isCollection(made) ? (made as YAMLMap | YAMLSeq) : undefined;
  }

  #documentOf(token: CST.Token): Document | undefined {
    for (const _ of this.#composer.next(token));
    if (token.type !== 'document') return undefined;
    const made = [...this.#composer.end()].at(0);
    for (const problem of made?.errors ?? []) this.problems.push(problem);
    for (const problem of made?.warnings ?? []) this.problems.push(problem);
    return made;
  }
}

/**
 * Composes the tokens of a text of `end` characters: one document or none, a piece of limited length at a time.
 * @throws TooMuchText
 */
export function* composePieces(tokens: readonly CST.Token[], end: number, piece = PIECE): Steps<Parsed> {
  const at = tokens.findIndex(({ type }) => type === 'document');
  const token = tokens[at] as CST.Document | undefined;
  for (const [nth, other] of tokens.entries()) {
    if (other.type === 'document' && nth !== at) throw new TooMuchText(other.offset, 'holds several documents');
  }
  if (
    tokens.length > MAX_BETWEEN ||
    (token && [token.start, token.end ?? []].some((few) => few.length > MAX_BETWEEN))
  ) {
    throw new TooMuchText(0, 'holds too many comments and empty lines in a row');
  }
  const large = findLarge(token?.value, end, piece);
  const shells = large
    ? tokens.map((each) => (each === token ? { ...token, value: shellOf(large.token) } : each))
    : tokens;
  const [parsed] = new Composer(COMPOSED).compose(shells, true, end);
  if (!parsed) throw new Error('a text without a document');
  yield;
  if (!large) return parsed;
  const pieces = new PieceByPiece(
    tokens.filter(({ type }) => type === 'directive'),
    piece,
  );
  yield* pieces.fill(parsed.contents, large, true);
  for (const problem of pieces.problems) parsed.errors.push(problem as Parsed['errors'][number]);
  return parsed;
}
