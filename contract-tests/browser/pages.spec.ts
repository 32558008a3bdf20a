import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { watch } from './watched-page.ts';

/** The contents of an API page, once it has drawn its document. */
const contentsOf = async (page: Page): Promise<Locator> => {
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link').first()).toBeVisible();
  return contents;
};

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

for (const { version, path, count, summaries, shows } of PAGES) {
  test(`${path} lists the ${count} operations of ${version}, and tries one against the mock with its token @whole`, async ({
    page,
    shared,
  }) => {
    const { baseUrl } = shared.target;
    const seen = watch(page, new URL(baseUrl).origin);
    await page.goto(`${baseUrl}${path}`);
    const contents = await contentsOf(page);
    await expect(contents.locator('section a')).toHaveCount(count);
    for (const summary of summaries) {
      await expect(contents.getByRole('link', { name: summary }).first()).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: `Platform API ${version}` })).toBeVisible();
    await contents.getByRole('link', { name: 'List repos' }).click();
    const repos = page.getByRole('article', { name: 'List repos' });
    await expect(repos).toContainText(`/registry/${version}/repos`);
    await repos.getByRole('button', { name: 'Send' }).click();
    await expect(repos.getByRole('group', { name: 'Body of the answer' })).toContainText(shows);
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
  await contentsOf(page);
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
  const contents = await contentsOf(page);
  const entry = contents.getByRole('link', { name: 'List the exchanges of the world' });
  await entry.click();
  const form = page.getByRole('form', { name: 'Try List the exchanges of the world' });
  await expect(form).toBeVisible();
  await expect(entry).toBeHidden();
  expect((await form.boundingBox())?.width).toBeGreaterThan(340);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(15, 17, 19)');
  await page.getByRole('link', { name: 'All operations' }).click();
  await expect(entry).toBeVisible();
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(
    page
      .getByRole('navigation', { name: 'Parts' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first(),
  ).toBeVisible();
  expect(seen).toEqual([]);
});
