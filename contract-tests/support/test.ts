import { Agent } from 'node:http';
import { _baseTest } from '@playwright/test';
import { ok } from './answer.ts';
import { Api, learnServiceDomain } from './api.ts';
import { type ServerHere, startServerHere } from './command-here.ts';
import { type DatabaseWorkers, databaseWorkers } from './database-workers.ts';
import { expect } from './expect.ts';
import { KEEP_ALIVE } from './http.ts';
import { steer } from './mock.ts';
import { createOrg, type Org, removeTree } from './org.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { profile } from './profile.ts';
import { differingRule } from './profile-cases.ts';
import { type Roles, readRoles } from './roles.ts';
import { createServerPool, type Lease, type ServerPool } from './server-pool.ts';
import { quickenStackTraces } from './stack-traces.ts';
import { readTarget, type Target } from './target.ts';
import { makeWorld } from './worlds.ts';

interface Shared {
  readonly target: Target;
  readonly serviceDomain: string;
  readonly roles: Roles;
  /** The connections to the target, which tests share. */
  readonly agent: Agent;
}

/** Makes what tests only read in an organization, or hands out what has been made by that name. */
export type SharedScene = <T>(name: string, make: (org: Org) => Promise<T>) => Promise<T>;

interface WorkerFixtures {
  readonly shared: Shared;
  readonly scenes: SharedScene;
  readonly serverPool: ServerPool;
}

interface Fixtures {
  /** The caller that may do everything. */
  readonly api: Api;
  /** A caller without a token. */
  readonly anonymous: Api;
  /** A caller that may read under the target's organization and write nothing. */
  readonly viewer: Api;
  /** An organization that only this test uses, deleted after it. */
  readonly org: Org;
  /**
   * Rows that tests of one file only read: made in an organization of its own by the first test that asks for its name, and
   * deleted when the process of the tests ends.
   */
  readonly sharedScene: SharedScene;
  /**
   * The caller that may do everything in a world that only this test uses, on the server that all share: its rows, keys
   * and clock are as they are at a start unless `from` says otherwise.
   */
  readonly ownWorld: (from?: string) => Promise<Api>;
  /**
   * A server that only this test uses, with rows, keys and clock as they are at a start; without flags it may have
   * served another test before. For tests that need its process, its pages or flags; others take a world.
   */
  readonly ownServer: (...flags: readonly string[]) => Promise<OwnServer>;
  /** A server with flags that only this test uses, where only its answers count: it has no process that a test sees. */
  readonly serverHere: (...flags: readonly string[]) => Promise<ServerHere>;
  /** Starts a server that nobody has used, stopped after the test. For tests of starts, stops and abused connections. */
  readonly freshServer: (...flags: readonly string[]) => Promise<OwnServer>;
  /** Expects a case to fail that does not hold in the profile of the run. */
  readonly profileCase: undefined;
}

quickenStackTraces();

/** Idle connections are closed long before a server does so. */
const IDLE_MS = 2_000;

/** Playwright's test with what the suite provides for each case. Fixtures are not reported as steps, since nobody reads them and each costs time. */
export const test = _baseTest.extend<Fixtures, WorkerFixtures & DatabaseWorkers>({
  ...databaseWorkers,
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const target = readTarget();
      const serviceDomain = await learnServiceDomain(target.baseUrl);
      const agent = new Agent({ keepAlive: KEEP_ALIVE, timeout: IDLE_MS });
      const roles = await readRoles(new Api({ agent, baseUrl: target.baseUrl, serviceDomain }, target.token));
      await use({ target, serviceDomain, roles, agent });
      agent.destroy();
    },
    { scope: 'worker' },
  ],
  scenes: [
    async ({ shared: { target, serviceDomain, agent, roles } }, use) => {
      const api = new Api({ agent, baseUrl: target.baseUrl, serviceDomain }, target.token);
      const scenes = new Map<string, Promise<unknown>>();
      const orgs: Org[] = [];
      const makeScene = async <T>(make: (org: Org) => Promise<T>): Promise<T> => {
        const org = await createOrg(api, roles);
        orgs.push(org);
        return make(org);
      };
      await use(<T>(name: string, make: (org: Org) => Promise<T>) => {
        const scene = scenes.get(name) ?? makeScene(make);
        scenes.set(name, scene);
        return scene as Promise<T>;
      });
      for (const { uid } of orgs) await removeTree(api, uid);
    },
    { scope: 'worker' },
  ],
  serverPool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const pool = createServerPool();
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  profileCase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use, info) => {
      const rule = differingRule(info.titlePath);
      if (rule !== undefined) info.fail(true, `${rule} is another in the profile ${profile}`);
      await use(undefined);
    },
    // Nothing differs in the default profile, which is to cost nothing.
    { auto: profile !== 'specification', box: 'self' },
  ],
  api: [
    async ({ shared: { target, serviceDomain, agent } }, use) => {
      await use(new Api({ agent, baseUrl: target.baseUrl, serviceDomain }, target.token));
    },
    { box: 'self' },
  ],
  anonymous: [
    async ({ api }, use) => {
      await use(api.as(undefined));
    },
    { box: 'self' },
  ],
  viewer: [
    async ({ api, shared }, use) => {
      await use(api.as(shared.target.viewerToken));
    },
    { box: 'self' },
  ],
  org: [
    async ({ api, shared }, use) => {
      const org = await createOrg(api, shared.roles);
      await use(org);
      for (const uid of org.newcomers) await api.delete(`/iam/v2/identities/${uid}`);
      await removeTree(api, org.uid);
    },
    { box: 'self' },
  ],
  sharedScene: [
    async ({ scenes }, use, { file }) => {
      await use((name, make) => scenes(`${file}: ${name}`, make));
    },
    { box: 'self' },
  ],
  ownWorld: [
    async ({ api }, use) => {
      const made: string[] = [];
      await use(async (from = 'fixture:default') => {
        const { id, token } = await makeWorld(api, { from });
        made.push(id);
        return new Api({ ...api.connection, world: id }, token);
      });
      for (const id of made) ok(await steer(api, 'DELETE', `worlds/${id}`));
    },
    { box: 'self' },
  ],
  freshServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const started: OwnServer[] = [];
      await use(async (...flags) => {
        const server = await startOwnServer(flags);
        started.push(server);
        return server;
      });
      await Promise.all(started.map(({ stop }) => stop('SIGKILL')));
    },
    { box: 'self' },
  ],
  serverHere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const started: ServerHere[] = [];
      await use(async (...flags) => {
        const server = await startServerHere(flags);
        started.push(server);
        return server;
      });
      await Promise.all(started.map(({ stop }) => stop()));
    },
    { box: 'self' },
  ],
  ownServer: [
    async ({ freshServer, serverPool }, use, info) => {
      const leases: Lease[] = [];
      await use(async (...flags) => {
        if (flags.length > 0) return freshServer(...flags);
        const lease = await serverPool.lease();
        leases.push(lease);
        return lease.server;
      });
      // A process that a failed test did not end belongs to nobody else.
      const isReusable = info.status === info.expectedStatus;
      await Promise.all(leases.map(({ end }) => end(isReusable)));
    },
    { box: 'self' },
  ],
});

export { expect };
