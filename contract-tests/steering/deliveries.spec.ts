import { type Answer, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { type EventReceiver, startReceiver } from '../support/event-receiver.ts';
import { test as base, expect, FACES } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';

type Row = Readonly<Record<string, unknown>>;

interface Fixtures {
  /** A receiver that is subscribed to the first organization of a server of its own. */
  readonly subscribed: (statusOf?: (nth: number) => number) => Promise<{
    readonly server: OwnServer;
    readonly receiver: EventReceiver;
    readonly subscription: string;
  }>;
}

const test = base.extend<Fixtures>({
  subscribed: async ({ ownServer }, use) => {
    const receivers: EventReceiver[] = [];
    await use(async (statusOf) => {
      const server = await ownServer();
      const { issuer, orgId } = server.ready;
      const receiver = await startReceiver(issuer, orgId, statusOf);
      receivers.push(receiver);
      const { uid } = ok(await server.api.post(`/events/v2/subscriptions/${orgId}`, { sink: receiver.url }));
      return { server, receiver, subscription: uid };
    });
    for (const receiver of receivers) await receiver.close();
  },
});

const create = async (api: Api, parent: string, name: string): Promise<Row> =>
  ok(await api.post(`/registry/v2/repos/${parent}`, { name }));

const eventsOf = async (api: Api, query = ''): Promise<readonly Row[]> =>
  ok(await steer(api, 'GET', `events${query}`)).events as readonly Row[];

/** The deliveries of an event; those of one subscription if it is given. The fixture has another, to a public host. */
const deliveriesOf = async (api: Api, event: unknown, subscription?: string): Promise<readonly Row[]> => {
  const all = ok(await steer(api, 'GET', `events/${event}/deliveries`)).deliveries as readonly Row[];
  return all.filter((delivery) => subscription === undefined || delivery.subscription === subscription);
};

const attemptsOf = (delivery: Row | undefined): readonly Row[] => (delivery?.attempts ?? []) as readonly Row[];

const reasonOf = ({ body }: Answer): unknown => (body.details as readonly { readonly reason?: string }[])[0]?.reason;

test.describe('deliveries @mock', () => {
  for (const face of FACES) {
    test(`behaviour E1, E2, E8: a receiver that knows the issuer only verifies the event of a call over ${face}`, async ({
      subscribed,
      facesOf,
    }) => {
      const { server, receiver } = await subscribed();
      const { orgId, url } = server.ready;
      const caller = facesOf(server)[face];
      const { uid } = await caller.read('CreateRepo', { parent: orgId, repo: { name: 'delivered' } });
      const [came] = await receiver.until(1);
      expect(came?.refusal).toBeUndefined();
      const [recorded] = await eventsOf(server.api);
      expect(came?.event).toMatchObject({
        id: recorded?.id,
        type: 'dev.chainguard.api.platform.registry.repo.created.v1',
        source: `${url}/registry/v2/repos`,
        subject: uid,
        group: orgId,
        audience: 'customer',
        data: { body: { uid, name: 'delivered' } },
      });
      expect(came?.headers['content-type']).toBe('application/json');
      expect(came?.headers['user-agent']).toMatch(/^platform-mock\/\d/);
    });
  }

  test('behaviour E8: each way in which a delivery can be wrong is refused by the receiver', async ({ subscribed }) => {
    const { server, receiver } = await subscribed();
    const { api, ready } = server;
    const FLAWS = {
      bad_signature: 'signature verification failed',
      wrong_digest: 'the digest is that of another body',
      wrong_audience: 'unexpected "aud" claim value',
      expired: '"exp" claim timestamp check failed',
    };
    for (const [nth, [flaw, refusal]] of Object.entries(FLAWS).entries()) {
      ok(await steer(api, 'PUT', 'events:plan', { mode: 'sync', flaw }));
      await create(api, ready.orgId, `flawed-${nth}`);
      expect(receiver.received.at(-1)?.refusal, flaw).toBe(refusal);
      const { headers, body } = receiver.received.at(-1) ?? {};
      const verdict = ok(await steer(api, 'POST', 'events:verify', { headers, body }));
      expect(verdict.valid, flaw).toBe(false);
      ok(await steer(api, 'POST', 'reset'));
      ok(await api.post(`/events/v2/subscriptions/${ready.orgId}`, { sink: receiver.url }));
    }
  });

  test('behaviour E9, E10, E22: what is not accepted is tried again by the clock of the world, with a new token', async ({
    subscribed,
  }) => {
    const { server, receiver, subscription } = await subscribed((nth) => (nth < 3 ? 500 : 204));
    const { api, ready } = server;
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    await create(api, ready.orgId, 'retried');
    await receiver.until(1);
    const [event] = await eventsOf(api);
    ok(await steer(api, 'POST', 'clock:advance', { by: '1s', settle: true }));
    const { fired } = ok(await steer(api, 'POST', 'clock:advance', { by: '5s', settle: true })) as unknown as {
      readonly fired: readonly Row[];
    };
    expect(fired).toHaveLength(1);
    expect(receiver.received.map(({ event: got, refusal }) => [got?.id, refusal])).toEqual(
      Array.from({ length: 3 }, () => [event?.id, undefined]),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers.authorization)).size).toBe(3);
    const [delivery, ...others] = await deliveriesOf(api, event?.id, subscription);
    expect([delivery?.state, others]).toEqual(['delivered', []]);
    expect(attemptsOf(delivery).map(({ status }) => status)).toEqual([500, 500, 204]);
    const [first] = attemptsOf(delivery) as readonly {
      readonly request: { readonly url: string; readonly body: string };
    }[];
    expect(first?.request).toMatchObject({ url: receiver.url, body: receiver.received[0]?.body });
    const met = await steer(api, 'POST', 'events:await', { until: 'delivered', match: { subject: event?.subject } });
    expect(ok(met).events).toHaveLength(1);
  });

  test('behaviour E10: a call does not wait for a receiver that hangs, and other subscriptions get their events', async ({
    subscribed,
  }) => {
    const { server, receiver } = await subscribed();
    const { api, ready } = server;
    ok(await steer(api, 'PUT', 'sink/hangs', { answers: [{ status: 204, delayMs: 600_000 }] }));
    ok(await api.post(`/events/v2/subscriptions/${ready.orgId}`, { sink: 'sink://hangs' }));
    await receiver.until(1);
    for (const name of ['one', 'two', 'three']) await create(api, ready.orgId, name);
    const names = (await receiver.until(4)).slice(1).map(({ event }) => event?.data?.body?.name);
    expect(names).toEqual(['one', 'two', 'three']);
  });

  test('behaviour E12: a public host is not called; the record says why, and the subscription is made', async ({
    subscribed,
  }) => {
    const { server } = await subscribed();
    const { api, ready } = server;
    ok(await api.post(`/events/v2/subscriptions/${ready.orgId}`, { sink: 'https://hooks.example.com/events' }));
    await create(api, ready.orgId, 'kept-home');
    const [event] = await eventsOf(api);
    const suppressed = (await deliveriesOf(api, event?.id)).find(
      ({ url }) => url === 'https://hooks.example.com/events',
    );
    expect(suppressed).toMatchObject({ state: 'suppressed', attempts: [] });
    expect(suppressed?.reason).toContain('--allow-egress');
  });

  test('behaviour E20, E21: a plan sends twice and loses the first, to a sink of the mock with a script', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    ok(await steer(api, 'PUT', 'sink/orders', { answers: [{ status: 500 }, { status: 204 }] }));
    ok(await api.post(`/events/v2/subscriptions/${ready.orgId}`, { sink: 'sink://orders' }));
    ok(await steer(api, 'PUT', 'events:plan', { mode: 'sync', duplicate: 1, dropFirst: 1 }));
    await create(api, ready.orgId, 'planned');
    const received = async (): Promise<readonly Row[]> =>
      ok(await steer(api, 'GET', 'sink/orders')).received as readonly Row[];
    // The first attempt is lost on its way, the second is answered with 500, the third is accepted and sent twice.
    expect(await received()).toEqual([]);
    ok(await steer(api, 'POST', 'clock:advance', { by: '1s', settle: true }));
    ok(await steer(api, 'POST', 'clock:advance', { by: '5s', settle: true }));
    const came = await received();
    expect(came.map(({ status, valid }) => [status, valid])).toEqual([
      [500, true],
      [204, true],
      [204, true],
    ]);
    const [event] = await eventsOf(api);
    const ids = came.map(({ headers }) => (headers as Row)['ce-id'] ?? (headers as Row)['Ce-Id']);
    expect(ids).toEqual([event?.id, event?.id, event?.id]);
  });

  test('behaviour E20: what a plan collects is delivered when it is ended', async ({ subscribed }) => {
    const { server, receiver, subscription } = await subscribed();
    const { api, ready } = server;
    ok(await steer(api, 'PUT', 'events:plan', { mode: 'collect' }));
    for (const name of ['a', 'b']) await create(api, ready.orgId, name);
    expect(receiver.received).toEqual([]);
    const [event] = await eventsOf(api);
    expect((await deliveriesOf(api, event?.id, subscription)).map(({ state }) => state)).toEqual(['held']);
    ok(await steer(api, 'PUT', 'events:plan', {}));
    expect((await receiver.until(2)).map(({ event: got }) => got?.data?.body?.name)).toEqual(['a', 'b']);
  });

  test('behaviour E24: a redelivery has the same id and a new token, to any local URL', async ({ subscribed }) => {
    const { server, receiver, subscription } = await subscribed();
    const { api, ready } = server;
    await create(api, ready.orgId, 'again');
    await receiver.until(1);
    const [event] = await eventsOf(api);
    for (const to of [{}, { subscription }, { url: receiver.url }]) {
      ok(await steer(api, 'POST', `events/${event?.id}:redeliver`, to));
    }
    expect(receiver.received.map(({ event: got }) => got?.id)).toEqual(Array.from({ length: 4 }, () => event?.id));
    expect(new Set(receiver.received.map(({ headers }) => headers.authorization)).size).toBe(4);
    const gone = await steer(api, 'POST', 'events/00000000-0000-4000-8000-000000000000:redeliver', {});
    expect(gone.status).toBe(404);
    const far = await steer(api, 'POST', `events/${event?.id}:redeliver`, { url: 'https://hooks.example.com/' });
    expect([far.status, reasonOf(far)]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('behaviour E7: an event of a child group goes to the subscription of its organization, with that group in the token', async ({
    subscribed,
  }) => {
    const { server, receiver } = await subscribed();
    const { api, ready } = server;
    const child = ok(await api.post(`/iam/v2/groups/${ready.orgId}`, { name: 'child' }));
    await create(api, child.uid, 'below');
    const [made, below] = await receiver.until(2);
    expect([made?.refusal, below?.refusal]).toEqual([undefined, undefined]);
    expect(below?.event).toMatchObject({ group: child.uid, data: { body: { name: 'below' } } });
  });

  const BAD: readonly (readonly [method: string, path: string, body: unknown, status: number])[] = [
    ['POST', 'events:verify', {}, 400],
    ['POST', 'events:verify', { headers: { a: 'b' }, body: 'nonsense' }, 400],
    ['PUT', 'events:plan', { mode: 'never' }, 400],
    ['PUT', 'events:plan', { delay: '-1s' }, 400],
    ['PUT', 'events:plan', { duplicate: -1 }, 400],
    ['PUT', 'sink/orders', { answers: [{ status: 99 }] }, 400],
    ['PUT', 'sink/..', { answers: [] }, 404],
    ['GET', 'events/nonsense/deliveries', undefined, 404],
    ['POST', 'clock:advance', { to: 'yesterday' }, 400],
    ['POST', 'clock:advance', { by: '1s', to: 'next' }, 400],
  ];

  test('behaviour E23: nonsense is a clear error', async ({ ownWorld }) => {
    const world = await ownWorld();
    for (const [method, path, body, status] of BAD) {
      const refused = await steer(world, method, path, body);
      expect([refused.status, typeof refused.body.message], `${method} ${path}`).toEqual([status, 'string']);
    }
  });
});
