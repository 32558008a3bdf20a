import type { Body } from '../support/answer.ts';
import { expectNoRoute } from '../support/errors.ts';
import type { CallExtra, Ended, GrpcClient } from '../support/grpc-client.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';

const SERVICE = 'chainguard.platform.events.Subscriptions';
const V2 = '/events/v2/subscriptions';
const sink = 'https://hook.test/events';

const call = (grpc: GrpcClient, method: string, request: object, extra: CallExtra = {}): Promise<Ended> =>
  grpc.call(`${SERVICE}/${method}`, request as Body, extra);

const idsOf = (body: Body): readonly unknown[] => ((body.items ?? []) as readonly Body[]).map(({ id }) => id);

test.describe('V14: subscriptions over gRPC', () => {
  test('a subscription of v1 is one of v2, and a Delete removes it from both', async ({ api, grpc, org }) => {
    const made = await grpcService(grpc, SERVICE)('Create', { parentId: org.uid, subscription: { sink, id: 'x' } });
    expect(made).toEqual({ id: expect.stringMatching(new RegExp(`^${org.uid}/[0-9a-f]{16}$`)), sink });
    expect(await api.read(`${V2}/${made.id}`)).toMatchObject({ uid: made.id, sink });
    expect(await grpcService(grpc, SERVICE)('List', { id: made.id })).toEqual({ items: [made] });
    for (let count = 0; count < 2; count += 1)
      expect(await grpcService(grpc, SERVICE)('Delete', { id: made.id })).toEqual({});
    expect((await api.get(`${V2}/${made.id}`)).status).toBe(404);
  });

  test('List has those of v2, all of them or a slice, by uidp and id', async ({ grpc, org }) => {
    const group = await org.group();
    const made = [await org.subscription(), await org.subscription(), await org.subscription({}, group.uid)];
    const all = made.map(({ uid }) => uid).toSorted();
    const above = made
      .slice(0, 2)
      .map(({ uid }) => uid)
      .toSorted();
    const descendants = { uidp: { descendantsOf: org.uid } };
    for (const [request, expected] of [
      [descendants, all],
      [{ ...descendants, offset: 1 }, all.slice(1)],
      [{ ...descendants, page: 2, pageSize: 2 }, all.slice(2)],
      [{ uidp: { childrenOf: org.uid } }, above],
      [{ uidp: { ids: [all[0]] } }, all.slice(0, 1)],
      [{ id: group.uid }, []],
      [{ uidp: { childrenOf: '9'.repeat(40) } }, []],
    ] as const) {
      expect(idsOf(await grpcService(grpc, SERVICE)('List', request)), JSON.stringify(request)).toEqual(expected);
    }
  });

  for (const [what, method, request, code, message] of [
    ['no parent', 'Create', { subscription: { sink } }, 3, 'Invalid argument: parent_id: parent_id is required'],
    ['no sink', 'Create', { subscription: {} }, 3, 'Invalid argument: sink: sink is required'],
    ['no subscription', 'Create', {}, 3, 'Invalid argument: sink: sink is required'],
    ['a sink over http', 'Create', { subscription: { sink: 'http://a.example.com' } }, 3, /sink must be an https URL/],
    ['a slice backwards', 'List', { offset: -1 }, 3, /: offset: /],
  ] as const) {
    test(`V10: ${what} is refused without details`, async ({ grpc, org }) => {
      const whole = method === 'Create' && what !== 'no parent' ? { parentId: org.uid, ...request } : request;
      const ended = await call(grpc, method, whole);
      expect(ended).toMatchObject({ ok: false, code, details: [] });
      if (!ended.ok) expect(ended.message).toMatch(message);
    });
  }

  test('5.16: a missing parent is NOT_FOUND', async ({ grpc, org }) => {
    const parentId = `${org.uid}/${'9'.repeat(16)}`;
    const ended = await call(grpc, 'Create', { parentId, subscription: { sink } });
    expect(ended).toMatchObject({
      ok: false,
      code: 5,
      message: `Not found: group "${parentId}" not found`,
      details: [],
    });
  });

  test('10.7: each method needs its capability @mock', async ({ grpc, org }) => {
    const { uid: id } = await org.subscription();
    for (const [method, request, capability] of [
      ['Create', { parentId: org.uid, subscription: { sink } }, 'SUBSCRIPTION_CREATE'],
      ['List', {}, 'SUBSCRIPTION_LIST'],
      ['Delete', { id }, 'SUBSCRIPTION_DELETE'],
    ] as const) {
      const denied = await org.caller('registry.pull');
      const allowed = await org.caller((await org.role({ capabilities: [`CAP_EVENTS_${capability}`] })).uid);
      const lacking = await call(grpc, method, request, { token: denied.token ?? null });
      expect(lacking, method).toMatchObject({ ok: false, code: 7, details: [] });
      expect(await call(grpc, method, request, { token: allowed.token ?? null }), method).toMatchObject({ ok: true });
      expect(await call(grpc, method, request, { token: null }), method).toMatchObject({ ok: false, code: 16 });
    }
  });
});

test('V14: Ping answers over gRPC, with or without a token', async ({ grpc }) => {
  for (const extra of [{}, { token: null }]) {
    const ended = await grpc.call('chainguard.platform.ping.PingService/Ping', {}, extra);
    expect(ended).toMatchObject({ ok: true, response: { response: 'pong' } });
  }
});

for (const [method, target] of [
  ['GET', '/ping/v1/ping'],
  ['GET', '/events/v1/subscriptions'],
  ['POST', `/events/v1/subscriptions/${'a'.repeat(40)}`],
  ['DELETE', `/events/v1/subscriptions/${'a'.repeat(40)}/${'b'.repeat(16)}`],
] as const) {
  test(`V14: ${method} ${target.slice(0, 26)} is not served over HTTP`, async ({ api }) => {
    const answer = await api.send(method, target, method === 'POST' ? { body: { sink } } : {});
    expectNoRoute(answer, target.split('/')[1] ?? '');
  });
}
