import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test as withDatabase } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const WORLD = 'w';

/** A request that a receiver has got. */
interface Got {
  /** The name of the repo that the event is about. */
  readonly name: string;
  readonly event: string;
}

interface Receiver {
  readonly url: string;
  readonly received: readonly Got[];
}

const test = withDatabase.extend<{
  /** Three servers that share a world. */
  readonly three: readonly [first: OwnServer, second: OwnServer, third: OwnServer];
  /** Starts a receiver, which answers the request about a repo of a number, from 1, as the test says. */
  readonly receive: (answer: (count: number) => number) => Promise<Receiver>;
}>({
  three: async ({ replica }, use) => {
    await use([await replica(), await replica(), await replica()]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  receive: async ({}, use) => {
    const closes: (() => void)[] = [];
    await use(async (answer) => {
      const received: Got[] = [];
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { name } = JSON.parse(Buffer.concat(chunks).toString()).body;
        // Sinks get the events of subscriptions, too.
        if (name === undefined) {
          response.writeHead(204).end();
          return;
        }
        received.push({ name, event: String(request.headers['ce-id']) });
        response.writeHead(answer(received.length)).end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      closes.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
    });
    for (const close of closes) close();
  },
});

/** Callers of the world at each server, where sinks subscribe to its events on repos. */
const begin = async (servers: readonly OwnServer[], ...sinks: readonly string[]): Promise<readonly Api[]> => {
  const [first] = servers as readonly [OwnServer];
  ok(await steer(first.api, 'POST', 'worlds', { name: WORLD }));
  const apis = servers.map((server) => inWorld(server, WORLD));
  const [caller] = apis as [Api];
  for (const sink of sinks) ok(await caller.post(`/events/v2/subscriptions/${first.ready.orgId}`, { sink }));
  // Those of the subscriptions themselves have arrived.
  for (const api of apis) await expect.poll(() => timesLeft(api)).toBe(0);
  return apis;
};

/** How many deliveries are not over, as a server shows them. */
const timesLeft = async (api: Api): Promise<number> =>
  rowsOf(ok(await steer(api, 'GET', 'deliveries?limit=1000')), 'deliveries').filter(({ state }) =>
    ['pending', 'held'].includes(String(state)),
  ).length;

/** The ids of events in the order of their numbers, which those of deliveries begin with. */
const eventsInOrder = async (api: Api, sink: string): Promise<readonly unknown[]> =>
  rowsOf(ok(await steer(api, 'GET', 'deliveries?limit=1000')), 'deliveries')
    .filter(({ url }) => url === sink)
    .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    .map(({ event }) => event);

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `n${at}`);

/** Makes repos of these names, one after the other, at each server in turn. */
const makeInTurn = async (apis: readonly Api[], orgId: string, names: readonly string[]): Promise<void> => {
  for (const [at, name] of names.entries()) {
    ok(await (apis[at % apis.length] as Api).post(`/registry/v2/repos/${orgId}`, { name }));
  }
};

const firstsOf = (received: readonly Got[]): readonly string[] => [...new Set(received.map(({ name }) => name))];

test.describe('31.14: deliveries of events that several servers have caused @mock', () => {
  test.setTimeout(120_000);

  test('a subscription gets them in the order of the events, each once', async ({ three, receive }) => {
    const [one, other] = [await receive(() => 204), await receive(() => 200)];
    const apis = await begin(three, one.url, other.url);
    const names = numbered(200);
    await makeInTurn(apis, three[0].ready.orgId, names);
    for (const { received } of [one, other]) {
      await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(200);
      expect(received.map(({ name }) => name)).toEqual(names);
    }
    // The last answer is noted once it has arrived, behind the request that is counted here.
    for (const api of apis) await expect.poll(() => timesLeft(api)).toBe(0);
  });

  test('of calls at the same time, too @whole', async ({ three, receive }) => {
    const { url, received } = await receive(() => 204);
    const apis = await begin(three, url);
    const { orgId } = three[0].ready;
    await Promise.all(
      apis.map((api, at) =>
        makeInTurn(
          [api],
          orgId,
          numbered(70).map((name) => `${name}-${at}`),
        ),
      ),
    );
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(210);
    expect(received.map(({ event }) => event)).toEqual(await eventsInOrder(apis[1] as Api, url));
  });

  test('one that failed waits aside, and is tried again by whoever tries the others @whole', async ({
    three,
    receive,
  }) => {
    const { url, received } = await receive((count) => (count === 1 ? 503 : 204));
    const apis = await begin(three, url);
    ok(await steer(apis[0] as Api, 'PUT', 'clock', { mode: 'frozen' }));
    const names = numbered(200);
    await makeInTurn(apis, three[0].ready.orgId, names);
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(200);
    expect(received.map(({ name }) => name)).toEqual(names);
    for (const api of apis) expect(await timesLeft(api)).toBe(1);
    ok(await steer(apis[1] as Api, 'POST', 'clock:advance', { by: '1s', settle: true }));
    expect(received.slice(200).map(({ name }) => name)).toEqual(['n0']);
    // The last answer is noted once it has arrived, behind the request that is counted here.
    for (const api of apis) await expect.poll(() => timesLeft(api)).toBe(0);
  });

  test('a server that makes them and is killed loses none, and their order holds @whole', async ({
    three,
    receive,
  }) => {
    const [first, ...others] = three;
    const { url, received } = await receive((count) => {
      // In the middle of its deliveries.
      if (count === 60) first.process.kill('SIGKILL');
      return count === 1 ? 503 : 204;
    });
    const apis = await begin(three, url);
    ok(await steer(apis[0] as Api, 'PUT', 'clock', { mode: 'frozen' }));
    // The first has it from here on: what failed there is not over.
    await makeInTurn(apis.slice(0, 1), first.ready.orgId, ['n0']);
    await expect.poll(() => received.length).toBe(1);
    const names = numbered(200);
    await makeInTurn(apis.slice(1), first.ready.orgId, names.slice(1));
    await expect.poll(() => firstsOf(received).length, { timeout: 60_000 }).toBe(200);
    expect(firstsOf(received)).toEqual(names);
    ok(await steer(apis[2] as Api, 'POST', 'clock:advance', { by: '1s', settle: true }));
    // That of the attempt which was under way may have come twice.
    const again = received.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) < at);
    expect(again.filter((name) => name !== 'n59')).toEqual(['n0']);
    for (const server of others) expect(await timesLeft(inWorld(server, WORLD))).toBe(0);
  });

  test('a call waits for a delivery that another server makes, where the plan says so @whole', async ({
    three,
    receive,
  }) => {
    const { url, received } = await receive((count) => (count === 1 ? 503 : 204));
    const apis = await begin(three, url);
    const [one, other] = apis as readonly [Api, Api];
    ok(await steer(one, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await steer(one, 'PUT', 'events:plan', { mode: 'sync' }));
    await makeInTurn([one], three[0].ready.orgId, ['n0']);
    for (const [at, name] of ['n1', 'n2', 'n3'].entries()) {
      await makeInTurn([other], three[0].ready.orgId, [name]);
      expect(received.map((got) => got.name)).toHaveLength(at + 2);
    }
    for (const api of apis) expect(await timesLeft(api)).toBe(1);
  });

  test('what a server was handed without a note of it is delivered all the same @whole', async ({
    three,
    receive,
    postgres,
    database,
  }) => {
    const { url, received } = await receive((count) => (count === 1 ? 503 : 204));
    const apis = await begin(three, url);
    const { orgId } = three[0].ready;
    ok(await steer(apis[0] as Api, 'PUT', 'clock', { mode: 'frozen' }));
    await makeInTurn(apis.slice(0, 1), orgId, ['n0']);
    await expect.poll(() => received.length).toBe(1);
    // What is noted of a delivery that is handed over is lost.
    await postgres.query(
      database,
      `CREATE FUNCTION platform_mock.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.kind = 'delivery handed over' THEN NEW.kind = 'lost'; END IF; RETURN NEW; END $$`,
    );
    await postgres.query(
      database,
      'CREATE TRIGGER lose BEFORE INSERT ON platform_mock.note FOR EACH ROW EXECUTE FUNCTION platform_mock.lose()',
    );
    await makeInTurn(apis.slice(1), orgId, ['n1', 'n2']);
    await expect.poll(() => received.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2']);
  });
});
