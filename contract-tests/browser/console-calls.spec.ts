import { ok } from '../support/answer.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { copied, detailOf, expectUsable, open, partOf, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Chooses the first call and presses a key for it, before the browser says that the address is another one. */
const CLICK_AND_PRESS = `(async () => {
  document.querySelector('.calls [role="row"][aria-selected="false"]').click();
  await undefined;
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true, cancelable: true }));
})()`;

test.describe('the calls in the console @mock', () => {
  test('Z5: a call appears as it comes, with the reason of its refusal; the missing right is granted, and revoked @whole', async ({
    page,
    context,
    ownWorld,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    const org = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    const create = async (): Promise<number> =>
      (await viewer.post(`/registry/v2/repos/${org}`, { name: 'mine', descripton: 'typo' })).status;
    const seen = await open(page, world, 'calls');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect(await create()).toBe(403);
    const calls = rowsOf(page, 'Calls');
    await expect(calls).toHaveText([/403.*POST.*CreateRepo.*mine.*viewer lacks repo\.create on example\.com/]);
    await calls.first().click();
    const call = detailOf(page);
    await expect(call).toContainText(
      'Refused. CreateRepo needs repo.create on group example.com. viewer does not have it.',
    );
    await expect(call).toContainText('Nobody read descripton. Repo has description.');
    await expect(call).toContainText(/example\.com\s*role viewer\s*gives none of it/);
    await expectUsable(page);
    for (const [tab, name, holds] of [
      ['c', 'curl', '"name":"mine"'],
      ['y', 'a test', "world.token('viewer')"],
    ] as const) {
      await page.keyboard.press(tab);
      await expect(page.getByText(`Copied as ${name}.`)).toBeVisible();
      expect(await copied(page)).toContain(holds);
    }
    await call.getByRole('button', { name: /^Grant to viewer on example\.com/ }).click();
    await expect(page.getByText('viewer has repo.create on example.com, in this world.')).toBeVisible();
    expect(await create()).toBe(200);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone.')).toBeVisible();
    expect((await viewer.post(`/registry/v2/repos/${org}`, { name: 'other' })).status).toBe(403);
    // The page's own calls are shown when they are asked for.
    await expect(calls).toHaveCount(3);
    await page.getByRole('combobox', { name: 'Search the calls' }).fill('is:own operation:CreateRoleBinding');
    await expect(calls).toHaveText([/CreateRoleBinding/]);
    expect(seen).toEqual([]);
  });

  test('Z5: a call with a refused token shows the failed check and its values @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const asked = { identity: 'viewer', audience: 'https://other.example.com' };
    const { token } = ok(await steer(world, 'POST', 'tokens', asked));
    expect((await world.as(token).get('/registry/v2/repos')).status).toBe(401);
    await open(page, world, 'calls');
    await rowsOf(page, 'Calls').first().click();
    await expect(detailOf(page)).toContainText(
      'Refused. Its token was not accepted: aud: it is for "https://other.example.com"',
    );
    await expect(detailOf(page)).toContainText(/In the token\s*https:\/\/other\.example\.com/);
  });

  test('Z14: a search understands keys, says how many match, and what it does not understand @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'one' }));
    const two = ok(await world.post(`/registry/v2/repos/${org}`, { name: 'two words' }));
    ok(await viewer.get(`/registry/v2/repos/${two.uid}`));
    await viewer.post(`/registry/v2/repos/${org}`, { name: 'three' });
    ok(await viewer.send('GET', '/registry/v2/repos?name=one&nam=x', { headers: { cgclientid: 'acme/1.2' } }));
    ok(await world.send('DELETE', `/registry/v2/repos/${two.uid}`));
    await open(page, world, 'calls');
    const search = page.getByRole('combobox', { name: 'Search the calls' });
    const CASES: readonly (readonly [query: string, names: readonly RegExp[]])[] = [
      ['status:403', [/three/]],
      ['status:4xx,NOT_FOUND', [/three/]],
      ['operation:CreateRepo -is:refused', [/one/, /two words/]],
      ['caller:viewer client:acme', [/ListRepos/]],
      ['"two words" changed:repos', [/CreateRepo/, /DeleteRepo/]],
      ['is:unread', [/ListRepos/]],
      ['group:example.com is:failed', [/three/]],
      ['id:2', [/two words/]],
      ['lacks repo.create', [/three/]],
    ];
    for (const [query, names] of CASES) {
      await search.fill(query);
      await expect(rowsOf(page, 'Calls'), query).toHaveText([...names]);
      await expect(page.getByRole('search').getByRole('status').or(page.locator('search output'))).toHaveText(
        `${names.length} of 6`,
      );
    }
    // A search that is not understood keeps the rows of the last one.
    await search.fill('status:403');
    await search.fill('status:4x');
    await expect(page.getByRole('alert')).toHaveText('status:4x is not a status. Write 403, 4xx or NOT_FOUND.');
    await expect(rowsOf(page, 'Calls')).toHaveText([/three/]);
    await search.fill('is:nothing');
    await expect(page.getByRole('alert')).toContainText('is:nothing is not known. Write is:failed');
    await search.fill('status:409');
    // The page says so only once it has loaded the calls of all worlds, which takes time after a long run.
    await expect(page.getByRole('heading', { name: 'No call matches status:409' })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(rowsOf(page, 'Calls')).toHaveCount(6);
    // Values are offered with their counts, and taken by Tab.
    await search.fill('caller:');
    await expect(page.getByRole('option')).toHaveText([/^caller:.*3 calls$/, /^caller:.*3 calls$/]);
    await search.fill('caller:vie');
    await page.keyboard.press('Tab');
    await expect(search).toHaveValue('caller:viewer ');
    await expect(rowsOf(page, 'Calls')).toHaveCount(3);
    // The address has it, and a reload finds it again.
    await expect(page).toHaveURL(/q=caller%3Aviewer/);
    await page.reload();
    await expect(rowsOf(page, 'Calls')).toHaveCount(3);
    await expectUsable(page);
  });

  test('Z19: the table is one stop of Tab, and is walked by keys; Escape closes one thing after the other @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    for (let nth = 1; nth <= 40; nth += 1) ok(await world.get(`/registry/v2/repos?page_size=${nth}`));
    await world.get(`/registry/v2/repos/${org}/0123456789abcdef`);
    ok(await world.get('/registry/v2/repos?page_size=42'));
    await open(page, world, 'calls');
    const calls = rowsOf(page, 'Calls');
    // At least 24 calls are seen at 1440 by 900.
    await expect.poll(async () => (await calls.all()).length).toBeGreaterThanOrEqual(24);
    await expect(page.locator('.calls .tr[tabindex="0"]')).toHaveCount(1);
    const chosen = page.locator('.calls .tr[aria-selected="true"]');
    const place = async (): Promise<number> => Number(await chosen.getAttribute('aria-rowindex')) - 1;
    await page.keyboard.press('End');
    await expect.poll(place).toBe(42);
    await expect(chosen).toBeFocused();
    for (const [key, to] of [
      ['k', 41],
      ['ArrowUp', 40],
      ['j', 41],
      ['Home', 1],
      ['ArrowDown', 2],
      [']', 41],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(place, key).toBe(to);
    }
    await expect(chosen).toBeInViewport();
    await expect(detailOf(page)).toContainText('404');
    await page.keyboard.press('/');
    await page.keyboard.type('is:failed');
    await page.keyboard.press('Enter');
    await expect(chosen).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Search the calls' })).toHaveValue('');
    await page.keyboard.press('e');
    await expect(calls).toHaveCount(1);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await expectUsable(page);
  });

  test('Z12: the rows in sight stay in place while calls come; a pause holds new calls back @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    for (let nth = 1; nth <= 60; nth += 1) ok(await world.get(`/registry/v2/repos?page_size=${nth}`));
    await open(page, world, 'calls');
    const calls = rowsOf(page, 'Calls');
    await expect(calls.last()).toBeInViewport();
    await page.keyboard.press('Home');
    const chosen = page.locator('.calls .tr[aria-selected="true"]');
    const topOf = async () => (await chosen.boundingBox())?.y;
    await expect(chosen).toBeVisible();
    const before = await topOf();
    for (let nth = 1; nth <= 30; nth += 1) ok(await world.get(`/registry/v2/repos?page_size=${nth}`));
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '91');
    expect(await topOf()).toBe(before);
    await expect(page.getByRole('button', { name: /calls below/ })).toBeVisible();
    await page.keyboard.press('p');
    ok(await world.get('/registry/v2/repos?page_size=7'));
    await expect(page.getByText('Paused. 1 new call waits.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '91');
    await page.keyboard.press('p');
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '92');
    // Without a choice, the newest stay in sight.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /calls? below/ }).click();
    ok(await world.get('/iam/v2/roles?page_size=8'));
    await expect(calls.last()).toContainText('ListRoles');
    await expect(calls.last()).toBeInViewport();
  });

  test('Z12, Z18: an open call is read once until it ends, and ends in its own row @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = faulty(await ownWorld());
    ok(await steer(world, 'POST', 'faults', [{ match: { operation: 'ListRepos' }, do: { latency: 15_000 } }]));
    const answer = world.get('/registry/v2/repos');
    const reads = { entry: 0, worlds: 0 };
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // The same request without `since` only asks how many calls the journal has dropped.
      const isOfOne = searchParams.get('limit') === '1' && searchParams.has('since');
      if (pathname === '/_mock/v1/journal' && isOfOne) reads.entry += 1;
      if (pathname === '/_mock/v1/worlds') reads.worlds += 1;
    });
    await open(page, world, 'calls');
    await rowsOf(page, 'Calls').first().click();
    await expect(detailOf(page)).toContainText('ListRepos');
    await expect.poll(() => reads.entry).toBe(1);
    // Red is what the API refused.
    await expect(detailOf(page).getByText('not answered yet')).not.toHaveClass(/bad/);
    const before = reads.worlds;
    // A new world changes the list of worlds, which the page then reads again.
    const other = await makeWorld(world);
    await expect.poll(() => reads.worlds - before).toBeGreaterThan(1);
    expect(reads.entry).toBe(1);
    ok(await steer(world, 'DELETE', `worlds/${other.id}`));
    expect((await answer).status).toBe(200);
    await expect(rowsOf(page, 'Calls')).toHaveText([/200.*ListRepos/]);
    await expect(detailOf(page)).toContainText('200');
    await expect.poll(() => reads.entry).toBe(2);
  });

  test('Z15: a call is sent again as its caller, its world is opened as it was before, and its next fails', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const { uid } = ok(await world.post(`/registry/v2/repos/${org}`, { name: 'gone' }));
    ok(await world.send('DELETE', `/registry/v2/repos/${uid}`, { headers: { cgclientid: 'cleaner/1.0' } }));
    await open(page, world, 'calls', '&q=operation:DeleteRepo');
    const calls = rowsOf(page, 'Calls');
    await calls.first().click();
    await page.keyboard.press('r');
    await expect(page.getByText(/^DeleteRepo was sent again as admin, and answered 404\.$/)).toBeVisible();
    await expect(calls).toHaveText([/200.*gone.*cleaner/, /404.*sent-again/]);
    await expect(detailOf(page)).toContainText('404');
    await page.keyboard.press('[');
    await calls.first().click();
    let waiting = 0;
    let goOn = (): void => undefined;
    const release = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/worlds?ended=true', async (route) => {
      waiting += 1;
      await release;
      await route.continue();
    });
    await page.keyboard.press('b');
    await expect(page).toHaveURL(/#rows\?.*world=w-/);
    await expect(page.getByText(/^World w-\S+ is \S+ as it was before call 2\.$/)).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Repos' })).toContainText('gone');
    // The list of worlds does not have the new world yet: the page reads the list at once.
    await expect(page.getByText(/^There is no world/)).toBeHidden();
    await expect.poll(() => waiting).toBeGreaterThan(0);
    goOn();
    await page.getByRole('button', { name: 'Back to the call' }).click();
    await expect(page).toHaveURL(/#calls\?/);
    await page.goto(partOf(world, 'calls', '&q=operation:CreateRepo'));
    await expect(calls).toHaveText([/CreateRepo/]);
    await page.evaluate(CLICK_AND_PRESS);
    await expect(page.getByRole('dialog', { name: 'Fail next time' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('CreateRepo will lose its next answer.')).toBeVisible();
    const create = async (name: string): Promise<number> =>
      (await faulty(world).post(`/registry/v2/repos/${org}`, { name })).status;
    expect([await create('lost'), await create('lost')]).toEqual([503, 409]);
    await expect(calls).toHaveText([
      /200/,
      /503.*lost.*answer lost after the write/,
      /409.*lost.*name taken, by its first try/,
    ]);
    await calls.last().click();
    await expect(detailOf(page)).toContainText(
      /2 tries in \d+\.\d\d s\. The first one wrote the row and its answer was lost, so the second one met that row\./,
    );
    await page.keyboard.press('f');
    await page.getByRole('radio', { name: 'Answer 503 before the call' }).check();
    await page.getByRole('button', { name: 'Always' }).click();
    // The message of the fault before has such a button, too.
    await expect(page.getByText('CreateRepo will be answered 503 next.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone.')).toBeVisible();
    expect(ok(await steer(world, 'GET', 'faults')).faults).toHaveLength(1);
  });
});
