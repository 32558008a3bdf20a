import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { mergeTests } from '@playwright/test';
import { ok } from '../support/answer.ts';
import { atItself, isOwner, OPEN, statusOf, untilAnswered, test as withDatabase } from '../support/database.ts';
import { test as withFolder } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { isExecutable, type OwnServer, runCommand, startOwnServer } from '../support/own-server.ts';
import { databaseMetrics } from '../support/prometheus.ts';
import { expect } from '../support/test.ts';
import { makeWay, type Way } from '../support/way.ts';
import { Witness } from './witness.ts';

const READY = '/_mock/v1/ready';
const REPOS = '/registry/v2/repos?page_size=1';

/** Two servers of one mock; the first owns its worlds, and reaches the database by a way of its own. */
interface Scene {
  readonly first: OwnServer;
  readonly second: OwnServer;
  readonly way: Way;
  readonly query: (text: string) => Promise<unknown>;
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
}

const test = mergeTests(withFolder, withDatabase).extend<{ readonly scene: Scene }>({
  scene: async ({ database, flags, freshServer, postgres }, use) => {
    const way = await makeWay(database);
    const first = await freshServer('--database', way.url, ...flags);
    const second = atItself(await freshServer('--database', database, ...flags, '--public-url', first.ready.url));
    await use({
      first,
      second,
      way,
      query: (text) => postgres.query(database, text),
      stopDatabase: postgres.stopServer,
      startDatabase: postgres.startServer,
    });
    await Promise.all([first, second].map(({ stop }) => stop('SIGKILL')));
    await way.close();
  },
});

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** The absence of a server or a database that comes back, in milliseconds. */
const AWAY_MILLIS = 5_000;

/** Incidents of the first server, or of the database, while both are called. */
const HAPPENINGS: readonly (readonly [
  rule: string,
  what: string,
  next: 'first' | 'second',
  happen: (scene: Scene) => Promise<unknown>,
])[] = [
  ['31.3', 'is killed', 'second', ({ first }) => first.stop('SIGKILL')],
  [
    '31.3',
    'is stopped until another has taken over, and goes on',
    'second',
    async ({ first, second }) => {
      first.process.kill('SIGSTOP');
      await expect.poll(() => isOwner(second), { timeout: 30_000 }).toBe(true);
      first.process.kill('SIGCONT');
    },
  ],
  [
    '31.3',
    'is stopped for five seconds and goes on',
    'first',
    async ({ first }) => {
      first.process.kill('SIGSTOP');
      await pause(AWAY_MILLIS);
      first.process.kill('SIGCONT');
    },
  ],
  ['31.3', 'is asked to stop', 'second', ({ first }) => first.stop()],
  [
    '31.3',
    'is cut off from the database, and comes back',
    'second',
    async ({ first, second, way }) => {
      way.cut();
      await expect.poll(() => statusOf(first, READY)).toBe(503);
      await expect.poll(() => isOwner(second), { timeout: 10_000 }).toBe(true);
      expect(await statusOf(second, REPOS)).toBe(200);
      way.mend();
    },
  ],
  [
    '31.3',
    'has its statements held until another has taken over',
    'second',
    async ({ second, way }) => {
      way.hold();
      await expect.poll(() => isOwner(second), { timeout: 10_000 }).toBe(true);
      way.mend();
    },
  ],
  ['31.4', 'loses its connections to the database', 'first', ({ query }) => query(CUT)],
  [
    '31.4',
    'meets a database that restarts',
    'first',
    async ({ stopDatabase, startDatabase }) => {
      await stopDatabase();
      await pause(AWAY_MILLIS);
      await startDatabase();
    },
  ],
];

test.describe('servers of one database, of which one owns the worlds @mock', () => {
  test.setTimeout(90_000);

  for (const [at, [rule, what, next, happen]] of HAPPENINGS.entries()) {
    test(`${rule}, 31.2: an owner that ${what} loses nothing that was answered, and no answer is older than another${at === 1 ? '' : ' @whole'}`, async ({
      scene,
    }) => {
      const { first, second } = scene;
      const { term = 0 } = await databaseMetrics(first.api);
      const witness = new Witness([first, second]);
      await witness.seeMore(20);
      await happen(scene);
      const isThere = first.process.exitCode === null && first.process.signalCode === null;
      const alive = isThere ? [first, second] : [second];
      for (const server of alive) await untilAnswered(server);
      await witness.seeMore(20);
      await witness.end(second);
      expect(witness.faults).toEqual([]);
      expect(await isOwner(second)).toBe(next === 'second');
      if (isThere) expect(await isOwner(first)).toBe(next === 'first');
      const { term: later = 0 } = await databaseMetrics(second.api);
      if (next === 'first') expect(later).toBe(term);
      else expect(later).toBeGreaterThan(term);
    });
  }

  test('31.3: calls that come while there is no owner wait for the next @whole', async ({
    scene: { first, second },
  }) => {
    await first.stop('SIGKILL');
    const sent = Array.from({ length: 5 }, () => statusOf(second, REPOS));
    expect(await Promise.all(sent)).toEqual(sent.map(() => 200));
  });

  test('31.2, 31.3: a call whose owner dies before it was sent whole breaks without an answer', async ({
    scene: { first, second },
  }) => {
    const { hostname, port } = new URL(second.ready.localUrl);
    const socket = connect(Number(port), hostname).on('error', () => {});
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes;
    });
    const body = '{"name":"cut-off"}';
    const head = [
      `POST /registry/v2/repos/${first.ready.orgId} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${first.ready.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`);
    await expect.poll(() => received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const closed = once(socket, 'close');
    await first.stop('SIGKILL');
    await closed;
    expect(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await untilAnswered(second);
    expect((await second.api.read('/registry/v2/repos?name=cut-off')).totalCount).toBe('0');
  });

  test('31.2, 31.3: a write whose owner dies after it was stored breaks without an answer, and is there @whole', async ({
    scene: { first, second },
  }) => {
    const match = { operation: 'CreateRepo' };
    ok(await steer(first.api, 'PUT', 'faults', [{ match, phase: 'after_commit', do: { hang: true } }]));
    const sent = fetch(`${second.ready.localUrl}/registry/v2/repos/${first.ready.orgId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.ready.token}`, 'content-type': 'application/json' },
      body: '{"name":"stored"}',
    }).then(
      ({ status }) => status,
      () => 'broken',
    );
    await expect.poll(async () => ok(await steer(first.api, 'GET', 'faults')).faults).toMatchObject([{ hits: 1 }]);
    await first.stop('SIGKILL');
    expect(await sent).toBe('broken');
    await untilAnswered(second);
    expect((await second.api.read('/registry/v2/repos?name=stored')).totalCount).toBe('1');
  });

  test('31.3, M26: an owner that is asked to stop under calls hands over without a call that is refused @whole', async ({
    database,
    freshServer,
  }) => {
    const flags = ['--database', database, ...OPEN, '--drain', '20s'];
    const first = await freshServer(...flags);
    const second = atItself(await freshServer(...flags, '--public-url', first.ready.url));
    const seen = new Map<number, number>();
    let [isOver, last, longest] = [false, performance.now(), 0];
    const call = async (): Promise<void> => {
      while (!isOver) {
        const status = await statusOf(second, REPOS);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
    };
    const callers = [call(), call(), call()];
    await expect.poll(() => seen.get(200) ?? 0).toBeGreaterThan(20);
    expect(await first.stop()).toBe(0);
    const before = seen.get(200) ?? 0;
    await expect.poll(() => seen.get(200) ?? 0).toBeGreaterThan(before + 20);
    isOver = true;
    await Promise.all(callers);
    expect([...seen.keys()]).toEqual([200]);
    // Others take over by themselves after this time.
    expect(longest).toBeLessThan(2_300);
    expect(await isOwner(second)).toBe(true);
    await second.stop('SIGKILL');
  });

  test('31.2, M26: a server that does not own the worlds ends without a call that is refused @whole', async ({
    database,
    freshServer,
  }) => {
    const flags = ['--database', database, ...OPEN, '--drain', '20s'];
    const first = await freshServer(...flags);
    const second = atItself(await freshServer(...flags, '--public-url', first.ready.url));
    const slow = { match: { operation: 'ListRepos' }, do: { latency: 1_500 } };
    ok(await steer(first.api, 'PUT', 'faults', [slow]));
    const sent = statusOf(second, REPOS);
    await expect.poll(async () => ok(await steer(first.api, 'GET', 'faults')).faults).toMatchObject([{ hits: 1 }]);
    const ended = second.stop();
    expect([await sent, await ended]).toEqual([200, 0]);
    expect(await isOwner(first)).toBe(true);
  });

  test('31.3: servers that are asked to stop at the same time end, and none takes the worlds of another', async ({
    scene: { first, second, query },
  }) => {
    // A request to the second itself, which is never sent whole: the first has ended before its connection is closed.
    const { hostname, port } = new URL(second.ready.localUrl);
    const open = connect(Number(port), hostname).on('error', () => {});
    open.write('GET /_mock/v1/metrics HTTP/1.1\r\n');
    expect(await statusOf(second, READY)).toBe(200);
    const { term } = await databaseMetrics(second.api);
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
    // A release of the worlds counts, too.
    expect(await query('SELECT term::int, peer FROM platform_mock.owner')).toEqual([
      { term: (term ?? 0) + 1, peer: '' },
    ]);
    open.destroy();
  });

  test('31.5: a server that finds an owner with other options refuses calls @whole', async ({
    database,
    flags,
    freshServer,
    scene: { first, second },
  }) => {
    second.process.kill('SIGSTOP');
    await first.stop('SIGKILL');
    const third = await freshServer('--database', database, ...flags, '--profile', 'published');
    expect(await isOwner(third)).toBe(true);
    second.process.kill('SIGCONT');
    await expect.poll(() => statusOf(second, READY), { timeout: 15_000 }).toBe(503);
    expect(await statusOf(second, REPOS)).toBe(503);
    expect(await statusOf(third, REPOS)).toBe(200);
  });

  test('31.5: beside an owner of a newer release one passes connections on, and never takes over @whole', async ({
    database,
    flags,
    scene: { first, second, query },
  }) => {
    await query('UPDATE platform_mock.mock SET version = 99');
    const words = ['serve', '--port', '0', '--database', database, ...flags, '--public-url', first.ready.url];
    const { code, stdout, stderr } = await runCommand(words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^platform-mock: the database has version 99 of its tables, [^\n]+\n$/);
    expect([await statusOf(first, REPOS), await statusOf(second, REPOS)]).toEqual([200, 200]);
    const { term } = await databaseMetrics(first.api);
    await first.stop('SIGKILL');
    await expect.poll(() => statusOf(second, READY), { timeout: 15_000 }).toBe(503);
    expect(await statusOf(second, REPOS)).toBe(503);
    expect(await databaseMetrics(second.api)).toMatchObject({ owner: 0, term });
  });

  test('31.6: a start that is to write traces is refused beside an owner @whole', async ({
    database,
    flags,
    folder,
    scene: { first },
  }) => {
    const signed = flags.slice(flags.indexOf('--signing-key'));
    const same = ['--database', database, '--public-url', first.ready.url, ...OPEN, ...signed];
    for (const words of [
      ['serve', '--port', '0', '--trace-dir', folder, ...same],
      ['exec', '--trace', `${folder}/run.har`, ...same, '--', 'true'],
    ]) {
      const { code, stdout, stderr } = await runCommand(words);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^platform-mock: a process that writes /)]);
    }
    expect(await statusOf(first, REPOS)).toBe(200);
  });
});

/** Moves the clock of the machine, as the process reads it, by so many milliseconds at the start and at each SIGUSR2. */
const movedClock = (first: number, then: number): string => {
  const source = `const read = Date.now.bind(Date); let by = ${first}; Date.now = () => read() + by;
    process.on('SIGUSR2', () => { by += ${then}; });`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
};

const HOUR = 3_600_000;

// The program is not asked to read what Node reads.
if (!isExecutable)
  for (const [what, jump] of [
    ['forward', HOUR],
    ['back', -HOUR],
  ] as const) {
    test(`31.4: a clock of the machine that is wrong, and jumps ${what}, neither ends a term nor goes back @mock @whole`, async ({
      database,
      flags,
    }) => {
      const server = await startOwnServer(['--database', database, ...flags], {
        NODE_OPTIONS: movedClock(-HOUR, jump),
      });
      try {
        const make = async (name: string): Promise<number> => {
          const { createTime } = ok(await server.api.post(`/registry/v2/repos/${server.ready.orgId}`, { name }));
          return Date.parse(String(createTime));
        };
        const before = await make('before');
        // The time is the time of the database, which is on this machine.
        expect(Math.abs(before - Date.now())).toBeLessThan(HOUR / 2);
        const { term } = await databaseMetrics(server.api);
        server.process.kill('SIGUSR2');
        await untilAnswered(server);
        const after = await make('after');
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after - before > HOUR / 2).toBe(jump > 0);
        expect(await databaseMetrics(server.api)).toMatchObject({ owner: 1, term });
      } finally {
        await server.stop('SIGKILL');
      }
    });
  }
