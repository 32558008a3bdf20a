import { expectUsable } from './console-page.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

/** The pages of the reference, each with a section, an operation that sends a body and one that is tried. */
for (const [path, section, create, list] of [
  ['/docs', 'Repos', 'Create a repo', 'List repos'],
  ['/docs/v1', 'Repos', 'Create a repo', 'List repos'],
  ['/docs/control', 'Worlds', 'Make a world', 'List the worlds'],
] as const) {
  test(`Z17: operations that are open at ${path} are accessible in both looks, before and after one was tried @mock @fixture @whole`, async ({
    page,
    shared,
  }) => {
    await page.goto(`${shared.target.baseUrl}${path}`);
    await page.locator('.opblock-tag', { hasText: section }).first().click({ timeout: 60_000 });
    const created = page.locator('.opblock', { hasText: create }).first();
    await created.locator('.opblock-summary-control').click();
    await expect(created.getByRole('heading', { name: 'Responses' })).toBeVisible();
    await expectUsable(page);
    const listed = page.locator('.opblock', { hasText: list }).first();
    await listed.locator('.opblock-summary-control').click();
    await listed.getByRole('button', { name: 'Execute' }).click();
    await expect(listed.locator('.live-responses-table')).toBeVisible();
    await expectUsable(page);
  });
}
