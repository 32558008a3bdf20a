import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../features/log/log.ts';
import { shippedFixtures } from '../../package-home.ts';
import { DataFileError } from '../../store/data-file-error.ts';
import type { Handler, OpenPort, PortSetting } from './port.ts';
import type { StartOptions } from './running-mock.ts';
import { startMock } from './start.ts';

const options = (): StartOptions => ({
  host: '127.0.0.1',
  port: 0,
  serviceDomain: 'platform.test',
  seed: 'start',
  version: '0.0.0',
  audiences: [],
  trusted: [],
  control: { loopback: true },
  tokenTtlSeconds: 60,
  maxWorlds: 10,
  requireWorld: false,
  fixtures: ['default'],
  shippedFixtures,
  log: createLog('silent', false, () => {}),
});

/** A port without a socket, and its events. */
const takePort = () => {
  const events: string[] = [];
  let handler: Handler | undefined;
  const open: OpenPort = async ({ host }: PortSetting) => {
    events.push(`open ${host}`);
    return {
      url: 'http://mock.test',
      handle: (given) => {
        events.push('handle');
        handler = given;
      },
      close: async () => void events.push('close'),
    };
  };
  return { open, events, handler: () => handler as Handler };
};

test('a mock starts behind a port that opens no socket, and answers by its handler', async () => {
  const { open, events, handler } = takePort();
  const mock = await startMock(options(), open);
  const { rest, worldOf } = handler();
  const answer = await rest.handle(
    {
      method: 'GET',
      target: '/iam/v2/groups',
      authorization: `Bearer ${await mock.token()}`,
      contentType: undefined,
      body: async () => new Uint8Array(),
    },
    await worldOf({}),
  );
  await mock.close();
  assert.equal(answer.status, 200);
  assert.deepEqual([mock.url, mock.issuer, mock.caFile], ['http://mock.test', 'http://mock.test', undefined]);
  assert.deepEqual(events, ['open 127.0.0.1', 'handle', 'close']);
});

test('a mock that cannot open its state closes its port again and handles nothing', async () => {
  const { open, events } = takePort();
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  try {
    await assert.rejects(startMock({ ...options(), data: folder }, open), DataFileError);
  } finally {
    await rm(folder, { recursive: true });
  }
  assert.deepEqual(events, ['open 127.0.0.1', 'close']);
});
