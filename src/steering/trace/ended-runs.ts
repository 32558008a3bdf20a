import type { RenderedRun } from './rendered-run.ts';

/** How many runs of ended worlds are kept, and how many bytes of their text. */
const MAX_ENDED = 100;
const MAX_ENDED_BYTES = 16 * 1024 * 1024;

const bytesOf = ({ bytes, stepBytes, calls }: RenderedRun): number =>
  calls.reduce((sum, call) => sum + call.bytes, bytes + stepBytes);

/** The runs of the worlds that ended last. */
export class EndedRuns {
  readonly #runs: RenderedRun[] = [];
  #bytes = 0;
  #lost = 0;

  /** The one that ended first is first. */
  get runs(): readonly RenderedRun[] {
    return [...this.#runs];
  }

  /** How many are not kept any more. */
  get lost(): number {
    return this.#lost;
  }

  add(run: RenderedRun): void {
    this.#runs.push(run);
    this.#bytes += bytesOf(run);
    while (this.#runs.length > MAX_ENDED || this.#bytes > MAX_ENDED_BYTES) {
      this.#bytes -= bytesOf(this.#runs.shift() as RenderedRun);
      this.#lost += 1;
    }
  }
}
