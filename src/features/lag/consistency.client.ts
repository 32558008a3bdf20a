import type { Lag, LagReading } from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';

/** Controls how late calls of a world see changes. */
export interface Consistency {
  /**
   * Replaces the lags; changes stored by now are seen at once.
   * @throws MockError with each mistake; then nothing has changed
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a list shows a new repo two seconds later', async ({ world, expect }) => {
   *   await world.clock.freeze();
   *   await world.consistency.set({ lists: { lag: '2s' } });
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   const count = async () => (await (await world.fetch('/registry/v2/repos?name=checkout')).json()).totalCount;
   *   expect(await count()).toBe('0');
   *   await world.clock.advance('2s');
   *   expect(await count()).toBe('1');
   * });
   * ```
   */
  readonly set: (lag: Lag) => Promise<LagReading>;
  readonly read: () => Promise<LagReading>;
  /** Deletes the lags: changes are seen at once. */
  readonly clear: () => Promise<void>;
}

/** The control of how late calls of one world see changes. */
export const consistencyOf = (connection: Connection, world: string): Consistency => ({
  set: (json) => connection.control('/consistency', { method: 'PUT', json, world }),
  read: () => connection.control('/consistency', { world }),
  clear: async () => void (await connection.control('/consistency', { method: 'DELETE', world })),
});
