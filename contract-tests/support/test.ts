import { Agent } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { Api, learnServiceDomain } from './api.ts';
import { createOrg, type Org, removeTree } from './org.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { type Roles, readRoles } from './roles.ts';
import { readTarget, type Target } from './target.ts';

interface Shared {
  readonly target: Target;
  readonly serviceDomain: string;
  readonly roles: Roles;
}

interface Fixtures {
  /** The caller that may do everything. */
  readonly api: Api;
  /** A caller without a token. */
  readonly anonymous: Api;
  /** A caller that may read under the target's organization and write nothing. */
  readonly viewer: Api;
  /** An organization of the test's own, gone after it. */
  readonly org: Org;
  /** Starts a server of the test's own, gone after it. For tests that touch the clock, reset or flags. */
  readonly ownServer: (...flags: readonly string[]) => Promise<OwnServer>;
}

/** Playwright's test with what the suite gives each case. */
export const test = base.extend<Fixtures, { readonly shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const target = readTarget();
      const serviceDomain = await learnServiceDomain(target.baseUrl);
      const agent = new Agent();
      const roles = await readRoles(new Api({ agent, baseUrl: target.baseUrl, serviceDomain }, target.token));
      agent.destroy();
      await use({ target, serviceDomain, roles });
    },
    { scope: 'worker' },
  ],
  api: async ({ shared: { target, serviceDomain } }, use) => {
    const agent = new Agent({ keepAlive: true });
    await use(new Api({ agent, baseUrl: target.baseUrl, serviceDomain }, target.token));
    agent.destroy();
  },
  anonymous: async ({ api }, use) => {
    await use(api.as(undefined));
  },
  viewer: async ({ api, shared }, use) => {
    await use(api.as(shared.target.viewerToken));
  },
  org: async ({ api, shared }, use) => {
    const org = await createOrg(api, shared.roles);
    await use(org);
    await removeTree(api, org.uid);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  ownServer: async ({}, use) => {
    const started: OwnServer[] = [];
    await use(async (...flags) => {
      const server = await startOwnServer(flags);
      started.push(server);
      return server;
    });
    await Promise.all(started.map(({ stop }) => stop('SIGKILL')));
  },
});

export { expect };
