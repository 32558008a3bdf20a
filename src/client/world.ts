/// <reference lib="esnext.disposable" preserve="true" />

import type {
  AppliedFixture,
  CreateWorld,
  Info,
  LabelWorld,
  MintToken,
  SnapshotRecord,
  StateDifference,
  Trace,
  World as WorldView,
} from '../../generated/nouns.ts';
import type { Authz } from '../features/access/authz.client.ts';
import type { Clock } from '../features/clock/clock.client.ts';
import type { ReadCoverage } from '../features/coverage/coverage.client.ts';
import type { EventDeliveries, Sink } from '../features/delivery/event-deliveries.client.ts';
import type { Events } from '../features/events/events.client.ts';
import type { Faults } from '../features/faults/faults.client.ts';
import type { Journal } from '../features/journal/journal.client.ts';
import type { Consistency } from '../features/lag/consistency.client.ts';
import type { Quotas } from '../features/quota/quota.client.ts';
import type { Tokens } from '../features/tokens/tokens.client.ts';

/** The options of a new token. */
export type TokenOptions = Pick<MintToken, 'ttl' | 'audience' | 'scopes' | 'flaw'>;

/** A saved state of a world. */
export interface Snapshot extends SnapshotRecord {
  /** Restores rows and clock of the world that saved it. */
  readonly restore: () => Promise<void>;
  /** The difference between it and a later snapshot, or the world as it is. */
  readonly diff: (to?: string) => Promise<StateDifference>;
  /** The state as a fixture in YAML, which loads back to equal rows; `relative` times move with the time of loading. */
  readonly export: (options?: { readonly relative?: boolean }) => Promise<string>;
  /** The snapshot as a file, which `--snapshot` and `world.restore` accept. */
  readonly file: () => Promise<string>;
  /** Makes a world that begins with the state. */
  readonly fork: () => Promise<World>;
  readonly delete: () => Promise<void>;
}

/** A private universe of a mock: its own rows, clock, keys and tokens. */
export interface World extends AsyncDisposable {
  readonly id: string;
  /** The URL of the mock, for clients that name the world by token or header. */
  readonly url: string;
  /** A URL that names the world by its host, if the client resolves names below `localhost`. */
  readonly hostUrl: string;
  /** The uid of its first root group; empty if there is none. */
  readonly orgId: string;
  /** The header that names the world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that clients and test harnesses read, with a token that names the world. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables of `env` as the mock has them now, with a new token. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>;
  /** Reads about the mock and this world: version, seed, counts of rows, uids by alias, clock. */
  readonly info: () => Promise<Info>;
  /** The world as lists of worlds show it, with its labels and its size. */
  readonly inspect: () => Promise<WorldView>;
  readonly clock: Clock;
  readonly authz: Authz;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly events: Events & EventDeliveries;
  readonly quota: Quotas;
  readonly consistency: Consistency;
  readonly tokens: Tokens;
  /** The coverage of the interface by clients in this world. */
  readonly coverage: ReadCoverage;
  /** Drops the coverage of the world, and nothing else. */
  readonly clearCoverage: () => Promise<void>;
  /**
   * A receiver of events in the mock itself; it is made when it is first used.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a subscriber receives a signed event', async ({ world, expect }) => {
   *   const sink = world.sink('orders');
   *   const body = JSON.stringify({ sink: sink.url });
   *   await world.events.setPlan({ mode: 'sync' });
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
   * own. A path is resolved by the mock's URL.
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
   * Applies a fixture as a whole or not at all: its text in YAML or JSON, or the name of a shipped one.
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
  /** Restores the rows and the clock of the text of a snapshot file. */
  readonly restore: (file: string) => Promise<SnapshotRecord>;
  /** The snapshots of the world, the oldest first. */
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /**
   * Makes a world from the state before a call of this world's journal, or after it. It has the rows, the clock and the
   * access mode of that moment, and its own token.
   * @throws MockError if the state is no longer retained
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a call is run again in the state that it has found', async ({ world, expect }) => {
   *   const repo = { method: 'POST', body: '{"name":"checkout"}' };
   *   await world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
   *   const [call] = await world.journal.expect({ operation: 'CreateRepo' });
   *   const before = await world.at(call?.id ?? '');
   *   expect((await before.fetch(`/registry/v2/repos/${world.orgId}`, repo)).status).toBe(200);
   *   await before.end();
   * });
   * ```
   */
  readonly at: (call: string | { readonly id: string }, options?: Omit<CreateWorld, 'from'>) => Promise<World>;
  /** Resets rows and clock to what the world was made from. */
  readonly reset: () => Promise<void>;
  /**
   * Lists the rows that have changed since the world was made.
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
   * Describes as text what happened in the world: failed calls with their causes, changes, and more. Calls to the world
   * `default` are included from a cursor of its journal on; by default since the world of a test was made, else none.
   */
  readonly evidence: (since?: string) => Promise<string>;
  /**
   * Sets labels by which the world is found, and returns all that it has; null removes one.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a world is found by a label', async ({ world, expect }) => {
   *   expect(await world.label({ ticket: 'SHOP-12' })).toMatchObject({ ticket: 'SHOP-12' });
   *   const found = await world.fetch('/_mock/v1/worlds?label=ticket:SHOP-12');
   *   expect(await found.json()).toMatchObject({ worlds: [{ id: world.id }] });
   * });
   * ```
   */
  readonly label: (labels: LabelWorld['labels']) => Promise<WorldView['labels']>;
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
  /** Ends the world; nothing happens if it has ended already. */
  readonly end: () => Promise<void>;
}
