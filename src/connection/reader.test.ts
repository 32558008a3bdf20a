import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authzOf } from '../features/access/authz.client.ts';
import { eventDeliveriesOf } from '../features/delivery/event-deliveries.client.ts';
import { Connection } from './connection.ts';

const asked: string[] = [];
const connection = new Connection({
  url: 'http://127.0.0.1:1',
  fetch: async ({ url }) => {
    asked.push(url);
    return new Response('{"mode":"enforce"}');
  },
});

for (const [name, read, setter] of [
  ['events.plan', eventDeliveriesOf(connection, 'w').plan, 'events.setPlan'],
  ['authz.mode', authzOf(connection, 'w').mode, 'authz.setMode'],
] as const) {
  test(`Y16: ${name} with an argument reads nothing, and names ${setter}`, async () => {
    asked.length = 0;
    const given = read as (value: unknown) => Promise<unknown>;
    await assert.rejects(() => given({ mode: 'sync' }), new RegExp(`^TypeError: ${name} only reads .*${setter}`));
    assert.deepEqual(asked, []);
    await read();
    assert.equal(asked.length, 1);
  });
}
