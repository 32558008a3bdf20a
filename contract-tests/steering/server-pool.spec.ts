import { ok } from '../support/answer.ts';
import { advance, steer } from '../support/mock.ts';
import { createServerPool, type Lease } from '../support/server-pool.ts';
import { test as base, expect } from '../support/test.ts';

// The suite's servers: the changes of one test are not visible to the next.

const test = base.extend<{ readonly lease: () => Promise<Lease> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  lease: async ({}, use) => {
    const pool = createServerPool();
    const leases: Lease[] = [];
    await use(async () => {
      const lease = await pool.lease();
      leases.push(lease);
      return lease;
    });
    await Promise.all(leases.map(({ end }) => end(false)));
    await pool.close();
  },
});

const pidOf = ({ server }: Lease): number => server.ready.pid;

test.describe('servers that serve one test after another @mock', () => {
  test('rows, keys and clock are as at the start', async ({ lease }) => {
    const first = await lease();
    const { api, ready } = first.server;
    const repos = `/registry/v2/repos?uidp.descendants_of=${ready.orgId}&page_size=200`;
    const before = await api.read(repos);
    ok(await api.post(`/registry/v2/repos/${ready.orgId}`, { name: 'made' }));
    ok(await steer(api, 'POST', 'keys:rotate', { overlap: '0s' }));
    await advance(api, '1000h');
    expect((await api.get('/auth/v1/ok')).status).toBe(401);
    await first.end(true);
    const second = await lease();
    expect(pidOf(second)).toBe(pidOf(first));
    expect(await second.server.api.read(repos)).toEqual(before);
    expect(ok(await steer(api, 'GET', 'clock')).mode).toBe('real');
  });

  test('one that a test has stopped, has lost or has failed on is not used again', async ({ lease }) => {
    const pids: number[] = [];
    for (const leave of [
      async ({ server, end }: Lease) => {
        await server.stop();
        await end(true);
      },
      async ({ server, end }: Lease) => {
        await end(true);
        process.kill(server.ready.pid, 'SIGKILL');
      },
      ({ end }: Lease) => end(false),
      ({ end }: Lease) => end(true),
    ]) {
      const next = await lease();
      expect((await next.server.api.get('/auth/v1/ok')).status).toBe(200);
      pids.push(pidOf(next));
      await leave(next);
    }
    expect(new Set(pids).size).toBe(4);
  });

  test('no two tests have the same one at the same time', async ({ lease }) => {
    const [one, other] = await Promise.all([lease(), lease()]);
    expect(pidOf(one)).not.toBe(pidOf(other));
  });
});
