import { type Alias, isAlias, isCollection, isMap, isPair, isScalar, type Node } from 'yaml';
import { Pace, type Steps } from '../kernel/steps.ts';
import { keyOf } from './yaml-values.ts';

/** The deepest level of values: some fifty groups. */
export const MAX_DEPTH = 128;
/** The most characters in a text, a key or a comment as it is written. */
export const MAX_TEXT = 1_000_000;
/** The most items in a list in brackets, and the most keys in a map. */
export const MAX_ITEMS = 100_000;
/** The most values that YAML aliases may add: each repeats all values of its anchor. */
const MAX_ALIASED = 1_000_000;

/** The number of values that are measured in one step. */
const STEP = 2_000;

/** The most keys given twice that are reported. */
const MAX_REPEATED = 1_000;

/** A bound that a text exceeds, and its place. */
export interface Excess {
  readonly offset: number;
  readonly description: string;
}

interface Measure {
  readonly size: number;
  readonly depth: number;
}

const ONE: Measure = { size: 1, depth: 0 };

class TooMuch extends Error {
  readonly excess: Excess;

  constructor(description: string, offset = 0) {
    super(description);
    this.excess = { offset, description };
  }
}

/** Measures nodes in the order of the text, with the values that their aliases add: each node once. */
class Measuring {
  /** Keys that are given twice. */
  readonly repeated: Excess[] = [];
  readonly #anchors = new Map<string, Measure>();
  readonly #pace = new Pace(STEP);
  #aliased = 0;

  *node(node: unknown): Steps<Measure> {
    if (this.#pace.isDue()) yield;
    if (isAlias(node)) return this.#alias(node);
    if (!isCollection(node)) return this.#noteAnchored(node, ONE);
    let size = 1;
    let depth = 0;
    const keys = new Set<string>();
    for (const item of node.items) {
      if (isPair(item) && isMap(node)) this.#key(item.key, keys);
      for (const part of isPair(item) ? [item.key, item.value] : [item]) {
        const inner = yield* this.node(part);
        size += inner.size;
        depth = Math.max(depth, inner.depth);
      }
    }
    if (isMap(node) && node.items.length > MAX_ITEMS && this.repeated.length === 0) {
      throw new TooMuch(`has more than ${MAX_ITEMS} keys in a map`, node.range?.[0]);
    }
    // The innermost level is not counted: nothing is nested in it.
    if (depth + 1 > MAX_DEPTH) throw new TooMuch('is nested too deeply');
    return this.#noteAnchored(node, { size, depth: depth + 1 });
  }

  #key(key: unknown, keys: Set<string>): void {
    if (!isScalar(key)) return;
    const name = keyOf(key);
    const isNew = !keys.has(name);
    keys.add(name);
    if (isNew || this.repeated.length >= MAX_REPEATED) return;
    this.repeated.push({ offset: key.range?.[0] ?? 0, description: 'Map keys must be unique' });
  }

  #noteAnchored(node: unknown, measure: Measure): Measure {
    const anchor = (node as Node | null)?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, measure);
    return measure;
  }

  #alias({ source, range }: Alias): Measure {
    const measure = this.#anchors.get(source);
    if (!measure) throw new TooMuch(`*${source} is an alias, and no anchor &${source} ends before it`, range?.[0]);
    this.#aliased += measure.size;
    if (this.#aliased > MAX_ALIASED) throw new TooMuch(`holds more than ${MAX_ALIASED} values by its aliases`);
    return measure;
  }
}

/**
 * The bounds that a parsed text exceeds: levels, keys, values by aliases, or keys that are the same; none for a text
 * within bounds. The cost is linear in the length of the text.
 */
export function* excessesOf(contents: unknown): Steps<readonly Excess[]> {
  const measuring = new Measuring();
  try {
    yield* measuring.node(contents);
  } catch (error) {
    if (error instanceof TooMuch) return [error.excess];
    throw error;
  }
  return measuring.repeated;
}
