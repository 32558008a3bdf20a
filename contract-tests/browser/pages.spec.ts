import type { ConsoleMessage, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** What a page does that it should not: complaints on its console, failures, and requests to elsewhere. */
const watch = (page: Page, origin: string): readonly string[] => {
  const seen: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) seen.push(`request: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`response: ${response.status()} ${response.url()}`);
  });
  return seen;
};

/** Opens every section of the API page, so that its operations are listed. */
const openSections = async (page: Page): Promise<void> => {
  const closed = page.locator('.opblock-tag[data-is-open="false"]');
  await expect(page.locator('.opblock-tag').first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
};

test('/docs lists every operation, without a complaint and without leaving its origin', async ({ page, shared }) => {
  const { baseUrl } = shared.target;
  const seen = watch(page, new URL(baseUrl).origin);
  await page.goto(`${baseUrl}/docs`);
  await openSections(page);
  await expect(page.locator('.opblock')).toHaveCount(85);
  for (const summary of ['List repos', 'Create an identity', 'List advisories', 'Exchange an upstream token']) {
    await expect(page.locator('.opblock', { hasText: summary }).first()).toBeVisible();
  }
  expect(seen).toEqual([]);
});

test('/docs tries an operation against the mock with its token', async ({ page, shared }) => {
  const { baseUrl } = shared.target;
  const seen = watch(page, new URL(baseUrl).origin);
  await page.goto(`${baseUrl}/docs`);
  await openSections(page);
  const repos = page.locator('.opblock', { hasText: 'List repos' }).first();
  await repos.locator('.opblock-summary-control').click();
  await repos.getByRole('button', { name: 'Execute' }).click();
  await expect(repos.locator('.live-responses-table')).toContainText('nginx');
  expect(seen).toEqual([]);
});

test('/ says what it is and leads to the API page', async ({ page, shared }) => {
  const { baseUrl } = shared.target;
  const seen = watch(page, new URL(baseUrl).origin);
  await page.goto(`${baseUrl}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('platform-mock');
  await expect(page.getByText('curl').first()).toBeVisible();
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(`${baseUrl}/docs`);
  await expect(page.locator('.opblock-tag').first()).toBeVisible();
  expect(seen).toEqual([]);
});
