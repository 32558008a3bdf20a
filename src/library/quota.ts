import type { Connection } from './connection.ts';

/** How many calls of a world are answered in how much of its time. */
export interface Quota {
  readonly requests: number;
  /** How long a window is, from `1s` to `24h`; it begins with its first call. */
  readonly per: string;
  /** What has windows of its own: each caller, each operation, or the world as a whole. */
  readonly by: 'caller' | 'operation' | 'world';
  /** Which calls it counts: those that have all of these; every call unless given. */
  readonly match?: {
    /** The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1. */
    readonly operation?: string;
    /** An identity: its uid, an alias or a name. */
    readonly caller?: string;
    readonly version?: 'v1' | 'v2';
  };
}

/** A quota with what is left of it. */
export interface QuotaWithWindows extends Quota {
  /** How many calls it has refused. */
  readonly refused: number;
  /** The windows that have not ended: the uid of the caller or the name of the operation, and when it ends (RFC 3339). */
  readonly windows: readonly { readonly key: string; readonly remaining: number; readonly resetTime: string }[];
}

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

interface Listed {
  readonly quota: readonly QuotaWithWindows[];
}

/** The quotas of one world. */
export const quotasOf = (connection: Connection, world: string): Quotas => ({
  set: async (...json) => (await connection.control<Listed>('/quota', { method: 'PUT', json, world })).quota,
  list: async () => (await connection.control<Listed>('/quota', { world })).quota,
  clear: async () => void (await connection.control('/quota', { method: 'DELETE', world })),
});
