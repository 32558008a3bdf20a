import type { Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';

/** A pane with something to see in it, as docs/console.md shows it. */
export interface Scene {
  /** The name of its file. */
  readonly name: string;
  /** Its address, below the mock; where it is a pane, it is that of a world of its own. */
  readonly path: string;
  readonly height: number;
  readonly scheme?: 'dark';
  /** What is called in the world before the page is opened; returns what the address has besides. */
  readonly before?: (world: Api) => Promise<string>;
  /** What is done on the page. */
  readonly act?: (page: Page) => Promise<void>;
  /** Texts that are in the page once it is complete. */
  readonly shows: readonly string[];
  /** What is at the top of the picture, where that is not the top of the page. */
  readonly top?: string;
}

/** Calls of a client that may read and not write, of which one is denied; returns the id of that one in the journal. */
const deniedCall = async (world: Api): Promise<string> => {
  const org = await orgOf(world);
  const viewer = world.as(await mintToken(world, 'viewer'));
  const headers = { cgclientid: 'release-tool' };
  const body = { name: 'payments', description: 'Takes payments.' };
  ok(await world.send('POST', `/registry/v2/repos/${org}`, { headers, body: { name: 'checkout' } }));
  ok(await viewer.send('GET', '/registry/v2/repos?name=nginx', { headers }));
  await viewer.send('GET', `/registry/v2/repos/${org}/0123456789abcdef`, { headers });
  await viewer.send('POST', `/registry/v2/repos/${org}`, { headers, body });
  ok(await viewer.send('GET', '/registry/v2/tags?name=latest', { headers }));
  const { entries } = ok(await steer(world, 'GET', 'journal?status=403'));
  return (entries as readonly [{ readonly id: string }])[0].id;
};

const whyDenied = async (world: Api): Promise<string> => `&entry=${await deniedCall(world)}`;

/** A change whose event a sink has taken by the second attempt only; returns that event and that sink. */
const retriedDelivery = async (world: Api): Promise<string> => {
  const org = await orgOf(world);
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  ok(await steer(world, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
  ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://orders' }));
  ok(await world.post(`/registry/v2/repos/${org}`, { name: 'checkout' }));
  ok(await steer(world, 'POST', 'clock:advance', { to: 'next', settle: true }));
  const { events } = ok(await steer(world, 'GET', 'events'));
  return `&event=${(events as readonly [{ readonly id: string }])[0].id}&sink=orders`;
};

/** The scenes in the order of the panes. */
export const SCENES: readonly Scene[] = [
  {
    name: 'overview',
    path: '/',
    height: 1000,
    shows: ['Connect a client', 'curl', 'grpcurl', 'Go', 'Node', 'Terraform', 'GitHub Actions', 'It is ready.'],
  },
  {
    name: 'tree',
    path: '/#tree',
    height: 1000,
    before: async (world) => {
      const [repo] = ok(await world.get('/registry/v2/repos?name=nginx')).repos as [{ readonly uid: string }];
      return `&group=${await orgOf(world)}&row=${repo.uid}`;
    },
    shows: ['12 repos', 'argocd', 'catalogTier', 'JSON of v2', 'viewer'],
  },
  {
    name: 'journal',
    path: '/#journal',
    height: 1000,
    before: whyDenied,
    shows: [
      '403 PERMISSION_DENIED',
      'needs repo.create, and lacks repo.create',
      'Grant registry.editor',
      '5 calls, live',
    ],
  },
  {
    name: 'journal-dark',
    path: '/#journal',
    height: 1000,
    scheme: 'dark',
    before: whyDenied,
    shows: [
      '403 PERMISSION_DENIED',
      'needs repo.create, and lacks repo.create',
      'Grant registry.editor',
      '5 calls, live',
    ],
  },
  {
    name: 'events',
    path: '/#events',
    height: 1000,
    before: retriedDelivery,
    act: (page) => page.getByRole('button', { name: 'Verify attempt 2' }).click(),
    shows: ['repo.created.v1', 'sink://orders delivered', 'A receiver accepts it.', 'pass digest', '2 events, live'],
  },
  {
    name: 'time',
    path: '/#time',
    height: 900,
    before: async (world) => {
      const org = await orgOf(world);
      const lost = { match: { operation: 'CreateRepo' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 };
      ok(await steer(world, 'PUT', 'faults', [lost]));
      await faulty(world).post(`/registry/v2/repos/${org}`, { name: 'lost' });
      await advance(world, '72h');
      return '';
    },
    shows: ['2026-01-31T13:00:00.000Z', '"CreateRepo"', '1 hit', 'Quota', 'Lag'],
  },
  {
    name: 'worlds',
    path: '/#worlds',
    height: 1000,
    before: async (world) => {
      ok(await steer(world, 'PUT', 'snapshots/before-release', { note: 'as it was shipped' }));
      const org = await orgOf(world);
      for (const name of ['checkout', 'payments']) ok(await world.post(`/registry/v2/repos/${org}`, { name }));
      return '';
    },
    act: (page) => page.getByRole('button', { name: 'Compare with now: before-release' }).click(),
    shows: ['from fixture:default', 'before-release', 'added repos checkout', 'added repos payments', 'Fixture file'],
  },
  {
    name: 'coverage',
    path: '/#coverage',
    height: 600,
    before: async (world) => {
      await deniedCall(world);
      const unavailable = { match: { operation: 'ListRepos' }, do: { code: 'INTERNAL' } };
      ok(await steer(world, 'PUT', 'faults', [unavailable]));
      await faulty(world).get('/registry/v2/repos');
      return '';
    },
    shows: ['CreateRepo', 'ListRepos', '403 met', '200 never met', '500 met by faults only'],
  },
  {
    name: 'docs',
    path: '/docs',
    height: 900,
    act: (page) => page.locator('.opblock-tag', { hasText: 'Repos' }).click(),
    shows: ['Platform API v2', 'List repos', '/registry/v2/repos'],
    top: '.opblock-tag-section.is-open',
  },
];
