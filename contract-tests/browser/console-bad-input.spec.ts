import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { detailOf, open, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('wrong and unknown data in the console @mock', () => {
  test('Z8: a megabyte of text in a request is said to be large, and freezes nothing @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const description = 'x'.repeat(1024 * 1024);
    await world.post(`/registry/v2/repos/${org}`, { name: 'large', description });
    ok(await world.get('/registry/v2/repos'));
    const seen = await open(page, world, 'calls');
    await rowsOf(page, 'Calls').first().click();
    await page.getByRole('tab', { name: 'Request' }).click();
    await expect(detailOf(page)).toContainText(/The request has 1,0\d\d,\d{3} bytes, stored as size and SHA-256 only/);
    await page.keyboard.press('j');
    await expect(detailOf(page)).toContainText('ListRepos');
    expect(seen).toEqual([]);
  });

  test('Z8: unknown values of a newer mock are shown as they come @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name: 'made' }));
    const newer = {
      operation: 'TransmuteRepo',
      method: 'TRANSMUTE',
      protocol: 'telepathy',
      code: 'BORED',
      status: 799,
      authz: { decision: 'mused', missing: [] },
      colour: { hue: 3 },
    };
    await page.route('**/_mock/v1/journal?**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly entries?: readonly { readonly world?: string }[] };
      const ours = world.connection.world;
      const entries = body.entries?.map((entry) => (entry.world === ours ? { ...entry, ...newer } : entry));
      await route.fulfill({ response, json: { ...body, entries } });
    });
    const seen = await open(page, world, 'calls');
    await expect(rowsOf(page, 'Calls')).toHaveText([/799.*TransmuteRepo.*made/]);
    await rowsOf(page, 'Calls').click();
    for (const tab of ['Request', 'Changes', 'Why', 'Events', 'Attempts', 'Code']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    }
    await page.unrouteAll({ behavior: 'wait' });
    expect(seen).toEqual([]);
  });

  test('Z8: a world that does not exist is named @whole', async ({ page, ownWorld }) => {
    await open(page, await ownWorld(), 'calls', '&world=nowhere');
    await expect(page.getByText(/^There is no world nowhere, or it has ended and was dropped\.$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No call in world nowhere', exact: true })).toBeVisible();
    await expect(page.getByText('export PLATFORM_API_URL')).toBeHidden();
    await page.getByRole('button', { name: 'All worlds' }).click();
    await expect(page.getByText(/^There is no world/)).toBeHidden();
  });

  test('Z3: a control token that is not accepted any more is asked for again @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    ok(await world.get('/registry/v2/repos'));
    await open(page, world, 'tests');
    await expect(page.getByRole('grid', { name: 'Tests' })).toBeVisible();
    const refused = { code: 16, message: 'Unauthenticated: the control token has expired', details: [] };
    await page.route('**/_mock/v1/worlds?**', (route) => route.fulfill({ status: 401, json: refused }));
    await expect(page.getByRole('heading', { name: 'Control token' })).toBeVisible();
    await page.unroute('**/_mock/v1/worlds?**');
    await page.getByLabel('Control token').last().fill('another');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'Tests' })).toBeVisible();
  });

  for (const [part, path, search, grid, opened] of [
    ['calls', 'journal?**', 'CreateRepo', 'Calls', /CreateRepo.*orders/],
    ['events', 'events?**', 'orders', 'Events', /repo\.created\.v1.*orders/],
  ] as const) {
    test(`Z14: Enter in the search of ${part} opens what is found as soon as it has come @whole`, async ({
      page,
      ownWorld,
    }) => {
      const world = await ownWorld();
      ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name: 'orders' }));
      let send = (): void => undefined;
      const sent = new Promise<void>((resolve) => {
        send = resolve;
      });
      await page.route(`**/_mock/v1/${path}`, async (route) => {
        await sent;
        await route.continue();
      });
      await open(page, world, part);
      await page.keyboard.press('/');
      await page.keyboard.type(search);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toHaveCount(0);
      send();
      await expect(page.locator('[role=row][aria-selected=true]')).toHaveText(opened);
      await expect(page.getByRole('grid', { name: grid }).locator('[aria-selected=true]')).toBeFocused();
      await page.unrouteAll({ behavior: 'wait' });
    });
  }

  test('Z12: dropped calls are counted for the chosen world @whole', async ({ page, ownServer }) => {
    const { api } = await ownServer('--journal-entries', '10');
    const of = async (name: string, calls: number): Promise<Api> => {
      const { id, token } = await makeWorld(api, { name, from: 'fixture:default' });
      const world = new Api({ ...api.connection, world: id }, token);
      for (let nth = 0; nth < calls; nth += 1) ok(await world.get('/registry/v2/repos'));
      return world;
    };
    const [busy, calm] = [await of('busy', 30), await of('calm', 2)];
    await open(page, busy, 'calls');
    await expect(page.getByText('The first 20 calls of busy were dropped.')).toBeVisible();
    await open(page, calm, 'calls');
    await expect(rowsOf(page, 'Calls')).toHaveCount(2);
    await expect(page.getByText(/were dropped/)).toBeHidden();
    await page.goto(`${api.connection.baseUrl}/#calls`);
    await expect(page.getByText('The first 20 calls were dropped.')).toBeVisible();
  });

  test('Z15: a fault for the next call, and its undo, leave the hits of those that are there @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const slow = { match: { operation: 'ListRepos' }, phase: 'before', do: { latency: 1 } };
    ok(await steer(world, 'PUT', 'faults', [slow]));
    const faulty = new Api({ ...world.connection, hasFaults: true }, world.token);
    ok(await faulty.get('/registry/v2/repos'));
    await open(page, world, 'calls');
    await rowsOf(page, 'Calls').first().click();
    await page.keyboard.press('f');
    await page.keyboard.press('Enter');
    await expect(page.getByText('ListRepos will lose its next answer.')).toBeVisible();
    const hits = async (): Promise<unknown> =>
      (ok(await steer(world, 'GET', 'faults')).faults as readonly { readonly hits: number }[]).map((rule) => rule.hits);
    expect(await hits()).toEqual([1, 0]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone.')).toBeVisible();
    expect(await hits()).toEqual([1]);
  });
});
