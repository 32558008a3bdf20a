import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Absolute path of the Chromium to test with: the one named, the system's, or Playwright's own; undefined if none. */
export const findChromium = (): string | undefined => {
  const named = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, chromium.executablePath()].find(isExecutable);
};
