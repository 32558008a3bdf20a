import type { Connection } from './connection.ts';

/** How the clock of a world runs, and what it shows. */
export interface ClockReading {
  readonly mode: 'real' | 'frozen' | 'scaled';
  /** RFC 3339, in UTC. */
  readonly now: string;
  /** How many of its seconds pass in one real second. */
  readonly scale: number;
}

/** Something that happens by the clock of a world, such as an attempt to deliver an event. */
export interface Timer {
  /** When, RFC 3339. */
  readonly time: string;
  readonly kind: string;
  readonly event?: string;
  readonly type?: string;
  readonly subscription?: string;
  /** Which attempt it is, counted from 1. */
  readonly attempt?: number;
}

/** A clock that was moved ahead, with what happened in the meantime, in its order. */
export interface AdvancedClock extends ClockReading {
  readonly fired: readonly Timer[];
  /** How many further things happened; missing for none. */
  readonly furtherFired?: number;
}

/** The clock of a world, which everything in it goes by. */
export interface Clock {
  readonly read: () => Promise<ClockReading>;
  /** Stops it, at the time that it shows or a later one. */
  readonly freeze: (now?: string | Date) => Promise<ClockReading>;
  /** Lets it run as the machine's does, from the time that it shows or a later one. */
  readonly run: (now?: string | Date) => Promise<ClockReading>;
  /** Lets it run `scale` times as fast as the machine's. */
  readonly scale: (scale: number) => Promise<ClockReading>;
  /**
   * Moves it ahead by hours, minutes and seconds, such as `72h1s`, to a later time, or to the `next` timer. What is due
   * happens in its order; with `settle`, deliveries that it starts are over when this resolves.
   */
  readonly advance: (
    step: string | { readonly to: 'next' | Date | (string & {}) },
    options?: { readonly settle?: boolean },
  ) => Promise<AdvancedClock>;
  /** What will happen when, the next first. */
  readonly timers: () => Promise<readonly Timer[]>;
}

const textOf = (now: string | Date): string => (typeof now === 'string' ? now : now.toISOString());

/** The clock of one world. */
export const clockOf = (connection: Connection, world: string): Clock => {
  const set = (json: object): Promise<ClockReading> => connection.control('/clock', { method: 'PUT', json, world });
  const at = (now: string | Date | undefined): object => (now === undefined ? {} : { now: textOf(now) });
  return {
    read: () => connection.control('/clock', { world }),
    freeze: (now) => set({ mode: 'frozen', ...at(now) }),
    run: (now) => set({ mode: 'real', ...at(now) }),
    scale: (scale) => set({ mode: 'scaled', scale }),
    advance: (step, { settle } = {}) => {
      const moved = typeof step === 'string' ? { by: step } : { to: textOf(step.to) };
      const json = { ...moved, ...(settle !== undefined && { settle }) };
      return connection.control('/clock:advance', { method: 'POST', json, world });
    },
    timers: async () =>
      (await connection.control<{ readonly timers: readonly Timer[] }>('/clock/timers', { world })).timers,
  };
};
