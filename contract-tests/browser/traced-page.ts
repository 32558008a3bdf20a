import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page, TestInfo } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { expect } from './test.ts';

/** The text of the page of a world's trace, or of all with `*`. */
export const pageOfTrace = async (world: Api, query = ''): Promise<string> => {
  const { status, headers, text } = await steer(world, 'GET', `trace?format=html${query}`);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  return text;
};

const DATA = /(id="trace">)([^<]*)(<)/;

/** The page with another text as its trace. */
export const withTrace = (page: string, change: (text: string) => string): string =>
  page.replace(DATA, (_, before: string, data: string, behind: string) => {
    const text = gunzipSync(Buffer.from(data, 'base64')).toString('utf8');
    return `${before}${gzipSync(change(text)).toString('base64')}${behind}`;
  });

const BEGUN = /(id="begun">)([^<]*)(<)/;

/** The page with other beginnings of its worlds. */
export const withBegun = (page: string, change: () => object): string =>
  page.replace(BEGUN, (_, before: string, __: string, behind: string) => {
    return `${before}${gzipSync(JSON.stringify(change())).toString('base64')}${behind}`;
  });

/** The page of which the data end after a part of them. */
export const cutOff = (page: string, part: number): string => {
  const [, , data = ''] = DATA.exec(page) ?? [];
  const at = page.indexOf(data);
  return page.slice(0, at + Math.floor(data.length * part));
};

/** Opens a page from a file, as a double click does; returns what it asks for and what goes wrong. */
export const openFile = async (page: Page, file: string, text: string, hash = ''): Promise<readonly string[]> => {
  const seen: string[] = [];
  const { href } = pathToFileURL(file);
  page.on('console', (message) => seen.push(`console: ${message.text()}`));
  page.on('pageerror', ({ message }) => seen.push(`error: ${message}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(href)) seen.push(`request: ${request.url()}`);
  });
  writeFileSync(file, text);
  // Another hash alone would not load it anew.
  await page.goto('about:blank');
  await page.goto(`${href}${hash}`);
  return seen;
};

/** Opens the page of a world's trace as `openFile` does; returns what it asks for and what goes wrong. */
export const openTrace = async (page: Page, world: Api, info: TestInfo, hash = ''): Promise<readonly string[]> =>
  openFile(page, info.outputPath('run.html'), await pageOfTrace(world), hash);

/** Expects no button whose name begins with one of the names. */
export const expectNoButtons = async (page: Page, names: readonly string[]): Promise<void> => {
  for (const name of names) await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0);
};
