import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers';
import { createLog } from '../../features/log/log.ts';
import { shippedFixtures } from '../../package-home.ts';
import { openListeningPort } from '../listen/listening-port.ts';
import type { RunningMock } from './running-mock.ts';
import { startMock } from './start.ts';

const start = (): Promise<RunningMock> =>
  startMock(
    {
      host: '127.0.0.1',
      port: 0,
      serviceDomain: 'platform.test',
      seed: 'turns',
      version: '0.0.0',
      audiences: [],
      trusted: [],
      control: { loopback: true },
      tokenTtlSeconds: 3_600,
      maxWorlds: 10,
      requireWorld: false,
      fixtures: ['empty'],
      shippedFixtures,
      log: createLog('silent', false, () => {}),
    },
    openListeningPort,
  );

/** The turns of the event loop in which a document is made. */
const turnsOf = async ({ fetch, url }: RunningMock, path: string): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const answered = fetch(new Request(`${url}${path}`));
  setImmediate(count);
  assert.equal((await answered).status, 200);
  isOver = true;
  return turns;
};

const [first, second] = await Promise.all([start(), start()]);
after(() => Promise.all([first, second].map(({ close }) => close())));

for (const [path, least] of [
  // Turns for the modules that write it, the emitted parts, and the text.
  ['/openapi-v1.yaml', 3],
  ['/openapi.json', 3],
  // Turns for the descriptions, and the text.
  ['/_mock/v1/openapi.yaml', 2],
] as const) {
  test(`31.3: ${path} is made in turns, between which calls and the lease are served`, async () => {
    // The first one loads modules, in turns of their own.
    await turnsOf(first, path);
    assert.ok((await turnsOf(second, path)) >= least);
  });
}
