import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { orgOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';

test('behaviour E10: undelivered events survive a restart with --data, also after kill -9 @mock', async ({
  freshServer,
  folder,
}) => {
  const flags = ['--data', join(folder, 'state.json'), '--delivery-schedule', '0s,1h'] as const;
  const { api, stop } = await freshServer(...flags);
  ok(await steer(api, 'PUT', 'sink/kept', { answers: [{ status: 500 }, { status: 204 }] }));
  ok(await api.post(`/events/v2/subscriptions/${await orgOf(api)}`, { sink: 'sink://kept' }));
  ok(await steer(api, 'PUT', 'events:plan', { mode: 'sync' }));
  const { uid } = ok(await api.post(`/registry/v2/repos/${await orgOf(api)}`, { name: 'kept' }));
  expect(ok(await steer(api, 'GET', 'sink/kept')).received).toMatchObject([{ status: 500 }]);
  await stop('SIGKILL');
  const second = await freshServer(...flags);
  const received = async () => ok(await steer(second.api, 'GET', 'sink/kept')).received;
  await expect.poll(received).toMatchObject([{ valid: true, status: 204, headers: { 'Ce-Subject': uid } }]);
});
