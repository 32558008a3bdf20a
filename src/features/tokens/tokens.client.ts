import type {
  CiToken,
  ExplainToken,
  MintedUpstreamToken,
  MintUpstreamToken,
  RotatedKeys,
  RotateKeys,
  TokenExplanation,
} from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';
import { queryOf } from '../journal/journal.client.ts';

/** The credentials of a world, and explanations of them. */
export interface Tokens {
  /**
   * Explains whether calls with a token are accepted, and as whom, or which check refuses it; nothing changes. `host` is
   * the host that the calls are sent to, if that is not the one of this mock's URL.
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
  /**
   * Mints a token as a third party would, which clients exchange for a token of the mock. The issuer is any URL, or a
   * name, for an issuer whose pages the mock serves.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a workflow logs in by the token of its CI', async ({ world, expect }) => {
   *   const subject = 'repo:example@1001/app@2002:ref:refs/heads/main';
   *   const { token } = await world.tokens.upstream({ issuer: 'https://token.actions.example.com', subject });
   *   const form = new URLSearchParams({ aud: world.url });
   *   const asked = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form };
   *   expect((await world.fetch('/sts/exchange', asked)).status).toBe(200);
   * });
   * ```
   */
  readonly upstream: (asked: MintUpstreamToken) => Promise<MintedUpstreamToken>;
  /** The ambient credential of a workflow of GitHub Actions; its audience is the page of the owner unless given. */
  readonly githubActions: (asked?: {
    readonly audience?: string;
    readonly subject?: string;
    readonly issuer?: string;
  }) => Promise<CiToken>;
  /** Replaces the key that signs; tokens of the previous key stay valid for the overlap. */
  readonly rotateKeys: (options?: RotateKeys) => Promise<RotatedKeys>;
}

/** The tokens of one world. */
export const tokensOf = (connection: Connection, world: string): Tokens => ({
  explain: (token, options) =>
    connection.control('/tokens:explain', { method: 'POST', json: { token, ...options }, world }),
  upstream: (json) => connection.control('/upstream-tokens', { method: 'POST', json, world }),
  githubActions: (asked = {}) => connection.control(`/github-actions/token${queryOf({ ...asked })}`, { world }),
  rotateKeys: (json = {}) => connection.control('/keys:rotate', { method: 'POST', json, world }),
});
