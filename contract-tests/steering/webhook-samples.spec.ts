import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { steer } from '../support/mock.ts';
import { expectReplay } from '../support/replays.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { orgOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { readTrace } from '../support/traces.ts';

/** Runs a sample as a receiver of a world's events, and returns the lines that it prints. */
const linesOf = async (world: Api, [program, ...args]: readonly [string, ...string[]]): Promise<readonly string[]> => {
  const group = await orgOf(world);
  const { issuer } = ok(await steer(world, 'GET', 'info'));
  const sample = spawn(program, args, {
    env: { ...process.env, PLATFORM_ISSUER: String(issuer), WEBHOOK_GROUP: group, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: sample.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => String((await lines.next()).value);
    const sink = (await next()).replace('listening on ', '');
    ok(await world.post(`/events/v2/subscriptions/${group}`, { sink }));
    const created = async (name: string, plan: object): Promise<string> => {
      ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync', ...plan }));
      ok(await world.post(`/registry/v2/repos/${group}`, { name }));
      return next();
    };
    return [
      await created('nginx-fips', { duplicate: 1 }),
      await created('flawed', { flaw: 'wrong_digest' }),
      await created('redis-fips', {}),
    ];
  } finally {
    sample.kill();
    await once(sample, 'exit');
  }
};

const expectStory = (lines: readonly string[]): void => {
  expect(lines[0]).toMatch(/\.registry\.repo\.created\.v1 nginx-fips$/);
  expect(lines[1]).toBe('refused: the digest is of another body');
  expect(lines[2]).toMatch(/\.registry\.repo\.created\.v1 redis-fips$/);
};

/** Replays the calls of a world, without a receiver. */
const expectWorldReplay = async (world: Api, folder: string): Promise<void> => {
  const trace = join(folder, 'run.har');
  writeFileSync(trace, (await readTrace(world)).text);
  expect(await expectReplay(trace)).toBeGreaterThan(3);
};

test.describe('the sample receivers @mock', () => {
  test('behaviour E8, R8: the Node receiver verifies events, and refuses a flawed one, and the run is answered again as recorded', async ({
    ownWorld,
    folder,
  }) => {
    test.setTimeout(180_000);
    const world = await ownWorld();
    expectStory(await linesOf(world, [process.execPath, 'samples/webhook-node/receiver.js']));
    await expectWorldReplay(world, folder);
  });

  test('behaviour E8, R8: the Go receiver verifies events, and refuses a flawed one, and the run is answered again as recorded @whole', async ({
    ownWorld,
    folder,
  }) => {
    test.setTimeout(GO_LIMIT_MS);
    const sample = join(folder, 'webhook-go');
    skipAloud('the Go receiver was not run', buildGo('samples/webhook-go', 'build', '-o', sample, '.'));
    const world = await ownWorld();
    expectStory(await linesOf(world, [sample]));
    await expectWorldReplay(world, folder);
  });
});
