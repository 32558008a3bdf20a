import type { ApiError } from '../../kernel/errors.ts';
import type { EarlyCall } from '../../kernel/rows.ts';
import type { WorldView } from './world-view.ts';

/** How many calls ask for the head after one that was early has been refused: others write to the world. */
const ASKING = 100;

class CallOnView implements EarlyCall {
  readonly state: string;
  refusal: ApiError | undefined = undefined;
  readonly #view: WorldView;
  readonly #refused: () => void;

  constructor(view: WorldView, refused: () => void) {
    this.state = view.place.tag;
    this.#view = view;
    this.#refused = refused;
  }

  get isCurrent(): boolean {
    return this.#view.place.tag === this.state;
  }

  refuse(refusal: ApiError): void {
    this.refusal = refusal;
    this.#refused();
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
