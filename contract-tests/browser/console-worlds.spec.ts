import { readFile } from 'node:fs/promises';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { detailOf, expectUsable, open, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('worlds in the console @mock', () => {
  test('S14: the state is saved, compared, exported as a fixture and restored @whole', async ({ page, ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const seen = await open(page, world, 'fixtures');
    await page.getByLabel('Name of the snapshot').fill('before');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The state is saved as before.')).toBeVisible();
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'fresh' }));
    await page.getByRole('button', { name: 'Compare with now: before' }).click();
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText(/\+1\s*repo\s*fresh/);
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
    await page.getByRole('button', { name: 'Fork: before' }).click();
    await expect(page).toHaveURL(/#rows\?world=w-/);
    expect(seen).toEqual([]);
  });

  test('W10: a world is made, opened, reset and ended; what has changed in it is shown field by field @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const [repo] = ok(await world.get('/registry/v2/repos?name=nginx')).repos as [{ uid: string }];
    ok(
      await world.send('PATCH', `/registry/v2/repos/${repo.uid}?updateMask=description`, {
        body: { description: 'Other' },
      }),
    );
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'fresh' }));
    const seen = await open(page, world, 'tests', `&test=${world.connection.world}`);
    await expect(detailOf(page)).toContainText(/\+1 ~1\s*repos nginx, fresh/);
    await page.keyboard.press('d');
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText(
      /description\s*−"A web server and reverse proxy\."\s*\+"Other"/,
    );
    await expectUsable(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText(/is as it was at its start\.$/)).toBeVisible();
    expect(ok(await world.get('/registry/v2/repos?name=fresh')).repos).toEqual([]);
    const fork = `fork-${world.connection.world}`;
    await page.keyboard.press('n');
    await page.getByRole('form', { name: 'Make a world' }).getByLabel('Name').fill(fork);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#calls\\?world=${fork}`));
    await page.goto(`${world.connection.baseUrl}/#tests?test=${fork}`);
    await expect(detailOf(page)).toContainText(`from world:${world.connection.world}`);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await expect(page.getByText(`The world ${fork} has ended.`)).toBeVisible();
    expect((await steer(world, 'GET', `worlds/${fork}`)).status).toBe(404);
    expect(seen).toEqual([]);
  });

  test('W10: whoever fills in the form of a new world stays in the field while worlds come and go @whole', async ({
    page,
    ownWorld,
  }) => {
    const world = await ownWorld();
    await open(page, world, 'tests');
    await page.keyboard.press('n');
    const form = page.getByRole('form', { name: 'Make a world' });
    await expect(form.getByLabel('Name')).toBeFocused();
    const other = form.getByLabel('Ends after');
    await other.focus();
    const name = `came-${world.connection.world}`;
    ok(await steer(world, 'POST', 'worlds', { name, from: 'fixture:default' }));
    try {
      await expect(rowsOf(page, 'Tests').filter({ hasText: name })).toBeVisible();
      await expect(other).toBeFocused();
    } finally {
      ok(await steer(world, 'DELETE', `worlds/${name}`));
    }
  });

  test('J13: a world that ends while it is looked at is said to have ended, and its calls stay @whole', async ({
    page,
    ownServer,
  }) => {
    const { api } = await ownServer();
    const { token } = ok(await steer(api, 'POST', 'worlds', { name: 'leaving', from: 'fixture:default' }));
    const headers = { 'x-mock-world': 'leaving' };
    ok(await api.as(String(token)).send('GET', '/registry/v2/repos', { headers }));
    await page.goto(`${api.connection.baseUrl}/#calls?world=leaving`);
    await rowsOf(page, 'Calls').first().click();
    ok(await steer(api, 'DELETE', 'worlds/leaving'));
    await expect(page.getByText('World leaving has ended. Its calls stay until they are dropped.')).toBeVisible();
    await expect(rowsOf(page, 'Calls')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden();
    await page.reload();
    await expect(detailOf(page)).toContainText('"totalCount": "12"');
    await page.getByRole('button', { name: 'All worlds' }).first().click();
    await expect(page).not.toHaveURL(/world=/);
  });
});
