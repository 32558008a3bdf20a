import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';

const NEEDED =
  'The browser tests need a Chromium: install chromium or Google Chrome, run `npx playwright install chromium`, ' +
  'or set PLAYWRIGHT_CHROMIUM_PATH to the file to start.';

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const aptGet = (...args: readonly string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
};

const install = (): void => {
  process.stderr.write('no Chromium here: installing the package chromium\n');
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', 'chromium');
};

if (findChromium() === undefined && !process.env.PLAYWRIGHT_CHROMIUM_PATH && isRootOnDebian()) install();

const found = findChromium();
if (found === undefined) {
  process.stderr.write(`${NEEDED}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`chromium: ${found}\n`);
}
