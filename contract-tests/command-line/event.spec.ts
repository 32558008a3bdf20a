import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { steer } from '../support/mock.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { orgOf } from '../support/steered.ts';
import { expect, test } from '../support/test.ts';

test.describe('the event commands @mock', () => {
  test('listen posts each new event to a URL with a line, trigger makes one, and redeliver sends it again', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const at = ['--port', new URL(ready.url).port];
    const listener = spawn(...commandLine('event', 'listen', ...at, '--forward-to', 'sink://seen'), {
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: listener.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => String((await lines.next()).value);
    expect(await next()).toBe('forwarding events to sink://seen');
    const { uid } = ok(await api.post(`/registry/v2/repos/${await orgOf(api)}`, { name: 'listened-to' }));
    expect(await next()).toMatch(new RegExp(`repo\\.created\\.v1 ${uid} \\S+ -> sink://seen 204$`));
    const triggered = await runCommand(['event', 'trigger', 'repo.created', ...at, '--set', 'body.name=triggered']);
    expect([triggered.code, triggered.stderr]).toEqual([0, '']);
    const [, id = ''] = /^\S+ \S+ (\S+)\n$/.exec(triggered.stdout) ?? [];
    expect(await next()).toContain(` ${id} -> sink://seen 204`);
    listener.kill('SIGTERM');
    expect((await once(listener, 'exit'))[0]).toBe(0);
    const received = ok(await steer(api, 'GET', 'sink/seen')).received as readonly { readonly body: string }[];
    expect(received.map(({ body }) => (JSON.parse(body) as { body: { name: string } }).body.name)).toEqual([
      'listened-to',
      'triggered',
    ]);

    const again = await runHere(['event', 'redeliver', id, ...at, '--to', 'sink://seen']);
    expect([again.code, again.stdout]).toEqual([0, `${id} -> sink://seen 204\n`]);
    ok(await steer(api, 'PUT', 'sink/seen', { answers: [{ status: 503 }] }));
    const refused = await runHere(['event', 'redeliver', id, ...at, '--to', 'sink://seen']);
    expect([refused.code, refused.stdout]).toEqual([1, `${id} -> sink://seen 503\n`]);
  });

  for (const [what, args, code, said] of [
    ['a value without its path', ['event', 'trigger', 'repo.created', '--set', 'nothing'], 2, '--set nothing'],
    ['an unknown type', ['event', 'trigger', 'repo.creatd'], 1, 'repo.creat'],
    ['an unknown event', ['event', 'redeliver', 'none'], 1, 'Not found'],
    ['no URL', ['event', 'listen'], 2, '--forward-to'],
    ['a schedule that goes back', ['serve', '--delivery-schedule', '5s,1s'], 2, 'each longer than the one before'],
    ['a host that is a URL', ['serve', '--allow-egress', 'https://a.test/x'], 2, 'is no host'],
    ['a file without certificates', ['serve', '--sink-ca', 'package.json'], 2, 'no certificate in PEM form'],
  ] as const) {
    test(`${what} is refused`, async ({ ownServer }) => {
      const { ready } = await ownServer();
      const at = args[0] === 'event' ? ['--port', new URL(ready.url).port] : [];
      const done = await runHere([...args, ...at]);
      expect([done.code, done.stderr]).toEqual([code, expect.stringContaining(said)]);
    });
  }
});
