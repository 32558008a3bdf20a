import type { Nouns, Quota, QuotaWithWindows } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** The quotas of a world, in its time. */
export interface Quotas {
  /**
   * Replaces all quotas of the world.
   * @throws MockError with each mistake; then nothing has changed
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
