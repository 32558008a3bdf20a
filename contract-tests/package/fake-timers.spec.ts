import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';
import { addPackages, run } from './packed.ts';
import { expect, test } from './user-folder.ts';

/** Calls to a mock in the process of a test, each of which has to end while the timers of the test stand still. */
const STEPS = `
let mock;
let world;
let snapshot;
const inTime = ({ status }) => {
  if (status !== 200) throw new Error('it was answered with ' + status);
};
const STEPS = {
  'a start': async () => (mock = await startMock({ fixtures: ['hierarchy'] })),
  'a call by the port': async () => inTime(await (await connectMock({ url: mock.url })).default.fetch('/ping/v2/ping')),
  'further calls by the port': async () => {
    const { fetch } = (await connectMock({ url: mock.url })).default;
    for (let nth = 0; nth < 3; nth += 1) await (await fetch('/ping/v2/ping')).json();
  },
  'a world': async () => (world = await mock.world()),
  'a create': async () =>
    inTime(await world.fetch('/registry/v2/repos/' + world.orgId, { method: 'POST', body: '{"name":"checkout"}' })),
  'a snapshot': async () => (snapshot = await world.snapshot('before')),
  'a fixture that is applied': () => world.apply({ name: 'hierarchy' }, 'replace'),
  'a snapshot that is restored': () => snapshot.restore(),
  'a world of a fixture': () => mock.world({ from: 'fixture:hierarchy' }),
  'a world of a snapshot': () => snapshot.fork(),
  'a latency': async () => {
    await world.faults.once('Ping', { latency: 5 });
    inTime(await world.fetch('/ping/v2/ping'));
  },
  'a wait for a call that does not come': async () => {
    const reason = await world.journal.expect({ operation: 'DeleteRepo' }, { timeoutMs: 5 }).catch(({ reason }) => reason);
    if (reason !== 'MOCK_AWAIT_TIMEOUT') throw new Error('it has ended by ' + reason);
  },
  'a delivery': async () => {
    await world.events.trigger('repo.created');
    await world.events.expect({ type: 'repo.created' });
  },
  'a moved clock': () => world.clock.advance('1h'),
  'a trace': () => world.trace(),
  'the list of worlds': () => mock.worlds(),
  'a reset': () => world.reset(),
  'the end of a world': () => world.end(),
  'a close': () => mock.close(),
};
`;

const EACH_STEP = 'for (const [step, take] of Object.entries(STEPS)) test(step, take);';

const MODULES = "import { startMock } from 'platform-mock';\nimport { connectMock } from 'platform-mock/client';";
const SCRIPTS =
  "const { startMock } = require('platform-mock');\nconst { connectMock } = require('platform-mock/client');";

/** All that can be faked while Node itself goes on: its streams take turns by nextTick, and its fetch by queueMicrotask. */
const ALL =
  "['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance']";

/** A library that fakes timers: its packages, a test file, and the command that runs it. */
interface Faker {
  readonly packages: readonly string[];
  readonly file: string;
  /** The code that loads the mock; by default at the head of the file, before timers are faked. */
  readonly loading?: string;
  readonly code: string;
  readonly command: readonly [string, ...string[]];
  /** Finds the number of passed tests in the report. */
  readonly passed: RegExp;
}

const VITEST = {
  packages: [],
  file: 'fakes.test.mjs',
  command: [
    resolve('node_modules/.bin/vitest'),
    'run',
    '--dir',
    '.',
    '--config',
    './none.mjs',
    '--testTimeout',
    '60000',
  ],
  passed: /Tests +(\d+) passed \(/,
} as const;
const vitest = (options: string): Faker => ({
  ...VITEST,
  code: `import { afterAll, beforeAll, test, vi } from 'vitest';
beforeAll(() => void vi.useFakeTimers(${options}));
afterAll(() => void vi.useRealTimers());`,
});

const JEST = ['node_modules/.bin/jest', '--json', '--testTimeout=60000'] as const;
const jest = (version: string, options: string): Faker => ({
  packages: [`jest@${version}`],
  file: 'fakes.test.js',
  command: JEST,
  passed: /"numPassedTests":(\d+)/,
  code: `beforeAll(() => void jest.useFakeTimers(${options}));`,
});

const sinon = (options: string): Faker => ({
  packages: ['@sinonjs/fake-timers@15.5.0'],
  file: 'fakes.test.cjs',
  command: [process.execPath, '--test', '--test-reporter=tap'],
  passed: /^# pass (\d+)$/m,
  code: `const { after, before, test } = require('node:test');
const fakes = require('@sinonjs/fake-timers');
let clock;
before(() => { clock = fakes.install(${options}); });
after(() => clock.uninstall());`,
});

/** Loads the package when the timers have been faked. */
const LATE = 'let startMock;\nlet connectMock;';
const LOAD =
  "({ startMock } = await import('platform-mock'));\n  ({ connectMock } = await import('platform-mock/client'));";

const FAKERS: Readonly<Record<string, Faker>> = {
  'Vitest by default': vitest(''),
  'Vitest, with all of them @whole': vitest(`{ toFake: ${ALL} }`),
  'Jest 29 by default @whole': jest('29.7.0', ''),
  'Jest 30, with all of them @whole': jest('30.5.2', "{ doNotFake: ['nextTick', 'queueMicrotask'] }"),
  'Vitest, with all of them, before it is loaded @whole': {
    ...vitest(''),
    loading: LATE,
    code: `import { afterAll, beforeAll, test, vi } from 'vitest';
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ${ALL} });
  ${LOAD}
});
afterAll(() => void vi.useRealTimers());`,
  },
  'Jest 30, with all of them, before it is loaded @whole': {
    ...jest('30.5.2', ''),
    loading: LATE,
    code: `beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  ({ startMock } = require('platform-mock'));
  ({ connectMock } = require('platform-mock/client'));
});`,
  },
  'Jest 30, by its configuration @whole': {
    ...jest('30.5.2', ''),
    code: '',
    command: [...JEST, '--config={"fakeTimers":{"enableGlobally":true,"doNotFake":["nextTick","queueMicrotask"]}}'],
  },
  'Sinon, with all of them @whole': sinon(`{ toFake: ${ALL} }`),
};

test.describe('a mock in the process of tests @mock', () => {
  for (const [name, { packages, file, loading, code, command, passed }] of Object.entries(FAKERS)) {
    test(`N10: it starts, serves, is steered and closes under fake timers of ${name}`, async ({ user }) => {
      test.setTimeout(300_000);
      const folder = join(user, `fakes-${name.replaceAll(/\W+/g, '-')}`);
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), '{"name":"fakes","private":true}');
      if (packages.length > 0) skipAloud(`fake timers of ${name}`, await installFromRegistry(folder, ...packages));
      else await addPackages(folder, 'vitest');
      const head = loading ?? (file.endsWith('.mjs') ? MODULES : SCRIPTS);
      await writeFile(join(folder, 'none.mjs'), 'export default {};');
      await writeFile(join(folder, file), [head, code, STEPS, EACH_STEP].join('\n'));
      const [program, ...args] = command;
      const report = stripVTControlCharacters(await run(folder, program, ...args, file));
      const steps = [...STEPS.matchAll(/^ {2}'[^']+':/gm)];
      expect(Number(passed.exec(report)?.[1]), report).toBe(steps.length);
    });
  }
});
