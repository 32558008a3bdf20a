import { gzipSync } from 'node:zlib';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { copied, detailOf, expectUsable, MARKUP, open, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';
import { cutOff, expectNoButtons, openFile, openTrace, pageOfTrace, withTrace } from './traced-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const SPACE = '\u202e';

/** A test that lists, creates, and is refused one call in the midst of it. */
const run = async (world: Api, calls: number): Promise<void> => {
  const labels = { title: 'pays-with-a-card', file: 'checkout.spec.ts', retry: '0', result: 'failed' };
  ok(await steer(world, 'PATCH', `worlds/${String(world.connection.world)}`, { labels }));
  const org = await orgOf(world);
  const viewer = world.as(await mintToken(world, 'viewer'));
  for (let nth = 1; nth <= calls; nth += 1) ok(await world.get(`/registry/v2/repos?page_size=${nth}`));
  await viewer.post(`/registry/v2/repos/${org}`, { name: 'checkout', descripton: 'typo' });
  ok(await world.post(`/registry/v2/repos/${org}`, { name: 'orders' }));
  for (let nth = 1; nth <= calls; nth += 1) ok(await world.get(`/registry/v2/repos?page_size=${nth}`));
};

/** Presses a key in the page as soon as it shows the detail of a call, before anything else runs. */
const PRESS_AT_ONCE = `
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.det')) return;
    watch.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
  });
  watch.observe(document, { childList: true, subtree: true });
`;

test.describe('the page of a trace @mock', () => {
  test('R15: a key is heard that is pressed in the moment in which the page shows its call', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    await run(world, 3);
    await page.addInitScript({ content: PRESS_AT_ONCE });
    await openFile(page, info.outputPath('run.html'), await pageOfTrace(world));
    // The page opens at call 4, which was refused, and the key is for the one behind it.
    await expect(page).toHaveURL(/#calls\?call=5&/);
    await expect(page.locator('.calls .tr[aria-selected="true"]')).toHaveText(/CreateRepo.*orders/);
  });

  test('R15, R24: it opens from a file without any request, at the call that was refused, with why; any call is reached by keys', async ({
    page,
    context,
    ownWorld,
  }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const world = await ownWorld();
    await run(world, 40);
    const text = await pageOfTrace(world);
    const file = info.outputPath('run.html');
    const seen = await openFile(page, file, text);
    const chosen = page.locator('.calls .tr[aria-selected="true"]');
    await expect(chosen).toBeInViewport();
    await expect(chosen).toHaveText(/403.*CreateRepo.*checkout.*viewer lacks repo\.create/);
    const call = detailOf(page);
    await expect(call).toContainText('Refused. CreateRepo needs repo.create on group example.com.');
    await expect(call).toContainText('Nobody read descripton. Repo has description.');
    await expect(call).toContainText(/example\.com\s*role viewer\s*gives none of it/);
    await expect(page).toHaveURL(/#calls\?call=41&world=/);
    await expect(page.getByRole('banner')).toContainText(/1 test · 1 failed · 82 calls · recorded .*Read only/);
    // The page offers no actions.
    await expectNoButtons(page, ['Send again', 'Fail next time', 'World before', 'Grant']);
    await page.keyboard.press('End');
    await expect(chosen).toHaveAttribute('aria-rowindex', '83');
    await page.keyboard.press('Home');
    await expect(chosen).toHaveAttribute('aria-rowindex', '2');
    await page.keyboard.press('/');
    await page.keyboard.type('orders');
    await expect(rowsOf(page, 'Calls')).toHaveText([/200.*CreateRepo.*orders/]);
    await page.keyboard.press('Enter');
    await expect(call).toContainText('1 row created');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(call).toContainText('1 event');
    await page.keyboard.press('w');
    await page.keyboard.type('card');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/world=.*call=41$/);
    await page.getByRole('button', { name: 'Copy the grant as a fixture' }).click();
    expect(await copied(page)).toContain('"identity": "viewer"');
    await expectUsable(page);
    await openFile(page, file, text, '#call=17');
    await expect(chosen).toHaveAttribute('aria-rowindex', '18');
    expect(seen).toEqual([]);
  });

  test('R15: nothing in a trace becomes markup, script or another order of its text', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const evil = `</script><script>alert(3)</script>${MARKUP}${SPACE}desrever`;
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'plain', description: evil }));
    const headers = { cgclientid: `${MARKUP}</script>`, 'content-type': 'application/json' };
    await world.send('POST', `/registry/v2/repos/${org}`, { headers, body: { name: evil, [evil]: evil } });
    await world.send('POST', `/registry/v2/repos/${org}?${encodeURIComponent(MARKUP)}=1`, {
      headers,
      body: { name: 'b' },
    });
    await world.get(`/registry/v2/repos/${encodeURIComponent('</script><b>bold')}`);
    const text = withTrace(await pageOfTrace(world), (trace) => {
      const har = JSON.parse(trace) as { log: { pages: { title: string; _labels: object }[] } };
      const [first] = har.log.pages;
      if (first) first._labels = { title: evil, file: MARKUP, result: 'failed' };
      return JSON.stringify(har);
    });
    // The data are in letters of base64 alone.
    expect(text.match(/<script/g)).toHaveLength(4);
    const seen = await openFile(page, info.outputPath('run.html'), text);
    const calls = rowsOf(page, 'Calls');
    await expect(calls).toHaveCount(4);
    for (const [nth, tabs] of [
      [0, ['Request', 'Changes', 'Code']],
      [1, ['Request', 'Why', 'Code']],
      [2, ['Request']],
      [3, ['Why']],
    ] as const) {
      await calls.nth(nth).click();
      for (const tab of tabs) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('tabpanel')).not.toBeEmpty();
        await expect(page.locator('main :is(img, b:text-is("bold"), script)')).toHaveCount(0);
        expect(await page.locator('body').innerText()).not.toContain(SPACE);
      }
    }
    await expect(page.getByRole('option').last()).toContainText('<img src=x onerror=alert(1)>');
    expect(seen).toEqual([]);
  });

  test('R24: of 10,000 calls the one that failed is on screen when it opens, and keys and a search reach any @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    ok(await world.get('/registry/v2/repos'));
    await world.get('/registry/v2/repos/nowhere');
    ok(await world.get('/iam/v2/roles?page_size=1'));
    const many = 10_000;
    const text = withTrace(await pageOfTrace(world), (trace) => {
      const { log } = JSON.parse(trace) as { log: { entries: object[] } };
      const [listed = {}, failed = {}, last = {}] = log.entries;
      const entries = Array.from({ length: many }, (_, nth) => ({
        ...(nth === 6_999 ? failed : nth === many - 1 ? last : listed),
        _id: String(nth + 1),
      }));
      return JSON.stringify({ log: { ...log, entries } });
    });
    const seen = await openFile(page, info.outputPath('run.html'), text);
    const chosen = page.locator('.calls .tr[aria-selected="true"]');
    await expect(chosen).toHaveText(/404.*GetRepo/);
    await expect(chosen).toBeInViewport();
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', String(many + 1));
    for (const [key, place] of [
      ['End', many],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(chosen).toHaveAttribute('aria-rowindex', String(place + 1));
      await expect(chosen).toBeInViewport();
    }
    await page.keyboard.press('/');
    await page.keyboard.type('ListRoles');
    await page.keyboard.press('Enter');
    await expect(chosen).toHaveText(/ListRoles/);
    await expect(chosen).toBeInViewport();
    await expect(page.locator('search output')).toHaveText('1 of 10,000');
    // No more of the rows is in the page than what is around those in sight.
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    expect(seen).toEqual([]);
  });

  test('R27: of a file that is cut off the calls are shown that it has whole @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    await run(world, 150);
    const text = await pageOfTrace(world);
    const file = info.outputPath('run.html');
    const seen = await openFile(page, file, cutOff(text, 0.7));
    const notice = page.getByText(/^This file ends early: \d+ calls of it can be read\.$/);
    await expect(notice).toBeVisible();
    const read = Number(/\d+/.exec(await notice.innerText())?.[0]);
    expect(read).toBeGreaterThan(50);
    expect(read).toBeLessThan(302);
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', String(read + 1));
    await openFile(page, file, cutOff(text, 0.01));
    await expect(page.getByRole('alert')).toContainText('This trace cannot be opened');
    await expect(page.getByRole('alert')).toContainText('It ends before its first call.');
    // If even the script is cut off, the page says so without it.
    await openFile(page, file, text.slice(0, text.indexOf('<script type="module">') + 100));
    await expect(page.locator('body')).toContainText('If this stays, scripts are off, or the file is cut off.');
    expect(seen).toEqual([]);
  });

  const har = (log: object): string => JSON.stringify({ log });
  for (const [what, change, says] of [
    [
      'another form',
      (text: string) => text.replace('"_format":1', '"_format":2'),
      'It has the form 2, and this page reads the form 1.',
    ],
    ['no form', () => har({ entries: [] }), 'It has the form undefined'],
    ['no HAR', () => 'oops', 'It ends before its first call.'],
  ] as const) {
    const share = what === 'no form' ? '' : ' @whole';
    test(`R27: a trace with ${what} is not shown, and the page says why${share}`, async ({ page, ownWorld }, info) => {
      const world = await ownWorld();
      const seen = await openFile(page, info.outputPath('run.html'), withTrace(await pageOfTrace(world), change));
      await expect(page.getByRole('alert')).toContainText(says);
      expect(seen).toEqual([]);
    });
  }

  test('R27: a trace of another version says so, and what the page does not know does not stop it @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    ok(await world.get('/registry/v2/repos'));
    const strange = {
      startedDateTime: '2026-01-28T13:00:00Z',
      request: { method: 'TRANSMUTE', url: 'nowhere' },
      response: {},
      _changes: 'many',
      _unread: 7,
      _caller: 'someone',
      _operation: 'TransmuteRepo',
    };
    const text = withTrace(await pageOfTrace(world), (trace) => {
      const { log } = JSON.parse(trace) as { log: { entries: object[] } };
      const entries = [...log.entries, strange, 'no call'];
      return har({ ...log, creator: { name: 'platform-mock', version: '0.0.9' }, entries, pages: 'none' });
    });
    const seen = await openFile(page, info.outputPath('run.html'), text);
    await expect(page.getByText(/^Written by platform-mock 0\.0\.9; this page knows \d/)).toBeVisible();
    const calls = rowsOf(page, 'Calls');
    await expect(calls).toHaveText([/ListRepos/, /TransmuteRepo/]);
    await calls.last().click();
    await expect(detailOf(page)).toContainText('TransmuteRepo');
    expect(seen).toEqual([]);
  });

  test('R15: its list of keys has those that do something there, and no other @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    await run(world, 2);
    const keysIn = async (): Promise<readonly string[]> => {
      await page.keyboard.press('?');
      return page.getByRole('dialog', { name: 'Keys' }).locator('dt').allInnerTexts();
    };
    await openTrace(page, world, info);
    await expect(detailOf(page)).toBeVisible();
    const keys = await keysIn();
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('the rows before the call');
    await page.keyboard.press('Escape');
    for (const part of ['calls', 'rows', 'events', 'faults', 'coverage'].entries()) {
      await page.keyboard.press(String(part[0] + 1));
      await expect(page).toHaveURL(new RegExp(`#${part[1]}`));
    }
    await open(page, world, 'calls');
    await expect(rowsOf(page, 'Calls').first()).toBeVisible();
    const all = await keysIn();
    const doing = ['p', 'r', 'g', 'f', 'o', 'd', 's', 'i', 'n', 'Delete'];
    expect(keys).toEqual(all.filter((key) => !doing.includes(key)).map((key) => key.replace('8', '5')));
    expect(all).toEqual(expect.arrayContaining(doing));
  });

  test('Z17: the look follows the browser, and so does its button, until one is chosen @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(15, 17, 19)'];
    await page.emulateMedia({ colorScheme: 'light' });
    await openTrace(page, await ownWorld(), info);
    const button = page.getByRole('banner').getByTitle('Theme');
    await expect(button).toHaveText('Dark');
    expect(await ground()).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(button).toHaveText('Light');
    expect(await ground()).toBe(dark);
    await button.click();
    await expect(button).toHaveText('Dark');
    expect(await ground()).toBe(light);
    await page.reload();
    await expect(button).toHaveText('Dark');
    expect(await ground()).toBe(light);
  });

  test('R27: a browser that cannot unpack it is told which can @whole', async ({ page, ownWorld }, info) => {
    const world = await ownWorld();
    await page.addInitScript('delete globalThis.DecompressionStream');
    await openTrace(page, world, info);
    await expect(page.getByRole('alert')).toContainText(
      'it has no DecompressionStream. A browser of 2023 or later has.',
    );
  });

  test('R15: its policy allows nothing but its own script and style', async ({ page, ownWorld }, info) => {
    const text = await pageOfTrace(await ownWorld());
    const added = text.replace(
      '</body>',
      '<script>document.title = "ran"</script><img src="http://127.0.0.1:9/x"><iframe src="http://127.0.0.1:9/x"></iframe></body>',
    );
    const seen = await openFile(page, info.outputPath('run.html'), added);
    await expect(page.getByRole('grid', { name: 'Calls' }).or(page.getByRole('heading').first())).toBeVisible();
    await expect(page).not.toHaveTitle('ran');
    expect(seen.filter((line) => /violates the following Content Security Policy/.test(line))).toHaveLength(3);
    expect(gzipSync(text).byteLength).toBeLessThan(120 * 1024);
  });
});
