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

/** Makes the world, subscribes sinks to its events on repos, and returns a caller of it at each server. */
const begin = async (servers: readonly OwnServer[], ...sinks: readonly string[]): Promise<readonly Api[]> => {
  const [first] = servers as readonly [OwnServer];
  ok(await steer(first.api, 'POST', 'worlds', { name: WORLD }));
  const apis = servers.map((server) => inWorld(server, WORLD));
  const [caller] = apis as [Api];
  for (const sink of sinks) ok(await caller.post(`/events/v2/subscriptions/${first.ready.orgId}`, { sink }));
  // The events of the subscriptions themselves have arrived.
  for (const api of apis) await expect.poll(() => remainingTimes(api)).toBe(0);
  return apis;
};

/** The number of open deliveries that a server reports. */
const remainingTimes = async (api: Api): Promise<number> =>
  rowsOf(ok(await steer(api, 'GET', 'deliveries?limit=1000')), 'deliveries').filter(({ state }) =>
    ['pending', 'held'].includes(String(state)),
  ).length;

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `n${at}`);

const firstsOf = (received: readonly Got[]): readonly string[] => [...new Set(received.map(({ name }) => name))];

/** Makes a repo, again and again until it is there: an owner that ends breaks calls, which were stored or not. */
const makeSurely = async (api: Api, orgId: string, name: string): Promise<void> => {
  const make = (): Promise<number> =>
    api.post(`/registry/v2/repos/${orgId}`, { name }).then(
      ({ status }) => status,
      () => 0,
    );
  for (let status = 0; ![200, 409].includes(status); status = await make());
};

test.describe('31.2, 31.3: deliveries of events that several servers have caused @mock', () => {
  test.setTimeout(120_000);

  test('a subscription gets them in the order of the events, each once', async ({ three, receive }) => {
    const [one, other] = [await receive(() => 204), await receive(() => 200)];
    const apis = await begin(three, one.url, other.url);
    const names = numbered(60);
    for (const [at, name] of names.entries()) {
      ok(await (apis[at % apis.length] as Api).post(`/registry/v2/repos/${three[0].ready.orgId}`, { name }));
    }
    for (const { received } of [one, other]) {
      await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(names.length);
      expect(received.map(({ name }) => name)).toEqual(names);
    }
  });

  test('an owner that makes them and is killed loses none, and their order holds @whole', async ({
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
    const { orgId } = first.ready;
    const names = numbered(200);
    for (const [at, name] of names.entries()) await makeSurely(apis[1 + (at % others.length)] as Api, orgId, name);
    await expect.poll(() => firstsOf(received).length, { timeout: 60_000 }).toBe(names.length);
    expect(firstsOf(received)).toEqual(names);
    ok(await steer(apis[2] as Api, 'POST', 'clock:advance', { by: '1s', settle: true }));
    // The attempt that was under way may have come twice.
    const again = received.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) < at);
    expect(again.filter((name) => name !== 'n59')).toEqual(['n0']);
    for (const server of others) expect(await remainingTimes(inWorld(server, WORLD))).toBe(0);
  });
});
