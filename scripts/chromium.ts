import { chromium } from '@playwright/test';
import { findProgram, isExecutable } from './programs.ts';

/** Absolute path of the Chromium to test with: the one named, the system's, or Playwright's own; undefined if none. */
export const findChromium = (): string | undefined => {
  const named = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  const own = chromium.executablePath();
  return (
    findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    (isExecutable(own) ? own : undefined)
  );
};
