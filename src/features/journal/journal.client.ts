import type { AuthzCheck, JournalEntry, JournalMatch, JournalPage } from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';
import { followItems } from '../../connection/follow.ts';

/** The time that an `expect` waits by default, in milliseconds: less than the 5 seconds that Vitest gives a test. */
export const PATIENCE_MS = 4_000;

/** The options of waiting for entries of the journal, or for events. */
export interface ExpectOptions {
  /** The number of items, at least one unless given; a number means exactly that many. */
  readonly count?: number | { readonly min?: number; readonly max?: number };
  /** Counts only items behind this id or cursor. */
  readonly since?: string;
  /**
   * The time to wait, in milliseconds; 4,000 unless given, and in a test of a runner at most four fifths of its
   * remaining time.
   */
  readonly timeoutMs?: number;
  /** The time in milliseconds for which no further item may match, once there are enough. */
  readonly settleMs?: number;
}

/** A filter of entries: an entry must have all that is given. */
type EntryQuery = Pick<JournalMatch, 'operation' | 'status' | 'caller' | 'path' | 'version' | 'protocol'> & {
  readonly client?: string;
  readonly since?: string;
};

/** The calls of a world, with their callers and results. */
export interface Journal {
  /**
   * The entries that match, the newest first; 100 unless a limit is given.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('the client sends one request', async ({ world, expect }) => {
   *   await world.fetch('/registry/v2/repos');
   *   const { entries } = await world.journal.list({ operation: 'ListRepos' });
   *   expect(entries.map(({ method, status }) => [method, status])).toEqual([['GET', 200]]);
   * });
   * ```
   */
  readonly list: (match?: EntryQuery & { readonly limit?: number }) => Promise<JournalPage>;
  /** The entry of an id. @throws MockError if it was dropped, or never was */
  readonly entry: (id: string) => Promise<JournalEntry>;
  /**
   * Waits until entries match, and returns them, the oldest first.
   * @throws MockError that names the entry that comes nearest, and its differences
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('the client creates a repo within a second', async ({ world, expect }) => {
   *   const client = world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   const match = { operation: 'CreateRepo', request: { repo: { name: 'checkout' } }, status: 200 } as const;
   *   expect(await world.journal.expect(match, { count: 1, timeoutMs: 1_000 })).toHaveLength(1);
   *   await client;
   * });
   * ```
   */
  readonly expect: (match: JournalMatch, options?: ExpectOptions) => Promise<readonly JournalEntry[]>;
  /**
   * Why a call was allowed or refused, by the rights that its caller had, or by the check that refused its token.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a viewer lacks a capability', async ({ world, expect }) => {
   *   const authorization = `Bearer ${await world.token('viewer')}`;
   *   const repo = { method: 'POST', headers: { authorization }, body: '{"name":"checkout"}' };
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
   *   const [call] = await world.journal.expect({ operation: 'CreateRepo', status: 403 });
   *   expect(await world.journal.explain(call?.id ?? '')).toMatchObject({ decision: 'deny', missing: ['repo.create'] });
   * });
   * ```
   */
  readonly explain: (id: string) => Promise<AuthzCheck>;
  /**
   * Follows the entries that match as calls begin and as they end, from now on or behind `since`, until the loop or the
   * world ends. If the connection breaks, it resumes.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a call is seen as it begins and as it ends', async ({ world, expect }) => {
   *   await world.fetch('/registry/v2/repos');
   *   for await (const { state, status } of world.journal.follow({ since: '0' })) {
   *     expect([state, status]).toEqual(['ended', 200]);
   *     break;
   *   }
   * });
   * ```
   */
  readonly follow: (match?: EntryQuery) => AsyncGenerator<JournalEntry, void>;
  /** Drops all entries, and nothing else. */
  readonly clear: () => Promise<void>;
}

/** The values that are defined as a query with its `?`; empty if there are none. */
export const queryOf = (asked: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
};

/** The body of a request that waits for a match. */
export const waitFor = (match: object, { count, timeoutMs = PATIENCE_MS, ...options }: ExpectOptions = {}): object => {
  const wanted = typeof count === 'number' ? { min: count, max: count } : count;
  return { match, timeoutMs, ...options, ...(wanted && { count: wanted }) };
};

/** The journal of one world. */
export const journalOf = (connection: Connection, world: string): Journal => ({
  list: (asked = {}) => connection.control(`/journal${queryOf({ ...asked })}`, { world }),
  entry: (id) => connection.control(`/journal/${encodeURIComponent(id)}`, { world }),
  expect: async (match, options) => {
    const json = waitFor(match, options);
    const met = await connection.control<JournalPage>('/journal:await', { method: 'POST', json, world });
    return [...met.entries].reverse();
  },
  explain: (id) => connection.control(`/journal/${encodeURIComponent(id)}:explain`, { world }),
  follow: (asked = {}) => followItems(connection, `/journal:stream${queryOf({ ...asked })}`, world),
  clear: async () => void (await connection.control('/journal', { method: 'DELETE', world })),
});
