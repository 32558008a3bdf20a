import type { Store } from '../../kernel/rows.ts';
import type { NamedPlaces } from '../notes.ts';
import type { Place } from './place.ts';

/**
 * How many places are remembered at least: those before them have no name. As many more come before they are forgotten
 * together, since a map passes over all that was deleted from its beginning to find the first that is left.
 */
const MAX_PLACES = 20_000;
const FORGOTTEN = 2_000;

const nameOf = ({ line, seq }: Pick<Place, 'line' | 'seq'>): string => `${line}.${seq}`;

/** Loads the state of a line after an entry; undefined where it is not kept any more. */
export type LoadPlace = (line: number, seq: number) => Promise<Store | undefined>;

/** The places of a commit log that a view of a world has passed through, by the entries that led to them. */
export class PassedPlaces implements NamedPlaces {
  readonly #places = new Map<string, number>();
  readonly #names = new Map<number, string>();
  readonly #load: LoadPlace;

  constructor(load: LoadPlace) {
    this.#load = load;
  }

  /** Notes where the view is: the place in its own log. */
  note(at: Place, place: number): void {
    const name = nameOf(at);
    this.#places.set(name, place);
    this.#names.set(place, name);
    if (this.#places.size >= MAX_PLACES + FORGOTTEN) this.#forgetOldest();
  }

  nameOf(place: number): string | undefined {
    return this.#names.get(place);
  }

  placeOf(name: string): number | undefined {
    return this.#places.get(name);
  }

  stateOf(name: string, isAfter: boolean): Promise<Store | undefined> {
    const [line = 0, seq = 0] = name.split('.').map(Number);
    return this.#load(line, isAfter ? seq + 1 : seq);
  }

  #forgetOldest(): void {
    let left = FORGOTTEN;
    for (const [name, place] of this.#places) {
      if (left === 0) return;
      left -= 1;
      this.#places.delete(name);
      if (this.#names.get(place) === name) this.#names.delete(place);
    }
  }
}
