import { templateOf } from './neutral-text.ts';
import type { Place, PlaceStep } from './row-place.ts';

/** The names of one kind of rows in one place. */
interface Bucket {
  /** The names that every run has. */
  readonly stable: ReadonlySet<string>;
  /** How the other names are compared: exactly, by their form, by their number alone, or not at all. */
  readonly rule: 'exact' | 'template' | 'any' | 'unknown';
}

/** The name of a row of which only the number is compared. */
const ANY = '*';

const areEqual = (runs: readonly (readonly string[])[], view: (name: string) => string): boolean =>
  new Set(runs.map((names) => JSON.stringify(names.map(view).sort()))).size <= 1;

/** Learns from the names in each run how they are compared. */
const learn = (runs: readonly (readonly string[])[]): Bucket => {
  const [first = []] = runs;
  const stable = new Set(first.filter((name) => runs.every((names) => names.includes(name))));
  const rest = runs.map((names) => names.filter((name) => !stable.has(name)));
  if (rest.every(({ length }) => length === 0)) return { stable, rule: 'exact' };
  if (areEqual(rest, templateOf)) return { stable, rule: 'template' };
  return { stable, rule: areEqual(rest, () => ANY) ? 'any' : 'unknown' };
};

/** Calls the rows of all runs by names that do not depend on the run (behaviour O4). */
export class Naming {
  readonly #buckets = new Map<string, Bucket>();

  /** Learns from the places of the rows that each of some equal runs has made. */
  constructor(runs: readonly (readonly Place[])[]) {
    const depth = Math.max(0, ...runs.flatMap((places) => places.map(({ length }) => length)));
    for (let at = 1; at <= depth; at += 1) this.#learnDepth(runs, at);
  }

  /** The names from the root to a row; undefined for one that cannot be compared. */
  path(place: Place): readonly string[] | undefined {
    let names: readonly string[] = [];
    for (const step of place) {
      const name = this.#nameOf(step, names);
      if (name === undefined) return undefined;
      names = [...names, name];
    }
    return names;
  }

  /** The kinds of rows whose names differ between the runs, with the names above them; their number may differ, too. */
  get varied(): readonly { readonly kind: string; readonly place: string; readonly isCompared: boolean }[] {
    return [...this.#buckets].flatMap(([key, { rule }]) => {
      if (rule === 'exact') return [];
      const [kind = '', ...place] = JSON.parse(key) as readonly string[];
      return [{ kind, place: place.join('/'), isCompared: rule !== 'unknown' }];
    });
  }

  #learnDepth(runs: readonly (readonly Place[])[], depth: number): void {
    const found = new Map<string, string[][]>();
    for (const [run, places] of runs.entries()) {
      for (const place of places) {
        const step = place[depth - 1];
        const above = step && place.length === depth && !step.wasThere ? this.path(place.slice(0, -1)) : undefined;
        if (!step || !above) continue;
        const key = keyOf(step, above);
        const bucket = found.get(key) ?? runs.map(() => []);
        found.set(key, bucket);
        bucket[run]?.push(step.name);
      }
    }
    for (const [key, names] of found) this.#buckets.set(key, learn(names));
  }

  #nameOf(step: PlaceStep, above: readonly string[]): string | undefined {
    if (step.wasThere) return step.name;
    const bucket = this.#buckets.get(keyOf(step, above));
    if (!bucket || bucket.rule === 'exact' || bucket.stable.has(step.name)) return step.name;
    if (bucket.rule === 'unknown') return undefined;
    return bucket.rule === 'any' ? ANY : templateOf(step.name);
  }
}

const keyOf = ({ kind }: PlaceStep, above: readonly string[]): string => JSON.stringify([kind, ...above]);
