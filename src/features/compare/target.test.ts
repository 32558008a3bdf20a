import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { demandOwned, Target, TargetRefusal } from './target.ts';

/** A target whose clock only goes on by its pauses, and those pauses. */
const targetOf = async (t: TestContext, rps: number, answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pauses: number[] = [];
  let now = 0;
  const wait = async (millis: number): Promise<void> => {
    pauses.push(millis);
    now += millis;
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = new Target({ url, token: 'token', rps }, { now: () => now, wait });
  t.after(() => {
    target.close();
    server.close();
  });
  return { target, pauses };
};

const GET = { method: 'GET', target: '/ping/v2/ping' };

test('behaviour 32.4: calls are sent no faster than they may be, and 0 is no bound', async (t) => {
  for (const [rps, expected] of [
    [5, [200, 200]],
    [0, []],
  ] as const) {
    let sent = 0;
    const { target, pauses } = await targetOf(t, rps, (_, answer) => {
      sent += 1;
      answer.end('{}');
    });
    for (let nth = 0; nth < 3; nth += 1) await target.send(GET);
    assert.deepEqual([pauses, sent], [expected, 3]);
  }
});

test('behaviour 32.4: Retry-After is obeyed, three times a call and up to a minute', async (t) => {
  let remaining = 2;
  const { target, pauses } = await targetOf(t, 0, (_, answer) => {
    remaining -= 1;
    answer.writeHead(remaining < 0 ? 200 : 429, remaining < 0 ? {} : { 'retry-after': '7' }).end();
  });
  assert.equal((await target.send(GET)).status, 200);
  assert.deepEqual(pauses, [7_000, 7_000]);
  remaining = 10;
  await assert.rejects(target.send(GET), TargetRefusal);
  assert.equal(pauses.length, 5);
  const slow = await targetOf(t, 0, (_, answer) => void answer.writeHead(503, { 'retry-after': '61' }).end());
  await assert.rejects(slow.target.send(GET), /Retry-After 61 s/);
  // A change may have been made, whatever the answer says.
  assert.equal((await slow.target.send({ method: 'POST', target: '/' })).status, 503);
});

test('behaviour 32.4: only the host that is named is owned', () => {
  for (const host of ['api.example.com', 'API.example.com', 'api.example.com:8443']) {
    demandOwned('https://api.example.com:8443/base', host);
  }
  for (const host of ['example.com', 'api.example.com.evil.test', 'api.example.com:443', 'evil.test']) {
    assert.throws(() => demandOwned('https://api.example.com:8443', host), TargetRefusal);
  }
});
