/** The number of values up to which keys are compared one by one. */
const FEW = 8;
/** The numbers of a slot: the hash of its key, and the place of its value counted from 1, or 0 for an empty slot. */
const WIDTH = 2;

const SLASH = 47;
/** The length of a root uid. */
const ROOT_LENGTH = 40;
/** The length of the last segment of a longer uid. */
const SEGMENT_LENGTH = 16;
/** The characters of a longer uid that are hashed: its last segment, and the end of its parent. */
const HASHED_OF_UID = 25;

/** A number of 32 bits for a text. */
export const hashOf = (key: string): number => {
  const { length } = key;
  let hash = length;
  const isLongUid = length > ROOT_LENGTH && key.charCodeAt(length - SEGMENT_LENGTH - 1) === SLASH;
  let at = isLongUid ? length - HASHED_OF_UID : 0;
  for (; at < length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return hash ^ (hash >>> 15);
};

/**
 * Values by text, as in a Map without an order. Setting many takes half the time, since hashes are stored beside the
 * places: a text that is new costs no look at the others, and growing moves numbers only.
 */
export class TextMap<V> {
  readonly #keys: string[];
  readonly #values: V[];
  /** Open addressing; missing as long as there are few. */
  #slots: Int32Array | undefined;

  /** A copy of another one, or an empty one. */
  constructor(from?: TextMap<V>) {
    this.#keys = from ? from.#keys.slice() : [];
    this.#values = from ? from.#values.slice() : [];
    this.#slots = from ? from.#slots?.slice() : undefined;
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Keys and values, in no order. */
  *entries(): Generator<readonly [string, V]> {
    for (const [at, key] of this.#keys.entries()) yield [key, this.#values[at] as V];
  }

  /** The value of a key. `known` is the hash of the key, if the caller has it. */
  get(key: string, known?: number): V | undefined {
    const slots = this.#slots;
    if (!slots) {
      const at = this.#keys.indexOf(key);
      return at < 0 ? undefined : this.#values[at];
    }
    const place = slots[this.#slotOf(slots, known ?? hashOf(key), key) + 1] as number;
    return place === 0 ? undefined : this.#values[place - 1];
  }

  /** Sets a value, and returns the one before. `known` is the hash of the key, if the caller has it. */
  set(key: string, value: V, known?: number): V | undefined {
    const slots = this.#slots;
    if (!slots) {
      const at = this.#keys.indexOf(key);
      if (at >= 0) return this.#replace(at, value);
      this.#keys.push(key);
      this.#values.push(value);
      if (this.#keys.length > FEW) this.#grow();
      return undefined;
    }
    const hash = known ?? hashOf(key);
    const slot = this.#slotOf(slots, hash, key);
    const place = slots[slot + 1] as number;
    if (place > 0) return this.#replace(place - 1, value);
    this.#values.push(value);
    slots[slot] = hash;
    slots[slot + 1] = this.#keys.push(key);
    if (this.#keys.length * 2 * WIDTH > slots.length) this.#grow();
    return undefined;
  }

  delete(key: string): void {
    const slots = this.#slots;
    if (!slots) {
      const at = this.#keys.indexOf(key);
      if (at >= 0) this.#drop(at);
      return;
    }
    let hole = this.#slotOf(slots, hashOf(key), key);
    const place = slots[hole + 1] as number;
    if (place === 0) return;
    const mask = slots.length - WIDTH;
    // Later slots move up if they may, so that no search ends too early.
    for (let slot = (hole + WIDTH) & mask; slots[slot + 1] !== 0; slot = (slot + WIDTH) & mask) {
      const home = ((slots[slot] as number) * WIDTH) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = slots[slot] as number;
      slots[hole + 1] = slots[slot + 1] as number;
      hole = slot;
    }
    slots[hole + 1] = 0;
    const last = this.#keys.length;
    if (place < last) {
      const lastKey = this.#keys[last - 1] as string;
      slots[this.#slotOf(slots, hashOf(lastKey), lastKey) + 1] = place;
    }
    this.#drop(place - 1);
  }

  #replace(at: number, value: V): V {
    const before = this.#values[at] as V;
    this.#values[at] = value;
    return before;
  }

  /** Removes the value of a place, which the last one then has. */
  #drop(at: number): void {
    const key = this.#keys.pop() as string;
    const value = this.#values.pop() as V;
    if (at < this.#keys.length) {
      this.#keys[at] = key;
      this.#values[at] = value;
    }
  }

  /** The slot of a key, or the empty one that it would have. */
  #slotOf(slots: Int32Array, hash: number, key: string): number {
    const mask = slots.length - WIDTH;
    for (let slot = (hash * WIDTH) & mask; ; slot = (slot + WIDTH) & mask) {
      const place = slots[slot + 1] as number;
      if (place === 0 || (slots[slot] === hash && this.#keys[place - 1] === key)) return slot;
    }
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Int32Array(before ? before.length * 2 : FEW * 4 * WIDTH);
    const mask = slots.length - WIDTH;
    const put = (hash: number, place: number): void => {
      let slot = (hash * WIDTH) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + WIDTH) & mask;
      slots[slot] = hash;
      slots[slot + 1] = place;
    };
    if (before) {
      for (let slot = 0; slot < before.length; slot += WIDTH) {
        if (before[slot + 1] !== 0) put(before[slot] as number, before[slot + 1] as number);
      }
    } else for (const [at, key] of this.#keys.entries()) put(hashOf(key), at + 1);
    this.#slots = slots;
  }
}
