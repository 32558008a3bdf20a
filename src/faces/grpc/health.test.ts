import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Code, ConnectError } from '@connectrpc/connect';
import { Serving } from './serving.ts';
import { healthMethods } from './standard-services.ts';

const SERVING = { status: 1 };
const SERVICE_UNKNOWN = { status: 3 };

const serving = new Serving();
const health = healthMethods(['mock.health.Service'], serving);

for (const service of ['', 'mock.health.Service']) {
  test(`${service || 'the server'} serves`, () => {
    assert.deepEqual(health.check({ service }), SERVING);
  });
}

test('every service is listed, and the server under the empty name', () => {
  assert.deepEqual(health.list(), { statuses: { '': SERVING, 'mock.health.Service': SERVING } });
});

for (const service of ['mock.health.Other', 'constructor', ' ']) {
  test(`a check refuses ${JSON.stringify(service)}, which is not a service`, () => {
    assert.throws(
      () => health.check({ service }),
      (error) => error instanceof ConnectError && error.code === Code.NotFound,
    );
  });
}

const WATCHED: readonly (readonly [service: string, state: object])[] = [
  ['', SERVING],
  ['mock.health.Service', SERVING],
  ['mock.health.Other', SERVICE_UNKNOWN],
];

for (const [service, state] of WATCHED) {
  test(`a watch of ${service || 'the server'} returns its state once, and stays open until its signal`, async () => {
    const stop = new AbortController();
    const watch = health.watch({ service }, stop);
    assert.deepEqual(await watch.next(), { done: false, value: state });
    const next = watch.next();
    const first = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 20, 'waits'))]);
    assert.equal(first, 'waits');
    stop.abort();
    assert.deepEqual(await next, { done: true, value: undefined });
  });
}

test('a watch whose signal aborts before it is asked again ends', async () => {
  const stop = new AbortController();
  const watch = health.watch({ service: '' }, stop);
  await watch.next();
  stop.abort();
  assert.equal((await watch.next()).done, true);
});

test('a watch whose signal has aborted returns nothing', async () => {
  const watch = health.watch({ service: '' }, { signal: AbortSignal.abort() });
  assert.equal((await watch.next()).done, true);
});
