import { setTimeout as pause } from 'node:timers/promises';
import type { Statement } from './session.ts';

/** The channel on which processes of a database notify each other of what there is to read. */
const CHANNEL = 'platform_mock';
export const LISTEN = `LISTEN ${CHANNEL}`;
const NOTIFY = 'SELECT pg_notify($1, $2)';
/** What Postgres takes at most is 7,999 bytes. */
const MAX_TEXT = 7_900;
/** How often a process that waits says so, and how long that holds, in milliseconds. */
const ANNOUNCE_MILLIS = 5_000;
const HOLD_MILLIS = 12_000;

/** How long one sends no more, so that those who wait for much read it in few parts, in milliseconds. */
const REST_MILLIS = 20;

/** What is sent: that a process waits for what happens, or that something has happened in worlds, by their numbers. */
const WAITS = 'waits';
const STORED = 'stored';

/** The dependencies of waking those who wait. */
interface WakesParts {
  /** The number of this process. */
  readonly process: string;
  readonly now: () => number;
  /** Runs a statement beside the reads and writes. @throws ApiError UNAVAILABLE */
  readonly run: (statement: Statement) => Promise<unknown>;
}

/**
 * Wakes processes that wait for what happens in worlds, outside the statements by which it is stored, and only while one
 * waits. Nothing depends on it: who waits reads by itself, too, less often while it can be woken.
 */
export class Wakes {
  readonly #parts: WakesParts;
  /** The other processes that wait, with the time up to which that holds. */
  readonly #waiting = new Map<string, number>();
  #stored = new Set<string>();
  #isSending = false;
  #announced = Number.NEGATIVE_INFINITY;
  /** When this process has last heard that it waits. */
  #heard = Number.NEGATIVE_INFINITY;
  /** Called with the number of a world in which another process has stored something. */
  woken: (born: string) => void = () => undefined;

  constructor(parts: WakesParts) {
    this.#parts = parts;
  }

  /** True while this process is woken, as far as it knows. */
  get isHeard(): boolean {
    return this.#parts.now() < this.#heard + HOLD_MILLIS;
  }

  /** Says that this process waits, unless it has just said so. */
  announce(): void {
    const { now, process } = this.#parts;
    if (now() < this.#announced + ANNOUNCE_MILLIS) return;
    this.#announced = now();
    this.#send([WAITS, process]).catch(() => undefined);
  }

  /** Wakes those that wait, once what was stored in this turn in other worlds is known, too. */
  store(born: string): void {
    if (!this.#isAwaited()) return;
    this.#stored.add(born);
    if (!this.#isSending) void this.#sendAll();
  }

  /** Takes what a process has sent, this one included. */
  hear(text: string): void {
    const { process, now } = this.#parts;
    const [what, by = '', ...borns] = text.split(' ');
    if (what === WAITS && by === process) this.#heard = now();
    else if (what === WAITS) this.#waiting.set(by, now() + HOLD_MILLIS);
    else if (by !== process) for (const born of borns) this.woken(born);
  }

  /** Nothing is heard any more, until this process has heard itself. */
  lose(): void {
    this.#heard = Number.NEGATIVE_INFINITY;
    this.#announced = Number.NEGATIVE_INFINITY;
  }

  #isAwaited(): boolean {
    const now = this.#parts.now();
    for (const [process, until] of this.#waiting) if (until < now) this.#waiting.delete(process);
    return this.#waiting.size > 0;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    await new Promise(setImmediate);
    while (this.#stored.size > 0) {
      const words = [STORED, this.#parts.process];
      let size = words.join(' ').length;
      for (const born of this.#stored) {
        size += 1 + born.length;
        if (size > MAX_TEXT) break;
        words.push(born);
        this.#stored.delete(born);
      }
      // Those that it was for read by themselves a moment later.
      await this.#send(words).catch(() => undefined);
      await pause(REST_MILLIS, undefined, { ref: false });
    }
    this.#isSending = false;
  }

  async #send(words: readonly string[]): Promise<void> {
    await this.#parts.run({ text: NOTIFY, values: [CHANNEL, words.join(' ')] });
  }
}
