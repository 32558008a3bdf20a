import type { Page } from '@playwright/test';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';

/** A part of the page with something to see in it, as docs/console.md shows it. */
export interface Scene {
  /** The name of its file. */
  readonly name: string;
  /** Its address, below the mock; a scene of the console has the address of its own world. */
  readonly path: string;
  readonly width?: number;
  readonly height: number;
  /** True for the page of a trace of a whole suite, which is opened from a file. */
  readonly isTrace?: true;
  /** True for a part that is about all worlds. */
  readonly isOfAll?: true;
  /** Makes the calls in the world before the page is opened; returns further parts of the address. */
  readonly before?: (world: Api) => Promise<string>;
  /** The actions on the page. */
  readonly act?: (page: Page) => Promise<void>;
  /** True if the mock refuses an action. */
  readonly isRefused?: true;
  /** Texts that are in the page once it is complete. */
  readonly shows: readonly string[];
}

const headersOf = (client: string) => ({ cgclientid: client });

/** The calls of a test that sets up a group, retries a create, misspells a field and is refused one call. */
export const testRun = async (world: Api): Promise<void> => {
  const org = await orgOf(world);
  const owner = world.as(await mintToken(world, 'owner'));
  const viewer = world.as(await mintToken(world, 'viewer'));
  const terraform = { headers: headersOf('terraform/1.9.5') };
  const ci = { headers: headersOf('acme-ci/2.4.1') };
  ok(await owner.send('GET', `/iam/v2/groups/${org}`, terraform));
  ok(await owner.send('GET', '/iam/v2/roles?page_size=50', terraform));
  ok(await owner.send('GET', `/registry/v2/repos?uidp.children_of=${org}`, terraform));
  const group = ok(await owner.send('POST', `/iam/v2/groups/${org}`, { ...terraform, body: { name: 'payments' } }));
  const attempt = (nth: number, phase: string) => ({
    match: { operation: 'CreateRepo', attempt: nth },
    phase,
    do: { code: 'UNAVAILABLE' },
    times: 1,
  });
  ok(await steer(world, 'PUT', 'faults', [attempt(1, 'after_commit'), attempt(2, 'before')]));
  const body = { name: 'payments-api', description: 'Payments, internal' };
  const create = () => faulty(owner).send('POST', `/registry/v2/repos/${group.uid}`, { ...terraform, body });
  for (let nth = 0; nth < 3; nth += 1) await create();
  const { repos } = ok(await owner.send('GET', `/registry/v2/repos?uidp.children_of=${group.uid}`, terraform));
  const [repo] = repos as [{ readonly uid: string }];
  const changed = { description: 'Payments, public', catalogTier: 'CATALOG_TIER_APPLICATION' };
  const mask = 'updateMask=description,catalogTier';
  ok(await owner.send('PATCH', `/registry/v2/repos/${repo.uid}?${mask}`, { ...terraform, body: changed }));
  const digest = `sha256:${'5'.repeat(64)}`;
  for (const name of ['1.4.0', 'latest']) {
    ok(await owner.send('POST', `/registry/v2/tags/${repo.uid}`, { ...terraform, body: { name, digest } }));
  }
  ok(await viewer.send('GET', `/registry/v2/tags?uidp.descendants_of=${repo.uid}`, ci));
  ok(await viewer.send('GET', `/registry/v2/repos/${repo.uid}`, ci));
  await viewer.send('GET', `/registry/v2/repos/${org}/0123456789abcdef`, ci);
  const checkout = { name: 'checkout', descripton: 'Checkout of the shop' };
  await viewer.send('POST', `/registry/v2/repos/${org}`, { ...ci, body: checkout });
  ok(await owner.send('POST', `/events/v2/subscriptions/${org}`, { ...terraform, body: { sink: 'sink://orders' } }));
  ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
  ok(await steer(world, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
  ok(await owner.send('POST', `/registry/v2/repos/${org}`, { ...terraform, body: { name: 'orders-api' } }));
  await advance(world, '72h');
  const list = `/registry/v2/repos?uidp.children_of=${org}`;
  await owner.send('GET', list, terraform);
  ok(await world.as(await mintToken(world, 'owner')).send('GET', list, terraform));
};

/** A run, and the query of one of its calls. */
const callOf =
  (query: string) =>
  async (world: Api): Promise<string> => {
    await testRun(world);
    return `&q=${encodeURIComponent(query)}`;
  };

const whole = async (world: Api): Promise<string> => {
  await testRun(world);
  return '';
};

/** Chooses the call that a text is in, and shows the whole run around it. */
const chooseCall =
  (text: string | RegExp, tab?: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('grid', { name: 'Calls' }).getByRole('row').filter({ hasText: text }).first().click();
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  };

/** Opens another part of a trace. */
const openPart =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name }).click();

/** The scenes in the order of the parts; the scenes of the trace first, which then has nothing of the others. */
export const SCENES: readonly Scene[] = [
  {
    name: 'trace',
    path: '',
    isTrace: true,
    height: 760,
    shows: ['1 failed', '13 passed', 'Read only', 'Refused. CreateRepo needs repo.create on group example.com.'],
  },
  {
    name: 'trace-attempts',
    path: '',
    isTrace: true,
    height: 760,
    act: chooseCall(/name taken, by its first try/),
    shows: ['3 tries in', 'What this says of the client', 'Read only'],
  },
  {
    name: 'trace-rows',
    path: '',
    isTrace: true,
    height: 620,
    act: async (page) => {
      await chooseCall('UpdateRepo')(page);
      await page.keyboard.press('b');
    },
    shows: ['as it was before call', 'UpdateRepo', 'payments-api', '"description": "Payments, internal"'],
  },
  {
    name: 'trace-events',
    path: '',
    isTrace: true,
    height: 560,
    act: async (page) => {
      await openPart('Events')(page);
      await page.getByRole('grid', { name: 'Events' }).getByText('orders-api').first().click();
    },
    shows: ['registry.repo.created.v1', 'sink://orders', '500', 'Read only'],
  },
  {
    name: 'trace-faults',
    path: '',
    isTrace: true,
    height: 360,
    act: openPart('Faults'),
    shows: ['2 faults set in pays with a saved card', 'CreateRepo, attempt 1', '1 hit'],
  },
  {
    name: 'trace-coverage',
    path: '',
    isTrace: true,
    height: 560,
    act: async (page) => {
      await openPart('Coverage')(page);
      await page.getByRole('grid', { name: 'Operations' }).getByText('CreateRepo').first().click();
    },
    shows: ['CreateRepo', 'never met', 'by a fault', 'terraform/1.9.5'],
  },
  {
    name: 'calls',
    path: '/#calls',
    height: 760,
    before: whole,
    act: chooseCall(/checkout.*viewer lacks/),
    shows: ['Refused. CreateRepo needs repo.create on group example.com.', 'answer lost after the write', 'Live'],
  },
  {
    name: 'attempts',
    path: '/#calls',
    height: 760,
    before: whole,
    act: chooseCall(/name taken, by its first try/),
    shows: ['3 tries in', 'so the third one met that row.', 'What this says of the client'],
  },
  {
    name: 'changes',
    path: '/#calls',
    height: 560,
    before: callOf('operation:UpdateRepo'),
    act: chooseCall('UpdateRepo', 'Changes'),
    shows: ['1 row updated', '"Payments, internal"', 'Open the world as it was'],
  },
  {
    name: 'start',
    path: '/#start',
    height: 760,
    before: whole,
    shows: ['Connect a client', 'PLATFORM_TOKEN=', 'What runs', 'Calls that went wrong', 'CreateRepo descripton'],
  },
  {
    name: 'tests',
    path: '/#tests',
    height: 620,
    isOfAll: true,
    before: async (world) => {
      await testRun(world);
      const id = String(world.connection.world);
      const title = 'orders-hears-of-each-new-repo';
      const labels = { title, file: 'orders.spec.ts', retry: '0', result: 'failed' };
      ok(await steer(world, 'PATCH', `worlds/${id}`, { labels }));
      return '';
    },
    shows: ['failed', 'orders hears of each new repo', 'Set by the test'],
  },
  {
    name: 'rows',
    path: '/#rows',
    height: 620,
    before: async (world) => {
      await testRun(world);
      const [repo] = ok(await world.get('/registry/v2/repos?name=orders-api')).repos as [{ readonly uid: string }];
      return `&row=${repo.uid}`;
    },
    shows: ['13 repos', 'End-of-life tags', 'argocd', 'changed by CreateRepo', '"name": "orders-api"'],
  },
  {
    name: 'events',
    path: '/#events',
    height: 620,
    before: whole,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Events' }).getByText('orders-api').first().click();
      await page.getByRole('button', { name: 'Verify attempt 2' }).click();
    },
    shows: ['registry.repo.created.v1', 'sink://orders', 'A receiver accepts it.', 'pass digest'],
  },
  {
    name: 'faults',
    path: '/#faults',
    height: 560,
    before: whole,
    shows: ['CreateRepo, attempt 1', 'after the call was carried out', '1 hit', 'Quota', 'Lag', '31 Jan 13:00:00'],
  },
  {
    name: 'access',
    path: '/#access',
    height: 560,
    before: whole,
    act: (page) => page.getByRole('button', { name: 'viewer' }).first().click(),
    shows: ['Who may do what', 'What viewer may do in example.com', 'Is a token accepted?'],
  },
  {
    name: 'fixtures',
    path: '/#fixtures',
    height: 560,
    isRefused: true,
    before: async (world) => {
      ok(await steer(world, 'PUT', 'snapshots/before-release', { note: 'as it was shipped' }));
      return whole(world);
    },
    act: async (page) => {
      const text = 'groups:\n  - name: acme.example\n    repoes:\n      - name: api\n  - name: Not Valid!\n';
      await page.getByLabel('Fixture, YAML or JSON').fill(text);
      await page.getByRole('button', { name: 'Check' }).click();
    },
    shows: ['before-release', 'Not valid.', 'did you mean "repos"?', 'fixture:3:5'],
  },
  {
    name: 'coverage',
    path: '/#coverage',
    height: 560,
    before: async (world) => {
      await testRun(world);
      return '&operation=CreateRepo';
    },
    shows: ['CreateRepo', 'met by faults only', 'never met', 'acme-ci'],
  },
  {
    name: 'phone',
    path: '/#calls',
    width: 390,
    height: 760,
    before: whole,
    shows: ['answer lost after the write', 'viewer lacks repo.create'],
  },
  {
    name: 'docs',
    path: '/docs',
    height: 700,
    act: (page) => page.getByRole('link', { name: 'Create a repo' }).click(),
    shows: ['Platform API v2', 'List repos', '/registry/v2/repos/{uid}', 'curl -X POST'],
  },
];
