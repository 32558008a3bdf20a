import type { AdvanceClock, AdvancedClock, ClockReading, SetClock, Timers } from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';

/** The clock of a world, which everything in it goes by. */
export interface Clock {
  readonly read: () => Promise<ClockReading>;
  /** Sets the mode of the clock and, with `now`, its time, which may not be earlier than the one that it shows. */
  readonly set: (clock: SetClock) => Promise<ClockReading>;
  /**
   * Stops the clock, at the time that it shows or a later one.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a row has the time of its world', async ({ world, expect }) => {
   *   const now = '2030-01-01T00:00:00Z';
   *   await world.clock.freeze(now);
   *   const repo = { method: 'POST', body: '{"name":"checkout"}' };
   *   const made = await (await world.fetch(`/registry/v2/repos/${world.orgId}`, repo)).json();
   *   expect(new Date(made.createTime)).toEqual(new Date(now));
   * });
   * ```
   */
  readonly freeze: (now?: string | Date) => Promise<ClockReading>;
  /** Lets the clock run as the machine's does, from the time that it shows or a later one. */
  readonly run: (now?: string | Date) => Promise<ClockReading>;
  /** Lets the clock run `scale` times as fast as the machine's. */
  readonly scale: (scale: number) => Promise<ClockReading>;
  /**
   * Moves the clock ahead by a duration such as `72h1s`, to a later time, or to the `next` timer. Due timers
   * fire in their order; with `settle`, the deliveries that they start are over when this resolves.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a page token expires after three days', async ({ world, expect }) => {
   *   const path = '/registry/v2/repos?page_size=2&page_token=';
   *   const page = async (token = '') => (await world.fetch(`${path}${token}`)).json();
   *   const first = await page();
   *   await world.clock.advance('72h1s');
   *   expect((await page(first.nextPageToken)).repos).toEqual(first.repos);
   * });
   * ```
   */
  readonly advance: (
    step: string | { readonly to: 'next' | Date | (string & {}) },
    options?: { readonly settle?: boolean },
  ) => Promise<AdvancedClock>;
  /** The next thousand timers, the earliest first, and how many further ones there are. */
  readonly timers: () => Promise<Timers>;
}

const textOf = (now: string | Date): string => (typeof now === 'string' ? now : now.toISOString());

/** The clock of one world. */
export const clockOf = (connection: Connection, world: string): Clock => {
  const set = (json: SetClock): Promise<ClockReading> => connection.control('/clock', { method: 'PUT', json, world });
  const toNow = (now: string | Date | undefined): Pick<SetClock, 'now'> =>
    now === undefined ? {} : { now: textOf(now) };
  return {
    read: () => connection.control('/clock', { world }),
    set,
    freeze: (now) => set({ mode: 'frozen', ...toNow(now) }),
    run: (now) => set({ mode: 'real', ...toNow(now) }),
    scale: (scale) => set({ mode: 'scaled', scale }),
    advance: (step, { settle } = {}) => {
      const moved = typeof step === 'string' ? { by: step } : { to: textOf(step.to) };
      const json: AdvanceClock = { ...moved, ...(settle !== undefined && { settle }) };
      return connection.control('/clock:advance', { method: 'POST', json, world });
    },
    timers: () => connection.control('/clock/timers', { world }),
  };
};
