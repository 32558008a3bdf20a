import { bySize } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { copied, expectUsable, open, partOf, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** The text of each part that is still empty, with the button or link to begin with. */
const EMPTY: readonly (readonly [part: string, says: string, what: string, begin: string])[] = [
  ['start', 'Ready on', 'No call has been made.', 'Copy all three lines'],
  ['calls', 'No call in any world yet', 'Each call that a client makes appears here', 'Make a first call'],
  ['tests', 'No test has a world yet', 'make one for each', 'Copy the setup'],
  ['rows', 'No repos here', '', 'New repo'],
  ['events', 'No event yet', 'Most changes cause one.', 'Trigger an example'],
  ['events?panel=receivers', 'Receivers', 'None yet: what happens is sent nowhere.', 'Subscribe'],
  ['faults', 'No fault is set', 'Calls fail only as the API would.', 'Lose the answer of the next CreateRepo'],
  ['access', 'No organization yet', 'Access is listed by group', 'Apply a fixture'],
  ['fixtures', 'Fixture', 'A snapshot keeps the rows and the clock, to return to.', 'Choose a file'],
  [
    'coverage',
    'No operation was called yet',
    'An answer that is never met is one that a client was never tested with.',
    'All operations',
  ],
];

/** Says which element has the focus without showing it; empty if the focus is visible. */
const UNSEEN_FOCUS = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return '';
  const isSeen = [at, at.closest('label')].some((one) => {
    const { outlineStyle, outlineWidth } = one ? getComputedStyle(one) : { outlineStyle: 'none', outlineWidth: '0' };
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  return isSeen ? '' : at.outerHTML.slice(0, 120);
})()`;
const MAX_EMPTY = bySize({ small: 4, usual: 4, whole: EMPTY.length });
const STOPS = bySize({ small: 8, usual: 12, whole: 40 });
const ALL = ['start', 'calls', 'tests', 'rows', 'events', 'faults', 'access', 'fixtures', 'coverage'];
const FEW = ['calls', 'rows', 'access'];
const PARTS = bySize({ small: FEW, usual: FEW, whole: ALL });

test.describe('the states of the console @mock @fixture', () => {
  test('Z16: nothing is copied for an identity whose token was not made @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, world, 'start');
    const copy = page.getByRole('button', { name: 'Copy all three lines' });
    await copy.click();
    const asAdmin = await copied(page);
    expect(asAdmin).toContain('PLATFORM_TOKEN=');
    const refusal = { status: 500, json: { code: 13, message: 'Internal: no key', details: [] } };
    await page.route('**/_mock/v1/tokens', (route) => route.fulfill(refusal));
    await page.evaluate("navigator.clipboard.writeText('before')");
    await page.getByLabel('As', { exact: true }).selectOption('viewer');
    await expect(page.getByRole('alert')).toContainText('Internal: no key');
    await page.keyboard.press('c');
    await expect(page.getByText('There is no token to copy.')).toBeVisible();
    expect(await copied(page)).toBe('before');
    await page.getByLabel('As', { exact: true }).selectOption({ index: 0 });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: /^Copied|Copy all three lines/ }).click();
    await expect.poll(() => copied(page)).toBe(asAdmin);
  });

  test('Z17: a part without anything says what it is for, and has one action to begin with @whole', async ({
    page,
    ownServer,
  }) => {
    test.setTimeout(240_000);
    const { api } = await ownServer('--fixture', 'empty');
    for (const counted of ['journal', 'coverage']) ok(await steer(api, 'DELETE', counted));
    for (const [part, says, what, begin] of EMPTY.slice(0, MAX_EMPTY)) {
      await test.step(part, async () => {
        await page.goto('about:blank');
        await page.goto(`${api.connection.baseUrl}/#${part}`);
        await expect(page.getByRole('heading', { name: says }).first()).toBeVisible();
        await expect(page.locator('main')).toContainText(what, { useInnerText: true });
        const name = new RegExp(`^${begin}`);
        const action = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
        await expect(action.or(page.getByText(begin, { exact: true })).last()).toBeVisible();
        await expectUsable(page);
      });
    }
  });

  test('Z17: the focus is seen at each stop of the Tab key, in every part', async ({ page, ownWorld }) => {
    test.setTimeout(120_000);
    const world = await ownWorld();
    ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name: 'orders' }));
    for (const part of PARTS) {
      await page.goto('about:blank');
      await page.goto(partOf(world, part));
      await expect(page.locator('main')).toContainText(/\S/);
      for (let stop = 0; stop < STOPS; stop += 1) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate<string>(UNSEEN_FOCUS), `${part}, stop ${stop + 1}`).toBe('');
      }
    }
  });

  test('Z17: menus, dialogs and suggestions on a phone are within its window @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    ok(await world.post(`/registry/v2/repos/${await orgOf(world)}`, { name: 'orders' }));
    await page.setViewportSize({ width: 390, height: 800 });
    const opened: readonly (readonly [what: string, act: () => Promise<void>, box: string])[] = [
      ['worlds', () => page.getByRole('button', { name: /^World:/ }).click(), '.worlds'],
      ['parts', () => page.getByRole('button', { name: 'Menu' }).click(), '.menu'],
      ['keys', () => page.keyboard.press('?'), 'dialog'],
      [
        'suggestions',
        async () => {
          await page.keyboard.press('/');
          await page.keyboard.type('caller:');
        },
        '#suggestions .hint',
      ],
      [
        'failures',
        async () => {
          await rowsOf(page, 'Calls').first().click();
          await page.keyboard.press('f');
        },
        '[role=dialog]',
      ],
    ];
    for (const [what, act, box] of opened) {
      await page.goto('about:blank');
      await open(page, world, 'calls');
      await expect(rowsOf(page, 'Calls')).toHaveCount(1);
      await act();
      const { x = -1, width = 0 } = (await page.locator(box).first().boundingBox()) ?? {};
      expect([what, x >= 0, x + width <= 390]).toEqual([what, true, true]);
      const beyond = `[...document.querySelectorAll(${JSON.stringify(`${box}, ${box} *`)})]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > 390).length`;
      expect(await page.evaluate<number>(beyond), what).toBe(0);
      expect(await page.evaluate<number>("document.querySelector('#console').scrollLeft"), what).toBe(0);
    }
  });

  test('Z14: completions of a search are counted without the calls of the page @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    ok(await world.get('/registry/v2/repos'));
    await open(page, world, 'rows');
    await expect(rowsOf(page, 'Repos').first()).toBeVisible();
    await page.goto(partOf(world, 'calls'));
    await expect(rowsOf(page, 'Calls')).toHaveCount(1);
    await page.keyboard.press('/');
    await page.keyboard.type('caller:');
    await expect(page.getByRole('option')).toHaveText([/^caller:admin.*1 calls?$/]);
  });

  test('Z17: nothing moves for those who ask for less motion @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const moving = (): Promise<number> => page.evaluate<number>('document.getAnimations().length');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, world, 'calls');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect.poll(moving).toBe(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
  });

  test('Z14: a part of the time that is drawn over is what is searched for @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    for (let nth = 0; nth < 20; nth += 1) ok(await world.get('/registry/v2/repos'));
    await open(page, world, 'calls');
    await expect(rowsOf(page, 'Calls')).toHaveCount(20);
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.den svg').boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width, y + height / 2, { steps: 4 });
    await page.mouse.move(x + width - 1, y + height / 2);
    await page.mouse.up();
    await expect(page.getByRole('combobox', { name: 'Search the calls' })).toHaveValue(/^at:[\d.]+s\.\.[\d.]+s$/);
    await expect(page.locator('search output')).toHaveText(/^\d+ of 20$/);
    const found = await rowsOf(page, 'Calls').count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(20);
  });

  test('Z14: tests are found by title, file, how they stand and what they changed, the failed first @whole', async ({
    page,
    ownServer,
  }) => {
    const { api } = await ownServer();
    for (const [name, result] of [
      ['sees', 'passed'],
      ['pays', 'failed'],
      ['runs', ''],
    ] as const) {
      const labels = { title: `${name}-all`, file: `${name}.spec.ts`, ...(result !== '' && { result }) };
      const { id, token, orgId } = await makeWorld(api, { name, from: 'fixture:default', labels });
      const world = new Api({ ...api.connection, world: id }, token);
      if (name === 'sees') ok(await world.get('/registry/v2/repos'));
      else ok(await world.post(`/registry/v2/repos/${orgId}`, { name: 'made' }));
    }
    await page.goto(`${api.connection.baseUrl}/#tests`);
    const tests = page
      .getByRole('grid', { name: 'Tests' })
      .getByRole('row')
      .filter({ hasText: /\.spec\.ts/ });
    await expect(tests).toHaveText([/pays all/, /runs all/, /sees all/]);
    const search = page.getByRole('combobox', { name: 'Search the tests' });
    for (const [query, titles] of [
      ['runs', [/runs all/]],
      ['sees.spec', [/sees all/]],
      ['is:failed', [/pays all/]],
      ['is:running', [/runs all/]],
      ['changed:repos', [/pays all/, /runs all/]],
    ] as const) {
      await search.fill(query);
      await expect(tests, query).toHaveText([...titles]);
      await expect(page.locator('search output')).toHaveText(`${titles.length} of 4`);
    }
  });
});
