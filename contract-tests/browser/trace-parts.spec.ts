import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { makeWorld } from '../support/worlds.ts';
import { detailOf, expectUsable, MARKUP, rowsOf } from './console-page.ts';
import { expect, test } from './test.ts';
import { expectNoButtons, openFile, openTrace, pageOfTrace, withBegun } from './traced-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const parse = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(text) as Readonly<Record<string, unknown>>;

/** A run that makes, changes, renames and deletes rows, over both versions, and loses an answer. */
const run = async (world: Api): Promise<{ readonly org: string; readonly group: string; readonly changed: string }> => {
  const org = await orgOf(world);
  const group = String(ok(await world.post(`/iam/v2/groups/${org}`, { name: 'payments' })).uid);
  const repo = ok(await world.post(`/registry/v2/repos/${group}`, { name: 'api', description: 'first' }));
  ok(
    await world.send('PATCH', `/registry/v2/repos/${repo.uid}?updateMask=description`, {
      body: { description: 'second' },
    }),
  );
  const lost = { match: { operation: 'CreateRepo' }, phase: 'after_commit', do: { code: 'UNAVAILABLE' }, times: 1 };
  ok(await steer(world, 'PUT', 'faults', [lost]));
  await faulty(world).post(`/registry/v2/repos/${group}`, { name: 'lost-answer' });
  ok(await world.post(`/registry/v1/repos/${group}`, { name: 'by-v1' }));
  ok(await world.send('DELETE', `/registry/v2/repos/${repo.uid}`));
  const found = ok(await world.get('/registry/v2/repos?name=nginx')).repos as [{ readonly uid: string }];
  const [{ uid }] = found;
  ok(
    await world.send('PATCH', `/registry/v2/repos/${uid}?updateMask=description`, { body: { description: 'changed' } }),
  );
  return { org, group, changed: uid };
};

test.describe('the parts of the page of a trace @mock @fixture', () => {
  test('R25: Rows has the rows of a world at its end as the API has them, and before and after each call @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    const id = String(world.connection.world);
    const { group, changed } = await run(world);
    const seen = await openTrace(page, world, info, `#rows?world=${id}&row=${changed}`);
    const json = page.getByRole('group', { name: 'The row as JSON' });
    expect(parse(await json.innerText())).toEqual(ok(await world.get(`/registry/v2/repos/${changed}`)));
    const namesOf = async (query: string): Promise<readonly unknown[]> =>
      (ok(await world.get(`/registry/v2/repos?order_by=name&page_size=100&${query}`)).repos as { name: string }[]).map(
        (row) => row.name,
      );
    const names = (): Promise<readonly string[]> => rowsOf(page, 'Repos').locator(':nth-child(2)').allInnerTexts();
    const org = await orgOf(world);
    expect(await names()).toEqual(await namesOf(`uidp.children_of=${org}`));
    // A file offers no actions, and no tab that needs the mock.
    await expectNoButtons(page, ['Edit', 'Delete', 'New']);
    for (const name of ['JSON v1', 'Who may']) await expect(page.getByRole('tab', { name })).toHaveCount(0);
    await expect(page.getByText('changed by UpdateRepo')).toBeVisible();
    await page.getByRole('button', { name: 'payments' }).click();
    await page.getByRole('link', { name: /^Repos 2$/ }).click();
    await expect.poll(names).toEqual(await namesOf(`uidp.children_of=${group}`));
    await expect(page.getByText(`World ${id} as it was at its end.`)).toBeVisible();
    // Before its deletion the row is shown as it was then.
    await page.keyboard.press('1');
    await rowsOf(page, 'Calls').filter({ hasText: 'DeleteRepo' }).click();
    await page.getByRole('link', { name: 'Open row' }).click();
    await expect(page.getByText(/as it was before call 6, DeleteRepo\./)).toBeVisible();
    expect(parse(await json.innerText())).toMatchObject({ name: 'api', description: 'second' });
    await page.getByRole('button', { name: 'After it' }).click();
    await expect(page.getByText(/as it was after call 6, DeleteRepo\./)).toBeVisible();
    await page.getByRole('button', { name: 'The call' }).click();
    await expect(page).toHaveURL(/#calls\?.*call=6/);
    await rowsOf(page, 'Calls').filter({ hasText: 'UpdateRepo' }).first().click();
    await page.keyboard.press('b');
    await expect(page.getByText(/as it was before call 3, UpdateRepo\./)).toBeVisible();
    // It opens at the row that the call has changed.
    await expect(page.getByRole('link', { name: /^Repos 1$/ })).toHaveAttribute('aria-current', 'true');
    await expect(rowsOf(page, 'Repos')).toHaveText([/api.*first/]);
    expect(parse(await json.innerText())).toMatchObject({ name: 'api', description: 'first' });
    await page.keyboard.press('/');
    await page.keyboard.type('description:nowhere');
    await expect(page.getByRole('heading', { name: 'No repo in payments matches description:nowhere' })).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('R25: the page names the rows, and the parts of a row, that a trace does not have @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    const { changed } = await run(world);
    ok(await steer(world, 'POST', 'fixtures', { name: 'samples' }));
    const id = String(world.connection.world);
    const text = withBegun(await pageOfTrace(world), () => ({ states: [], of: { [id]: `a test says so ${MARKUP}` } }));
    const seen = await openFile(page, info.outputPath('run.html'), text, `#rows?world=${id}&row=${changed}`);
    await expect(
      page.getByText(/^The rows with which this world began are not here: a test says so <img/),
    ).toBeVisible();
    await expect(page.getByText(/^A fixture was applied at \d\d:\d\d:\d\d: .* not in the trace\.$/)).toBeVisible();
    await expect(detailOf(page)).toContainText('The trace has only these fields of it.');
    await expect(detailOf(page)).toContainText('"description": "changed"');
    await expectUsable(page);
    // Damaged data are ignored.
    const cut = text.replace(/(id="begun">)[^<]*/, '$1AAAA');
    await openFile(page, info.outputPath('run.html'), cut, `#rows?world=${id}`);
    await expect(page.getByText(/the trace does not say with what it began/)).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('R15: Events has what happened with every attempt to deliver it, Faults what was set and how often it acted @whole', async ({
    page,
    ownWorld,
  }, info) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    // The second attempt is not due before the trace is written.
    ok(await steer(world, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
    ok(await steer(world, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
    ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://orders' }));
    ok(await world.post(`/registry/v2/repos/${org}`, { name: 'orders-api' }));
    await run(world);
    const seen = await openTrace(page, world, info);
    await expect(page.getByRole('banner')).toContainText('Read only');
    await page.keyboard.press('3');
    await page.keyboard.press('/');
    await page.keyboard.type('orders-api');
    await page.keyboard.press('Enter');
    await expect(rowsOf(page, 'Events')).toHaveText([
      /registry\.repo\.created\.v1.*orders-api.*sink:\/\/orders 500, 1 try/,
    ]);
    const event = detailOf(page);
    await expect(event).toContainText('sink://orders');
    await expect(event.getByRole('list', { name: 'Attempts to sink://orders' })).toContainText('500');
    await event.getByText('What was sent').click();
    await expect(event).toContainText('"type": "dev.chainguard');
    await expectNoButtons(page, ['Send once more', 'Verify', 'Emit', 'New event', 'Receivers', 'Send']);
    await expectUsable(page);
    await page.keyboard.press('4');
    await expect(page.getByRole('heading', { name: /^1 fault set in/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Faults' })).toContainText(
      /CreateRepo.*after the call was carried out.*1 hit/s,
    );
    await expectUsable(page);
    await page.getByRole('link', { name: 'The calls that met one' }).click();
    await expect(rowsOf(page, 'Calls')).toHaveText([/503.*CreateRepo.*lost-answer/]);
    await rowsOf(page, 'Calls').first().click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await detailOf(page).getByRole('link', { name: 'registry.repo.created.v1' }).click();
    await expect(page).toHaveURL(/#events\?.*event=/);
    await expect(detailOf(page)).toContainText('"lost-answer"');
    expect(seen).toEqual([]);
  });

  test('R24: the parts about one world show that of the call, and another by its title @whole', async ({
    page,
    freshServer,
  }, info) => {
    const { api } = await freshServer();
    for (const name of ['card', 'bill']) {
      const labels = { title: `pays-by-${name}`, file: 'a.spec.ts', retry: '0', result: 'failed' };
      const { id, token, orgId } = await makeWorld(api, { name, from: 'fixture:default', labels });
      const world = new Api({ ...api.connection, world: id }, token);
      ok(await world.post(`/registry/v2/repos/${orgId}`, { name: `repo-${name}` }));
      await world.as(await mintToken(world, 'viewer')).post(`/registry/v2/repos/${orgId}`, { name });
    }
    const file = info.outputPath('run.html');
    const text = await pageOfTrace(api, '&world=*');
    // Without a world in the address the part shows the world of the call, or else of the first failed test.
    await openFile(page, file, text, '#calls');
    await rowsOf(page, 'Calls').filter({ hasText: 'repo-bill' }).click();
    await page.keyboard.press('4');
    await expect(page.getByRole('heading', { name: 'No fault was set in' })).toContainText('pays by bill');
    await openFile(page, file, text, '#faults');
    await expect(page.getByRole('heading', { name: 'No fault was set in' })).toContainText('pays by card');
    await openFile(page, file, text);
    await expect(page.getByRole('banner')).toContainText('Read only');
    await page.keyboard.press('2');
    await expect(page.getByText('World pays by card as it was at its end.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Repos' })).toContainText('repo-card');
    await page.keyboard.press('w');
    await page.keyboard.type('bill');
    await page.keyboard.press('Enter');
    await expect(page.getByText('World pays by bill as it was at its end.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Repos' })).toContainText('repo-bill');
    await page.getByRole('button', { name: 'At the beginning' }).click();
    await expect(page.getByText(/^World pays by bill as it was before call \d+, CreateRepo\.$/)).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Repos' })).not.toContainText('repo-bill');
  });
});
