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

const digestOf = (key: string): number => {
  const { length } = key;
  let hash = length;
  let at = length > ROOT_LENGTH && key.charCodeAt(ROOT_LENGTH) === SLASH ? length - HASHED_OF_UID : 0;
  for (; at < length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

let lastKey = '';
let lastHash = digestOf(lastKey);

/** That of the last key is kept: a key is looked for, set, and looked for again in most writes. */
const hashOf = (key: string): number => {
  if (key !== lastKey) {
    lastHash = digestOf(key);
    lastKey = key;
  }
  return lastHash;
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

  /** Returns the value before. */
  set(key: string, value: V): V | undefined {
    return this.#change(key, value);
  }

  /** Returns the value before. */
  delete(key: string): V | undefined {
    return this.#change(key, undefined);
  }

  #change(key: string, value: V | undefined): V | undefined {
    let node = this.#ownedRoot();
    let above: Branch<V> | undefined;
    let at = 0;
    let shift = 0;
    while (!node.values) {
      const bits = shift === 0 ? FIRST_BITS : BITS;
      at = (hashOf(key) >>> shift) & ((1 << bits) - 1);
      shift += bits;
      above = node;
      node = node.children[at] as Node<V>;
      if (node.owner === this.#owner) continue;
      node = this.#copyOf(node);
      above.children[at] = node;
    }
    const { values } = node;
    const before = values.get(key);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    if (values.size > LEAF && shift < LAST_SHIFT) {
      const branch = this.#split(node, shift);
      if (above) above.children[at] = branch;
      else this.#root = branch;
    }
    return before;
  }

  #ownedRoot(): Node<V> {
    if (this.#root.owner !== this.#owner) this.#root = this.#copyOf(this.#root);
    return this.#root;
  }

  #copyOf(node: Node<V>): Node<V> {
    return node.values
      ? leafOf(this.#owner, new Map(node.values))
      : { owner: this.#owner, values: undefined, children: [...node.children] };
  }

  #split({ values }: Leaf<V>, shift: number): Branch<V> {
    const bits = shift === 0 ? FIRST_BITS : BITS;
    // Nobody owns it: the first change of each child copies it.
    const empty = leafOf<V>(0, new Map());
    const children = new Array<Node<V>>(1 << bits).fill(empty);
    for (const [key, value] of values) {
      const at = (digestOf(key) >>> shift) & ((1 << bits) - 1);
      const child = children[at] as Leaf<V>;
      if (child === empty) children[at] = leafOf(this.#owner, new Map([[key, value]]));
      else child.values.set(key, value);
    }
    return { owner: this.#owner, values: undefined, children };
  }
}
