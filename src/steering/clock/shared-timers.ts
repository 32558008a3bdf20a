import { setTimeout as pause } from 'node:timers/promises';
import type { Notes } from '../../store/notes.ts';
import type { ShownTimer } from './timers.ts';
import type { WorldClock } from './world-clock.ts';

/** The timers that other processes have which share the world. */
export interface ElsewhereTimers {
  readonly list: () => readonly ShownTimer[];
  /** True while something that is due there goes on. */
  readonly isBusy: () => boolean;
  /** Forgets all of them: who has them may be gone. */
  readonly forget: () => void;
}

/** How long one waits for what is due elsewhere, and how long between two looks, in milliseconds of the machine. */
const MAX_LOOKS = 600;
const LOOK_MILLIS = 20;

const MOVED = 'clock moved';

/** The dependencies of sharing the timers of a world. */
interface SharedTimersParts {
  readonly notes: Notes;
  readonly clock: WorldClock;
  readonly elsewhere: ElsewhereTimers;
}

/** Lets a clock that is moved in one process wake the timers of the others, and that one wait for them. */
export class SharedTimers {
  readonly #parts: SharedTimersParts;

  /** `woken` is called when the clock was moved in another process. */
  constructor(parts: SharedTimersParts, woken: () => void) {
    this.#parts = parts;
    const { notes, clock } = parts;
    notes.on(MOVED, ({ own }) => own === undefined && woken());
    // Who does not hear of it now reads the clock with the next note.
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
