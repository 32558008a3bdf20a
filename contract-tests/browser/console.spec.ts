import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ok } from '../support/answer.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { expectUsable, MARKUP, open, paneOf } from './console-page.ts';
import { costOf, expectWithin } from './list-cost.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);

test.describe('the console @mock', () => {
  test('Z1: the overview connects a client by a line that is copied from it', async ({ page, context, ownWorld }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    const seen = await open(page, world, 'overview');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('platform-mock');
    await page.getByRole('button', { name: 'Copy the line for curl', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copied the line for curl' })).toBeVisible();
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    const { stdout } = await run('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: '12' });
    for (const client of ['grpcurl', 'Go', 'Node', 'Terraform', 'GitHub Actions']) {
      await expect(page.getByRole('heading', { name: client, exact: true })).toBeVisible();
    }
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z2: the panes are reached by keyboard, and keep the world', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    await open(page, world, 'overview');
    await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue(String(world.connection.world));
    for (const name of ['Overview', 'Tree', 'Journal', 'Events', 'Time and failure', 'Worlds', 'Coverage', 'API']) {
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('link', { name, exact: true }).focus();
      await expect(page.locator(':focus')).toHaveText(name);
    }
    await page.getByRole('combobox', { name: 'World' }).selectOption('default');
    await expect(page).toHaveURL(/#overview$/);
    await page.getByRole('combobox', { name: 'World' }).selectOption(String(world.connection.world));
    await page.getByRole('link', { name: 'Journal' }).press('Enter');
    await expect(page).toHaveURL(paneOf(world, 'journal'));
    await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue(String(world.connection.world));
  });

  test('Z3: the console asks for the control token once, and keeps it out of the address', async ({
    page,
    freshServer,
  }) => {
    const { api } = await freshServer('--control-token', 'steer-me');
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    // The last of the refusals arrives after the token was given.
    await page.route('**/_mock/v1/info', async (route) => {
      if (route.request().headers().authorization === undefined) await given;
      await route.continue();
    });
    await page.goto(`${api.connection.baseUrl}/`);
    await page.getByLabel('Control token').last().fill('steer-me');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is ready.')).toBeVisible();
    const late = page.waitForResponse((response) => response.status() === 401);
    give();
    await late;
    await expect(page.getByRole('heading', { name: 'Connect a client' })).toBeVisible();
    expect(page.url()).not.toContain('steer-me');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Connect a client' })).toBeVisible();
  });

  test('Z5: of a call whose token was refused the journal shows the check, and what it found', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const asked = { identity: 'viewer', audience: 'https://other.example.com' };
    const { token } = ok(await steer(world, 'POST', 'tokens', asked));
    expect((await world.as(token).get('/registry/v2/repos')).status).toBe(401);
    await open(page, world, 'journal');
    await page.getByRole('link', { name: '401 ListRepos' }).click();
    const call = page.getByRole('region', { name: /^Call / });
    await expect(call).toContainText('Its token was refused: aud: it is for "https://other.example.com"');
    await expect(call).toContainText('In the token: https://other.example.com');
    await expectUsable(page);
  });

  test('Z5: the journal shows a call as it comes, why it was denied, and grants what is missing', async ({
    page,
    context,
    ownWorld,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    const org = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    const seen = await open(page, world, 'journal');
    await expect(page.getByRole('status').filter({ hasText: 'live' })).toBeVisible();
    expect((await viewer.post(`/registry/v2/repos/${org}`, { name: 'mine' })).status).toBe(403);
    await page.getByRole('link', { name: '403 CreateRepo' }).click();
    const call = page.getByRole('region', { name: /^Call / });
    await expect(call).toContainText('needs repo.create, and lacks repo.create');
    await expectUsable(page);
    for (const [button, holds] of [
      ['Copy as curl', '{"name":"mine"}'],
      ['Copy as grpcurl', 'chainguard.platform.registry.v2.ReposService/CreateRepo'],
      ['Copy as contract test', 'world.token("viewer")'],
    ] as const) {
      await call.getByRole('button', { name: button }).click();
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(holds);
    }
    await call.getByRole('button', { name: 'Grant a custom role' }).click();
    await expect(call).toContainText('Granted by the role binding');
    expect((await viewer.post(`/registry/v2/repos/${org}`, { name: 'mine' })).status).toBe(200);
    // The page's own calls are shown when they are asked for.
    const bound = page.getByRole('link', { name: '200 CreateRoleBinding' });
    await expect(page.getByRole('link', { name: '200 CreateRepo' })).toBeVisible();
    await expect(bound).toBeHidden();
    await page.getByRole('button', { name: 'With calls of this page' }).click();
    await expect(bound).toBeVisible();
    await call.getByRole('button', { name: 'Grant registry.editor' }).click();
    await expect(bound).toHaveCount(2);
    await page.getByRole('button', { name: 'Without calls of this page' }).click();
    await page.getByRole('link', { name: '200 CreateRepo' }).click();
    await expect(call).toContainText('created repos mine');
    await call.getByRole('button', { name: 'Copy as fixture' }).click();
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('"example.com"');
    await page.getByLabel('Status or code').fill('403');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#journal\?.*status=403/);
    await expect(page.getByRole('list', { name: 'Calls' }).getByRole('link')).toHaveCount(1);
    expect(seen).toEqual([]);
  });

  test('L14: a cursor expires by the clock, which the page moves', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'time');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await expect(page.getByText('frozen', { exact: true })).toBeVisible();
    const list = '/registry/v2/repos?page_size=2&order_by=name';
    const { nextPageToken } = ok(await world.get(list));
    const next = async (): Promise<unknown> => ok(await world.get(`${list}&page_token=${nextPageToken}`)).repos;
    const [first, second] = [ok(await world.get(list)).repos, await next()];
    expect(second).not.toEqual(first);
    await page.getByRole('button', { name: '+72 h' }).click();
    await expect(page.getByText(/The clock shows/)).toBeVisible();
    expect(await next()).toEqual(second);
    await page.getByLabel('How far').fill('1s');
    await page.keyboard.press('Enter');
    await expect.poll(next).toEqual(first);
    expect(seen).toEqual([]);
  });

  test('F3: the answer of a create is lost by a fault of the page, which counts its hits', async ({
    page,
    ownWorld,
  }) => {
    const world = faulty(await ownWorld());
    const org = await orgOf(world);
    const seen = await open(page, world, 'time');
    const form = page.getByRole('form', { name: 'Add a fault' });
    await form.getByLabel('Operation').fill('CreateRepo');
    await form.getByLabel('When').selectOption('after_commit');
    await form.getByLabel('At most, times').fill('1');
    // What was chosen stays, although the pane is drawn again.
    const read = page.waitForResponse((answer) => answer.url().endsWith('/faults'));
    await page.getByRole('button', { name: 'Read hits' }).click();
    await (await read).finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expect(form.getByLabel('When')).toHaveValue('after_commit');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Faults set: 1.')).toBeVisible();
    expect((await world.post(`/registry/v2/repos/${org}`, { name: 'lost' })).status).toBe(503);
    expect((await world.post(`/registry/v2/repos/${org}`, { name: 'lost' })).status).toBe(409);
    await page.getByRole('button', { name: 'Read hits' }).click();
    await expect(page.getByRole('list', { name: 'Faults' })).toContainText('1 hit');
    await page.getByRole('form', { name: 'Set a quota' }).getByLabel('Calls').fill('9');
    await page.getByRole('button', { name: 'Set quota' }).click();
    await page.getByRole('form', { name: 'Set a lag' }).getByLabel('Of lists').fill('2s');
    await page.getByRole('button', { name: 'Set lag' }).click();
    await expect(page.getByText('Lag is set.')).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: 'End quota' }).click();
    await expect(page.getByText('Quota has ended.')).toBeVisible();
    await page.getByRole('button', { name: 'Drop all faults' }).click();
    await expect(page.getByText('No fault is set.')).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('S14: the state is saved, compared, exported as a fixture and restored', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const seen = await open(page, world, 'worlds');
    await page.getByLabel('Name of the snapshot').fill('before');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The state is saved as before.')).toBeVisible();
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'fresh' }));
    await page.getByRole('button', { name: 'Compare with now: before' }).click();
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText('added repos fresh');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as fixture: before' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe('before.yaml');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('example.com');
    expect(text).not.toContain('fresh');
    await page.getByRole('button', { name: 'Restore: before' }).click();
    await expect(page.getByText('The world is as it was in before.')).toBeVisible();
    expect(ok(await world.get('/registry/v2/repos?name=fresh')).repos).toEqual([]);
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z6: a fixture is validated without a change, then applied, and a world made, opened and ended', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    await open(page, world, 'worlds');
    const named = async (name: string): Promise<unknown> =>
      ok(await world.get(`/iam/v2/groups?name=${name}`)).totalCount;
    const drop = { name: 'acme.yaml', mimeType: 'application/yaml' };
    const choose = (text: string): Promise<void> =>
      page.getByLabel('Fixture file').setInputFiles({ ...drop, buffer: Buffer.from(text) });
    await choose('groups: [{ name: acme.example, repoes: [] }]');
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByRole('alert')).toContainText('did you mean "repos"');
    const good = 'groups: [{ name: example.com, repos: [{ name: added }] }, { name: acme.example }]';
    const dropped = await page.evaluateHandle<object>(`(() => {
      const moved = new DataTransfer();
      moved.items.add(new File([${JSON.stringify(good)}], 'acme.yaml'));
      return moved;
    })()`);
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await expect(page.getByLabel('Fixture, YAML or JSON')).toHaveValue(good);
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText('added groups acme.example');
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText('added repos added');
    await expect(page.getByRole('list', { name: 'Differences' })).not.toContainText('groups example.com');
    expect(await named('acme.example')).toBe('0');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('The fixture is applied: 2 rows.')).toBeVisible();
    expect(await named('acme.example')).toBe('1');
    const fork = `fork-${world.connection.world}`;
    await page.getByLabel('Name', { exact: true }).fill(fork);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue(fork);
    await page.getByRole('button', { name: `Delete ${fork}` }).click();
    await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue('default');
  });

  test('Z7: a row is made, changed and deleted as the identity that is chosen, and refused as clients see it', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const seen = await open(page, world, 'tree');
    await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'example.com' }).click();
    await expect(page.getByText('12 repos', { exact: true })).toBeVisible();
    await page.getByText('New', { exact: true }).click();
    const form = page.getByRole('form', { name: 'New row' });
    await form.getByLabel('Fields, as JSON').fill('{"name":"from-page"}');
    await form.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('region', { name: 'Row' });
    await expect(row.getByRole('heading', { name: 'from-page' })).toBeVisible();
    await expect(page.getByText('13 repos', { exact: true })).toBeVisible();
    await expect(row).toContainText('"create_time"');
    await row.getByText('Change', { exact: true }).click();
    const [{ uid }] = ok(await world.get('/registry/v2/repos?name=from-page')).repos as [{ uid: string }];
    await row.getByLabel('Row, as JSON').fill(JSON.stringify({ uid, name: 'from-page', description: MARKUP }));
    await row.getByRole('button', { name: 'Send what differs' }).click();
    await expect(row.getByRole('definition').filter({ hasText: MARKUP })).toBeVisible();
    await expectUsable(page);
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('12 repos', { exact: true })).toBeVisible();
    expect((await world.get(`/registry/v2/repos/${uid}`)).status).toBe(404);
    expect(seen).toEqual([]);
    await page.getByRole('combobox', { name: 'As' }).selectOption('viewer');
    await expect(page.getByText('12 repos', { exact: true })).toBeVisible();
    // The token of the page expires, and another takes its place.
    ok(await steer(world, 'POST', 'clock:advance', { by: '2h' }));
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await expect(page.getByText('44 tags', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Repos', exact: true }).click();
    await page.getByText('New', { exact: true }).click();
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `403 Permission denied: missing capability "repo.create" on group ${org}`,
    );
  });

  test('Z8: markup in rows is shown as text, in every pane', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const group = ok(await world.post(`/iam/v2/groups/${org}`, { name: 'marked', description: MARKUP }));
    const repo = ok(await world.post(`/registry/v2/repos/${group.uid}`, { name: 'marked', description: MARKUP }));
    // Fields that have a pattern are in the journal as they were sent.
    const refused = { name: MARKUP, catalogTier: MARKUP, bundles: [MARKUP], aliases: [MARKUP], [MARKUP]: MARKUP };
    expect((await world.post(`/registry/v2/repos/${group.uid}`, refused)).status).toBe(400);
    const { cursor } = ok(await steer(world, 'GET', 'journal?limit=1'));
    await steer(world, 'PUT', 'snapshots/marked', { note: MARKUP });
    const seen = await open(page, world, 'tree', `&group=${group.uid}&row=${repo.uid}`);
    await expect(page.getByRole('definition').filter({ hasText: MARKUP })).toHaveCount(1);
    for (const [pane, query] of [
      ['tree', `&group=${org}&kind=groups&row=${group.uid}`],
      ['journal', `&entry=${cursor}`],
      ['worlds', ''],
    ] as const) {
      await page.goto(paneOf(world, pane, query));
      await expect(page.getByText(MARKUP).first()).toBeVisible();
      await expect(page.locator('main img, main script, main b')).toHaveCount(0);
    }
    expect(seen).toEqual([]);
  });

  test('Z9: a list of 100,000 rows costs what is in sight of it, wherever that is', async ({ page, freshServer }) => {
    test.slow();
    const { api } = await freshServer('--fixture', 'large');
    const nth = async (place: number): Promise<string> => {
      const { repos } = ok(await api.get(`/registry/v2/repos?order_by=name&page_size=1&skip=${place - 1}`));
      return (repos as readonly [{ readonly name: string }])[0].name;
    };
    await page.goto(`${api.connection.baseUrl}/#tree`);
    await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'large.example.com' }).click();
    await expect(page.getByText('100000 repos', { exact: true })).toBeVisible();
    const list = page.locator('.virtual');
    const cost = await costOf(page, list);
    /** Moves the list, and returns what that has cost once the row of a place is there. */
    const moved = async (place: number, move: () => Promise<unknown>) => {
      await cost.start();
      await move();
      const row = list.locator(`[aria-posinset="${place}"]`);
      await expect(row.getByRole('link', { name: await nth(place), exact: true })).toBeInViewport();
      return cost.end();
    };
    const scrollTo = (place: number): Promise<unknown> =>
      page.evaluate(`document.querySelector('.virtual').scrollTop = ${(place - 1) * 36}`);
    // Each row that is drawn is a place, what it waits with, and then its link with its text.
    const jump = { rows: 24, requests: 2, nodes: 24 * 8 };
    await list.focus();
    expectWithin(await moved(100_000, () => page.keyboard.press('End')), jump);
    expectWithin(await moved(1, () => page.keyboard.press('Home')), { ...jump, requests: 0 });
    expectWithin(await moved(50_000, () => scrollTo(50_000)), jump);
    expectWithin(await moved(50_010, () => page.keyboard.press('PageDown')), { ...jump, requests: 1 });
    // The focus on a row that leaves the page is the list's, so that its keys go on.
    await list.getByRole('link', { name: await nth(50_012), exact: true }).focus();
    expectWithin(await moved(100_000, () => page.keyboard.press('End')), { ...jump, requests: 0 });
    await expect(list).toBeFocused();
    // One notch of a wheel draws a few rows, and what is drawn already is left alone.
    await list.hover();
    expectWithin(await moved(99_984, () => page.mouse.wheel(0, -8 * 36)), { rows: 24, requests: 0, nodes: 12 * 4 });
    const walk = async (from: number, to: number): Promise<void> => {
      for (let place = from; place <= to; place += 4_000) expectWithin(await moved(place, () => scrollTo(place)), jump);
    };
    // From here on it holds as many pages as it ever does.
    await walk(4_000, 44_000);
    const before = await cost.heap();
    await walk(48_000, 96_000);
    const after = await cost.heap();
    expect(after.nodes - before.nodes).toBeLessThan(100);
    expect(after.bytes - before.bytes).toBeLessThan(300_000);
  });

  test('Z11: coverage shows which answers clients met, and which they never met', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    expect((await viewer.post(`/registry/v2/repos/${org}`, { name: 'mine' })).status).toBe(403);
    const seen = await open(page, world, 'coverage');
    const operations = page.getByRole('list', { name: 'Operations' });
    await expect(operations.getByRole('heading')).toHaveText(['CreateRepo']);
    await expect(operations.getByRole('listitem').filter({ hasText: /^✓ 403 met$/ })).toBeVisible();
    await expect(operations.getByRole('listitem').filter({ hasText: /^○ 200 never met$/ })).toBeVisible();
    await page.getByRole('button', { name: 'All operations' }).click();
    await expect(operations.getByRole('heading', { name: 'ListGroups', exact: true })).toBeVisible();
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z4: the files of the page are compressed, kept by the browser, and small', async ({ shared }) => {
    let total = 0;
    for (const path of ['/docs/console.js', '/docs/console.css', '/openapi.json', '/docs/swagger-ui-bundle.js']) {
      const asked = { headers: { 'accept-encoding': 'gzip' } };
      const answer = await fetch(`${shared.target.baseUrl}${path}`, asked);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      if (path.startsWith('/docs/console')) total += Number(answer.headers.get('content-length'));
      const etag = answer.headers.get('etag') ?? '';
      const again = await fetch(`${shared.target.baseUrl}${path}`, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect(total).toBeGreaterThan(1_000);
    expect(total).toBeLessThan(150 * 1024);
  });
});
