import { once } from 'node:events';
import { atItself, OPEN, statusOf, test as withDatabase } from '../support/database.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { makeWay, type Way } from '../support/way.ts';

const DRAIN_MILLIS = 2_000;
/** The time limit for the end of a process after it has drained, with time for a busy machine. */
const END_MILLIS = 1_000;
const BUSY_MILLIS = 700;

/** Two servers of one mock, each with a way of its own to the database; the first owns the worlds. */
interface Scene {
  readonly first: OwnServer;
  readonly second: OwnServer;
  readonly ways: readonly [first: Way, second: Way];
  readonly postgres: Readonly<
    Record<'pauseServer' | 'resumeServer' | 'stopServer' | 'startServer', () => Promise<void>>
  >;
}

/** Takes a database away, and brings it back for other tests. */
const AWAY: Readonly<Record<string, readonly [begin: (scene: Scene) => unknown, end: (scene: Scene) => unknown]>> = {
  'is stopped': [({ postgres }) => postgres.pauseServer(), ({ postgres }) => postgres.resumeServer()],
  'is shut down': [({ postgres }) => postgres.stopServer(), ({ postgres }) => postgres.startServer()],
  'cannot be reached': [({ ways }) => ways.map((way) => way.cut()), () => undefined],
  'does not answer': [({ ways }) => ways.map((way) => way.hold()), () => undefined],
};

const test = withDatabase.extend<{ readonly drain: string; readonly scene: Scene }>({
  drain: [`${DRAIN_MILLIS}ms`, { option: true }],
  scene: async ({ database, databaseFlags, drain, postgres }, use) => {
    const ways = [await makeWay(database), await makeWay(database)] as const;
    const signing = databaseFlags.slice(databaseFlags.indexOf('--signing-key'));
    const flags = [...OPEN, ...signing, '--drain', drain];
    const first = await startOwnServer(['--database', ways[0].url, ...flags]);
    const more = ['--database', ways[1].url, '--public-url', first.ready.url];
    const second = atItself(await startOwnServer([...more, ...flags]));
    await use({ first, second, ways, postgres });
    await Promise.all([first, second].map(({ stop }) => stop('SIGKILL')));
    await Promise.all(ways.map((way) => way.close()));
  },
});

/** Sends the signals to a server, the second once it drains, and returns its status and the milliseconds since the last. */
const endBy = async ({ process: child }: OwnServer, signals: readonly NodeJS.Signals[]) => {
  const gone = once(child, 'exit');
  let begun = 0;
  for (const [nth, signal] of signals.entries()) {
    let log = '';
    const hear = (chunk: Buffer): void => {
      log += chunk;
    };
    child.stderr?.on('data', hear);
    begun = performance.now();
    child.kill(signal);
    if (nth < signals.length - 1) await expect.poll(() => log).toContain('"drains: ');
    child.stderr?.off('data', hear);
  }
  const [code] = await gone;
  return { code, millis: performance.now() - begun };
};

test.describe('a stop while the database is away @mock', () => {
  test.setTimeout(90_000);

  for (const [how, [begin, end]] of Object.entries(AWAY)) {
    for (const role of ['owner', 'other'] as const) {
      for (const [signals, drain, limit] of [
        [['SIGTERM'], `${DRAIN_MILLIS}ms`, DRAIN_MILLIS],
        [['SIGTERM', 'SIGTERM'], '1h', 0],
        [['SIGINT'], '1h', 0],
      ] as const) {
        const share = how === 'is stopped' && role === 'owner' ? '' : ' @whole';
        test.describe(() => {
          test.use({ drain });
          test(`31.4, M19: while it ${how}, an ${role} ends by ${signals.join(' and ')} as soon as any mock${share}`, async ({
            scene,
          }) => {
            const server = role === 'owner' ? scene.first : scene.second;
            // The owner has what it could not store.
            const path = `/registry/v2/repos/${scene.first.ready.orgId}`;
            await begin(scene);
            const sent = fetch(scene.first.ready.url + path, {
              method: 'POST',
              headers: { authorization: `Bearer ${scene.first.ready.token}`, 'content-type': 'application/json' },
              body: '{"name":"never-stored"}',
            }).catch(() => undefined);
            try {
              await expect.poll(() => statusOf(scene.first, '/_mock/v1/ready'), { timeout: 10_000 }).toBe(503);
              const { code, millis } = await endBy(server, signals);
              expect(code).toBe(0);
              expect(millis).toBeLessThan(limit + END_MILLIS + BUSY_MILLIS);
              await sent;
            } finally {
              await end(scene);
            }
          });
        });
      }
    }
  }
});
