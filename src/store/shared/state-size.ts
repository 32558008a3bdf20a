/** The bytes of a row in memory beside its text, with its places in tables: about as much as was measured. */
const ROW_BYTES = 640;

/**
 * About how many bytes the rows of a state take in memory: by the changes that it was made of, each of which has a row as
 * text. What a state shares with others that begin with the same one counts in part for each.
 */
export class StateSize {
  #changes = 0;
  #characters = 0;
  #users = 0;
  /** The state that it began with and shares rows with, with the number of those. */
  #base: { readonly size: StateSize; readonly rows: number } | undefined;

  /** Counts changes that were made, with the characters of their texts. */
  add(changes: number, characters: number): void {
    this.#changes += changes;
    this.#characters += characters;
  }

  /** One that begins with this state, of so many rows, without a copy of them. */
  fork(rows: number): StateSize {
    const fork = new StateSize();
    fork.#base = { size: this, rows };
    this.#users += 1;
    return fork;
  }

  /** Ends the use of what it began with: the others have it. */
  release(): void {
    if (this.#base) this.#base.size.#users -= 1;
    this.#base = undefined;
  }

  /** The bytes of a state that has so many rows by now. */
  bytesOf(rows: number): number {
    const own = Math.min(rows, this.#changes);
    const text = this.#changes === 0 ? 0 : this.#characters / this.#changes;
    const shared = this.#base ? this.#base.size.bytesOf(this.#base.rows) / Math.max(1, this.#base.size.#users) : 0;
    return Math.round(own * (ROW_BYTES + text) + shared);
  }
}
