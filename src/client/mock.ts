/// <reference lib="esnext.disposable" preserve="true" />

import type { World as WorldView } from '../../generated/nouns.ts';
import type { Connection } from '../connection/connection.ts';
import { coverageOf, type ReadCoverage } from '../features/coverage/coverage.client.ts';
import { type Journal, queryOf } from '../features/journal/journal.client.ts';
import type { WorldOptions } from '../world/world-options.client.ts';
import { endWorlds, listWorlds, makeWorld } from '../world/worlds.client.ts';
import { openWorld, type Variables } from './open-world.ts';
import { readStart } from './test-facts.ts';
import { optionsOfTest } from './test-world.ts';
import type { World } from './world.ts';

/** A running mock, in this process or elsewhere. */
export interface Mock extends AsyncDisposable {
  /** The URL by which clients call it, without a slash at its end. */
  readonly url: string;
  /** A bearer token of an identity that may do everything. */
  readonly token: string;
  /** The uid of the first root group; empty if there is none. */
  readonly orgId: string;
  /** The world of calls that name none. */
  readonly default: World;
  /** Answers a request to any path of the mock; for `startMock({ port: false })` there is no other way in. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Makes a world.
   * @throws MockError if an option is refused, or if there are too many worlds
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a fork begins with the rows of another world', async ({ mock, world, expect }) => {
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   const fork = await mock.world({ from: `world:${world.id}` });
   *   const found = await fork.fetch('/registry/v2/repos?name=checkout');
   *   expect(await found.json()).toMatchObject({ totalCount: '1' });
   *   await fork.end();
   * });
   * ```
   */
  readonly world: (options?: WorldOptions) => Promise<World>;
  /**
   * Reports what clients have met of the interface in all worlds, ended ones included.
   * @example
   * ```ts
   * import { startMock } from 'platform-mock';
   *
   * const mock = await startMock({ port: false });
   * await mock.default.fetch('/registry/v2/repos');
   * console.log(await mock.coverage('markdown'));
   * await mock.close();
   * ```
   */
  readonly coverage: ReadCoverage;
  /**
   * Lists the calls of all worlds, ended ones included, the newest first by the machine's clock. Each has its `world`,
   * and `since` is a cursor over all worlds. A caller is a uid or a name.
   * @example
   * ```ts
   * import { startMock } from 'platform-mock';
   *
   * const mock = await startMock({ port: false });
   * const world = await mock.world({ name: 'checkout' });
   * await world.fetch('/registry/v2/repos');
   * await world.end();
   * const { entries } = await mock.journal.list({ operation: 'ListRepos' });
   * console.log(entries.map((entry) => [entry.world, entry.status]));
   * await mock.close();
   * ```
   */
  readonly journal: Pick<Journal, 'list'>;
  /** The worlds that have all of the labels, `default` first. */
  readonly worlds: (labels?: Readonly<Record<string, string>>) => Promise<readonly WorldView[]>;
  /** Ends the worlds that have all of the labels, and returns their ids; at least one label must be given. */
  readonly endWorlds: (labels: Readonly<Record<string, string>>) => Promise<readonly string[]>;
  /** Returns the metrics since the start of the mock's process, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** True while it answers. */
  readonly live: () => Promise<boolean>;
  /** True once every fixture is applied. */
  readonly ready: () => Promise<boolean>;
  /** Stops a mock that this process has started; of any other, only the connection ends. */
  readonly close: () => Promise<void>;
}

/** Makes a mock from a connection, the variables of its world `default`, and a function that stops it. */
export const mockOver = (connection: Connection, env: Variables, close: () => Promise<void>): Mock => {
  const first = openWorld(connection, 'default', env);
  const answers = async (path: string): Promise<boolean> => {
    const answer = await connection.controlAnswer(path).catch(() => undefined);
    return answer?.status === 200;
  };
  const make = async (options: WorldOptions): Promise<World> => {
    const made = await makeWorld(connection, options);
    return openWorld(connection, made.id, made.env);
  };
  return {
    url: connection.url,
    token: env.PLATFORM_TOKEN ?? '',
    orgId: first.orgId,
    default: first,
    fetch: connection.fetch,
    world: async ({ test, ...options } = {}) => {
      if (test === undefined) return make(options);
      const named = optionsOfTest(typeof test === 'string' ? { titles: [test] } : test, options);
      const [start, world] = await Promise.all([readStart(first), make(named)]);
      return { ...world, evidence: (since = start) => world.evidence(since) };
    },
    worlds: (labels = {}) => listWorlds(connection, labels),
    endWorlds: (labels) => endWorlds(connection, labels),
    metrics: () => connection.controlText('/metrics'),
    live: () => answers('/live'),
    ready: () => answers('/ready'),
    coverage: coverageOf(connection),
    journal: { list: (asked = {}) => connection.control(`/journal${queryOf({ ...asked, world: '*' })}`) },
    close,
    [Symbol.asyncDispose]: close,
  };
};
