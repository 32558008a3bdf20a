import { hashOf, TextMap } from './text-map.ts';

/** How many values a leaf holds before it is split. */
const LEAF = 128;
/** The first level is wide, so that most large tables have no other. */
const FIRST_BITS = 10;
const BITS = 5;
/** From here on no bit of a hash is left: a leaf grows. */
const LAST_SHIFT = 30;

interface Leaf<V> {
  readonly owner: number;
  readonly values: Map<string, V>;
  readonly children: undefined;
}
interface Branch<V> {
  readonly owner: number;
  readonly values: undefined;
  readonly children: Node<V>[];
}
type Node<V> = Leaf<V> | Branch<V>;

const leafOf = <V>(owner: number, values: Map<string, V>): Leaf<V> => ({ owner, values, children: undefined });

/** In the place of a value that the base has, and that was deleted since. */
const GONE = Symbol('gone');

/**
 * Values by text. A copy shares everything with its original, which must not change any more: both have the base, a
 * map that is several times as fast to fill, and beside it the copy has what differs from it. Of that a part is changed
 * in place only by the map that owns it. What is deleted or replaced stays in the base while a copy has that.
 */
export class HashTrie<V> {
  readonly #owner: number;
  readonly #base: TextMap<V>;
  /** False when others may have the base, so that it must not change. */
  readonly #isBaseOwn: boolean;
  #root: Node<V | typeof GONE>;

  /** `owner` is a number that no other map has. */
  constructor(owner: number, from?: HashTrie<V>) {
    this.#owner = owner;
    // A small one is copied.
    this.#isBaseOwn = !from || (from.#isBaseOwn && from.#base.size <= LEAF);
    this.#base = from && !this.#isBaseOwn ? from.#base : new TextMap(from ? from.#base : undefined);
    this.#root = from ? from.#root : leafOf(owner, new Map());
  }

  get(key: string): V | undefined {
    if (this.#isBaseOwn) return this.#base.get(key);
    const changed = this.#changeOf(key);
    if (changed === undefined) return this.#base.get(key);
    return changed === GONE ? undefined : changed;
  }

  set(key: string, value: V): void {
    if (this.#isBaseOwn) this.#base.set(key, value);
    else this.#root = this.#changed(this.#root, 0, hashOf(key), key, value);
  }

  /** Sets a value, and returns the one before. */
  put(key: string, value: V): V | undefined {
    if (this.#isBaseOwn) return this.#base.set(key, value);
    const before = this.get(key);
    this.set(key, value);
    return before;
  }

  delete(key: string): void {
    if (this.#isBaseOwn) {
      this.#base.delete(key);
      return;
    }
    const left = this.#base.get(key) === undefined ? undefined : GONE;
    this.#root = this.#changed(this.#root, 0, hashOf(key), key, left);
  }

  #changeOf(key: string): V | typeof GONE | undefined {
    let node: Node<V | typeof GONE> = this.#root;
    // Small maps need no hash.
    if (node.values) return node.values.get(key);
    const hash = hashOf(key);
    node = node.children[hash & ((1 << FIRST_BITS) - 1)] as Node<V | typeof GONE>;
    for (let shift = FIRST_BITS; !node.values; shift += BITS) {
      node = node.children[(hash >>> shift) & ((1 << BITS) - 1)] as Node<V | typeof GONE>;
    }
    return node.values.get(key);
  }

  #changed(
    node: Node<V | typeof GONE>,
    shift: number,
    hash: number,
    key: string,
    value: V | typeof GONE | undefined,
  ): Node<V | typeof GONE> {
    const isOwn = node.owner === this.#owner;
    if (node.values) {
      const leaf = isOwn ? node : leafOf(this.#owner, new Map(node.values));
      if (value === undefined) leaf.values.delete(key);
      else leaf.values.set(key, value);
      return leaf.values.size > LEAF && shift < LAST_SHIFT ? this.#split(leaf, shift) : leaf;
    }
    const branch = isOwn ? node : { ...node, owner: this.#owner, children: [...node.children] };
    const bits = shift === 0 ? FIRST_BITS : BITS;
    const at = (hash >>> shift) & ((1 << bits) - 1);
    branch.children[at] = this.#changed(branch.children[at] as Node<V | typeof GONE>, shift + bits, hash, key, value);
    return branch;
  }

  #split({ values }: Leaf<V | typeof GONE>, shift: number): Branch<V | typeof GONE> {
    const bits = shift === 0 ? FIRST_BITS : BITS;
    // Nobody owns it: the first change of each child copies it.
    const empty = leafOf<V | typeof GONE>(0, new Map());
    const children = new Array<Node<V | typeof GONE>>(1 << bits).fill(empty);
    for (const [key, value] of values) {
      const at = (hashOf(key) >>> shift) & ((1 << bits) - 1);
      const child = children[at] as Leaf<V | typeof GONE>;
      if (child === empty) children[at] = leafOf(this.#owner, new Map([[key, value]]));
      else child.values.set(key, value);
    }
    return { owner: this.#owner, values: undefined, children };
  }
}
