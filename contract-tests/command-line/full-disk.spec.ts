import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { test as withFolder } from '../support/folder.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { walk } from '../support/walk.ts';

/** The suite's test with a gRPC client for a server that only the test uses. */
const test = withFolder.extend<{ readonly grpcOf: (server: OwnServer) => GrpcClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  grpcOf: async ({}, use) => {
    const clients: GrpcClient[] = [];
    await use(({ ready }) => {
      const client = new GrpcClient(ready.url, ready.token);
      clients.push(client);
      return client;
    });
    for (const client of clients) client.close();
  },
});

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

/** Limits the size of the files that a process writes: beyond it, writes fail as on a full disk, and no privilege is needed. */
const limitFiles = (pid: number, bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
};

/** Posts without the check against the API's document, which does not have this error: only the mock has a disk. */
const refusedWrite = async (
  { ready }: OwnServer,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' };
  const answer = await fetch(ready.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

const SAYS = 'Resource exhausted: the data file takes no write: the disk is full';
const LONG = 'x'.repeat(200);

test.describe('a full disk @mock', () => {
  test.skip(!canLimit, 'needs prlimit of util-linux');

  test('D9: is RESOURCE_EXHAUSTED with its cause, on both faces and in v1, and a refused write leaves nothing', async ({
    folder,
    grpcOf,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const server = await ownServer('--data', file);
    const { api, ready } = server;
    const grpc = grpcOf(server);
    const path = `/registry/v2/repos/${ready.orgId}`;
    const names = async (of: Api): Promise<readonly unknown[]> =>
      (await walk(of, `/registry/v2/repos?uidp.children_of=${ready.orgId}&page_size=200`, 'repos')).map(
        ({ name }) => name,
      );
    await api.post(path, { name: 'before' });
    const before = await names(api);
    limitFiles(ready.pid, (await stat(`${file}.log.1`)).size + 50);

    const overRest = await refusedWrite(server, path, { name: 'rest', description: LONG });
    const info = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'MOCK_DISK_FULL',
      domain: 'registry.platform.test',
    };
    expect(overRest).toEqual({ status: 429, body: { code: 8, message: SAYS, details: [info] } });
    const repo = { parent: ready.orgId, repo: { name: 'grpc', description: LONG } };
    expect(await grpc.call('CreateRepo', repo)).toMatchObject({ ok: false, code: 8, message: SAYS, details: [info] });
    const inV1 = await refusedWrite(server, `/registry/v1/repos/${ready.orgId}`, { name: 'v1', description: LONG });
    expect(inV1).toEqual({ status: 429, body: { code: 8, message: SAYS, details: [] } });
    const steered = await steer(api, 'POST', 'reset', {});
    expect(steered.status).toBe(429);
    expect(steered.body).toHaveProperty(['details', '0', 'reason'], 'MOCK_DISK_FULL');

    // Reads continue, and see nothing of what was refused.
    expect(await names(api)).toEqual(before);
    limitFiles(ready.pid, 'unlimited');
    expect((await api.post(path, { name: 'after', description: LONG })).status).toBe(200);
    await server.stop('SIGKILL');
    const again = await ownServer('--data', file);
    expect((await names(again.api)).toSorted()).toEqual([...before, 'after'].toSorted());
  });

  test('D9, M17: reads go on where they would be counted, and are counted once there is room', async ({
    folder,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const { api, ready } = await ownServer('--data', file);
    const read = async () => (await faulty(api).get('/registry/v2/repos?page_size=1')).status;
    const used = async () => {
      const [{ windows }] = ok(await steer(api, 'GET', 'quota')).quota as readonly [{ readonly windows: readonly [] }];
      return windows.length;
    };
    const match = { operation: 'ListRepos' };
    ok(await steer(api, 'PUT', 'faults', [{ match, do: { code: 'UNAVAILABLE' }, times: 1 }]));
    ok(await steer(api, 'PUT', 'quota', { requests: 1, per: '1h', by: 'caller', match }));
    limitFiles(ready.pid, (await stat(`${file}.log.1`)).size + 20);
    expect([await read(), await read(), await read(), await used()]).toEqual([200, 200, 200, 0]);
    expect((await steer(api, 'PUT', 'clock', { mode: 'frozen' })).status).toBe(429);
    limitFiles(ready.pid, 'unlimited');
    expect([await read(), await read(), await read(), await used()]).toEqual([503, 200, 429, 1]);
  });

  test('D13: that has no room to fold ends the stop with 1 and one line, and the next start has the writes', async ({
    folder,
    ownServer,
  }) => {
    const file = join(folder, 'state.json');
    const { api, ready, process: child, stop } = await ownServer('--data', file);
    const path = `/registry/v2/repos/${ready.orgId}`;
    const made = ok(await api.post(path, { name: 'kept' }));
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const closed = once(child, 'close');
    limitFiles(ready.pid, (await stat(file)).size / 2);
    expect(await stop()).toBe(1);
    await closed;
    expect(log).toBe(`platform-mock: ${await realpath(file)} cannot be written: EFBIG: file too large, write\n`);
    const again = await ownServer('--data', file);
    expect(await again.api.read(`/registry/v2/repos/${made.uid}`)).toEqual(made);
  });

  test('D9: is named in the log once until there is room again, with the file', async ({ folder, ownServer }) => {
    const file = join(folder, 'state.json');
    const server = await ownServer('--data', file);
    const { ready, process: child } = server;
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const path = `/registry/v2/repos/${ready.orgId}`;
    const { size } = await stat(`${file}.log.1`);
    limitFiles(ready.pid, size + 50);
    for (let at = 0; at < 5; at += 1) {
      expect((await refusedWrite(server, path, { name: `no-${at}`, description: LONG })).status).toBe(429);
    }
    await expect.poll(() => log).toContain('log.1 takes no write: EFBIG');
    expect(log.match(/takes no write/g)?.length).toBeLessThanOrEqual(2);
    expect(log.trim().split('\n')).toHaveLength(1);
  });
});
