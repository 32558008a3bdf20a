import { type Body, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { FACES, test } from '../support/grpc-test.ts';
import { mintToken, steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

type Row = Readonly<Record<string, unknown>>;

const check = async (api: Api, asked: Row): Promise<Body> => ok(await steer(api, 'POST', 'authz:check', asked));

const setMode = async (api: Api, mode: string): Promise<void> => {
  ok(await steer(api, 'PUT', 'authz', { mode }));
};

const rowsAt = (body: Body, key: string): readonly Row[] => body[key] as readonly Row[];

/** The faces of a server, as an identity of its fixture. */
const facesAs = async (
  identity: string,
  { api }: OwnServer,
  faces: Readonly<Record<Face['name'], Face>>,
): Promise<readonly Face[]> => {
  const token = await mintToken(api, identity);
  return FACES.map((name) => faces[name].as(token));
};

test.describe('a check @mock', () => {
  test('A1, A9: it names the missing capability, the group and a role that is enough; the call is refused alike', async ({
    ownServer,
    facesOf,
  }) => {
    const server = await ownServer();
    const { api, ready } = server;
    const group = ready.orgId;
    const answer = await check(api, { identity: 'viewer', operation: 'CreateRepo', uid: group });
    expect(answer).toMatchObject({
      decision: 'deny',
      operation: 'CreateRepo',
      needs: [{ capability: 'repo.create', at: group }],
      caller: { name: 'viewer' },
      walk: [{ group, bindings: [{ role: 'viewer', has: [] }] }],
      missing: ['repo.create'],
      names: { [group]: 'example.com' },
    });
    const [role, custom] = rowsAt(answer, 'smallest');
    expect(custom).toEqual({ customRole: ['repo.create'], group });
    for (const face of await facesAs('viewer', server, facesOf(server))) {
      const refused = await face.call('CreateRepo', { parent: group, repo: { name: 'app' } });
      expect([refused.status, refused.body.message]).toEqual([403, answer.message]);
    }
    // The role that it names is enough, and no other built-in role that is enough has fewer capabilities.
    const { roles } = ok(await api.get('/iam/v2/roles?page_size=200&uidp.in_root=true'));
    const fitting = (roles as readonly { name: string; capabilities: readonly string[]; uid: string }[])
      .filter(({ capabilities }) => capabilities.includes('CAP_REPO_CREATE'))
      .sort((a, b) => a.capabilities.length - b.capabilities.length || (a.name < b.name ? -1 : 1));
    expect(role).toMatchObject({ role: fitting[0]?.name, group });
    expect(role?.alsoGrants).toHaveLength((fitting[0]?.capabilities.length ?? 0) - 1);
    const { identity } = answer.caller as unknown as { readonly identity: string };
    ok(await api.post(`/iam/v2/roleBindings/${group}`, { identityUid: identity, roleUid: fitting[0]?.uid }));
    const after = await check(api, { identity: 'viewer', operation: 'CreateRepo', uid: 'org' });
    expect(after).toMatchObject({ decision: 'allow', missing: [], smallest: [] });
    expect(after.message).toBeUndefined();
    for (const [index, face] of (await facesAs('viewer', server, facesOf(server))).entries()) {
      expect((await face.call('CreateRepo', { parent: group, repo: { name: `app-${index}` } })).status).toBe(200);
    }
  });

  const CASES: readonly (readonly [asked: Row, decision: string, missing: readonly string[]])[] = [
    [{ identity: 'ci-bot', operation: 'ListRepos' }, 'allow', []],
    [{ identity: 'viewer', operation: 'v1.Registry.CreateRepo', uid: 'org' }, 'deny', ['repo.create']],
    [{ identity: 'admin', operation: 'DeleteRepo', uid: 'nginx' }, 'allow', []],
    [{ identity: 'admin', operation: 'GetRepo', uid: 'f'.repeat(40) }, 'not_found', []],
    [{ identity: 'ci-bot', operation: 'Ping' }, 'allow', []],
  ];

  test('A1: each decision, for operations of both versions', async ({ ownWorld }) => {
    const api = await ownWorld();
    for (const [asked, decision, missing] of CASES) {
      expect(await check(api, asked), JSON.stringify(asked)).toMatchObject({ decision, missing });
    }
  });

  test('A2: a matrix of roles, operations and callers', async ({ ownWorld }) => {
    const api = await ownWorld();
    const matrix = ok(await steer(api, 'GET', 'authz:matrix?group=org'));
    expect(matrix.group).toMatchObject({ name: 'example.com' });
    const of = (key: string, name: string, value: string): readonly string[] =>
      rowsAt(matrix, key).find((row) => row[name] === value)?.operations as readonly string[];
    const all = rowsAt(matrix, 'operations').map(({ operation }) => operation);
    expect(of('callers', 'name', 'admin')).toEqual(all);
    expect(of('roles', 'role', 'viewer')).toContain('GetRepo');
    expect(of('roles', 'role', 'viewer')).not.toContain('CreateRepo');
    expect(of('roles', 'role', 'release manager')).toContain('ListRepos');
    expect(of('callers', 'name', 'viewer')).toEqual(of('roles', 'role', 'viewer'));
    for (const operation of ['GetRepo', 'CreateRepo', 'DeleteGroup']) {
      const { decision } = await check(api, {
        identity: 'viewer',
        operation,
        uid: operation.endsWith('Repo') && operation !== 'CreateRepo' ? 'nginx' : 'org',
      });
      expect(decision === 'allow', operation).toBe(of('callers', 'name', 'viewer').includes(operation));
    }
  });

  const REFUSED: readonly (readonly [
    method: string,
    path: string,
    body: Row | undefined,
    field: string,
    text: RegExp,
  ])[] = [
    ['POST', 'authz:check', { identity: 'nobody', operation: 'GetRepo', uid: 'nginx' }, 'identity', /nobody/],
    ['POST', 'authz:check', { identity: 'viewer', operation: 'GetRep', uid: 'nginx' }, 'operation', /"GetRepo" or "/],
    ['POST', 'authz:check', { identity: 'viewer', operation: 'GetRepo', uid: 'no uid' }, 'uid', /must be a uid/],
    ['POST', 'authz:check', { identity: 'viewer', operation: 'GetRepo' }, 'uid', /is required/],
    ['POST', 'authz:check', { identity: 'viewer', operation: 'GetRepo', uuid: 'nginx' }, 'body', /uuid/],
    ['GET', 'authz:matrix', undefined, 'group', /./],
    ['GET', 'authz:matrix?group=nginx', undefined, 'group', /no group is "nginx"/],
    ['PUT', 'authz', { mode: 'maybe' }, 'mode', /allowed: enforce, report, off/],
    ['PUT', 'authz', {}, 'mode', /./],
    ['GET', 'authz:used', undefined, 'caller', /./],
    ['GET', 'authz:used?caller=nobody', undefined, 'caller', /nobody/],
    ['GET', 'authz:used?caller=viewer&format=hcl', undefined, 'format', /allowed: json, fixture, terraform/],
  ];

  test('A6: bad questions name the field, and change nothing', async ({ ownWorld }) => {
    const api = await ownWorld();
    for (const [method, path, body, field, text] of REFUSED) {
      const answer = await steer(api, method, path, body);
      expect(answer.status, `${method} ${path}`).toBe(400);
      const [, bad] = answer.body.details as readonly { readonly fieldViolations?: readonly Row[] }[];
      expect(bad?.fieldViolations?.[0], answer.text).toMatchObject({
        field,
        description: expect.stringMatching(text),
      });
    }
    expect(ok(await steer(api, 'GET', 'authz'))).toEqual({ mode: 'enforce', denied: 0 });
  });
});

test.describe('modes @mock', () => {
  for (const mode of ['off', 'report'] as const) {
    test(`A3, A4: ${mode} lets every authenticated caller through, until a reset`, async ({ ownServer, facesOf }) => {
      const server = await ownServer();
      const { api, ready } = server;
      const faces = await facesAs('viewer', server, facesOf(server));
      await setMode(api, mode);
      for (const [index, face] of faces.entries()) {
        const made = await face.call('CreateRepo', { parent: ready.orgId, repo: { name: `app-${index}` } });
        expect(made.status).toBe(200);
        expect((await face.as(undefined).call('CreateRepo', { parent: ready.orgId })).status).toBe(401);
        // No capability lifts this.
        const [builtIn] = ok(await api.get('/iam/v2/roles?name=viewer')).roles as readonly Row[];
        expect((await face.call('DeleteRole', { uid: String(builtIn?.uid) })).status).toBe(403);
      }
      const { denied, dropped } = ok(await steer(api, 'GET', 'authz:denied'));
      expect(dropped).toBe(0);
      const seen = (denied as readonly Row[]).filter(({ operation }) => operation === 'CreateRepo');
      if (mode === 'off') expect(denied).toEqual([]);
      else {
        expect(seen).toMatchObject([
          {
            operation: 'CreateRepo',
            caller: { name: 'viewer' },
            capability: 'repo.create',
            group: ready.orgId,
            count: 2,
          },
        ]);
      }
      ok(await steer(api, 'POST', 'reset'));
      expect(ok(await steer(api, 'GET', 'authz'))).toEqual({ mode: 'enforce', denied: 0 });
      for (const face of faces) {
        expect((await face.call('CreateRepo', { parent: ready.orgId, repo: { name: 'app' } })).status).toBe(403);
      }
    });
  }

  test('A3: a mode is that of one world, and of those that are made from it', async ({ ownServer }) => {
    const { api } = await ownServer();
    const parent = await makeWorld(api);
    const of = async (token: unknown): Promise<unknown> => {
      const headers = { 'x-mock-world': String(token) };
      return ok(await api.as(undefined).send('GET', '/_mock/v1/authz', { headers })).mode;
    };
    const body = { mode: 'report' };
    ok(await api.as(undefined).send('PUT', '/_mock/v1/authz', { headers: { 'x-mock-world': parent.id }, body }));
    const child = await makeWorld(api, { from: `world:${parent.id}` });
    const other = await makeWorld(api);
    expect(await Promise.all([parent.id, child.id, other.id, 'default'].map(of))).toEqual([
      'report',
      'report',
      'enforce',
      'enforce',
    ]);
  });
});

/** An identity without any right. */
const WORKER = `
groups:
  - name: example.com
    identities:
      - name: worker
        claimMatch: { issuer: https://issuer.example.com, subject: worker }
`;

/** Adds rows to the world. */
const apply = async (api: Api, yaml: string): Promise<void> => {
  const headers = { 'content-type': 'application/yaml' };
  ok(await api.as(undefined).send('POST', '/_mock/v1/fixtures', { headers, body: yaml }));
};

/** The calls of a client; returns their statuses, up to the first that is not 200. */
const runOf = async (face: Face, org: string, nginx: string, viewerRole: string): Promise<readonly number[]> => {
  const statuses: number[] = [];
  const call = async (operation: string, request: Row): Promise<Body | undefined> => {
    if (statuses.some((status) => status !== 200)) return undefined;
    const answer = await face.call(operation, request as Parameters<Face['call']>[1]);
    statuses.push(answer.status);
    return answer.body;
  };
  const name = `made-by-${face.name.toLowerCase()}`;
  await call('ListRepos', { uidp: { childrenOf: org } });
  await call('ListRoles', {});
  const group = await call('CreateGroup', { parent: org, group: { name } });
  const repo = await call('CreateRepo', { parent: String(group?.uid), repo: { name } });
  await call('UpdateRepo', { repo: { uid: String(repo?.uid), description: 'x' }, updateMask: 'description' });
  await call('GetRepo', { uid: nginx });
  await call('CreateRoleBinding', {
    parent: String(group?.uid),
    roleBinding: { identityUid: `${org}/d2885a16d1e30df6`, roleUid: viewerRole },
  });
  await call('DeleteRepo', { uid: String(repo?.uid) });
  return statuses;
};

const PASSED: readonly number[] = Array(8).fill(200);

test.describe('least roles @mock', () => {
  test('A5: with what was recorded the run passes, and with any capability less it fails', async ({
    ownServer,
    facesOf,
  }) => {
    const server = await ownServer();
    const { api, ready } = server;
    const org = ready.orgId;
    const { nginx } = ok(await steer(api, 'GET', 'info')).aliases as Readonly<Record<string, string>>;
    const { roles } = ok(await api.get('/iam/v2/roles?page_size=200&uidp.in_root=true'));
    // A role with few capabilities, so that few have to be taken away.
    const [granted] = (roles as readonly { uid: string; capabilities: readonly string[] }[]).toSorted(
      (a, b) => a.capabilities.length - b.capabilities.length,
    );
    await apply(api, WORKER);
    const faces = await facesAs('worker', server, facesOf(server));
    const run = (face: Face): Promise<readonly number[]> => runOf(face, org, String(nginx), String(granted?.uid));
    for (const face of faces) expect((await run(face)).at(-1)).toBe(403);
    await setMode(api, 'report');
    for (const face of faces) expect(await run(face)).toEqual(PASSED);
    const used = ok(await steer(api, 'GET', 'authz:used?caller=worker'));
    const [role] = rowsAt(used, 'roles');
    const capabilities = role?.capabilities as readonly string[];
    expect(used).toMatchObject({ caller: { name: 'worker' }, outOfReach: [], dropped: 0 });
    expect(role).toMatchObject({ group: org, groupPath: ['example.com'] });
    expect(capabilities).toEqual(expect.arrayContaining(['groups.create', 'repo.create', 'repo.list', 'roles.list']));
    const { text: fixture } = await steer(api, 'GET', 'authz:used?caller=worker&format=fixture');
    const { text: terraform } = await steer(api, 'GET', 'authz:used?caller=worker&format=terraform');
    expect(terraform).toContain('role     = chainguard_role.worker_least.id');
    for (const capability of capabilities) expect(terraform).toContain(`    "${capability}",\n`);

    const begin = async (rights: string): Promise<void> => {
      ok(await steer(api, 'POST', 'reset'));
      await apply(api, WORKER);
      await apply(api, rights);
    };
    await begin(fixture);
    for (const face of faces) expect(await run(face)).toEqual(PASSED);
    const lines = fixture.split('\n').filter((line) => /^ +- CAP_/.test(line));
    expect(lines).toHaveLength(capabilities.length);
    const [rest] = faces;
    for (const line of lines) {
      await begin(fixture.replace(`${line}\n`, ''));
      expect((await run(rest as Face)).at(-1), line).toBe(403);
    }
  });
});
