import { isFull } from '../schema/field-violation.ts';
import type { Effort } from '../schema/nearest-name.ts';
import type { FixtureDocument } from './fixture-document.ts';
import { FixtureError, type FixtureFault, faultOf, type Path } from './fixture-error.ts';
import type { Kind } from './fixture-format.ts';

/** The work that goes into suggestions: some 30 ms, whatever is wrong. */
const MAX_EFFORT = 4_000_000;

/** The kind of unread things under an unknown key: any. */
const ANY = '*';

const sortByPlace = (faults: readonly FixtureFault[]): readonly FixtureFault[] =>
  [...faults].sort((a, b) => a.line - b.line || a.column - b.column);

/** Collects the faults of the fixtures that are applied together. */
export class FixtureFaults {
  /** The effort left for suggestions. */
  readonly effort: Effort = { left: MAX_EFFORT };
  readonly #byDocument = new Map<FixtureDocument, FixtureFault[]>();
  readonly #seen = new Set<string>();
  readonly #unread = new Set<string>();

  /** The number of faults found so far. */
  get count(): number {
    return this.#seen.size;
  }

  /**
   * Adds a fault, unless the same was found before.
   * @throws FixtureError with all of them when there are as many as are reported
   */
  add(document: FixtureDocument, path: Path, description: string): void {
    const fault = faultOf(document.file, document.positionOf(path), path, description);
    const key = JSON.stringify(fault);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const found = this.#byDocument.get(document) ?? [];
    this.#byDocument.set(document, found);
    found.push(fault);
    if (isFull(found)) this.demandNone();
  }

  /** Notes that things of a kind, and those below them, could not be read: references to them are in doubt. */
  hide(kind: Kind): void {
    const { singular } = kind.resource;
    if (this.#unread.has(singular)) return;
    this.#unread.add(singular);
    for (const child of kind.children.values()) this.hide(child);
  }

  /** Notes that things of any kind could not be read. */
  hideAny(): void {
    this.#unread.add(ANY);
  }

  /** True where the target of a reference to a kind may be among the things that could not be read. */
  mayHide(singular: string | undefined): boolean {
    if (this.#unread.has(ANY)) return true;
    return singular === undefined ? this.#unread.size > 0 : this.#unread.has(singular);
  }

  /** @throws FixtureError with all faults, in the order of the documents and of their text */
  demandNone(): void {
    if (this.count > 0) throw new FixtureError([...this.#byDocument.values()].flatMap(sortByPlace));
  }
}
