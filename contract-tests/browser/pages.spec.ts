import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { watch } from './watched-page.ts';

/** Waits until the API page has drawn its document; the first time, the browser has a large script to read. */
const drawn = (page: Page): Promise<void> =>
  expect(page.locator('.opblock-tag').first()).toBeVisible({ timeout: 60_000 });

/** Opens every section of the API page, so that its operations are listed: at once, since each draws many. */
const openSections = async (page: Page): Promise<void> => {
  await drawn(page);
  await page
    .locator('.opblock-tag[data-is-open="false"]')
    .evaluateAll((closed) => closed.map((section) => (section as unknown as { click(): void }).click()));
  await expect(page.locator('.opblock-tag[data-is-open="false"]')).toHaveCount(0);
};

// A page draws the whole of a large document, which takes a slow machine long.
test.describe.configure({ timeout: 120_000 });

/** The page of each version, with how many operations it lists and some of them. */
const PAGES = [
  {
    version: 'v2',
    path: '/docs',
    count: 85,
    summaries: ['List repos', 'Create an identity', 'List advisories', 'Exchange an upstream token'],
    shows: /"name": "nginx"[\s\S]*"catalogTier"/,
  },
  {
    version: 'v1',
    path: '/docs/v1',
    count: 94,
    summaries: ['List repos', 'Replace an identity', 'List advisories', 'Create an identity'],
    shows: /"name": "nginx"[\s\S]*"catalog_tier"/,
  },
] as const;

// One load for both checks: the browser reads the script of Swagger UI at each, which takes most of the time of a test.
for (const { version, path, count, summaries, shows } of PAGES) {
  test(`${path} lists the ${count} operations of ${version}, and tries one against the mock with its token @whole`, async ({
    page,
    shared,
  }) => {
    const { baseUrl } = shared.target;
    const seen = watch(page, new URL(baseUrl).origin);
    await page.goto(`${baseUrl}${path}`);
    await openSections(page);
    await expect(page.locator('.opblock')).toHaveCount(count);
    await expect(page.locator('.opblock-summary-path', { hasText: `/${version}/` }).first()).toBeVisible();
    for (const summary of summaries) {
      await expect(page.locator('.opblock', { hasText: summary }).first()).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: `Platform API ${version}` })).toBeVisible();
    const repos = page.locator('.opblock', { hasText: 'List repos' }).first();
    await repos.locator('.opblock-summary-control').click();
    await repos.getByRole('button', { name: 'Execute' }).click();
    await expect(repos.locator('.live-responses-table')).toContainText(shows);
    expect(seen).toEqual([]);
  });
}

test('/ leads to the API pages, which link to each other @whole', async ({ page, shared }) => {
  const { baseUrl } = shared.target;
  const seen = watch(page, new URL(baseUrl).origin);
  const versions = page.getByRole('navigation', { name: 'Versions' });
  await page.goto(`${baseUrl}/#start`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ready on');
  await page.getByRole('link', { name: 'API v2' }).click();
  await expect(page).toHaveURL(`${baseUrl}/docs`);
  await expect(versions.locator('[aria-current="page"]')).toHaveText('v2');
  await versions.getByRole('link', { name: 'v1' }).click();
  await expect(page).toHaveURL(`${baseUrl}/docs/v1`);
  await expect(versions.locator('[aria-current="page"]')).toHaveText('v1');
  await drawn(page);
  await expect(page.getByRole('heading', { name: 'Platform API v1' })).toBeVisible();
  await page.goto(`${baseUrl}/#start`);
  await page.getByRole('link', { name: 'API v1' }).click();
  await expect(page).toHaveURL(`${baseUrl}/docs/v1`);
  await versions.getByRole('link', { name: 'v2' }).click();
  await expect(page).toHaveURL(`${baseUrl}/docs`);
  await expect(versions.locator('[aria-current="page"]')).toHaveText('v2');
  expect(seen).toEqual([]);
});

test('Z10: /docs/control lists the calls of the control plane, dark and on a phone, and leads home @whole', async ({
  page,
  shared,
}) => {
  const { baseUrl } = shared.target;
  const seen = watch(page, new URL(baseUrl).origin);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${baseUrl}/docs/control`);
  await drawn(page);
  await page.locator('.opblock-tag', { hasText: 'Journal' }).click();
  const list = page.locator('.opblock', { hasText: 'List the exchanges of the world' });
  await list.locator('.opblock-summary-control').click();
  const description = list.locator('td.parameters-col_description').first();
  await expect(description).toBeVisible();
  expect((await description.boundingBox())?.width).toBeGreaterThan(280);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expect(page.locator('html')).toHaveClass(/dark-mode/);
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(
    page
      .getByRole('navigation', { name: 'Parts' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first(),
  ).toBeVisible();
  expect(seen).toEqual([]);
});
