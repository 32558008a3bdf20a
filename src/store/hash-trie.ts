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

const SLASH = 47;
/** The length of a root uid. */
const ROOT_LENGTH = 40;
/** The characters of a longer uid that are hashed: its end, since the beginning is that of its parent. */
const HASHED_OF_UID = 12;

const hashOf = (key: string): number => {
  const { length } = key;
  let hash = length;
  let at = length > ROOT_LENGTH && key.charCodeAt(ROOT_LENGTH) === SLASH ? length - HASHED_OF_UID : 0;
  for (; at < length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

const leafOf = <V>(owner: number, values: Map<string, V>): Leaf<V> => ({ owner, values, children: undefined });

/**
 * Values by text. A copy shares everything with its original, and either copies only what it changes from then on: a
 * part is changed in place only by the map that owns it.
 */
export class HashTrie<V> {
  readonly #owner: number;
  #root: Node<V>;

  /** `owner` is a number that no other map has. */
  constructor(owner: number, from?: HashTrie<V>) {
    this.#owner = owner;
    this.#root = from ? from.#root : leafOf(owner, new Map());
  }

  get(key: string): V | undefined {
    let node = this.#root;
    // Small maps need no hash.
    if (node.values) return node.values.get(key);
    const hash = hashOf(key);
    node = node.children[hash & ((1 << FIRST_BITS) - 1)] as Node<V>;
    for (let shift = FIRST_BITS; !node.values; shift += BITS) {
      node = node.children[(hash >>> shift) & ((1 << BITS) - 1)] as Node<V>;
    }
    return node.values.get(key);
  }

  set(key: string, value: V): void {
    this.#root = this.#changed(this.#root, 0, hashOf(key), key, value);
  }

  delete(key: string): void {
    this.#root = this.#changed(this.#root, 0, hashOf(key), key, undefined);
  }

  #changed(node: Node<V>, shift: number, hash: number, key: string, value: V | undefined): Node<V> {
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
    branch.children[at] = this.#changed(branch.children[at] as Node<V>, shift + bits, hash, key, value);
    return branch;
  }

  #split({ values }: Leaf<V>, shift: number): Branch<V> {
    const bits = shift === 0 ? FIRST_BITS : BITS;
    // Nobody owns it: the first change of each child copies it.
    const empty = leafOf<V>(0, new Map());
    const children = new Array<Node<V>>(1 << bits).fill(empty);
    for (const [key, value] of values) {
      const at = (hashOf(key) >>> shift) & ((1 << bits) - 1);
      const child = children[at] as Leaf<V>;
      if (child === empty) children[at] = leafOf(this.#owner, new Map([[key, value]]));
      else child.values.set(key, value);
    }
    return { owner: this.#owner, values: undefined, children };
  }
}
