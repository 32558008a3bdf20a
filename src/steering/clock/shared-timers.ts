import { setTimeout as pause } from 'node:timers/promises';
import type { Notes } from '../../store/notes.ts';
import type { ShownTimer } from './timers.ts';
import type { WorldClock } from './world-clock.ts';

/** The timers of the other processes that share the world. */
export interface ElsewhereTimers {
  readonly list: () => readonly ShownTimer[];
  /** True while something that is due there goes on. */
  readonly isBusy: () => boolean;
  /** Forgets all of them: their process may have ended. */
  readonly forget: () => void;
}

/** How often one looks for what is due elsewhere, and how long one waits between two looks, in milliseconds. */
const MAX_LOOKS = 600;
const LOOK_MILLIS = 20;

const MOVED = 'clock moved';

/** The dependencies of sharing the timers of a world. */
interface SharedTimersParts {
  readonly notes: Notes;
  readonly clock: WorldClock;
  readonly elsewhere: ElsewhereTimers;
}

/** Wakes the timers of the other processes when the clock is moved in this one, and waits for them. */
export class SharedTimers {
  readonly #parts: SharedTimersParts;

  /** `woken` is called when the clock was moved in another process. */
  constructor(parts: SharedTimersParts, woken: () => void) {
    this.#parts = parts;
    const { notes, clock } = parts;
    notes.on(MOVED, ({ own }) => own === undefined && woken());
    // A process that misses it reads the clock with its next note.
    clock.onStored(() => void notes.add({ kind: MOVED, text: '', own: this }).catch(() => undefined));
  }

  list(): readonly ShownTimer[] {
    return this.#parts.elsewhere.list();
  }

  /** Resolves when what is due in other processes was tried, as far as they are there. */
  async settled(): Promise<void> {
    const { notes, clock, elsewhere } = this.#parts;
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      await notes.catchUp();
      if (!elsewhere.isBusy() && elsewhere.list().every(({ atMillis }) => atMillis > clock.now())) return;
      await pause(LOOK_MILLIS, undefined, { ref: false });
    }
    elsewhere.forget();
  }
}
