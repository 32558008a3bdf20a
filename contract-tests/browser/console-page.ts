import type { Locator, Page } from '@playwright/test';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import type { Api } from '../support/api.ts';
import { accessibilityFlaws } from './accessibility.ts';
import { expect } from './test.ts';
import { watch } from './watched-page.ts';

const EVERY_VIEW = [360, 768, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);
/** Unless tests are run whole: the narrowest in one look and the widest in the other. */
const VIEWS = TEST_SIZE === 'whole' ? EVERY_VIEW : [1, 4].flatMap((nth) => EVERY_VIEW[nth] ?? []);

/** Markup that would be drawn if a page took it for its own. */
export const MARKUP = '<img src=x onerror=alert(1)><b>bold</b><script>alert(2)</script>';

/** The address of a part in a world. */
export const partOf = (world: Api, part: string, query = ''): string =>
  `${world.connection.baseUrl}/#${part}?world=${world.connection.world}${query}`;

/** Opens a part for a world and returns what went wrong on the page since. */
export const open = async (page: Page, world: Api, part: string, query?: string): Promise<readonly string[]> => {
  const seen = watch(page, new URL(world.connection.baseUrl).origin);
  await page.goto(partOf(world, part, query));
  return seen;
};

/** Shows the page in a look, and waits until it has changed. */
export const showIn = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  // The page hears of another look with its next frame, and may change its colours for a time.
  await page.evaluate(`new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
    .then(() => document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)))
    .then((moving) => Promise.allSettled(moving.map(({ finished }) => finished)))
    .then(() => undefined)`);
};

/** Fails if the page is wider than its window, or breaks a rule for accessible pages, in each view or some of them. */
export const expectUsable = async (page: Page): Promise<void> => {
  for (const { width, scheme } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await showIn(page, scheme);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await accessibilityFlaws(page), `${width} px, ${scheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** The rows of a table of the page, without its head. */
export const rowsOf = (page: Page, table: string): Locator =>
  page
    .getByRole('grid', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** The detail beside the table: the call, the test, the row or the event that is chosen. */
export const detailOf = (page: Page): Locator => page.getByRole('complementary').first();

/** The text that the page has copied. */
export const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

/** Hands a file to the page as if it was dropped there. */
export const drop = async (page: Page, name: string, text: string): Promise<void> => {
  const dropped = await page.evaluateHandle<object>(`(() => {
    const moved = new DataTransfer();
    moved.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return moved;
  })()`);
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
};
