import type { ByteBudget, ByteShare } from '../journal/byte-budget.ts';
import { bytesOf, type RenderedRun } from './rendered-run.ts';

/** The bounds of runs of ended worlds: their number, and the bytes of their text. */
const MAX_ENDED = 100;
const MAX_ENDED_BYTES = 16 * 1024 * 1024;

/** The runs of the worlds that ended last, within the bytes that all journals may hold together. */
export class EndedRuns {
  readonly #share: ByteShare;
  readonly #runs: RenderedRun[] = [];
  /** The number of dropped runs. */
  lost = 0;

  constructor(budget: ByteBudget) {
    this.#share = budget.open(() => this.#dropOldest(), MAX_ENDED_BYTES);
  }

  /** The one that ended first is first. */
  get runs(): readonly RenderedRun[] {
    return [...this.#runs];
  }

  add(run: RenderedRun): void {
    this.#runs.push(run);
    if (this.#runs.length > MAX_ENDED) this.#dropOldest();
    this.#share.charge(bytesOf(run));
  }

  /** Forgets all of them. */
  clear(): void {
    while (this.#dropOldest());
    this.lost = 0;
  }

  #dropOldest(): boolean {
    const oldest = this.#runs.shift();
    if (!oldest) return false;
    this.lost += 1;
    this.#share.charge(-bytesOf(oldest));
    return true;
  }
}
