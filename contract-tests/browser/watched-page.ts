import type { ConsoleMessage, Page } from '@playwright/test';

/** Faults of a page: it must not print errors on its console, fail, or send requests to other origins. */
export const watch = (page: Page, origin: string): readonly string[] => {
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
