import { defineConfig } from '@playwright/test';
import { isExecutable } from './contract-tests/support/own-server.ts';
import { findChromium } from './scripts/chromium.ts';
import { TEST_SIZE } from './scripts/test-size.ts';

// BASE_URL and TOKEN point the suite at any implementation, which is checked first; without BASE_URL it starts ours.
// PLATFORM_MOCK_PROFILE is the profile of the servers that the suite starts, and of what it expects.
// SHARED_POSTGRES is the database of their state (scripts/contract-shared.ts).
const { BASE_URL, CI, FAILURES_ONLY, PLATFORM_MOCK_PROFILE: profile, SHARED_POSTGRES: shared } = process.env;
const suffix = `${profile === undefined ? '' : `-${profile}`}${isExecutable ? '-executable' : ''}${shared === undefined ? '' : '-shared'}`;
const target = BASE_URL === undefined ? {} : { baseURL: BASE_URL };
const browser = findChromium();

// Chromium starts a process with a page of each of these for every window, and no test has an address bar.
const OF_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

// What Playwright turns off by the same flag, of which only the last one counts.
const OF_PLAYWRIGHT = [
  ...['AimEnabled', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'PaintHolding'],
  ...['OptimizationHints', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
];

export default defineConfig({
  testDir: 'contract-tests',
  testMatch: '**/*.spec.ts',
  outputDir: `test-results/playwright${suffix}`,
  globalSetup: [
    `./contract-tests/support/${BASE_URL === undefined ? 'start-server' : 'check-target'}.ts`,
    './contract-tests/package/shared-folder.ts',
  ],
  workers: 2,
  // A file's tests run in order in one process: for each that runs by itself, Playwright goes through its whole file.
  fullyParallel: false,
  retries: 0,
  // A server that shares a database is three processes.
  timeout: shared === undefined ? 30_000 : 90_000,
  // What takes long and seldom fails alone is left to `npm run test:all`.
  ...(TEST_SIZE !== 'whole' && { grepInvert: /@whole/ }),
  forbidOnly: Boolean(CI),
  reporter: [[FAILURES_ONLY ? 'dot' : 'list'], ['json', { outputFile: `test-results/contract${suffix}.json` }]],
  use: target,
  projects: [
    isExecutable
      ? // Neither the package, nor clients and documents, which have a server of the source.
        { name: 'executable', testIgnore: ['browser/**', 'clients/**', 'documents/**', 'package/**'] }
      : { name: 'contract', testIgnore: ['browser/**', 'executable/**'] },
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
            // A key that scrolls does so at once: an animation takes as many frames as the machine has time for.
            '--disable-smooth-scrolling',
            `--disable-features=${[...OF_PLAYWRIGHT, ...OF_ADDRESS_BAR].join()}`,
          ],
        },
      },
    },
  ],
});
