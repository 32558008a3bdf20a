/// <reference lib="esnext.disposable" preserve="true" />
import type { AppliedFixture, CreateWorld, MintToken, StateDifference, Trace } from '../steering/contract/nouns.ts';
import type { Authz } from './authz.ts';
import type { Clock } from './clock.ts';
import type { Consistency } from './consistency.ts';
import type { ReadCoverage } from './coverage.ts';
import type { EventDeliveries, Sink } from './event-deliveries.ts';
import type { Events } from './events.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Quotas } from './quota.ts';
import type { Snapshot } from './snapshot.ts';

/** The options of a new world. */
export interface WorldOptions extends Omit<CreateWorld, 'from'> {
  /** The rows that it begins with; those of `default` unless given. */
  readonly from?: 'default' | 'empty' | `fixture:${string}` | `snapshot:${string}` | `world:${string}`;
}

/** The options of a new token. */
export type TokenOptions = Pick<MintToken, 'ttl' | 'audience' | 'scopes' | 'flaw'>;

/** A private universe of a mock: its own rows, clock, keys and tokens. */
export interface World extends AsyncDisposable {
  readonly id: string;
  /** The URL of the mock, for clients that name the world by token or header. */
  readonly url: string;
  /** A URL that names the world by its host, where the client resolves names below `localhost`. */
  readonly hostUrl: string;
  /** The uid of its first root group; empty where there is none. */
  readonly orgId: string;
  /** The header that names the world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that clients and test harnesses read, with a token that names the world. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly authz: Authz;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly events: Events & EventDeliveries;
  readonly quota: Quotas;
  readonly consistency: Consistency;
  /** The coverage of the interface by clients in this world. */
  readonly coverage: ReadCoverage;
  /**
   * A receiver of the mock itself; it is there once it is used.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a subscriber receives a signed event', async ({ world, expect }) => {
   *   const sink = world.sink('orders');
   *   const body = JSON.stringify({ sink: sink.url });
   *   await world.events.plan({ mode: 'sync' });
   *   await world.fetch(`/events/v2/subscriptions/${world.orgId}`, { method: 'POST', body });
   *   await world.events.trigger('repo.created', { 'body.name': 'checkout' });
   *   const { received } = await sink.received();
   *   expect(received.at(-1)).toMatchObject({ status: 204, valid: true });
   * });
   * ```
   */
  readonly sink: (name: string) => Sink;
  /**
   * A bearer token that names the world: of an identity by its uid, alias or name, and otherwise of one that may do
   * everything.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a viewer creates nothing', async ({ world, expect }) => {
   *   const authorization = `Bearer ${await world.token('viewer', { ttl: '1h' })}`;
   *   const repo = { method: 'POST', headers: { authorization }, body: '{"name":"checkout"}' };
   *   expect((await world.fetch(`/registry/v2/repos/${world.orgId}`, repo)).status).toBe(403);
   * });
   * ```
   */
  readonly token: (identity?: string, options?: TokenOptions) => Promise<string>;
  /**
   * Calls the API in this world, as the identity that may do everything unless the request has an `authorization` of its
   * own. A path is one of the mock's URL.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a name is taken once', async ({ world, expect }) => {
   *   const repo = { method: 'POST', body: '{"name":"checkout"}' };
   *   const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
   *   expect([(await create()).status, (await create()).status]).toEqual([200, 409]);
   * });
   * ```
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Applies a fixture, all of it or nothing: its text in YAML or JSON, or the name of one that is shipped.
   * @throws MockError with every fault of the fixture
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a fixture names what it makes', async ({ world, expect }) => {
   *   const { aliases } = await world.apply('groups: [{ name: acme, alias: acme, repos: [{ name: checkout }] }]');
   *   const repos = await world.fetch(`/registry/v2/repos?uidp.children_of=${aliases.acme}`);
   *   expect(await repos.json()).toMatchObject({ repos: [{ name: 'checkout' }] });
   * });
   * ```
   */
  readonly apply: (fixture: string | { readonly name: string }, mode?: 'merge' | 'replace') => Promise<AppliedFixture>;
  /**
   * Saves the state under a name.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('what was changed is undone', async ({ world, expect }) => {
   *   const before = await world.snapshot('before');
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   expect((await before.diff()).added).toMatchObject([{ name: 'checkout' }]);
   *   await before.restore();
   *   expect((await before.diff()).added).toEqual([]);
   * });
   * ```
   */
  readonly snapshot: (
    name: string,
    options?: { readonly note?: string; readonly overwrite?: boolean },
  ) => Promise<Snapshot>;
  /** The snapshots of the world, the oldest first. */
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /** Resets rows and clock to what the world was made from. */
  readonly reset: () => Promise<void>;
  /**
   * What has changed since the world was made.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a create adds one row', async ({ world, expect }) => {
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   expect((await world.diff()).added).toMatchObject([{ type: 'repos', name: 'checkout' }]);
   * });
   * ```
   */
  readonly diff: () => Promise<StateDifference>;
  /**
   * The run of the world as a HAR 1.2, without secrets: an entry for each call, in the order in which they began.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a trace has each call', async ({ world, expect }) => {
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: '{"name":"checkout"}' });
   *   const { log } = await world.trace();
   *   expect(log.entries).toMatchObject([{ _operation: 'CreateRepo', response: { status: 200 } }]);
   * });
   * ```
   */
  readonly trace: () => Promise<Trace>;
  /** Ends the world; nothing happens where it has ended already. */
  readonly close: () => Promise<void>;
}
