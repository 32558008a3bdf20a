import { execFileSync } from 'node:child_process';
import { copied, expectUsable } from './console-page.ts';
import { expect, test } from './test.ts';
import { watch } from './watched-page.ts';

test.describe.configure({ timeout: 180_000 });

/** The pages of the reference, each with an operation that sends a body, one that is tried, and a schema. */
for (const [path, create, list, schema] of [
  ['/docs', 'Create a repo', 'List repos', 'registry.v2.Repo'],
  ['/docs/v1', 'Create a repo', 'List repos', 'registry.Repo'],
  ['/docs/control', 'Make a world', 'List the worlds', 'Fault'],
] as const) {
  test(`Z17: operations that are open at ${path} are accessible in both looks, before and after one was tried @mock @fixture @whole`, async ({
    page,
    shared,
  }) => {
    await page.goto(`${shared.target.baseUrl}${path}`);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: create }).first().click();
    const created = page.getByRole('article', { name: create });
    await expect(created.getByRole('heading', { name: 'Answers' })).toBeVisible();
    await created.locator('.answers summary').first().click();
    await expect(created.locator('.answers [open] p code').first()).toBeVisible();
    await expectUsable(page);
    await contents.getByRole('link', { name: list }).first().click();
    const listed = page.getByRole('article', { name: list });
    await listed.getByRole('button', { name: 'Send' }).click();
    await expect(listed.getByRole('status')).toContainText('200');
    await expectUsable(page);
    await page.getByRole('searchbox').fill(schema);
    await contents.getByRole('link', { name: schema, exact: true }).click();
    await expect(page.getByRole('article', { name: schema, exact: true }).locator('dl').first()).toBeVisible();
    await expectUsable(page);
  });
}

test.describe('the reference @mock @fixture', () => {
  test('Z20: an operation is drawn when it is first opened, and keeps what was filled in', async ({ page, shared }) => {
    const seen = watch(page, new URL(shared.target.baseUrl).origin);
    await page.goto(`${shared.target.baseUrl}/docs#ListRepos`);
    const forms = page.getByRole('form', { includeHidden: true });
    await expect(page.getByRole('heading', { name: 'List repos' })).toBeVisible();
    await expect(forms).toHaveCount(1);
    await page.getByLabel('name', { exact: true }).fill('nginx');
    await page.getByRole('link', { name: 'Create a repo' }).click();
    await expect(page.getByRole('heading', { name: 'Create a repo' })).toBeFocused();
    await expect(forms).toHaveCount(2);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'List repos' })).toBeVisible();
    await expect(page.getByLabel('name', { exact: true })).toHaveValue('nginx');
    await expect(page.getByRole('navigation', { name: 'Contents' }).locator('[aria-current=page]')).toHaveText(
      /List repos/,
    );
    expect(seen).toEqual([]);
  });

  test('Z20: a call is sent as the line for curl has it, and its answer is shown as it came', async ({
    page,
    shared,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${shared.target.baseUrl}/docs#ListRepos`);
    const form = page.getByRole('form', { name: 'Try List repos' });
    const token = await form.getByLabel('Token', { exact: true }).inputValue();
    await form.getByLabel('name', { exact: true }).fill("it's nginx & more");
    await form.getByLabel('uidp.ids').fill('a\nb');
    await form.getByRole('button', { name: 'Copy for curl' }).click();
    await expect(form.getByRole('button', { name: 'Copied' })).toBeVisible();
    const line = await copied(page);
    await expect(form.getByRole('group', { name: 'The request for curl' })).toHaveText(line);
    expect(line).toContain('uidp.ids=a&uidp.ids=b');
    const answered = page.waitForResponse((response) => response.url().includes('/registry/v2/repos'));
    await page.keyboard.press('Control+Enter');
    const asked = await answered;
    const body = await asked.text();
    expect(execFileSync('sh', ['-c', line.replace('curl ', 'curl -s ')], { encoding: 'utf8' })).toBe(body);
    expect(await asked.request().headerValue('authorization')).toBe(`Bearer ${token}`);
    await expect(form.getByRole('status')).toContainText(String(asked.status()));
    const text = (await form.getByRole('group', { name: 'Body of the answer' }).textContent()) ?? '';
    expect(text).toBe(JSON.stringify(JSON.parse(body), null, 2));
  });

  test('Z20: a refusal is shown as it came, and a call without its variable is not sent', async ({ page, shared }) => {
    await page.goto(`${shared.target.baseUrl}/docs#GetRepo`);
    const form = page.getByRole('form', { name: 'Try Get a repo' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/registry/')) sent.push(new URL(request.url()).pathname);
    });
    await form.getByLabel('uid', { exact: true }).fill('');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByLabel('uid', { exact: true })).toBeFocused();
    expect(sent).toEqual([]);
    await form.getByLabel('uid', { exact: true }).fill('../../<b>');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('status')).toHaveText(/^[45]\d\d /);
    expect(sent).toEqual(['/registry/v2/repos/..%2F..%2F%3Cb%3E']);
    await expect(form.getByRole('group', { name: 'Body of the answer' })).toContainText('"code": ');
  });

  test('Z20: by keys alone an operation is found, opened and tried', async ({ page, shared }) => {
    await page.goto(`${shared.target.baseUrl}/docs`);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents.getByRole('link').first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('repos list GET');
    await expect(contents.getByRole('link')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'List repos' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Get a repo' })).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('no such words');
    await expect(contents.getByText('Nothing has these words.')).toBeVisible();
  });

  test('Z10: the reference of the control plane asks for its token, once in a tab @whole', async ({
    page,
    freshServer,
  }) => {
    const { api } = await freshServer('--control-token', 'steer-me');
    await page.goto(`${api.connection.baseUrl}/docs/control#mock.worlds`);
    const ask = page.getByRole('form', { name: 'Token of the control plane' });
    await ask.getByLabel('Token', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'The control token was not accepted' })).toBeVisible();
    await ask.getByLabel('Token', { exact: true }).fill('steer-me');
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Try List the worlds' });
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('status')).toContainText('200');
    await page.reload();
    await expect(form.getByLabel('Token', { exact: true })).toHaveValue('steer-me');
    expect(page.url()).not.toContain('steer-me');
  });
});
