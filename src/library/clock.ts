import type { Connection } from './connection.ts';

/** How the clock of a world runs, and what it shows. */
export interface ClockReading {
  readonly mode: 'real' | 'frozen' | 'scaled';
  /** RFC 3339, in UTC. */
  readonly now: string;
  /** How many of its seconds pass in one real second. */
  readonly scale: number;
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
  /** Moves it ahead by hours, minutes and seconds, such as `72h1s`. */
  readonly advance: (by: string) => Promise<ClockReading>;
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
    advance: (by) => connection.control('/clock:advance', { method: 'POST', json: { by }, world }),
  };
};
