import type { Nouns, Quota, QuotaWithWindows } from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';

/** The quotas of a world, in its time. */
export interface Quotas {
  /**
   * Replaces all quotas of the world.
   * @throws MockError with each mistake; then nothing has changed
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a second call in a minute has to wait', async ({ world, expect }) => {
   *   await world.clock.freeze();
   *   await world.quota.set({ requests: 1, per: '1m', by: 'caller' });
   *   const list = () => world.fetch('/registry/v2/repos');
   *   expect([(await list()).status, (await list()).headers.get('retry-after')]).toEqual([200, '60']);
   *   await world.clock.advance('1m');
   *   expect((await list()).status).toBe(200);
   * });
   * ```
   */
  readonly set: (...quotas: readonly Quota[]) => Promise<readonly QuotaWithWindows[]>;
  /** The quotas in their order. */
  readonly list: () => Promise<readonly QuotaWithWindows[]>;
  readonly clear: () => Promise<void>;
}

/** The quotas of one world. */
export const quotasOf = (connection: Connection, world: string): Quotas => ({
  set: async (...json) => (await connection.control<Nouns['Quotas']>('/quota', { method: 'PUT', json, world })).quota,
  list: async () => (await connection.control<Nouns['Quotas']>('/quota', { world })).quota,
  clear: async () => void (await connection.control('/quota', { method: 'DELETE', world })),
});
