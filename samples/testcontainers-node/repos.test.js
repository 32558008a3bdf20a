// One container for all tests, and a world of its own for each: they may run in parallel.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { connectMock } from 'platform-mock/client';
import { GenericContainer, Wait } from 'testcontainers';

const CONTROL_TOKEN = 'steer';

let container;
let mock;
let world;

before(async () => {
  container = await new GenericContainer('platform-mock:0.1.0')
    .withEnvironment({ PLATFORM_MOCK_CONTROL_TOKEN: CONTROL_TOKEN })
    .withExposedPorts(8484)
    .withWaitStrategy(Wait.forHttp('/_mock/v1/ready', 8484))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(8484)}`;
  mock = await connectMock({ url, controlToken: CONTROL_TOKEN });
});

after(async () => {
  await container?.stop();
});

beforeEach(async () => {
  world = await mock.world({ ttl: '1h' });
});

afterEach(async () => {
  await world.end();
});

const create = async (name) => {
  const answer = await world.fetch(`/registry/v2/repos/${world.orgId}`, {
    method: 'POST',
    body: JSON.stringify({ name }),
  });
  return answer.status;
};

test('a create whose answer was lost is found by its name', async () => {
  await world.faults.once('CreateRepo', { code: 'UNAVAILABLE' }, { phase: 'after_commit' });
  assert.deepEqual([await create('checkout'), await create('checkout')], [503, 409]);
  const { added } = await world.diff();
  assert.deepEqual(
    added.map(({ type, name }) => [type, name]),
    [['repos', 'checkout']],
  );
});

test('a name that another test has taken is free in this world', async () => {
  assert.deepEqual([await create('checkout'), await create('checkout')], [200, 409]);
});
