import type { ExplainToken, TokenExplanation } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** The tokens of a world, explained. */
export interface Tokens {
  /**
   * Whether a call with a token is accepted, and as whom, or which check refuses it; nothing changes by it. `host` is
   * the host that calls are sent to, where that is not the one of this mock's URL.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a token for another service is refused', async ({ world, expect }) => {
   *   const token = await world.token('viewer', { audience: 'https://other.example.com' });
   *   const refusal = { check: 'audience', found: ['https://other.example.com'] };
   *   expect(await world.tokens.explain(token)).toMatchObject({ decision: 'refused', refusal });
   * });
   * ```
   */
  readonly explain: (token: string, options?: Pick<ExplainToken, 'host'>) => Promise<TokenExplanation>;
}

/** The tokens of one world. */
export const tokensOf = (connection: Connection, world: string): Tokens => ({
  explain: (token, options) =>
    connection.control('/tokens:explain', { method: 'POST', json: { token, ...options }, world }),
});
