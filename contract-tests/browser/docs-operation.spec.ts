import { expectUsable } from './console-page.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

test('Z17: an operation that is open in the reference is accessible in both looks, before and after it was tried @mock @fixture @whole', async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.target.baseUrl}/docs`);
  await page.locator('.opblock-tag', { hasText: 'Repos' }).first().click({ timeout: 60_000 });
  const create = page.locator('.opblock', { hasText: 'Create a repo' }).first();
  await create.locator('.opblock-summary-control').click();
  await expect(create.getByRole('heading', { name: 'Responses' })).toBeVisible();
  await expectUsable(page);
  const list = page.locator('.opblock', { hasText: 'List repos' }).first();
  await list.locator('.opblock-summary-control').click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.live-responses-table')).toBeVisible();
  await expectUsable(page);
});
