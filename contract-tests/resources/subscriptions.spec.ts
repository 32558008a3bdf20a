import { ok } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

for (const sink of [
  'https://hooks.test/a?b=c',
  'https://hooks.example.com:8443/',
  'http://localhost:3000/hook',
  'http://127.0.0.1/hook',
  'http://[::1]:8080/hook',
  'http://10.1.2.3/hook',
  'http://192.168.0.1/hook',
  'http://172.16.0.9/hook',
  'http://receiver/hook',
  'http://receiver:8080',
  'http://a.localhost/hook',
  'http://hook.test/x',
  'http://host.docker.internal:3000/hook',
  'http://host.containers.internal/hook',
  'HTTP://localhost:3000/hook',
  'Https://hooks.test/',
  'SINK://orders',
]) {
  test(`5.16, E12, C27: ${sink} is a sink`, async ({ org }) => {
    expect((await org.subscription({ sink })).sink).toBe(sink);
  });
}

for (const sink of [
  'http://hooks.example.com/a',
  'http://metadata.google.internal/a',
  'http://a.host.docker.internal/a',
  'http://8.8.8.8/a',
  'HTTP://8.8.8.8/a',
  'http://172.32.0.1/a',
  'http://169.254.169.254/a',
  'ftp://hooks.test/a',
  'hooks.test/a',
  '//hooks.test',
  'https://',
  'https:// a.test',
  'javascript:alert(1)',
  ' ',
]) {
  test(`5.16, E12: "${sink}" is not a sink`, async ({ api, org }) => {
    expectInvalid(await api.post(`/events/v2/subscriptions/${org.uid}`, { sink }), {
      sink: 'sink must be an https URL',
    });
  });
}

test('5.16: a subscription belongs to the group that it was made in, and any group may have several', async ({
  api,
  org,
}) => {
  const group = await org.group();
  for (const parent of [org.uid, group.uid, group.uid]) {
    const made = await org.subscription({ sink: 'https://same.test/' }, parent);
    expect(made.uid).toMatch(new RegExp(`^${parent}/[0-9a-f]{16}$`));
    expect(Object.keys(made).toSorted()).toEqual(['createTime', 'sink', 'uid', 'updateTime']);
  }
  expect((await api.read(`/events/v2/subscriptions?uidp.descendants_of=${org.uid}`)).totalCount).toBe('3');
});

test('5.16, 2.6: a subscription cannot be updated', async ({ api, org }) => {
  const subscription = await org.subscription();
  for (const method of ['PATCH', 'PUT']) {
    const answer = await api.send(method, `/events/v2/subscriptions/${subscription.uid}`, {
      body: { sink: 'https://x.test' },
    });
    expect(answer.status).toBe(501);
  }
  ok(await api.delete(`/events/v2/subscriptions/${subscription.uid}`));
});

test('5.17: ping returns pong', async ({ api, anonymous }) => {
  for (const caller of [api, anonymous]) expect(await caller.read('/ping/v2/ping')).toEqual({ response: 'pong' });
});
