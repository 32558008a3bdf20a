import { type Answer, describe, ok } from '../support/answer.ts';
import { expectDenied, expectInvalid, expectMissing, expectNoRoute } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { profile, seen } from '../support/profile.ts';

// Differences of the profiles in calls. The tests expect the choices of the profile of the run.

test('P1: info names the profile @profile @mock', async ({ api }) => {
  expect(ok(await steer(api, 'GET', 'info'))).toMatchObject({ profile });
});

test('C7: the body of a delete, in both versions @profile', async ({ api, org }) => {
  for (const target of [
    `/iam/v2/groups/${(await org.group()).uid}`,
    `/iam/v1/groups/${(await org.group()).uid}`,
    `/registry/v2beta1/repos/${(await org.repo()).uid}`,
  ]) {
    // By `fetch`: the client of the suite makes the body of every delete empty.
    const headers = { authorization: `Bearer ${api.token}` };
    const answer = await fetch(`${api.connection.baseUrl}${target}`, { method: 'DELETE', headers });
    expect([answer.status, await answer.text()], target).toEqual([200, seen.emptyBody]);
    const type = answer.headers.get('content-type')?.split(';')[0];
    expect(type).toBe(seen.emptyBody === '' ? undefined : 'application/json');
  }
});

const REPEATED = [
  ['role binding', 'DeleteRoleBinding', 'binding'],
  ['account association', 'DeleteAccountAssociation', 'association'],
] as const;

for (const [kind, method, make] of REPEATED) {
  onEachFace(`C9: a second delete of the same ${kind} @profile`, async (face, org) => {
    const { uid } = await org[make]();
    expect((await face.call(method, { uid })).status).toBe(200);
    for (let again = 0; again < 2; again += 1) {
      expect((await face.call(method, { uid })).status).toBe(seen.repeatedDelete);
    }
    // Who may not delete there does not learn that it is missing.
    const viewer = await org.caller('viewer');
    expectDenied(await face.as(viewer.token).call(method, { uid }));
    // A root that does not exist has nobody who may delete there.
    expect((await face.call(method, { uid: `${'0'.repeat(40)}/${'0'.repeat(16)}` })).status).toBe(404);
  });
}

onEachFace('C9: a second delete of anything else is NOT_FOUND @profile', async (face, org) => {
  const { uid } = await org.subscription();
  const method = 'DeleteSubscription';
  expect((await face.call(method, { uid })).status).toBe(200);
  expectMissing(await face.call(method, { uid }), 'events/Subscription', uid);
});

test('C12: events and ping of v1 over HTTP @profile', async ({ api, anonymous, org }) => {
  const list = `/events/v1/subscriptions?uidp.descendants_of=${org.uid}`;
  if (!seen.eventsV1) {
    expectNoRoute(await api.get(list), 'events');
    expectNoRoute(await anonymous.get('/ping/v1/ping'), 'ping');
    return;
  }
  expect(await anonymous.read('/ping/v1/ping')).toEqual({ response: 'pong' });
  const sink = 'https://hook.test/events';
  const made = ok(await api.post(`/events/v1/subscriptions/${org.uid}`, { sink }));
  expect(made).toEqual({ id: expect.any(String), sink });
  expect(await api.read(list)).toEqual({ items: [made] });
  expect(await api.read(`/events/v2/subscriptions/${made.id}`)).toMatchObject({ uid: made.id, sink });
  for (let again = 0; again < 2; again += 1) {
    expect((await api.delete(`/events/v1/subscriptions/${made.id}`)).status).toBe(200);
  }
  expect(await api.read(list)).toEqual({ items: [] });
  expectInvalidSink(await api.post(`/events/v1/subscriptions/${org.uid}`, { sink: 'ftp://x' }));
});

const expectInvalidSink = (answer: Answer): void => {
  expect(answer.body, describe(answer)).toMatchObject({ code: 3, message: expect.stringMatching(/: sink: /) });
};

test('C20: an unknown key beside a mask @profile', async ({ api, org }) => {
  const { uid, description } = await org.repo({ description: 'before' });
  const answer = await api.patch(`/registry/v2/repos/${uid}?updateMask=description`, { description: 'after', nope: 1 });
  expect(answer.status, describe(answer)).toBe(seen.otherKey);
  if (seen.otherKey === 400) expectInvalid(answer, { nope: /^could not find field "nope"/ });
  const now = await api.read(`/registry/v2/repos/${uid}`);
  expect([description, now.description]).toEqual(['before', seen.otherKey === 400 ? 'before' : 'after']);
  // A known key that the mask does not list is ignored in either.
  const other = await api.patch(`/registry/v2/repos/${uid}?updateMask=description`, { name: 'x', description: 'c' });
  expect(ok(other)).toMatchObject({ description: 'c' });
  expect(other.body.name).not.toBe('x');
});

onEachFace('C22: an update of an invite and of a mapping @profile', async (face, org) => {
  const invite = await org.invite();
  const mapping = await org.mapping((await org.provider()).uid);
  const answers = [
    await face.call('UpdateGroupInvite', {
      groupInvite: { uid: invite.uid, singleUse: true },
      updateMask: 'singleUse',
    }),
    await face.call('UpdateExternalGroupRoleMapping', {
      externalGroupRoleMapping: { uid: mapping.uid, roleUid: mapping.roleUid },
      updateMask: 'roleUid',
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(seen.addedCalls ? [200, 200] : [501, 501]);
  if (seen.addedCalls || face.name === 'gRPC') return;
  expect(answers.map(({ headers }) => headers.allow)).toEqual(Array(2).fill('GET, POST, DELETE, HEAD, OPTIONS'));
});

test('C33: discovery names the host that was asked @profile @mock', async ({ api }) => {
  const { baseUrl } = api.connection;
  const { port, host } = new URL(baseUrl);
  const issuerAt = async (origin: string, headers: Record<string, string> = {}) => {
    const target = '/.well-known/openid-configuration';
    const sent = await api.as(undefined).send('GET', target, { headers: { host: new URL(origin).host, ...headers } });
    const { issuer, jwks_uri: keys } = ok(sent);
    expect(keys).toBe(`${issuer}/.well-known/jwks.json`);
    return issuer;
  };
  const asked = `http://localhost:${port}`;
  expect(await issuerAt(baseUrl)).toBe(baseUrl);
  expect(await issuerAt(asked)).toBe(asked);
  expect(await issuerAt('http://[::1]:1')).toBe('http://[::1]:1');
  expect(await issuerAt('http://mock.example.com')).toBe('http://mock.example.com');
  // Headers of a proxy are ignored.
  expect(await issuerAt(baseUrl, { 'x-forwarded-host': 'localhost:1' })).toBe(`http://${host}`);
});
