import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { mintToken, steer } from '../support/mock.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { followStream } from '../support/server-sent-events.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

interface Entry {
  readonly id: string;
  readonly world?: string;
  readonly number?: string;
  readonly state: string;
  readonly operation?: string;
  readonly time: string;
  readonly machineTime: string;
  readonly caller?: { readonly name: string };
}

interface Page {
  readonly entries: readonly Entry[];
  readonly cursor: string;
  readonly dropped: number;
}

const listAll = async (api: Api, query = ''): Promise<Page> =>
  ok(await steer(api, 'GET', `journal?world=*${query}`)) as unknown as Page;

const pathsOf = ({ entries }: Page): readonly string[] =>
  entries.map(({ world, id, operation }) => `${world} ${id} ${operation}`);

/** A world of a server, by its name. */
const openWorld = async (api: Api, name: string, wanted: object = {}): Promise<Api> => {
  const { id, token } = await makeWorld(api, { name, from: 'fixture:default', ...wanted });
  return new Api({ ...api.connection, world: id }, token);
};

const fieldsOf = ({ status, body }: Answer): readonly unknown[] => {
  const details = (body.details ?? []) as readonly { readonly fieldViolations?: readonly { field: string }[] }[];
  return [status, ...details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))];
};

/** A server with two worlds beside `default`, in each of which something was called. */
const openThree = async (freshServer: (...flags: readonly string[]) => Promise<{ readonly api: Api }>) => {
  const { api } = await freshServer();
  ok(await steer(api, 'DELETE', 'journal'));
  const past = await openWorld(api, 'past', { clock: { mode: 'frozen', now: '2001-02-03T04:05:06Z' } });
  const future = await openWorld(api, 'future', { clock: { mode: 'frozen', now: '2099-01-01T00:00:00Z' } });
  const { cursor } = await listAll(api);
  return { api, past, future, cursor };
};

test.describe('all worlds @mock', () => {
  test('behaviour J12: calls of all worlds are listed by the clock of the machine, each with its world', async ({
    freshServer,
  }) => {
    const { api, past, future, cursor } = await openThree(freshServer);
    const began = Date.now();
    ok(await future.get('/registry/v2/repos'));
    ok(await api.get('/iam/v2/groups'));
    ok(await past.get('/registry/v2/repos'));
    const { cursor: middle } = await listAll(api);
    ok(await future.get('/iam/v2/roles'));
    const viewer = past.as(await mintToken(past, 'viewer'));
    await viewer.get('/no/such/path');
    ok(await viewer.get('/registry/v2/tags'));
    const page = await listAll(api, `&since=${cursor}`);
    expect(page.dropped).toBe(0);
    const all = [
      'past 3 ListTags',
      'past 2 undefined',
      'future 2 ListRoles',
      'past 1 ListRepos',
      'default 2 ListGroups',
      'future 1 ListRepos',
    ];
    expect(pathsOf(page)).toEqual(all);
    for (const { time, machineTime, world } of page.entries) {
      if (world !== 'default') expect(time.slice(0, 4)).toBe(world === 'past' ? '2001' : '2099');
      expect(machineTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      // The clock of the machine may be set meanwhile; the server counts on from the time of its start.
      expect(Date.parse(machineTime)).toBeGreaterThanOrEqual(began - 1_000);
      expect(Date.parse(machineTime)).toBeLessThanOrEqual(Date.now() + 1_000);
    }
    const numbers = page.entries.map(({ number }) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
    expect(numbers[3]).toBeLessThanOrEqual(Number(middle));
    const cases: readonly (readonly [query: string, entries: readonly string[]])[] = [
      [`&before=${numbers[1]}`, all.slice(2)],
      [`&before=${numbers[1]}&since=${numbers[3]}`, all.slice(2, 3)],
      [`&since=${middle}`, all.slice(0, 3)],
      [`&since=${page.cursor}`, []],
      ['&limit=2', all.slice(0, 2)],
      ['&operation=ListRepos', [all[3] as string, all[5] as string]],
      ['&status=404', [all[1] as string]],
      ['&caller=viewer', [all[0] as string]],
      ['&caller=nobody-has-this', []],
    ];
    for (const [query, entries] of cases) expect(pathsOf(await listAll(api, query)), query).toEqual(entries);
    // One world has none of it.
    const { entries } = ok(await steer(past, 'GET', 'journal')) as unknown as Page;
    expect(entries.map(({ world }) => world)).toEqual([undefined, undefined, undefined]);
  });

  test('behaviour J12: routes of one world refuse `*`, and a query that no entry can meet is refused', async ({
    freshServer,
  }) => {
    const { api } = await freshServer();
    const cases: readonly (readonly [method: string, path: string, field: string, body?: object])[] = [
      ['POST', 'journal:await?world=*', 'world', {}],
      ['DELETE', 'journal?world=*', 'world'],
      ['GET', 'journal/1?world=*', 'world'],
      ['GET', 'journal?world=default', 'world'],
      ['GET', 'journal:stream?world=x', 'world'],
      ['GET', 'journal?world=*&operation=ListRepo', 'operation'],
      ['GET', 'journal:stream?world=*&status=FINE', 'status'],
      ['GET', 'events?world=x', 'world'],
      ['GET', 'events?world=*&type=repo.creates', 'type'],
    ];
    for (const [method, path, field, body] of cases) {
      expect(fieldsOf(await steer(api, method, path, body)), `${method} ${path}`).toEqual([400, field]);
    }
    const { api: off } = await freshServer('--journal', 'off');
    for (const path of ['journal?world=*', 'journal:stream?world=*']) {
      const refused = await steer(off, 'GET', path);
      expect([refused.status, refused.body.message], path).toEqual([400, expect.stringContaining('--journal off')]);
    }
    ok(await steer(off, 'POST', 'events:trigger', { preset: 'repo.created' }));
    expect(ok(await steer(off, 'GET', 'events?world=*'))).toMatchObject({ events: [{ world: 'default' }] });
  });

  test('behaviour J13: the calls and events of a world stay when it has ended, as they were', async ({
    freshServer,
  }) => {
    const { api, past, future, cursor } = await openThree(freshServer);
    const orgId = String(ok(await steer(past, 'GET', 'info')).orgId);
    ok(await past.post(`/registry/v2/repos/${orgId}`, { name: 'one' }));
    ok(await future.get('/registry/v2/repos'));
    ok(await api.get('/registry/v2/repos'));
    const viewer = past.as(await mintToken(past, 'viewer'));
    await viewer.post(`/registry/v2/repos/${orgId}`, { name: 'two', descripton: 'typo' });
    ok(await steer(api, 'POST', 'events:trigger', { preset: 'repo.created' }));
    const query = `&since=${cursor}`;
    const readEvents = async () => ok(await steer(api, 'GET', `events?world=*${query}`));
    const [before, events] = [await listAll(api, query), await readEvents()];
    expect([before.entries.length, (events.events as readonly unknown[]).length]).toEqual([4, 2]);
    ok(await steer(api, 'DELETE', 'worlds/past'));
    expect((await steer(past, 'GET', 'journal')).status).toBe(404);
    const { worlds, ended } = ok(await steer(api, 'GET', 'worlds?ended=true'));
    expect((worlds as readonly { id: string }[]).map(({ id }) => id)).toEqual(['default', 'future']);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const gone = { id: 'past', labels: {}, from: 'fixture:default', createTime: time, endTime: time, journal: 2 };
    expect(ended).toEqual([{ ...gone, number: expect.stringMatching(/^\d+$/) }]);
    const [{ number: last }] = ended as readonly [{ number: string }];
    expect(Number(last)).toBeGreaterThanOrEqual(Number(before.entries[0]?.number));
    expect(ok(await steer(api, 'GET', 'worlds?ended=true&label=run:1'))).toEqual({ worlds: [], ended: [] });
    expect(ok(await steer(api, 'GET', 'worlds'))).not.toHaveProperty('ended');
    // Read at once, and after the ended world was turned into text.
    for (let nth = 0; nth < 20; nth += 1)
      // The control call that has ended the world has a number, too.
      expect([await listAll(api, query), await readEvents()]).toEqual([
        { ...before, cursor: expect.any(String) },
        { ...events, cursor: expect.any(String) },
      ]);
    expect(pathsOf(await listAll(api, `${query}&status=403`))).toEqual(['past 2 CreateRepo']);
    expect(pathsOf(await listAll(api, `${query}&caller=viewer&limit=1`))).toEqual(['past 2 CreateRepo']);
    // A world of the same name begins anew.
    const again = await openWorld(api, 'past');
    ok(await again.get('/registry/v2/repos'));
    expect(pathsOf(await listAll(api, query)).slice(0, 2)).toEqual(['past 1 ListRepos', 'past 2 CreateRepo']);
  });

  test('behaviour J13: a call that goes on when its world ends is shown as it ends @whole', async ({ freshServer }) => {
    const { api, past } = await openThree(freshServer);
    const faulty = new Api({ ...past.connection, hasFaults: true }, past.token);
    ok(await steer(past, 'PUT', 'faults', [{ match: {}, phase: 'before', do: { latency: 300 } }]));
    const stream = await followStream<Entry>(api, 'journal:stream?world=*');
    const calling = faulty.get('/registry/v2/repos');
    expect((await stream.until(1)).map(({ event }) => event)).toEqual(['open']);
    ok(await steer(api, 'DELETE', 'worlds/past'));
    expect((await listAll(api, '&limit=1')).entries).toMatchObject([{ world: 'past', id: '1', state: 'open' }]);
    ok(await calling);
    expect((await stream.until(2)).map(({ event }) => event)).toEqual(['open', 'ended']);
    stream.stop();
    expect((await listAll(api, '&limit=1')).entries).toMatchObject([{ world: 'past', id: '1', state: 'ended' }]);
    // The end of another world lets it become text, too.
    ok(await steer(api, 'DELETE', 'worlds/future'));
    expect((await listAll(api, '&limit=1')).entries).toMatchObject([{ world: 'past', id: '1', status: 200 }]);
  });

  test('behaviour J13: the last 100 ended worlds are kept @whole', async ({ freshServer }) => {
    test.slow();
    const { api } = await freshServer();
    ok(await steer(api, 'DELETE', 'journal'));
    for (let nth = 1; nth <= 103; nth += 1) {
      const { id, token } = await makeWorld(api, { name: `w${nth}`, from: 'empty' });
      ok(await new Api({ ...api.connection, world: id }, token).get('/iam/v2/groups'));
      ok(await steer(api, 'DELETE', `worlds/${id}`));
    }
    const { entries } = await listAll(api, '&operation=ListGroups&limit=1000');
    expect(entries.map(({ world }) => world)).toEqual(Array.from({ length: 100 }, (_, nth) => `w${103 - nth}`));
  });

  test('behaviour J7, J13: ended worlds are within the bytes of the process, and the oldest go first @whole', async ({
    freshServer,
  }) => {
    const { api } = await freshServer('--journal-bytes', '200KiB');
    for (let nth = 1; nth <= 8; nth += 1) {
      const { id, token } = await makeWorld(api, { name: `w${nth}`, from: 'empty' });
      const world = new Api({ ...api.connection, world: id }, token);
      const body = `{"${'x'.repeat(9_000)}`;
      for (let call = 0; call < 3; call += 1) await world.send('POST', '/registry/v2/repos/nowhere', { body });
      ok(await steer(api, 'DELETE', `worlds/${id}`));
    }
    let ended: readonly unknown[] = [];
    // Ended worlds are turned into text one after the other, and each time the oldest beyond the bound are dropped.
    do {
      const { entries } = await listAll(api, '&operation=CreateRepo');
      ended = [...new Set(entries.map(({ world }) => world))];
    } while (ended.length > 5);
    expect(ended).toEqual(['w8', 'w7', 'w6', 'w5', 'w4'].slice(0, ended.length));
    expect(ended.length).toBeGreaterThanOrEqual(2);
  });

  test('behaviour J12: a stream of all worlds has those that come later, and begins behind a cursor', async ({
    freshServer,
  }) => {
    const { api, past, future, cursor } = await openThree(freshServer);
    ok(await future.get('/iam/v2/roles'));
    ok(await past.get('/iam/v2/groups'));
    ok(await steer(api, 'DELETE', 'worlds/past'));
    const stream = await followStream<Entry>(api, `journal:stream?world=*&since=${cursor}`);
    const narrow = await followStream<Entry>(api, 'journal:stream?world=*&operation=ListTags&status=200');
    const later = await openWorld(api, 'later');
    ok(await later.get('/registry/v2/tags'));
    ok(await api.get('/registry/v2/repos'));
    const namesOf = (events: Awaited<ReturnType<typeof stream.until>>): readonly string[] =>
      events.map(({ event, data: { world, id, operation } }) => `${event} ${world} ${id} ${operation}`);
    const events = await stream.until(6);
    expect(namesOf(events)).toEqual([
      'ended future 1 ListRoles',
      'ended past 1 ListGroups',
      'open later 1 undefined',
      'ended later 1 ListTags',
      'open default 2 undefined',
      'ended default 2 ListRepos',
    ]);
    expect(namesOf(await narrow.until(1))).toEqual(['ended later 1 ListTags']);
    // The id of an event is a cursor of all worlds.
    const [, second] = events;
    const again = await followStream<Entry>(api, `journal:stream?world=*&since=${second?.id}`);
    expect(namesOf(await again.until(2))).toEqual(['ended later 1 ListTags', 'ended default 2 ListRepos']);
    for (const { stop } of [stream, narrow, again]) stop();
  });

  test('behaviour J12: events of all worlds are listed by the clock of the machine', async ({ freshServer }) => {
    const { api, past, future, cursor } = await openThree(freshServer);
    for (const [world, preset] of [
      [future, 'repo.created'],
      [past, 'group.created'],
      [api, 'repo.created'],
      [future, 'repo.deleted'],
    ] as const) {
      ok(await steer(world, 'POST', 'events:trigger', { preset }));
    }
    const eventsOf = async (query: string): Promise<readonly string[]> => {
      const { events } = ok(await steer(api, 'GET', `events?world=*&since=${cursor}${query}`));
      return (events as readonly { world: string; type: string }[]).map(
        ({ world, type }) => `${world} ${/(\w+\.\w+)\.v\d$/.exec(type)?.[1]}`,
      );
    };
    const all = ['future repo.deleted', 'default repo.created', 'past group.created', 'future repo.created'];
    expect(await eventsOf('')).toEqual(all);
    expect(await eventsOf('&type=repo.created')).toEqual([all[1], all[3]]);
    expect(await eventsOf('&limit=1')).toEqual([all[0]]);
    ok(await steer(api, 'DELETE', 'worlds/future'));
    expect(await eventsOf('')).toEqual(all);
  });

  test('behaviour J12: the command line prints the calls of all worlds, and follows them @whole', async ({
    freshServer,
  }) => {
    const { api, past } = await openThree(freshServer);
    ok(await past.get('/registry/v2/repos'));
    ok(await api.get('/iam/v2/groups'));
    const args = ['journal', '--world', '*', '--port', new URL(api.connection.baseUrl).port];
    const { code, stdout } = await runCommand([...args, '--limit', '2']);
    expect([code, stdout.split('\n').map((line) => line.split(' ').slice(0, 4).join(' '))]).toEqual([
      0,
      ['past #1 rest ListRepos', 'default #2 rest ListGroups', ''],
    ]);
    const following = spawn(...commandLine(...args, '--follow', '--since', '0', '--operation', 'ListTags'), {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: plainEnvironment(),
    });
    try {
      const lines = createInterface({ input: following.stdout })[Symbol.asyncIterator]();
      const later = await openWorld(api, 'later');
      ok(await later.get('/registry/v2/tags'));
      ok(await api.get('/registry/v2/tags'));
      const found = [await lines.next(), await lines.next()];
      expect(found.map(({ value }) => String(value).split(' ').slice(0, 4).join(' '))).toEqual([
        'later #1 rest ListTags',
        'default #3 rest ListTags',
      ]);
    } finally {
      following.kill('SIGKILL');
    }
  });
});
