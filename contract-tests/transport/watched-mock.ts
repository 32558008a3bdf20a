import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { LOST_TERM } from '../../scripts/lost-term.ts';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { test as base, OPEN } from '../support/database.ts';
import { expect } from '../support/expect.ts';
import { commandLine, plainEnvironment } from '../support/own-server.ts';

/** In the nightly run an owner that was blocked for too long is a failure: that goes by the clock, which a busy machine delays. */
const IS_WHOLE = TEST_SIZE === 'whole';

/** A mock in a process of its own, whose log is read. */
export interface WatchedMock {
  readonly url: string;
  /** The URL of the address that it listens on. */
  readonly localUrl: string;
  readonly token: string;
  /** The certificate of the authority of a TLS port. */
  readonly ca?: Buffer | undefined;
  readonly process: ChildProcess;
  /** The failures of its own that it has logged, or output that is no line of the log. */
  readonly failures: () => readonly string[];
}

/** True for a failure of its own, also of an owner that was blocked for too long. */
const isFailure = (line: string): boolean => {
  if (IS_WHOLE && LOST_TERM.test(line)) return true;
  try {
    return Number((JSON.parse(line) as { readonly level?: unknown }).level) >= 50;
  } catch {
    return true;
  }
};

/** Starts a mock on a free port, whose caller ends its process. */
export const startWatched = async (...flags: readonly string[]): Promise<WatchedMock> => {
  const process = spawn(...commandLine('serve', '--port', '0', '--json', ...flags), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  });
  const lines: string[] = [];
  createInterface({ input: process.stderr }).on('line', (line) => void (isFailure(line) && lines.push(line)));
  const [line] = (await once(createInterface({ input: process.stdout }), 'line')) as [string];
  const { caFile, ...ready } = JSON.parse(line) as Pick<WatchedMock, 'url' | 'localUrl' | 'token'> & {
    readonly caFile: string | null;
  };
  return { ...ready, process, ca: caFile ? readFileSync(caFile) : undefined, failures: () => lines };
};

type StartWatched = typeof startWatched;

/** Marks the worlds of a database as worlds of a newer release, so that no process takes them (31.5). */
const TAKE_NEVER = 'UPDATE platform_mock.mock SET version = 99';
/** True if the first owner still has the worlds of a database. */
const FIRST_TERM = "SELECT term::int, peer <> '' AS owned FROM platform_mock.owner";

/** The suite's test with mocks on free ports, which end with the test, also those that it has not waited for. */
export const test = base.extend<{
  readonly watched: StartWatched;
  /** Starts two mocks of one database, and returns the one that passes its connections on to the other. */
  readonly watchedBeside: StartWatched;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  watched: async ({}, use) => {
    const started: Promise<WatchedMock>[] = [];
    await use((...flags) => {
      const mock = startWatched(...flags);
      started.push(mock);
      return mock;
    });
    for (const mock of await Promise.allSettled(started)) {
      if (mock.status === 'fulfilled') mock.value.process.kill('SIGKILL');
    }
  },
  watchedBeside: async ({ watched, postgres }, use) => {
    const databases: string[] = [];
    await use(async (...flags) => {
      const url = await postgres.makeDatabase();
      databases.push(url);
      const shared = ['--database', url, ...OPEN, ...flags];
      const owner = await watched(...shared);
      const other = await watched(...shared, '--public-url', owner.url);
      // On a machine that is busy, the owner may be silent for longer than the other waits.
      if (!IS_WHOLE) await postgres.query(url, TAKE_NEVER);
      return { ...other, url: other.localUrl, failures: () => [...owner.failures(), ...other.failures()] };
    });
    // An owner that was blocked for too long has been replaced.
    for (const url of IS_WHOLE ? databases : [])
      expect(await postgres.query(url, FIRST_TERM)).toEqual([{ term: 1, owned: true }]);
  },
});
