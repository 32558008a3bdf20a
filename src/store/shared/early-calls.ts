import type { ApiError } from '../../kernel/errors.ts';
import type { EarlyCall } from '../../kernel/rows.ts';
import type { WorldView } from './world-view.ts';

/** How many calls ask for the head once others were found to write to the world. */
const ASKING = 100;

class CallOnView implements EarlyCall {
  readonly state: string;
  refusal: ApiError | undefined = undefined;
  readonly #view: WorldView;
  readonly #outdated: () => void;

  constructor(view: WorldView, outdated: () => void) {
    this.state = view.place.tag;
    this.#view = view;
    this.#outdated = outdated;
  }

  get isCurrent(): boolean {
    return this.#view.place.tag === this.state;
  }

  refuse(refusal: ApiError): void {
    this.refusal = refusal;
    // Where the rows have moved here, it may be by a write of this process.
    if (this.isCurrent) this.#outdated();
  }
}

/** The calls of a world that begin before it is known whether its rows are those of this moment. */
export class EarlyCalls {
  readonly view: WorldView;
  #asking = 0;

  constructor(view: WorldView) {
    this.view = view;
  }

  /** One on the rows as they are here; undefined where it is likely to be refused. */
  begin(): EarlyCall | undefined {
    if (this.#asking === 0) return new CallOnView(this.view, this.ask);
    this.#asking -= 1;
    return undefined;
  }

  /** Has the next calls ask. */
  readonly ask = (): void => {
    this.#asking = ASKING;
  };
}
