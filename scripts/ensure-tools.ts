import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { findProgram } from './programs.ts';

/** A program that the tests run beside Node. */
interface Tool {
  /** The Debian package that has it. */
  readonly debian: string;
  readonly find: () => string | undefined;
  /** Advice on getting it where it is not installed here. */
  readonly advice: string;
}

const TOOLS: readonly Tool[] = [
  {
    debian: 'chromium',
    find: findChromium,
    advice:
      'The browser tests need a Chromium: install chromium or Google Chrome, run `npx playwright install chromium`, ' +
      'or set PLAYWRIGHT_CHROMIUM_PATH to the file to start.',
  },
  ...['curl', 'jq'].map((name) => ({
    debian: name,
    find: () => findProgram(name),
    advice: `The tests run the commands of the documents, which need ${name}: install it.`,
  })),
];

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const aptGet = (...args: readonly string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
};

const install = (packages: readonly string[]): void => {
  process.stderr.write(`not here, so it is installed: ${packages.join(', ')}\n`);
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', ...packages);
};

// A Chromium that was named is not searched for elsewhere.
const wanted = TOOLS.filter(({ debian }) => debian !== 'chromium' || !process.env.PLAYWRIGHT_CHROMIUM_PATH);
const absent = wanted.filter(({ find }) => find() === undefined).map(({ debian }) => debian);
if (absent.length > 0 && isRootOnDebian()) install(absent);

for (const { debian, find, advice } of TOOLS) {
  const found = find();
  if (found === undefined) {
    process.stderr.write(`${advice}\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`${debian}: ${found}\n`);
  }
}
