import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { test } from '../support/folder.ts';
import { mintToken, steer } from '../support/mock.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { walk } from '../support/walk.ts';

test.describe('--data @mock', () => {
  test('M1: every answered write is there after kill -9 and a restart', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    const first = await freshServer('--data', file);
    const { orgId } = first.ready;
    const path = `/registry/v2/repos/${orgId}`;
    const made = ok(await first.api.post(path, { name: 'kept' }));
    const changed = ok(await first.api.patch(`/registry/v2/repos/${made.uid}`, { description: 'changed' }));
    const gone = ok(await first.api.post(path, { name: 'gone' }));
    ok(await first.api.delete(`/registry/v2/repos/${gone.uid}`));
    await first.stop('SIGKILL');
    const { api, ready } = await freshServer('--data', file);
    expect(ready.orgId).toBe(orgId);
    expect(await api.read(`/registry/v2/repos/${made.uid}`)).toEqual(changed);
    expect((await api.get(`/registry/v2/repos/${gone.uid}`)).status).toBe(404);
    const names = namesOf(
      rowsOf(await api.read(`/registry/v2/repos?uidp.children_of=${orgId}&page_size=200`), 'repos'),
    );
    expect(names).toHaveLength(13);
    // The uid of a deleted row stays buried over the restart.
    expect(ok(await api.post(path, { name: 'gone' })).uid).not.toBe(gone.uid);
  });

  test('a burst of writes that kill -9 cuts off loses no answered write @whole', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    const server = await freshServer('--data', file);
    const path = `/registry/v2/repos/${server.ready.orgId}`;
    const answered: string[] = [];
    const write = async (index: number): Promise<void> => {
      const { status, body } = await server.api.post(path, { name: `burst-${index}` });
      if (status === 200) answered.push(body.uid);
      if (answered.length === 60) server.process.kill('SIGKILL');
    };
    await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)));
    await server.stop('SIGKILL');
    const { api } = await freshServer('--data', file);
    const uids = (
      await walk(api, `/registry/v2/repos?uidp.children_of=${server.ready.orgId}&page_size=200`, 'repos')
    ).map(({ uid }) => uid);
    expect(answered.length).toBeGreaterThanOrEqual(60);
    expect(answered.filter((uid) => !uids.includes(uid))).toEqual([]);
  });

  test('L10: a cursor continues after the restart', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    const first = await freshServer('--data', file);
    const list = `/registry/v2/repos?uidp.children_of=${first.ready.orgId}&order_by=name&page_size=5`;
    const { nextPageToken } = await first.api.read(list);
    const expected = await first.api.read(`${list}&page_token=${nextPageToken}`);
    await first.stop('SIGKILL');
    const { api } = await freshServer('--data', file);
    expect((await api.read(`${list}&page_token=${nextPageToken}`)).repos).toEqual(expected.repos);
  });

  test('L10: a cursor of another state is invalid @whole', async ({ freshServer, folder }) => {
    const [one, other] = [
      await freshServer('--data', join(folder, 'a')),
      await freshServer('--data', join(folder, 'b'), '--seed', 'other'),
    ];
    const list = `/registry/v2/repos?uidp.children_of=${one.ready.orgId}&page_size=5`;
    const { nextPageToken } = await one.api.read(list);
    expect((await other.api.get(`/registry/v2/repos?page_token=${nextPageToken}`)).status).toBe(400);
  });

  test('a token from before the restart is valid after it on the same address', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    const first = await freshServer('--data', file);
    const token = await mintToken(first.api, 'viewer');
    await first.stop();
    const { api } = await freshServer('--data', file, '--port', new URL(first.ready.url).port);
    expect((await api.as(token).get('/iam/v2/groups')).status).toBe(200);
  });

  test('without --data nothing is kept', async ({ freshServer }) => {
    const first = await freshServer();
    const repo = ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'gone' }));
    const token = await mintToken(first.api, 'viewer');
    await first.stop();
    const { api } = await freshServer();
    expect((await api.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(404);
    expectUnauthenticated(await api.as(token).get('/iam/v2/groups'), 'invalid token');
  });

  test('M1: reset goes back to the fixture, and the file with it', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    const first = await freshServer('--data', file);
    ok(await first.api.post(`/registry/v2/repos/${first.ready.orgId}`, { name: 'gone' }));
    ok(await steer(first.api, 'POST', 'reset', {}));
    await first.stop('SIGKILL');
    const { api } = await freshServer('--data', file);
    expect((await api.read(`/registry/v2/repos?uidp.children_of=${first.ready.orgId}`)).totalCount).toBe('12');
  });

  for (const [what, text] of [
    ['no JSON', 'not json'],
    ['another kind of JSON', '[1,2,3]'],
    ['a format of the future', '{"format":"platform-mock/999","version":999,"formatVersion":999}'],
  ] as const) {
    test(`a file that is ${what} is refused and not changed`, async ({ folder }) => {
      const file = join(folder, 'state.json');
      await writeFile(file, text);
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--data', file]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toContain(file);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(await readFile(file, 'utf8')).toBe(text);
    });
  }

  test('two servers do not share one file', async ({ folder, freshServer }) => {
    const file = join(folder, 'state.json');
    await freshServer('--data', file);
    const { code, stderr } = await runCommand(['serve', '--port', '0', '--data', file]);
    expect(code).toBe(1);
    expect(stderr).toContain(file);
  });
});
