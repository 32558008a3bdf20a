import type { ApiError } from '../../kernel/errors.ts';
import type { EarlyRead } from '../../kernel/rows.ts';
import type { WorldView } from './world-view.ts';

/** How many reads ask for the head after one that was early has been refused: others write to the world. */
const ASKING = 100;

class ViewRead implements EarlyRead {
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

/** The reads of a world that begin before it is known whether its rows are those of this moment. */
export class EarlyReads {
  readonly view: WorldView;
  #asking = 0;

  constructor(view: WorldView) {
    this.view = view;
  }

  /** One of the rows as they are here; undefined where it is likely to be refused. */
  begin(): EarlyRead | undefined {
    if (this.#asking === 0) return new ViewRead(this.view, this.#refused);
    this.#asking -= 1;
    return undefined;
  }

  readonly #refused = (): void => {
    this.#asking = ASKING;
  };
}
