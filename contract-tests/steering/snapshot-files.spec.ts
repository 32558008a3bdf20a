import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, ok, rowsOf, uidsOf, withoutCursor } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { type OwnServer, runCommand } from '../support/own-server.ts';
import { walkState } from '../support/state-walk.ts';
import { reasonOf } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { inWorld, type MadeWorld, makeWorld } from '../support/worlds.ts';

const FROZEN = { mode: 'frozen', now: '2099-01-01T00:00:00Z' };
const LINES = 'application/x-ndjson';

/** Writes of both versions that leave rows which no single create makes: buried uids, histories, secrets, access. */
const write = async (api: Api, org: string): Promise<void> => {
  const made = async (path: string, body: object) => ok(await api.post(path, body));
  const repo = await made(`/registry/v2/repos/${org}`, { name: 'again' });
  ok(await api.delete(`/registry/v2/repos/${repo.uid}`));
  const { uid } = await made(`/registry/v2/repos/${org}`, { name: 'again' });
  ok(await api.patch(`/registry/v2/repos/${uid}`, { description: 'yes: #1' }));
  const tag = await made(`/registry/v1/tags/${uid}`, { name: 'bare' });
  const digest = `sha256:${'a'.repeat(64)}`;
  ok(await api.put(`/registry/v1/tags/${tag.id}`, { name: 'bare', digest }));
  ok(await api.put(`/registry/v1/tags/${tag.id}`, { name: 'bare', digest: digest.replace('aa', 'ab') }));
  const group = await made(`/iam/v2/groups/${org}`, { name: 'below' });
  const [role] = rowsOf(await api.read('/iam/v2/roles?name=viewer'), 'roles');
  await made(`/iam/v2/groupInvites/${group.uid}`, { ttl: '3600s', roleUid: role?.uid });
  const identity = await made(`/iam/v2/identities/${group.uid}`, {
    name: 'true',
    claimMatch: { issuer: 'https://issuer.example.com', subject: 'someone' },
  });
  await made(`/iam/v2/roleBindings/${group.uid}`, { identityUid: identity.uid, roleUid: role?.uid });
};

/** The texts of the files in a folder, by name; without the lock, which a start takes from a process that is gone. */
const contentsIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.lock')).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
};

/** The caller who may do everything, whose token never expires. */
const adminOf = ({ api }: Pick<OwnServer, 'api'>): Api => api.as('admin-token');

/** Calls the control plane of a world; its snapshots end with it, while a server serves other tests too. */
const steerIn =
  (api: Api, { headers }: MadeWorld) =>
  (method: string, path: string, body?: unknown, type?: string): Promise<Answer> =>
    api.as(undefined).send(method, `/_mock/v1/${path}`, {
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      body,
    });

test.describe('snapshots beyond one run @mock', () => {
  test('W16: with --data a snapshot is there after kill -9, and a walk after its restore has the bytes of the walk before', async ({
    folder,
    freshServer,
  }) => {
    const data = join(folder, 'state.json');
    const first = await freshServer('--data', data);
    ok(await steer(first.api, 'PUT', 'clock', FROZEN));
    await write(adminOf(first), first.ready.orgId);
    const pages = await walkState(adminOf(first));
    const saved = ok(await steer(first.api, 'PUT', 'snapshots/before', { note: 'kept' }));
    const other = ok(await steer(first.api, 'PUT', 'snapshots/Before'));
    await first.stop('SIGKILL');
    const names = (await readdir(folder)).filter((name) => name.includes('snapshot'));
    expect(names).toHaveLength(2);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    const second = await freshServer('--data', data);
    const { api, ready, stop } = second;
    const admin = adminOf(second);
    expect(ok(await steer(api, 'GET', 'snapshots')).snapshots).toEqual([saved, other]);
    ok(await admin.post(`/registry/v2/repos/${ready.orgId}`, { name: 'later' }));
    expect(await walkState(admin)).not.toEqual(pages);
    expect(ok(await steer(api, 'POST', 'snapshots/before:restore'))).toEqual(saved);
    expect(await walkState(admin)).toEqual(pages);
    expect(ok(await steer(api, 'PUT', 'snapshots/before?overwrite', { note: 'kept' })).sha256).toBe(saved.sha256);
    ok(await steer(api, 'DELETE', 'snapshots/before'));
    await stop('SIGKILL');
    expect((await readdir(folder)).filter((name) => name.includes('snapshot'))).toHaveLength(1);
  });

  test('W16, D4, D5, D6: a damaged snapshot refuses the start, which changes nothing; check and repair name each @whole', async ({
    folder,
    freshServer,
  }) => {
    const data = join(folder, 'state.json');
    const { api, ready, stop } = await freshServer('--data', data);
    for (const name of ['after', 'before', 'sound']) ok(await steer(api, 'PUT', `snapshots/${name}`));
    ok(await api.post(`/registry/v2/repos/${ready.orgId}`, { name: 'in-the-log' }));
    await stop('SIGKILL');
    const damaged = ['after', 'before'].map((name) => `${data}.snapshot.${name}`);
    for (const path of damaged) await writeFile(path, (await readFile(path, 'utf8')).replace('argocd', 'argocx'));
    // Remains of a kill, which a start that succeeds removes.
    await writeFile(`${data}.log.1`, `${await readFile(`${data}.log.1`, 'utf8')}[9,`);
    for (const remains of ['.next', '.log.next', '.snapshots.next']) await writeFile(data + remains, 'half');
    const before = await contentsIn(folder);
    const whats = damaged.map((path) => `${path} is damaged: its rows do not match their digest`);
    const [first = ''] = whats;
    expect(await runHere(['serve', '--port', '0', '--data', data])).toMatchObject({
      code: 1,
      stderr: `platform-mock: ${first}; restore a copy of it, or delete it to start without it\n`,
    });
    expect(await contentsIn(folder)).toEqual(before);
    expect(await runHere(['data', 'check', data])).toMatchObject({ code: 1, stderr: `${whats.join('\n')}\n` });
    const to = join(folder, 'new.json');
    const { code, stdout } = await runCommand(['data', 'repair', data, '--out', to]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([...whats, 'dropped: 2 of 3 snapshots', `wrote ${to}.snapshot.sound`]),
    );
    expect(await readFile(`${to}.snapshot.sound`, 'utf8')).toBe(before.get('state.json.snapshot.sound'));
    for (const [name, text] of before) expect(await readFile(join(folder, name), 'utf8'), name).toBe(text);
    const { api: repaired } = await freshServer('--data', to);
    const { snapshots } = ok(await steer(repaired, 'GET', 'snapshots'));
    expect(snapshots).toEqual([expect.objectContaining({ name: 'sound' })]);
    await unlink(to);
    expect(await runHere(['data', 'repair', data, '--out', to])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/new\.json\.(?:log\.1|snapshot\.sound) exists already/),
    });
  });

  test('W17: --snapshot begins with the rows and the clock of a file, and reset returns to them', async ({
    folder,
    ownServer,
    freshServer,
  }) => {
    const { api, ready } = await ownServer();
    const world = await makeWorld(api, { clock: FROZEN });
    const there = inWorld(api, world);
    await write(there, world.orgId);
    const pages = await walkState(there);
    const file = join(folder, 'before.jsonl');
    const target = ['--port', new URL(ready.url).port, '--world', world.id];
    expect(await runCommand(['snapshot', 'save', 'before', '--out', file, ...target])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await freshServer('--snapshot', file);
    const admin = adminOf(second);
    // Only the cursors of other worlds than default differ.
    const withoutCursors = (texts: readonly string[]) => texts.map((text) => withoutCursor(text));
    const begun = await walkState(admin);
    expect(withoutCursors(begun)).toEqual(withoutCursors(pages));
    ok(await admin.post(`/registry/v2/repos/${world.orgId}`, { name: 'later' }));
    ok(await steer(second.api, 'POST', 'clock:advance', { by: '1h' }));
    expect(await walkState(admin)).not.toEqual(begun);
    ok(await steer(second.api, 'POST', 'reset'));
    expect(await walkState(admin)).toEqual(begun);
    // The same call makes the same row in both processes.
    const path = `/registry/v2/repos/${world.orgId}`;
    for (const caller of [admin, there]) {
      const [uid] = uidsOf(rowsOf(await caller.read('/registry/v2/repos?name=again'), 'repos'));
      ok(await caller.delete(`/registry/v2/repos/${uid}`));
    }
    expect((await admin.post(path, { name: 'again' })).text).toBe((await there.post(path, { name: 'again' })).text);
  });

  test('W15: an export loads back to equal rows, in an empty world', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api, { clock: FROZEN });
    const empty = await makeWorld(api, { from: 'empty', clock: FROZEN });
    const [there, here] = [steerIn(api, world), steerIn(api, empty)];
    await write(inWorld(api, world), world.orgId);
    const saved = ok(await there('PUT', 'snapshots/before'));
    const exported = await there('GET', 'snapshots/before:export');
    expect(exported).toMatchObject({ status: 200, headers: { 'content-type': 'application/yaml' } });
    const loaded = await here('POST', 'fixtures?mode=replace', exported.text, 'application/yaml');
    expect(loaded.status, loaded.text).toBe(200);
    expect(ok(await here('PUT', 'snapshots/before')).sha256).toBe(saved.sha256);
    expect((await here('GET', 'snapshots/before:export')).text).toBe(exported.text);
    const admin = api.as('admin-token');
    const pagesOf = async ({ headers }: MadeWorld) => (await admin.send('GET', '/registry/v1/tags', { headers })).text;
    expect(await pagesOf(empty)).toBe(await pagesOf(world));
  });

  test('W15: the times of a relative export move on with now', async ({ ownServer }) => {
    const { api } = await ownServer();
    const world = await makeWorld(api, { clock: FROZEN });
    const later = await makeWorld(api, { from: 'empty', clock: { mode: 'frozen', now: '2031-05-06T07:00:00Z' } });
    const [there, here] = [steerIn(api, world), steerIn(api, later)];
    ok(await inWorld(api, world).post(`/registry/v2/repos/${world.orgId}`, { name: 'young' }));
    ok(await there('PUT', 'snapshots/before'));
    const exported = await there('GET', 'snapshots/before:export?relative');
    expect(exported).toMatchObject({ status: 200, headers: { 'content-type': 'application/yaml' } });
    ok(await here('POST', 'fixtures?mode=replace', exported.text, 'application/yaml'));
    const admin = api.as('admin-token');
    const found = await admin.send('GET', '/registry/v2/repos?name=young', { headers: later.headers });
    expect(rowsOf(found.body, 'repos')).toMatchObject([{ createTime: '2031-05-06T07:00:00.000Z' }]);
    ok(await here('PUT', 'snapshots/before'));
    expect((await here('GET', 'snapshots/before:export?relative=true')).text).toBe(exported.text);
    expect((await there('GET', 'snapshots/before:export?relative=maybe')).status).toBe(400);
  });
});

/** Files that are not what they should be: made from one that is, with the end of the message about it. */
const SPOILED: readonly (readonly [what: string, spoil: (text: string) => string, reason: string, message: string])[] =
  [
    [
      'a newer format',
      (text) => text.replace('"format":1', '"format":2').replace(/"version":"[^"]+"/, '"version":"9.8.7"'),
      'MOCK_SNAPSHOT_FORMAT',
      'has format 2, written by platform-mock 9.8.7; this one reads up to format 1',
    ],
    [
      'a changed row',
      (text) => text.replace('argocd', 'argocx'),
      'MOCK_SNAPSHOT_DAMAGED',
      'is damaged: its rows do not match their digest',
    ],
    [
      'a missing end',
      (text) => text.slice(0, -100),
      'MOCK_SNAPSHOT_DAMAGED',
      'is damaged: its rows do not match their digest',
    ],
    [
      'a changed first line',
      (text) => text.replace('"sequence":1', '"sequence":7'),
      'MOCK_SNAPSHOT_DAMAGED',
      'is damaged: the checksum of its first line does not match',
    ],
    ['no snapshot', () => '{"repos":[]}\n', 'MOCK_SNAPSHOT_INVALID', 'is no snapshot of platform-mock'],
    ['nothing in it', () => '', 'MOCK_SNAPSHOT_INVALID', 'is no snapshot of platform-mock'],
  ];

test.describe('W18: snapshot files that cannot be used @mock', () => {
  test('over the control plane each is refused with its reason and changes nothing', async ({ ownServer }) => {
    const { api } = await ownServer();
    const there = steerIn(api, await makeWorld(api));
    ok(await there('PUT', 'snapshots/before'));
    const { text } = await there('GET', 'snapshots/before:file');
    const restore = (body: string): Promise<Answer> => there('POST', 'snapshots:restore', body, LINES);
    for (const [what, spoil, reason, message] of SPOILED) {
      const answer = await restore(spoil(text));
      expect([answer.status, reasonOf(answer), answer.body.message], what).toEqual([
        400,
        reason,
        `Invalid argument: the file ${message}`,
      ]);
    }
    const { added, removed, changed } = ok(await there('GET', 'snapshots/before:diff'));
    expect([added, removed, changed]).toEqual([[], [], []]);
    expect((await restore(text)).status).toBe(200);
  });

  test('the command line names file and cause and exits 4; a snapshot that is unknown is a failure', async ({
    folder,
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const { port } = new URL(ready.url);
    const there = steerIn(api, await makeWorld(api));
    ok(await there('PUT', 'snapshots/before'));
    const { text } = await there('GET', 'snapshots/before:file');
    const [newer, changed] = [join(folder, 'newer.jsonl'), join(folder, 'changed.jsonl')];
    const [ofNewer, ofChanged] = SPOILED;
    await writeFile(newer, ofNewer?.[1](text) ?? '');
    await writeFile(changed, ofChanged?.[1](text) ?? '');
    const missing = join(folder, 'missing.jsonl');
    const commands: readonly (readonly [args: readonly string[], reason: string, code: number])[] = [
      [['serve', '--port', '0', '--snapshot', newer], `${newer} ${ofNewer?.[3]}`, 4],
      [['snapshot', 'restore', changed, '--port', port], `${changed} ${ofChanged?.[3]}`, 4],
      [['serve', '--port', '0', '--snapshot', missing], `${missing}: there is no such file or folder`, 4],
      [['snapshot', 'export', 'none', '--port', port], 'Not found: snapshot "none" not found', 1],
    ];
    const ended = await Promise.all(commands.map(([args]) => runHere(args)));
    expect(ended).toEqual(
      commands.map(([, reason, code]) => ({ code, stdout: '', stderr: `platform-mock: ${reason}\n` })),
    );
  });
});
