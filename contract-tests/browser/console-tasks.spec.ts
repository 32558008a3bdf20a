import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { copied, detailOf, rowsOf } from './console-page.ts';
import { type CountedPage, countInputs } from './counted-page.ts';
import { makeLongRun, RUN_CALLS } from './long-run.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** The inputs that a task may take. */
const MAX_INPUTS = 5;

/** The numbers of inputs in docs/console.md, in the order of its tasks. */
const documented = (): readonly number[] => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/console.md'), 'utf8');
  const [, table = ''] = text.split('## Tasks');
  return [...(table.split('\n## ')[0] ?? '').matchAll(/\| (\d+) \|$/gm)].map(([, inputs]) => Number(inputs));
};

test.describe('what people do in the console, from / with the calls of three worlds @mock', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  let server: OwnServer;
  let failed: Api;
  const counts: number[] = [];

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    server = await startOwnServer();
    ({ failed } = await makeLongRun(server.api));
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
  });

  test('Z16: each of nine tasks is done in at most five inputs, and in as many as the documentation says', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const detail = detailOf(page);
    const calls = rowsOf(page, 'Calls');
    /** Does a task from the first page; `act` ends with what is found. */
    const task = (title: string, act: (person: CountedPage) => Promise<void>): Promise<void> =>
      test.step(title, async () => {
        await page.goto('about:blank');
        await page.goto(`${server.api.connection.baseUrl}/`);
        await expect(page.locator('search output')).toHaveText(/^(?:5,0|5)\d\d calls$/, { timeout: 30_000 });
        const person = countInputs(page);
        await act(person);
        expect(person.inputs(), title).toBeLessThanOrEqual(MAX_INPUTS);
        counts.push(person.inputs());
      });

    await task('find the call of a failed test that was refused, and why', async ({ press }) => {
      await expect(page.locator('search output')).toHaveText(`${RUN_CALLS.toLocaleString('en')} calls`);
      await press('2');
      await expect(page.getByRole('grid', { name: 'Tests' })).toContainText('1 failed');
      await press('Enter');
      await expect(detail).toContainText('Refused. CreateRepo needs repo.create on group example.com.');
      await expect(detail).toContainText(/role viewer\s*gives none of it/);
    });
    await task('grant what is missing, and see the call pass', async ({ press }) => {
      await press('2');
      await expect(page.getByRole('grid', { name: 'Tests' })).toContainText('1 failed');
      await press('Enter');
      await expect(page.getByRole('button', { name: /^Grant to viewer/ })).toBeVisible();
      await press('g');
      await expect(page.getByText('viewer has repo.create on example.com, in this world.')).toBeVisible();
      await press('r');
      await expect(page.getByText('CreateRepo was sent again as viewer, and answered 200.')).toBeVisible();
      await expect(detail.locator('.dh .st')).toHaveText('200');
    });
    await task('find a field that nobody read', async ({ press, type }) => {
      await press('/');
      await type('descripton');
      await press('Enter');
      await expect(detail).toContainText('Nobody read descripton.');
    });
    await task('open the world as it was before a delete', async ({ press, type }) => {
      await press('/');
      await type('DeleteRepo');
      await press('Enter');
      await expect(detail).toContainText('still-needed');
      await press('b');
      await expect(page.getByRole('grid', { name: 'Repos' })).toContainText('still-needed');
    });
    await task('find out why a row is there twice', async ({ press, type }) => {
      await press('/');
      await type('is:retry');
      await press('Enter');
      await expect(detail).toContainText('so the second one wrote it a second time.');
    });
    await task('find an event that was not delivered, and send it again', async ({ press }) => {
      await press('4');
      await expect(detail).toContainText('sink://orders');
      await press('o');
      await expect(page.getByText('Sent once more to sink://orders: delivered.')).toBeVisible();
    });
    await task('lose the answer of the next create', async ({ press, click }) => {
      await click(calls.filter({ hasText: 'CreateRepo' }).filter({ hasText: 'last-three' }));
      await press('f');
      await expect(page.getByRole('dialog', { name: 'Fail next time' })).toBeVisible();
      await press('Enter');
      await expect(page.getByText('CreateRepo will lose its next answer.')).toBeVisible();
    });
    await task('apply a fixture of your own, after a look at what it changes', async ({ press, drop }) => {
      await drop('acme.yaml', 'groups: [{ name: acme.example }]');
      await expect(page.getByRole('list', { name: 'Differences' })).toContainText('acme.example');
      await press('Enter');
      await expect(page.getByText('The fixture is applied: 1 row.')).toBeVisible();
    });
    await task('take a call into a test', async ({ press, click }) => {
      await click(calls.filter({ hasText: 'CreateRepo' }).filter({ hasText: 'last-three' }));
      await press('y');
      await expect(page.getByText('Copied as a test.')).toBeVisible();
      expect(await copied(page)).toMatch(/test\('CreateRepo.*\n[\s\S]*"name":"last-three"/);
    });
    expect(counts).toEqual(documented());
  });

  test('Z16: the mock has the results of the tasks', async () => {
    const org = await orgOf(failed);
    const listening = new Api({ ...server.api.connection, world: 'hears-of-each-repo' }, server.api.token);
    expect(ok(await failed.get('/registry/v2/repos?name=checkout')).totalCount).toBe('1');
    expect(ok(await server.api.get('/iam/v2/groups?name=acme.example')).totalCount).toBe('1');
    const create = async (): Promise<number> =>
      (await faulty(listening).post(`/registry/v2/repos/${org}`, { name: 'lost' })).status;
    expect([await create(), await create()]).toEqual([503, 409]);
  });
});
