import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { accessibilityFlaws } from './accessibility.ts';
import { expect } from './test.ts';
import { watch } from './watched-page.ts';

const VIEWS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const;

/** What would be drawn if a page took it for its own. */
export const MARKUP = '<img src=x onerror=alert(1)><b>bold</b><script>alert(2)</script>';

/** The address of a pane in a world. */
export const paneOf = (world: Api, pane: string, query = ''): string =>
  `${world.connection.baseUrl}/#${pane}?world=${world.connection.world}${query}`;

/** Opens a pane of a world and returns what went wrong on the page since. */
export const open = async (page: Page, world: Api, pane: string, query?: string): Promise<readonly string[]> => {
  const seen = watch(page, new URL(world.connection.baseUrl).origin);
  await page.goto(paneOf(world, pane, query));
  return seen;
};

/** Fails where the page is wider than its window, or breaks a rule for accessible pages, in either look. */
export const expectUsable = async (page: Page): Promise<void> => {
  for (const { width, scheme } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await accessibilityFlaws(page), `${width} px, ${scheme}`).toEqual([]);
  }
};
