import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { ok } from '../support/answer.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { copied, detailOf, drop, expectUsable, MARKUP, open, partOf, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);

/** A way to a port that can be closed, and opened again at the same place. */
const openWay = async (port: number) => {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: (to = target): Promise<void> => {
      target = to;
      return listen(own);
    },
  };
};

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('the console @mock', () => {
  test('Z1: the first page connects a client by one copy, whose token is shown masked', async ({
    page,
    context,
    ownWorld,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    const seen = await open(page, world, 'start');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ready on ${world.connection.baseUrl}`);
    await expect(page.locator('pre')).toContainText(
      /PLATFORM_TOKEN=eyJ\w{3} · · · |PLATFORM_TOKEN=eyJ\w{3} ········ \S{6}$/,
    );
    await page.getByRole('button', { name: 'Copy all three lines' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const list = 'curl -s -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_API_URL/registry/v2/repos?page_size=3"';
    const { stdout } = await run('sh', ['-c', `${await copied(page)}\n${list}`]);
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: '12' });
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    await page.keyboard.press('c');
    await expect(page.getByText('Copied for curl.')).toBeVisible();
    const answer = await run('sh', ['-c', await copied(page)]);
    expect(JSON.parse(answer.stdout)).toMatchObject({ totalCount: '12' });
    for (const client of ['grpcurl', 'Node', 'Go', 'Python', 'Terraform', 'GitHub Actions']) {
      await page.getByRole('button', { name: client, exact: true }).click();
      await expect(page.locator('pre')).not.toBeEmpty();
    }
    // The code for another identity.
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    await page.getByLabel('As', { exact: true }).selectOption('viewer');
    await expect(page.getByText('It lives for an hour of its world')).toBeVisible();
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z2: the parts are reached by keys and links, and keep the world; the world is found by its title @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const id = String(world.connection.world);
    ok(await steer(world, 'PATCH', `worlds/${id}`, { labels: { title: `pays-with-${id}`, file: 'pay.spec.ts' } }));
    await open(page, world, 'calls');
    const parts = page.getByRole('navigation', { name: 'Parts' });
    for (const [key, part] of [
      'calls',
      'tests',
      'rows',
      'events',
      'faults',
      'access',
      'fixtures',
      'coverage',
    ].entries()) {
      await page.keyboard.press(String(key + 1));
      await expect(page).toHaveURL(new RegExp(`#${part}\\?.*world=${id}`));
      await expect(parts.locator('[aria-current=page]')).toHaveText(new RegExp(`^${part}`, 'i'));
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${part}`, 'i') })).toHaveCount(1);
    }
    await page.keyboard.press('w');
    const find = page.getByRole('combobox', { name: 'Find a world' });
    await expect(find).toBeFocused();
    await page.keyboard.type('pay.spec');
    await expect(page.getByRole('option', { name: new RegExp(`pays with ${id.replaceAll('-', ' ')}`) })).toBeVisible();
    await expectUsable(page);
    await find.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^World:/ })).toContainText(`pays with ${id.replaceAll('-', ' ')}`);
    await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/world=/);
    // On a phone the parts are in a menu.
    await page.setViewportSize({ width: 390, height: 800 });
    const menu = page.getByRole('navigation', { name: 'Parts, in the menu' });
    // The menu closes even if the chosen part is open already.
    for (const _ of ['another part', 'the same part']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: 'Tests' }).click();
      await expect(page).toHaveURL(/#tests/);
      await expect(menu).toBeHidden();
    }
  });

  test('Z3: the console asks for the control token once, says that it was not accepted, and keeps it out of the address @whole', async ({
    page,
    freshServer,
  }) => {
    const { api } = await freshServer('--control-token', 'steer-me');
    await page.goto(`${api.connection.baseUrl}/`);
    await page.getByLabel('Control token').last().fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'The control token was not accepted' })).toBeVisible();
    await page.getByLabel('Control token').last().fill('steer-me');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect(page.url()).not.toContain('steer-me');
    await page.reload();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });

  test('L14: a cursor expires by the clock, which the page moves @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'faults');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await expect(page.getByText('frozen', { exact: true }).first()).toBeVisible();
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
    // The jump is a line among the calls.
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await expect(page.getByText(/The clock of the world was moved: 72 h 0 min later/)).toBeVisible();
  });

  test('F3: the answer of a create is lost by a fault of the page, which counts its hits @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = faulty(await ownWorld());
    const org = await orgOf(world);
    const seen = await open(page, world, 'faults');
    await expect(page.getByRole('heading', { name: 'No fault is set' })).toBeVisible();
    const form = page.getByRole('form', { name: 'Add a fault' });
    await form.getByLabel('Operation').fill('CreateRepo');
    await form.getByLabel('When').selectOption('after_commit');
    await form.getByLabel('Maximum hits').fill('1');
    // The choices stay, although the page reads the faults again each second.
    for (let nth = 0; nth < 2; nth += 1) await page.waitForResponse((answer) => answer.url().endsWith('/faults'));
    await expect(form.getByLabel('When')).toHaveValue('after_commit');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Faults set: 1.')).toBeVisible();
    expect((await world.post(`/registry/v2/repos/${org}`, { name: 'lost' })).status).toBe(503);
    expect((await world.post(`/registry/v2/repos/${org}`, { name: 'lost' })).status).toBe(409);
    const rules = page.getByRole('table', { name: 'Faults' });
    await expect(rules).toContainText(/CreateRepo\s*UNAVAILABLE, after the call was carried out, at most once\s*1 hit/);
    await page.getByRole('form', { name: 'Set a quota' }).getByLabel('Calls').fill('9');
    await page.getByRole('button', { name: 'Set quota' }).click();
    await expect(page.getByText('9 per 1m of each caller')).toBeVisible();
    await page.getByRole('form', { name: 'Set a lag' }).getByLabel('Lag of lists').fill('2s');
    await page.getByRole('button', { name: 'Set lag' }).click();
    await expect(page.getByText('Lists are seen 2s late.')).toBeVisible();
    await expectUsable(page);
    await page.getByRole('button', { name: 'End quota' }).click();
    await expect(page.getByText('Quota has ended.')).toBeVisible();
    await page.getByRole('button', { name: 'Drop all faults' }).click();
    await expect(page.getByText('No fault is set.')).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('Z6: a fixture that is dropped is checked without a change, each mistake at its line, and applied by Enter', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    await open(page, world, 'calls');
    const named = async (name: string): Promise<unknown> =>
      ok(await world.get(`/iam/v2/groups?name=${name}`)).totalCount;
    await drop(page, 'acme.yaml', 'groups:\n  - name: acme.example\n    repoes: []\n  - nam: x\n');
    await expect(page).toHaveURL(/#fixtures/);
    const mistakes = page.getByRole('table', { name: 'Mistakes' });
    await expect(mistakes).toContainText(
      /acme\.yaml:3:5\s*groups\[0\]\.repoes\s*unknown key "repoes", did you mean "repos"\?/,
    );
    await expect(mistakes).toContainText(/acme\.yaml:4:5\s*groups\[1\]\.nam/);
    await expectUsable(page);
    const good = 'groups: [{ name: example.com, repos: [{ name: added }] }, { name: acme.example }]';
    await drop(page, 'acme.yaml', good);
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect(differences).toContainText(/group\s*acme\.example/);
    await expect(differences).toContainText(/repo\s*added/);
    await expect(differences).not.toContainText('example.com ');
    expect(await named('acme.example')).toBe('0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The fixture is applied: 2 rows.')).toBeVisible();
    expect(await named('acme.example')).toBe('1');
    await page.getByLabel('Fixture file').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"groups": [{"name": []}]}'),
    });
    await expect(mistakes).toContainText('other.json:1:');
  });

  test('Z8: markup, hidden characters and long texts are shown as text, in every part @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const hidden = 'abc\u202egnp.exe';
    const group = ok(await world.post(`/iam/v2/groups/${org}`, { name: 'marked', description: MARKUP }));
    const repo = ok(await world.post(`/registry/v2/repos/${group.uid}`, { name: 'marked', description: MARKUP }));
    // Fields that have a pattern are in the journal as they were sent.
    const refused = {
      name: MARKUP,
      catalogTier: hidden,
      bundles: [MARKUP],
      aliases: ['x'.repeat(50_000)],
      [MARKUP]: MARKUP,
    };
    expect((await world.post(`/registry/v2/repos/${group.uid}`, refused)).status).toBe(400);
    expect((await world.send('GET', `/registry/v2/repos/${group.uid}/${'x'.repeat(500)}`)).status).toBe(404);
    await steer(world, 'PUT', 'snapshots/marked', { note: MARKUP });
    const seen = await open(page, world, 'rows', `&group=${group.uid}&row=${repo.uid}`);
    await expect(detailOf(page)).toContainText(JSON.stringify(MARKUP));
    for (const [part, query, shows] of [
      ['rows', `&group=${org}&kind=groups&row=${group.uid}`, MARKUP],
      ['calls', '&q=status:400', MARKUP],
      ['fixtures', '', MARKUP],
      ['tests', '', 'default'],
      ['coverage', '', 'CreateRepo'],
    ] as const) {
      await page.goto(partOf(world, part, query));
      await expect(page.getByText(shows).first()).toBeAttached();
      if (part === 'calls') {
        await rowsOf(page, 'Calls').first().click();
        await expect(detailOf(page)).toContainText('unknown value \\"abc\\u202egnp.exe');
        await expect(detailOf(page)).toContainText('30000 more characters');
      }
      await expect(page.locator('main :is(img, script, b:text-is("bold"))')).toHaveCount(0);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1440);
    }
    expect(seen).toEqual([]);
  });

  test('Z11: coverage shows which answers clients met, and which they never met @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const viewer = world.as(await mintToken(world, 'viewer'));
    expect((await viewer.post(`/registry/v2/repos/${org}`, { name: 'mine' })).status).toBe(403);
    const seen = await open(page, world, 'coverage');
    const operations = rowsOf(page, 'Operations');
    await expect(operations).toHaveText([/CreateRepo1 of 8/]);
    await operations.first().click();
    await expect(detailOf(page)).toContainText(/403 PERMISSION_DENIED\s*met/);
    await expect(detailOf(page)).toContainText(/200 OK\s*never met/);
    await page.getByRole('button', { name: 'All operations' }).click();
    await page.getByRole('combobox', { name: 'Search the operations' }).fill('listgroups');
    await expect(operations).toHaveText([/ListGroups0 of/]);
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('A1: access shows who may do what, asks for one, sets the mode, and explains a token @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const seen = await open(page, world, 'access');
    const table = page.getByRole('table', { name: 'Who may do what' });
    await expect(table).toContainText(/owner\s*identity\s*149/);
    await table.getByRole('button', { name: 'viewer' }).first().click();
    await expect(page.getByRole('heading', { name: 'What viewer may do in example.com' })).toBeVisible();
    const ask = page.getByRole('form', { name: 'May an identity do it?' });
    await ask.getByLabel('Identity').fill('viewer');
    await ask.getByLabel('Operation').fill('CreateRepo');
    await ask.getByLabel('uid or alias').fill('org');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It may not: it lacks repo.create.')).toBeVisible();
    await page.getByRole('radio', { name: 'Reported' }).check();
    await expect(page.getByText('Rights: report.')).toBeVisible();
    expect(ok(await steer(world, 'GET', 'authz')).mode).toBe('report');
    const { token } = ok(await steer(world, 'POST', 'tokens', { identity: 'viewer', flaw: 'expired' }));
    await page.getByLabel('Token', { exact: true }).fill(`Bearer ${String(token)}`);
    await page.getByRole('button', { name: 'Explain' }).click();
    await expect(page.getByText(/^It is refused: exp: /)).toBeVisible();
    await page.getByRole('form', { name: 'Least roles' }).getByLabel('Caller').fill('viewer');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No call of it needed a right.')).toBeVisible();
    await expectUsable(page);
    expect(seen).toEqual([]);
  });

  test('Z4: the files of the page are compressed, kept by the browser, and small', async ({ shared }) => {
    let total = 0;
    for (const path of ['/docs/console.js', '/docs/console.css', '/openapi.json', '/docs/docs.js', '/docs/docs.css']) {
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
    expect(total).toBeLessThan(120 * 1024);
  });

  test('Z12: a page reads all that changes again once its mock answers again', async ({ page, freshServer }) => {
    const { api, ready } = await freshServer();
    const way = await openWay(Number(new URL(ready.url).port));
    await page.goto(`${way.url}/#faults?world=default`);
    const clock = page.getByTitle(/^The clock of the world, /);
    await expect(page.getByRole('heading', { name: 'Faults in default' })).toBeVisible();
    await expect(clock).toBeVisible();
    await way.close();
    await expect(clock).toBeHidden();
    ok(await api.post('/_mock/v1/faults', [{ match: { operation: 'GetRepo' }, do: { code: 'UNAVAILABLE' } }]));
    await way.open();
    await expect(page.getByRole('heading', { name: '1 fault in default' })).toBeVisible();
    await expect(clock).toBeVisible();
    await way.close();
  });

  test('Z12: a mock that does not answer is said to be gone, and followed again when it does @whole', async ({
    page,
    freshServer,
  }) => {
    const { api, ready } = await freshServer();
    const { port } = new URL(ready.url);
    const way = await openWay(Number(port));
    await page.goto(`${way.url}/#calls`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(rowsOf(page, 'Calls').first()).toBeVisible();
    const before = await rowsOf(page, 'Calls').count();
    await way.close();
    await expect(page.getByText(/^The mock does not answer since \d\d:\d\d:\d\d\. Trying again\.$/)).toBeVisible();
    ok(await api.get('/registry/v2/tags'));
    await way.open();
    await expect(page.getByText(/^Back since \d\d:\d\d:\d\d\. 1 call came meanwhile\.$/)).toBeVisible();
    await expect(rowsOf(page, 'Calls')).toHaveCount(before + 1);
    // The calls of another process have numbers from 1 again.
    await way.close();
    const other = await freshServer();
    await expect(page.getByText(/^The mock does not answer since/)).toBeVisible();
    await way.open(Number(new URL(other.ready.url).port));
    await expect(page.getByText('The mock was started anew.')).toBeVisible();
    await page.getByRole('button', { name: 'Show its calls' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await way.close();
  });
});
