import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import { isObject } from '../json.ts';
import { Pace, type Steps } from '../kernel/steps.ts';

/** The number of values that are made in one step. */
const STEP = 500;

type Made = Record<string, unknown>;

const put = (into: Made, key: string, value: unknown): void => {
  // Not always an assignment: a key may be called __proto__.
  if (key in into) Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
  else into[key] = value;
};

/** True for the key `<<`, which adds the keys of other maps. */
export const isMerge = (key: unknown): boolean =>
  isScalar(key) && (typeof key.value === 'symbol' || (key.value === '<<' && key.type === 'PLAIN'));

/** Makes the values of nodes. Aliases follow their anchors, and have the same value. */
class Values {
  /** The node that each alias means. */
  readonly targets = new Map<Alias, unknown>();
  readonly #pace = new Pace(STEP);
  readonly #anchored = new Map<string, { readonly node: unknown; readonly value: unknown }>();

  *of(node: unknown): Steps<unknown> {
    if (this.#pace.isDue()) yield;
    if (isAlias(node)) {
      const anchored = this.#anchored.get(node.source);
      this.targets.set(node, anchored?.node);
      return anchored?.value;
    }
    let value: unknown = null;
    if (isMap(node)) value = yield* this.#record(node.items);
    else if (isSeq(node)) value = yield* this.#list(node.items);
    else if (isScalar(node)) value = node.value;
    const { anchor } = (node ?? {}) as Partial<Node>;
    if (anchor !== undefined) this.#anchored.set(anchor, { node, value });
    return value;
  }

  *#record(items: readonly Pair[]): Steps<Made> {
    const made: Made = {};
    for (const { key, value } of items) {
      if (isMerge(key)) {
        yield* this.#merge(made, yield* this.of(value));
        continue;
      }
      // An alias may follow the anchor of a key.
      const read = isScalar(key) && key.anchor === undefined ? undefined : yield* this.of(key);
      put(made, isScalar(key) ? keyOf(key) : keyText(read), yield* this.of(value));
    }
    return made;
  }

  *#list(items: readonly unknown[]): Steps<unknown[]> {
    const made: unknown[] = [];
    for (const item of items) made.push(isPair(item) ? yield* this.#record([item]) : yield* this.of(item));
    return made;
  }

  /** Adds the keys of other maps that a map does not have. */
  *#merge(into: Made, sources: unknown): Steps<void> {
    for (const source of Array.isArray(sources) ? sources : [sources]) {
      if (!isObject(source)) throw new TypeError('Merge sources must be maps or map aliases');
      for (const key of Object.keys(source)) {
        if (!Object.hasOwn(into, key)) put(into, key, source[key]);
        if (this.#pace.isDue()) yield;
      }
    }
  }
}

/** A number, or a time of YAML 1.1, as it is written; undefined for any other node. */
export const writtenText = (node: unknown): string | undefined =>
  isScalar(node) && (typeof node.value === 'number' || node.value instanceof Date) ? node.source : undefined;

/** The text of a key, which is never a number. */
export const keyOf = (key: Scalar): string => writtenText(key) ?? keyText(key.value);

const keyText = (key: unknown): string => {
  if (key === null || key === undefined) return '';
  return typeof key === 'object' ? JSON.stringify(key) : String(key);
};

/** The value of a node, and the nodes that the aliases below it mean. */
export interface ReadValues {
  readonly value: unknown;
  readonly targets: ReadonlyMap<Alias, unknown>;
}

/**
 * The value of a node whose aliases are within bounds: maps as objects.
 * @throws TypeError when something is merged that is not a map
 */
export function* valuesOf(node: unknown): Steps<ReadValues> {
  const values = new Values();
  return { value: yield* values.of(node), targets: values.targets };
}
