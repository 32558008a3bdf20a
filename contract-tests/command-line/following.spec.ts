import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Body } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { openForwarder } from '../support/cutting-forwarder.ts';
import { steer } from '../support/mock.ts';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { addRepo, makeWorld } from '../support/worlds.ts';

/** Starts a command that prints a document in each line, and reads them. */
const startReading = (...args: readonly string[]) => {
  const child = spawn(...commandLine(...args), { stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const gone = once(child, 'exit').then(([code, signal]) => [code, signal, errors]);
  const next = async (): Promise<Body> => JSON.parse((await lines.next()).value ?? '{}');
  return { child, next, gone };
};

for (const [whose, isAll] of [
  ['a world', false],
  ['all worlds', true],
] as const) {
  test(`M14, J15: journal --follow of ${whose} misses nothing after a cut @mock`, async ({ ownServer }) => {
    const { ready, api } = await ownServer();
    const world = await makeWorld(api);
    const inWorld = new Api({ ...api.connection, world: world.id }, world.token);
    const forwarder = await openForwarder(ready.url);
    const at = ['--url', forwarder.url, '--world', isAll ? '*' : world.id];
    const { child, next, gone } = startReading('journal', '--follow', '--json', ...at, '--operation', 'CreateRepo');
    const expectNext = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) expect(await next()).toMatchObject({ request: { repo: { name } } });
    };
    await forwarder.hear(': following');
    await addRepo(inWorld, world, 'first');
    await expectNext('first');
    await forwarder.cut();
    await addRepo(inWorld, world, 'missed');
    await addRepo(inWorld, world, 'missed-too');
    await forwarder.mend();
    await expectNext('missed', 'missed-too');
    await forwarder.hear(': following');
    await forwarder.cut();
    await forwarder.mend();
    await forwarder.hear(': following');
    await addRepo(inWorld, world, 'last');
    await expectNext('last');
    if (isAll) child.kill('SIGINT');
    else await steer(inWorld, 'DELETE', `worlds/${world.id}`);
    expect(await gone).toEqual(isAll ? [null, 'SIGINT', ''] : [0, null, '']);
    await forwarder.close();
  });
}

test('M14, J15: event listen misses nothing after a cut, and ends with the mock @mock', async ({ freshServer }) => {
  const { ready, api, stop } = await freshServer();
  const forwarder = await openForwarder(ready.url);
  const { next, gone } = startReading(
    'event',
    'listen',
    '--json',
    '--url',
    forwarder.url,
    '--forward-to',
    'sink://seen',
  );
  const trigger = (name: string) =>
    steer(api, 'POST', 'events:trigger', { preset: 'repo.created', overrides: { 'body.name': name } });
  const expectNext = async (name: string): Promise<void> => {
    expect(await next()).toMatchObject({ event: { body: { name } }, delivery: { state: 'delivered' } });
  };
  await forwarder.hear(': following');
  await trigger('first');
  await expectNext('first');
  await forwarder.cut();
  await trigger('missed');
  await forwarder.mend();
  await expectNext('missed');
  await stop();
  expect(await gone).toEqual([0, null, '']);
  await forwarder.close();
});
