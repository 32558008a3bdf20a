import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { read } from '../documents/document-blocks.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { parsedYaml } from '../support/parsed-yaml.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { detailOf, expectUsable, open, rowsOf } from './console-page.ts';
import { testRun } from './scenes.ts';
import { expect, test } from './test.ts';
import { openFile, openTrace } from './traced-page.ts';

/** The width of the part of an element that does not fit into it. */
const hiddenWidth = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`);

test.use({ viewport: { width: 1440, height: 900 } });

const REPOS = '/registry/v2/repos';

/** The presets that are no surprise: what they do is measured over many calls. */
const OF_MANY_CALLS = ['flaky', 'brownout', 'quota', 'maintenance'];

/** The names of all surprises, as the control plane declares them. */
const surpriseNames = (): readonly string[] => {
  const { components } = parsedYaml(read('openapi-control.yaml')) as {
    readonly components: {
      readonly schemas: { readonly FaultPreset: { readonly properties: { readonly preset: { enum: string[] } } } };
    };
  };
  return components.schemas.FaultPreset.properties.preset.enum.filter((name) => !OF_MANY_CALLS.includes(name));
};

/** The call that a surprise is set for, the surprises that it can and cannot meet, and one with what it is said to do. */
const DIALOGS: readonly {
  readonly call: string;
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
  readonly chosen: string;
  readonly says: string;
  /** The statuses of the call before, with and after the surprise. */
  readonly answers: readonly number[];
}[] = [
  {
    call: 'ListRepos',
    has: ['short_page', 'empty_page', 'late_read', 'html_502'],
    hasNot: ['lost_answer', 'created_before', 'too_many_pings'],
    chosen: 'html_502',
    says: '502, with the HTML page of a proxy',
    answers: [502, 200],
  },
  {
    call: 'CreateRepo',
    has: ['lost_answer', 'created_before', 'aborted_once'],
    hasNot: ['short_page', 'late_read', 'deleted_between'],
    chosen: 'lost_answer',
    says: 'it is stored, and 503 is answered',
    answers: [503, 409],
  },
];

/** Makes one call of a repo. */
const callOf = async (world: Api, call: string, name: string): Promise<number> =>
  (
    await (call === 'ListRepos'
      ? world.get(`${REPOS}?page_size=4`)
      : world.post(`${REPOS}/${await orgOf(world)}`, { name }))
  ).status;

/** Requests over a face of HTTP that fail, with what the page must show of them. */
const SENT: readonly (readonly [what: string, call: (world: Api) => Promise<unknown>, sent: string, got: RegExp])[] = [
  [
    'a query in snake_case',
    (world) => world.get(`${REPOS}?page_size=2&page_token=%20`),
    `GET ${REPOS}?page_size=2&page_token=`,
    /"code": 3\b/,
  ],
  ['a query in camelCase', (world) => world.get(`${REPOS}?pageSize=-2`), `GET ${REPOS}?pageSize=-2`, /"code": 3\b/],
  ['a missing row', (world) => world.get(`${REPOS}/${'a'.repeat(40)}/${'b'.repeat(16)}`), 'GET', /"code": 5\b/],
  [
    'a name that is taken',
    async (world) => world.post(`${REPOS}/${await orgOf(world)}`, { name: 'nginx' }),
    '"name": "nginx"',
    /"code": 6\b/,
  ],
];

/** Kinds of what a fixture has that no list of the API has: the row that it is beside, its title and a text of it. */
const BESIDE: readonly (readonly [kind: string, row: RegExp, title: string, text: string])[] = [
  ['Repos', /^.*nginx/, 'Readme', 'nginx'],
  ['Repos', /^.*nginx/, 'Package versions', '"latestVersion": "1.27.4"'],
  ['Groups', /./, 'Registry settings', '{'],
  ['Tags', /latest/, 'Image', '{'],
  ['Artifacts', /./, 'Versions', '{'],
];

const failNext = (page: Page) => page.getByRole('dialog', { name: 'Fail next time' });

test.describe('the words of the console @mock @fixture', () => {
  test.describe.configure({ timeout: 120_000 });

  for (const { call, has, hasNot, chosen, says, answers } of DIALOGS) {
    test(`Z15: the next ${call} meets a surprise by its name, and the dialog says what that does to it @whole`, async ({
      page,
      ownWorld,
    }) => {
      const world = await ownWorld();
      await callOf(world, call, 'first');
      const seen = await open(page, world, 'calls');
      await rowsOf(page, 'Calls').first().click();
      await page.keyboard.press('f');
      const dialog = failNext(page);
      const surprise = dialog.getByLabel('Surprise', { exact: true });
      const names = await surprise.locator('option').allInnerTexts();
      expect(names).toEqual(expect.arrayContaining([...has]));
      expect(names.filter((name) => hasNot.includes(name))).toEqual([]);
      const words: string[] = [];
      for (const name of names) {
        await surprise.selectOption(name);
        words.push(await dialog.locator('.surprise .t2').innerText());
      }
      // Each has words of its own.
      expect(new Set(words).size).toBe(names.length);
      await surprise.selectOption(chosen);
      await expect(dialog).toContainText(says);
      await dialog.getByRole('button', { name: 'Once' }).click();
      await expect(page.getByText(`${call} meets ${chosen} next: ${says}.`)).toBeVisible();
      expect(await callOf(faulty(world), call, 'met')).toBe(answers[0]);
      expect(await callOf(faulty(world), call, 'met')).toBe(answers[1]);
      expect(seen).toEqual([]);
    });
  }

  test('F15: the form of Faults offers every surprise by its name with what it does, and its rule is listed so @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    await open(page, world, 'faults');
    const form = page.getByRole('form', { name: 'Add a fault' });
    await expect(form).toBeVisible();
    const offered = await form.getByLabel('Effect').locator('option').allInnerTexts();
    const surprises = offered.filter((text) => /^[a-z\d_]+: /.test(text) && !text.startsWith('no answer'));
    expect(surprises.map((text) => text.split(':')[0]).toSorted()).toEqual(surpriseNames().toSorted());
    await form.getByLabel('Operation').fill('ListRepos');
    await form.getByLabel('Effect').selectOption('preset:short_page');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('Faults set: 1.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Faults' })).toContainText(/ListRepos\s*short_page: half of/);
    const { repos } = ok(await faulty(world).get(`${REPOS}?page_size=8`));
    expect(repos).toHaveLength(4);
  });

  test('R15: a run is saved as a page, which opens from a file with the calls that it has @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    await callOf(world, 'CreateRepo', 'kept-in-the-page');
    const id = String(world.connection.world);
    await open(page, world, 'calls');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this run as a page' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(`${id}.html`);
    await expect(page.getByText(`The run is saved as ${id}.html.`)).toBeVisible();
    const text = await readFile(await file.path(), 'utf8');
    const seen = await openFile(page, info.outputPath('run.html'), text);
    await expect(rowsOf(page, 'Calls')).toHaveText([/CreateRepo.*kept-in-the-page/]);
    // A page that was saved cannot be saved again.
    await expect(page.getByRole('button', { name: 'Save this run as a page' })).toHaveCount(0);
    expect(seen).toEqual([]);
  });

  for (const [width, isOpen] of [
    [360, false],
    [390, false],
    [640, false],
    [1_024, false],
    [1_024, true],
  ] as const) {
    test(`Z17: no mark of the footer is cut at ${width} pixels${isOpen ? ', beside an open call' : ''} @whole`, async ({
      page,
      ownWorld,
    }) => {
      const world = await ownWorld();
      await testRun(world);
      await page.setViewportSize({ width, height: 760 });
      await open(page, world, 'calls');
      const marks = page.getByRole('group', { name: 'Marks' });
      await expect(marks).toContainText('1 with unread fields');
      if (isOpen) {
        await rowsOf(page, 'Calls').filter({ hasText: 'name taken, by its first try' }).first().click();
        expect(await hiddenWidth(page, '[role=tablist]')).toBe(0);
      }
      const foot = page.locator('.foot').filter({ has: marks });
      const { x: left = 0, y: top = 0, width: wide = 0, height: high = 0 } = (await foot.boundingBox()) ?? {};
      const buttons = await foot.getByRole('button').filter({ visible: true }).all();
      expect(buttons.length).toBeGreaterThan(1);
      for (const button of buttons) {
        const box = await button.boundingBox();
        const name = await button.innerText();
        expect(box?.x, name).toBeGreaterThanOrEqual(left);
        expect(box && box.x + box.width, name).toBeLessThanOrEqual(left + wide);
        expect(box?.y, name).toBeGreaterThanOrEqual(top);
        expect(box && box.y + box.height, name).toBeLessThanOrEqual(top + high);
      }
      expect(await hiddenWidth(page, '[role=group][aria-label=Marks]')).toBe(0);
    });
  }

  test('Z6: the mistakes of a fixture stand beside their lines, at the same height @whole', async ({
    page,
    ownWorld,
  }) => {
    await open(page, await ownWorld(), 'fixtures');
    const text = 'groups:\n  - name: acme.example\n    repoes: []\n  - nam: x\n';
    const editor = page.getByLabel('Fixture, YAML or JSON');
    await editor.fill(text);
    await page.getByRole('button', { name: 'Check' }).click();
    const notes = page.locator('.lines pre.notes > span');
    await expect(notes).toHaveCount(text.split('\n').length);
    const heightOf = (line: number): Promise<number> =>
      page.evaluate(`(() => {
        const box = document.querySelector('textarea[aria-label^=Fixture]');
        const { paddingTop, lineHeight } = getComputedStyle(box);
        return box.getBoundingClientRect().top + parseFloat(paddingTop) + ${line - 1} * parseFloat(lineHeight);
      })()`);
    for (const [line, said] of [
      [1, /^\s*$/],
      [2, /^\s*$/],
      [3, /unknown key "repoes", did you mean "repos"\?/],
      [4, /nam/],
    ] as const) {
      const note = notes.nth(line - 1);
      await expect(note).toHaveText(said);
      const { y = -1 } = (await note.boundingBox()) ?? {};
      expect(Math.abs(y - (await heightOf(line))), `line ${line}`).toBeLessThan(6);
    }
  });

  for (const [what, call, sent, got] of SENT) {
    test(`J3: ${what} is shown as it was sent, and its error with the number of its code @whole`, async ({
      page,
      ownWorld,
    }) => {
      const world = await ownWorld();
      await call(world);
      await open(page, world, 'calls');
      await rowsOf(page, 'Calls').last().click();
      await page.getByRole('tab', { name: 'Request' }).click();
      const panel = page.getByRole('tabpanel');
      await expect(panel).toContainText(sent);
      await expect(panel).toContainText(got);
    });
  }

  test('35.1: why a path is not served is beside its call', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    await world.get('/registry/v2/sboms');
    await open(page, world, 'calls');
    const why = 'published, not served: the mock has no SBOMs';
    await expect(rowsOf(page, 'Calls').first()).toContainText(why);
    await rowsOf(page, 'Calls').first().click();
    await page.getByRole('tab', { name: 'Why' }).click();
    await expect(detailOf(page)).toContainText(`Not found. ${why}.`);
  });

  test('J20: a call that the page sends again is no retry of its client @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const create = { body: { name: 'nginx' }, headers: { cgclientid: 'ci/1.0' } };
    await world.send('POST', `${REPOS}/${await orgOf(world)}`, create);
    await open(page, world, 'calls');
    await rowsOf(page, 'Calls').first().click();
    await page.keyboard.press('r');
    await expect(page.getByText(/^CreateRepo was sent again as admin, and answered 409\.$/)).toBeVisible();
    await expect(rowsOf(page, 'Calls')).toHaveCount(2);
    const marks = page.getByRole('group', { name: 'Marks' });
    await expect(marks.getByRole('button', { name: /retr/ })).toHaveText(/ 0 retries$/);
    await page.getByRole('tab', { name: 'Attempts' }).click();
    await expect(detailOf(page)).not.toContainText(/\d tries in/);
    // The same call, repeated by the client itself, is a retry.
    for (let nth = 0; nth < 2; nth += 1) await world.send('POST', `${REPOS}/${await orgOf(world)}`, create);
    await expect(marks.getByRole('button', { name: /retr/ })).not.toHaveText(/ 0 retries$/);
  });

  test('A1: access shows each organization of a world by choice, with its identities and roles by name @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const names = ['walter', 'anna'];
    const zeta = {
      name: 'zeta.example',
      identities: names.map((name) => ({ name, claimMatch: { issuer: 'https://issuer.example.com', subject: name } })),
      roleBindings: names.map((identity) => ({ identity, role: 'viewer' })),
    };
    ok(await steer(world, 'POST', 'fixtures', { groups: [zeta] }));
    await open(page, world, 'access');
    const organization = page.getByLabel('Organization');
    await expect(organization.locator('option')).toHaveText(['example.com', 'zeta.example']);
    const table = page.getByRole('table', { name: 'Who may do what' });
    const lines = async (kind: string): Promise<readonly string[]> =>
      table.getByRole('row').filter({ hasText: kind }).locator('td:first-child').allInnerTexts();
    for (const [name, first] of [
      ['example.com', 'viewer'],
      ['zeta.example', 'anna'],
    ] as const) {
      await organization.selectOption(name);
      await expect(table).toContainText(first);
      for (const kind of ['identity', 'role']) {
        const rows = await lines(kind);
        expect(rows.length).toBeGreaterThan(1);
        expect(rows).toEqual(rows.toSorted((one, other) => one.localeCompare(other)));
      }
      await table.getByRole('button', { name: first, exact: true }).first().click();
      await expect(page.getByRole('heading', { name: `What ${first} may do in ${name}` })).toBeVisible();
    }
    await expectUsable(page);
  });

  test('W10: Tests says what the calls of a world changed, and lists what world diff does @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const id = String(world.connection.world);
    await callOf(world, 'CreateRepo', 'by-a-call');
    // A change by a fixture is no change by a call.
    ok(await steer(world, 'POST', 'fixtures', { groups: [{ name: 'by-a-fixture.example' }] }));
    await open(page, world, 'tests', `&test=${id}`);
    await expect(page.getByRole('heading', { name: 'What its calls changed' })).toBeVisible();
    await expect(detailOf(page)).toContainText(/\+1\s*repo by-a-call/);
    await expect(detailOf(page)).not.toContainText('by-a-fixture');
    await page.keyboard.press('d');
    const { added, removed, changed } = ok(await steer(world, 'GET', `worlds/${id}:diff`)) as unknown as Record<
      'added' | 'removed' | 'changed',
      readonly { readonly name?: string }[]
    >;
    const names = [...added, ...removed, ...changed].map(({ name = '' }) => name);
    expect(names).toEqual(expect.arrayContaining(['by-a-call', 'by-a-fixture.example']));
    const differences = page.getByRole('list', { name: 'Differences' }).getByRole('listitem');
    await expect(differences.locator('b')).toHaveText(names);
  });

  for (const [kind, row, title, text] of BESIDE) {
    test(`Z7: ${title} of a fixture is beside its row in ${kind} @whole`, async ({ page, ownWorld }) => {
      const world = await ownWorld();
      await open(page, world, 'rows');
      const tree = page.getByRole('navigation', { name: 'Groups and kinds of rows' });
      await tree
        .getByRole('link', { name: new RegExp(`^${kind} \\d`) })
        .first()
        .click();
      await rowsOf(page, kind).filter({ hasText: row }).first().click();
      await page.getByRole('tab', { name: 'Beside it' }).click();
      const beside = page
        .getByRole('tabpanel')
        .locator('section')
        .filter({
          has: page.getByRole('heading', { name: title, exact: true }),
        });
      await expect(beside).toContainText(text);
    });
  }

  test('R15: the page of a run without a call says so, and promises none @whole', async ({ page, ownWorld }, info) => {
    const world = await ownWorld();
    const seen = await openTrace(page, world, info);
    await expect(page.getByRole('heading', { name: /^No call in / })).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/\byet\b|appears here|has this in its title/);
    expect(seen).toEqual([]);
  });

  test('R24: the page of a test that failed by a webhook opens at the event that was not accepted @whole', async ({
    page,
    api,
  }, info) => {
    const labels = { title: 'a-receiver-is-told', file: 'hook.spec.ts', retry: '0', result: 'failed' };
    const { id, token } = await makeWorld(api, { from: 'fixture:default', labels });
    const world = new Api({ ...api.connection, world: id }, token);
    try {
      const org = await orgOf(world);
      ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
      ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://receiver' }));
      ok(await world.post(`${REPOS}/${org}`, { name: 'accepted' }));
      ok(await steer(world, 'PUT', 'sink/receiver', { answers: [{ status: 500 }, { status: 204 }] }));
      ok(await world.post(`${REPOS}/${org}`, { name: 'refused-at-first' }));
      await advance(world, '1h');
      ok(await world.post(`${REPOS}/${org}`, { name: 'accepted-at-last' }));
      await openTrace(page, world, info);
      await expect(page).toHaveURL(/#events\?/);
      await expect(detailOf(page)).toContainText('refused-at-first');
      await expect(detailOf(page)).toContainText('500');
      // The trace of a test with a failed call opens at that call.
      await world.as(await mintToken(world, 'viewer')).post(`${REPOS}/${org}`, { name: 'not-allowed' });
      await openTrace(page, world, info);
      await expect(page).toHaveURL(/#calls\?/);
      await expect(detailOf(page)).toContainText('missing capability "repo.create"');
    } finally {
      ok(await steer(api, 'DELETE', `worlds/${id}`));
    }
  });
});
