import type { JournalEntry, JournalMatch, OperationId } from '../../generated/nouns.ts';
import { MockError } from '../connection/mock-error.ts';
import { entryLine } from '../features/evidence/entry-line.ts';
import type { ExpectOptions } from '../features/journal/journal.client.ts';
import type { World } from './world.ts';

/** A match of calls of one operation: a match of the journal without the operation. */
export type CallMatch = Omit<JournalMatch, 'operation'>;

/** The number of calls to expect: at least one unless given. */
export type CallCount = Pick<ExpectOptions, 'count'>;

/** The matchers of a runner's `expect` for a world. */
export interface WorldMatchers {
  /**
   * Passes if the world was called so far by an operation as the match and the count say; it does not wait.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('the client creates one repo, and deletes none', async ({ world, expect }) => {
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   await expect(world).toHaveCalled('CreateRepo', { request: { repo: { name: 'checkout' } } }, { count: 1 });
   *   await expect(world).not.toHaveCalled('DeleteRepo');
   * });
   * ```
   */
  toHaveCalled(operation: OperationId, match?: CallMatch, options?: CallCount): Promise<void>;
}

/** The judgement of a matcher, as runners take it. */
export interface Judgement {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The reasons of a wait that was not met. */
const NOT_MET: readonly string[] = ['MOCK_AWAIT_TIMEOUT', 'MOCK_AWAIT_TOO_MANY'];

/** The matchers of a world, for the `expect.extend` of a runner. */
export const matchers = {
  /**
   * Checks the calls of a world so far, without waiting; `world.journal.expect` waits. A failure lists the nearest
   * calls.
   * @throws MockError if the match can never be met, such as by an unknown operation
   */
  async toHaveCalled(
    world: World,
    operation: OperationId,
    match: CallMatch = {},
    { count }: CallCount = {},
  ): Promise<Judgement> {
    const wanted = `${operation} ${JSON.stringify(match)}`;
    const judge = (pass: boolean, reason: string): Judgement => ({
      pass,
      message: () => `expected world ${world.id} ${pass ? 'not ' : ''}to have been called by ${wanted}\n${reason}`,
    });
    try {
      const options = { timeoutMs: 0, ...(count !== undefined && { count }) };
      const entries: readonly JournalEntry[] = await world.journal.expect({ ...match, operation }, options);
      return judge(true, entries.map(entryLine).join('\n'));
    } catch (error) {
      if (!(error instanceof MockError && NOT_MET.includes(error.reason))) throw error;
      return judge(false, error.message.replace(/^.*?: \d{3} /, ''));
    }
  },
};
