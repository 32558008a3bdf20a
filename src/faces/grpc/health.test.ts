import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Code, ConnectError } from '@connectrpc/connect';
import { healthMethods } from './health.ts';

const SERVING = { status: 1 };
const NOT_SERVING = { status: 2 };
const SERVICE_UNKNOWN = { status: 3 };

const KNOWN: readonly (readonly [service: string, ready: boolean, state: object])[] = [
  ['', true, SERVING],
  ['', false, NOT_SERVING],
  ['mock.health.Service', true, SERVING],
  ['mock.health.Service', false, NOT_SERVING],
];

for (const [service, ready, state] of KNOWN) {
  test(`${service || 'the server'} ${ready ? 'serves while the server is ready' : 'does not serve before'}`, () => {
    const health = healthMethods(['mock.health.Service'], () => ready);
    assert.deepEqual(health.check({ service }), state);
    assert.deepEqual(health.list(), { statuses: { '': state, 'mock.health.Service': state } });
  });
}

for (const service of ['mock.health.Other', 'constructor', ' ']) {
  test(`a check refuses ${JSON.stringify(service)}, which is no service`, () => {
    const health = healthMethods(['mock.health.Service'], () => true);
    assert.throws(
      () => health.check({ service }),
      (error) => error instanceof ConnectError && error.code === Code.NotFound,
    );
  });
}

test('a watch tells the state at once, then only what changes, and ends with its signal', async () => {
  let ready = false;
  let asked = 0;
  const health = healthMethods(
    ['mock.health.Service'],
    () => {
      asked += 1;
      return ready;
    },
    { everyMillis: 1 },
  );
  const stop = new AbortController();
  const watch = health.watch({ service: 'mock.health.Service' }, stop);
  assert.deepEqual(await watch.next(), { done: false, value: NOT_SERVING });
  const next = watch.next();
  // A timer of the test's own keeps the process alive: those of a watch do not.
  while (asked < 5) await new Promise((resolve) => setTimeout(resolve, 1));
  ready = true;
  const [told] = await Promise.all([next, new Promise((resolve) => setTimeout(resolve, 20))]);
  assert.deepEqual(told, { done: false, value: SERVING });
  const last = watch.next();
  stop.abort();
  assert.deepEqual(await last, { done: true, value: undefined });
});

test('a watch of what is no service says so and stays', async () => {
  const stop = new AbortController();
  const watch = healthMethods([], () => true, { everyMillis: 1 }).watch({ service: 'mock.health.Other' }, stop);
  assert.deepEqual(await watch.next(), { done: false, value: SERVICE_UNKNOWN });
  const next = watch.next();
  const first = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 20, 'waits'))]);
  assert.equal(first, 'waits');
  stop.abort();
  assert.equal((await next).done, true);
});

test('a watch ends with its signal, however rarely it asks', { timeout: 10_000 }, async () => {
  const stop = new AbortController();
  const watch = healthMethods([], () => true, { everyMillis: 3_600_000 }).watch({ service: '' }, stop);
  await watch.next();
  const last = watch.next();
  setTimeout(() => stop.abort(), 1);
  assert.equal((await last).done, true);
});

test('a watch whose signal has aborted tells nothing', async () => {
  const watch = healthMethods([], () => true).watch({ service: '' }, { signal: AbortSignal.abort() });
  assert.equal((await watch.next()).done, true);
});
