import { isFull } from '../schema/field-violation.ts';
import type { Effort } from '../schema/nearest-name.ts';
import { type FixtureDocument, FixtureError, type FixtureMistake, mistakeOf, type Path } from './fixture-error.ts';

/** The work that goes into suggestions: some 30 ms, whatever is wrong. */
const MAX_EFFORT = 4_000_000;

/** The most texts that are noted of values that could not be read: if there are more, any name may be one of them. */
const MAX_HIDDEN = 50_000;

/** Collects the mistakes of the fixtures that are applied together. */
export class FixtureMistakes {
  /** The remaining effort for suggestions. */
  readonly effort: Effort = { remaining: MAX_EFFORT };
  readonly #byDocument = new Map<FixtureDocument, FixtureMistake[]>();
  readonly #seen = new Set<string>();
  readonly #unread: unknown[] = [];
  readonly #hidden = new Set<string>();

  /** The number of mistakes found so far. */
  get count(): number {
    return this.#seen.size;
  }

  /**
   * Adds a mistake, unless the same was found before.
   * @throws FixtureError with all of them when there are as many as are reported
   */
  add(document: FixtureDocument, path: Path, description: string): void {
    const mistake = mistakeOf(document.file, document.positionOf(path), path, description);
    const key = JSON.stringify(mistake);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const found = this.#byDocument.get(document) ?? [];
    this.#byDocument.set(document, found);
    found.push(mistake);
    if (isFull(found)) this.demandNone();
  }

  /** Notes a value that could not be read: things that its texts may name have a mistake already. */
  hide(value: unknown): void {
    this.#unread.push(value);
  }

  /** True for a name that something may have that could not be read. */
  mayHide(name: string): boolean {
    while (this.#unread.length > 0 && this.#hidden.size < MAX_HIDDEN) {
      const value = this.#unread.pop();
      if (typeof value !== 'object' || value === null) this.#hidden.add(String(value));
      else for (const member of Object.values(value)) this.#unread.push(member);
    }
    return this.#hidden.has(name) || this.#unread.length > 0;
  }

  /** @throws FixtureError with all mistakes, in the order of the documents and of their text */
  demandNone(): void {
    if (this.count > 0) {
      const inOrder = [...this.#byDocument.values()].flatMap((mistakes) =>
        mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column),
      );
      throw new FixtureError(inOrder);
    }
  }
}
