import { basename, relative, resolve } from 'node:path';
import type { WorldEnvironment, Worlds } from '../../generated/nouns.ts';
import { CONTROL_URL, Connection } from '../connection/connection.ts';
import { MockError } from '../connection/mock-error.ts';
import { TRACE_FOLDER, writeTrace } from '../features/trace/test-trace.client.ts';
import { findMock, type MockInfo, SetupRefusal } from './found-mock.ts';
import type { Mock } from './mock.ts';
import { checkOptions, type MockOptions } from './mock-options.ts';
import { allowLongEnd, isPaused, stopAsked } from './paused-run.ts';
import { rememberEnd } from './run-ends.ts';

const say = (text: string): void => void process.stderr.write(`platform-mock/setup: ${text}\n`);

/** The labels of the world of a runner's test. */
const OF_TEST = ['title', 'file', 'retry'];

/**
 * Handles the worlds of tests that still exist at the end of a run: worlds of failed tests that stay, and worlds of dead
 * workers.
 */
const lookAfterWorlds = async (
  mock: Pick<Mock, 'url' | 'fetch'>,
  controlToken: string | undefined,
  isPausedRun: boolean,
): Promise<void> => {
  const connection = new Connection({ url: mock.url, controlUrl: CONTROL_URL, controlToken, fetch: mock.fetch });
  const { worlds } = await connection.control<Worlds>('/worlds');
  const remaining = worlds.filter(({ labels }) => OF_TEST.every((name) => labels[name] !== undefined));
  for (const { id, labels } of remaining) {
    // The runner has written the trace of a test that has ended.
    if (labels.trace === undefined || labels.result !== undefined) continue;
    const file = resolve(TRACE_FOLDER, `${id}.har`);
    const refused = await writeTrace(connection.controlAnswer('/trace', { world: id }), file);
    say(
      refused === undefined
        ? `the test of world ${id} has not ended; its trace: npx platform-mock trace show ${relative('', file)}`
        : `no trace of world ${id}: ${refused}`,
    );
  }
  if (!isPausedRun || remaining.length === 0) return;
  const links = remaining.map(({ id }) => `  ${mock.url}/#calls?${new URLSearchParams({ world: id })}`);
  say([`the mock runs on at ${mock.url} until Ctrl+C; what tests that failed have called:`, ...links].join('\n'));
  await stopAsked();
};

/** The names of fixtures without their folders, which may differ between two machines. */
const nameFixtures = (fixtures: readonly string[]): string => fixtures.map((each) => basename(each)).join(', ');

/** The options that a mock shows, each with its flag, and how its value reads. */
const COMPARED = [
  { name: 'fixtures', flag: '--fixture', toText: ({ fixtures }: MockOptions) => fixtures && nameFixtures(fixtures) },
  { name: 'seed', flag: '--seed', toText: ({ seed }: MockOptions) => seed },
  { name: 'profile', flag: '--profile', toText: ({ profile }: MockOptions) => profile },
  { name: 'serviceDomain', flag: '--service-domain', toText: ({ serviceDomain }: MockOptions) => serviceDomain },
] as const;

/** Options that also apply to a mock that runs already. */
const NOT_OF_A_START = ['controlToken'];

/**
 * The names of those options which a running mock does not show, so that they cannot be compared.
 * @throws SetupRefusal if the mock was started with other values of those that it shows (behaviour Y5)
 */
const findUncomparable = (wanted: MockOptions, info: MockInfo, given: string): readonly string[] => {
  const differing = COMPARED.flatMap(({ name, flag, toText }) => {
    const want = toText(wanted);
    const has = name === 'fixtures' ? nameFixtures(info.fixtures) : info[name];
    return want === undefined || want === has ? [] : [`${name} ${has || 'none'} and not ${want} (${flag})`];
  });
  if (differing.length > 0) {
    throw new SetupRefusal(
      `the mock of PLATFORM_API_URL, ${given}, was started with ${differing.join('; ')}: start it so, ` +
        'or unset PLATFORM_API_URL, and one is started',
    );
  }
  const known: readonly string[] = [...COMPARED.map(({ name }) => name), ...NOT_OF_A_START];
  return Object.keys(wanted).filter((name) => !known.includes(name));
};

/** The variables of a world beside the URL, which stays as it was given. */
const OF_A_WORLD = ['PLATFORM_ISSUER', 'PLATFORM_ORG_ID', 'PLATFORM_TOKEN', 'PLATFORM_MOCK_WORLD'];

/**
 * Sets variables of an environment, which the workers of a test run inherit.
 * @returns a function that restores those that nobody has changed since
 */
const exportVariables = (env: NodeJS.ProcessEnv, variables: Readonly<Record<string, string>>): (() => void) => {
  const changed = Object.entries(variables).map(([name, value]) => ({ name, value, before: env[name] }));
  Object.assign(env, variables);
  return () => {
    for (const { name, value, before } of changed) {
      if (env[name] !== value) continue;
      if (before === undefined) delete env[name];
      else env[name] = before;
    }
  };
};

/** Exports the variables of a mock that runs already, and says so; the returned function leaves it running. */
const useRunning = async (given: string, options: MockOptions): Promise<() => Promise<void>> => {
  // The variable is of this mock; the option is for one that is started.
  const controlToken = process.env.PLATFORM_MOCK_CONTROL_TOKEN || options.controlToken;
  const { info, connection } = await findMock(given, { controlToken });
  const unknown = findUncomparable(options, info, given);
  const id = process.env.PLATFORM_MOCK_WORLD || info.world;
  const path = `/worlds/${encodeURIComponent(id)}:variables`;
  const { env } = await connection.control<WorldEnvironment>(path).catch((error: unknown) => {
    if (!(error instanceof MockError)) throw error;
    throw new SetupRefusal(`the mock of PLATFORM_API_URL, ${given}, has no world for this run: ${error.message}`);
  });
  const restore = exportVariables(process.env, {
    ...Object.fromEntries(OF_A_WORLD.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    ...(controlToken !== undefined && { PLATFORM_MOCK_CONTROL_TOKEN: controlToken }),
  });
  const world = id === 'default' ? '' : `, in its world ${id}`;
  const ignored = unknown.length === 0 ? '' : `; as it was started, whatever the options are: ${unknown.join(', ')}`;
  process.stderr.write(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${given}${world}${ignored}\n`);
  return async () => restore();
};

/** Starts a mock and exports its variables; the returned function stops it, once nobody looks at it any more. */
const startOwn = async (options: MockOptions, isPausedRun: boolean): Promise<() => Promise<void>> => {
  // Imported only when it is needed: it is the whole server.
  const { startMock } = await import('./index.ts');
  // A runner that does not end the setup, such as Jest without a global teardown, ends all the same.
  const mock = await startMock({ ...options, background: true });
  const { controlToken } = options;
  const restore = exportVariables(process.env, {
    ...mock.default.env,
    ...(controlToken !== undefined && { PLATFORM_MOCK_CONTROL_TOKEN: controlToken }),
  });
  return async () => {
    restore();
    try {
      await lookAfterWorlds(mock, controlToken, isPausedRun);
    } finally {
      await mock.close();
    }
  };
};

/**
 * The global setup of a test run, for Playwright, Vitest and Jest alike. It uses the mock at `PLATFORM_API_URL` if that
 * is set, and says so on stderr; otherwise it starts one. It exports `PLATFORM_API_URL` and the other variables of its
 * world to the workers, and returns a function that restores them and stops a mock that it has started. Jest does not
 * call that function: use `platform-mock/teardown` as its global teardown. `run` is the argument of the runner, by which
 * PLATFORM_MOCK_HOLD can pause a run of Vitest.
 * @throws Error in one line if an option is refused, or if the server of `PLATFORM_API_URL` is no mock, does not
 * answer, wants a control token or was started with other options
 * @example
 * ```ts
 * // global-setup.ts
 * import { setup } from 'platform-mock/setup';
 *
 * export default (run: unknown) => setup({ fixtures: ['hierarchy'], seed: 'nightly', profile: 'specification' }, run);
 * ```
 * ```ts
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config';
 *
 * export default defineConfig({ test: { globalSetup: './global-setup.ts' } });
 * ```
 */
export const setup = async (options: MockOptions = {}, run?: unknown): Promise<() => Promise<void>> => {
  const given = checkOptions(options, 'setup');
  if (given.port === false) throw new TypeError('setup: port must be a number: the tests call the mock by it');
  const url = process.env.PLATFORM_API_URL;
  const isPausedRun = isPaused();
  if (url) return rememberEnd(await useRunning(url, given));
  if (isPausedRun) allowLongEnd(run);
  return rememberEnd(await startOwn(given, isPausedRun));
};

/** Runs {@link setup} without options, as runners call it. */
export default (run?: unknown): Promise<() => Promise<void>> => setup({}, run);
