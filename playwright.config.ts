import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// BASE_URL and TOKEN point the suite at any implementation; without BASE_URL it starts ours (and sets them).
const { BASE_URL, CI } = process.env;
const target = BASE_URL === undefined ? {} : { baseURL: BASE_URL };
const browser = findChromium();

export default defineConfig({
  testDir: 'contract-tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/playwright',
  ...(BASE_URL === undefined && { globalSetup: './contract-tests/support/start-server.ts' }),
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/contract.json' }]],
  use: target,
  projects: [
    { name: 'contract', testIgnore: 'browser/**' },
    {
      name: 'browser',
      testMatch: 'browser/**/*.spec.ts',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(browser !== undefined && { executablePath: browser }),
          args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
  ],
});
