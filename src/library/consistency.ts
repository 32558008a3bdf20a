import type { Connection } from './connection.ts';

/** How late calls of a world see changes, by its clock: durations such as `20s`. */
export interface Lag {
  /** By what decides who may do what; with `flap` a change then comes and goes for so many calls of each caller. */
  readonly authz?: { readonly lag: string; readonly flap?: number };
  /** By Lists and counts. */
  readonly lists?: { readonly lag: string };
}

/** How late changes are seen, and when all that have been made are. */
export interface LagReading extends Lag {
  /** RFC 3339; absent where everything is seen already. */
  readonly settledTime?: string;
}

/** How late calls of a world see changes. */
export interface Consistency {
  /**
   * Replaces what was set; what is stored by now is seen at once.
   * @throws MockError with each mistake; then nothing has changed
   */
  readonly set: (lag: Lag) => Promise<LagReading>;
  readonly read: () => Promise<LagReading>;
  /** Changes are seen at once. */
  readonly clear: () => Promise<void>;
}

/** How late calls of one world see changes. */
export const consistencyOf = (connection: Connection, world: string): Consistency => ({
  set: (json) => connection.control('/consistency', { method: 'PUT', json, world }),
  read: () => connection.control('/consistency', { world }),
  clear: async () => void (await connection.control('/consistency', { method: 'DELETE', world })),
});
