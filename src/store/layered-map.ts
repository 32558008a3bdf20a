import { hashOf, TextMap } from './text-map.ts';

/** A mark in the place of a value that a layer below has, and that was deleted since. */
const GONE = Symbol('gone');

type Layer<V> = TextMap<V | typeof GONE>;

/** The ratio of values up to which a layer joins the one below: there are few layers, and each is copied seldom. */
const JOINED = 4;
/** Layers up to this size are joined by any other. */
const SMALL = 128;
/** The size above which layers are not copied any more: that takes some milliseconds. */
const LARGE = 65_536;

const isJoined = (upper: Layer<unknown>, lower: Layer<unknown>): boolean =>
  upper.size <= LARGE && lower.size <= Math.min(LARGE, Math.max(SMALL, upper.size * JOINED));

/** Two layers as one. A deletion needs no mark if nothing is below. */
const joinLayers = <V>(upper: Layer<V>, lower: Layer<V>, isLowest: boolean): Layer<V> => {
  const layer = new TextMap(lower);
  for (const [key, value] of upper.entries()) {
    if (value === GONE && isLowest) layer.delete(key);
    else layer.set(key, value);
  }
  return layer;
};

/**
 * Values by text. A copy shares everything with its original, which must not change any more: its changes are in a
 * layer of its own, above the layers of the original.
 */
export class LayeredMap<V> {
  readonly #own: Layer<V> = new TextMap();
  /** The layers that other maps may share, from the newest to the oldest. They do not change. */
  readonly #below: readonly Layer<V>[];
  /** All layers, as copies have them: made once, however many copies there are. */
  #shared: readonly Layer<V>[] | undefined;

  constructor(from?: LayeredMap<V>) {
    this.#below = from ? from.#layers() : [];
  }

  get(key: string): V | undefined {
    // Most maps are small ones, which need no hash.
    if (this.#below.length === 0) return this.#own.get(key) as V | undefined;
    const hash = hashOf(key);
    return omitGone(this.#own.get(key, hash) ?? this.#findBeneath(key, hash));
  }

  /** Sets a value, and returns the one before. */
  set(key: string, value: V): V | undefined {
    if (this.#below.length === 0) return this.#own.set(key, value) as V | undefined;
    const hash = hashOf(key);
    return omitGone(this.#own.set(key, value, hash) ?? this.#findBeneath(key, hash));
  }

  delete(key: string): void {
    if (this.#findBeneath(key, hashOf(key)) === undefined) this.#own.delete(key);
    else this.#own.set(key, GONE);
  }

  /** The value at a key in the layers below. */
  #findBeneath(key: string, hash: number): V | typeof GONE | undefined {
    for (const layer of this.#below) {
      const value = layer.get(key, hash);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #layers(): readonly Layer<V>[] {
    this.#shared ??= this.#joinLayers();
    return this.#shared;
  }

  #joinLayers(): readonly Layer<V>[] {
    if (this.#own.size === 0) return this.#below;
    let top = this.#own;
    let at = 0;
    for (; at < this.#below.length; at += 1) {
      const lower = this.#below[at] as Layer<V>;
      if (!isJoined(top, lower)) break;
      top = joinLayers(top, lower, at === this.#below.length - 1);
    }
    return [top, ...this.#below.slice(at)];
  }
}

/** A value; undefined for one that was deleted. */
const omitGone = <V>(value: V | typeof GONE | undefined): V | undefined => (value === GONE ? undefined : value);
