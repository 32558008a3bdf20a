import { type Answer, describe, ok } from '../support/answer.ts';
import { expectBare, expectNoRoute } from '../support/errors.ts';
import { test as onBoth } from '../support/grpc-test.ts';
import { claimMatchOf, type Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { roleUid } from '../support/roles.ts';
import { camelNames } from '../support/spelling.ts';
import { expect, test } from '../support/test.ts';
import { idsOf, itemOf, itemsOf, makeInV1, makeInV2, v1Kinds } from './v1-kinds.ts';

// The conventions of v1, rule by rule (behaviour §12.4); V8 and V10 have separate files.

test.describe('V1: spelling', () => {
  for (const kind of v1Kinds) {
    test(`V1: ${kind.plural} can be made from camel case, and are returned in snake case`, async ({ api, org }) => {
      const place = await kind.place(org);
      const target = `${kind.v1}/${await kind.parent(org, place)}`;
      const draft = await kind.draft(org);
      const made = ok(await api.post(target, camelNames(draft)));
      for (const [name, value] of Object.entries(draft)) {
        // An invite is made from a role id and a time to live, and returned with the whole role and its expiry.
        if (typeof value === 'string' && name !== 'ttl' && typeof made[name] === 'string') {
          expect(made[name], name).toBe(value);
        }
      }
      expect(JSON.stringify(Object.keys(made))).not.toMatch(/[a-z][A-Z]/);
    });
  }

  test('V1: one field in both spellings is refused', async ({ api, org }) => {
    const body = { name: 'a', claim_match: claimMatchOf('a'), claimMatch: claimMatchOf('a') };
    expectBare(
      await api.post(`/iam/v1/identities/${org.uid}`, body),
      'INVALID_ARGUMENT',
      /claim_match: duplicate field/,
    );
  });

  test('V1: a filter is accepted in both spellings', async ({ api, org }) => {
    await org.group();
    const list = (name: string) => itemsOf(api, `/iam/v1/groups?${name}=${org.uid}`);
    expect(await list('uidp.childrenOf')).toEqual(await list('uidp.children_of'));
  });

  test('V1, C10: --v1-casing camel returns every name in camel case, and changes nothing of v2 @mock', async ({
    ownServer,
  }) => {
    const [snakes, camels] = [await ownServer(), await ownServer('--v1-casing', 'camel')];
    const { orgId } = snakes.ready;
    for (const path of ['identities', 'identityProviders', 'rolebindings', 'group_invites']) {
      const target = `/iam/v1/${path}?uidp.descendants_of=${orgId}`;
      const snake = await snakes.api.read(target);
      // The document has the names of the default casing, so answers are not checked against it here.
      const headers = { authorization: `Bearer ${camels.ready.token}` };
      const answer = await fetch(`${camels.ready.url}${target}`, { headers });
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toMatch(/"[a-z]+_[a-z_]+":/);
      // Each server has its own address.
      const settled = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value).replaceAll(/"(?:endpointUrl|keyId)":"[^"]*"/g, '"x":""'));
      expect(settled(JSON.parse(text))).toEqual(settled(camelNames(snake)));
    }
    const newer = `/iam/v2/identities?uidp.descendants_of=${orgId}&page_size=1`;
    expect(Object.keys(await camels.api.read(newer))).toEqual(Object.keys(await snakes.api.read(newer)));
  });
});

test.describe('V2 to V5: one row, and one that is missing', () => {
  for (const kind of v1Kinds) {
    const { plural } = kind;
    test(`V2: one of ${plural} is found by a filter of the List, also with an escaped slash`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      const item = await itemOf(api, kind, uid);
      expect(item[kind.id]).toBe(uid);
      expect(await itemsOf(api, `${kind.v1}?${kind.find(encodeURIComponent(uid))}`)).toEqual([item]);
    });

    test(`V3: a malformed id and one of another kind result in an empty list of ${plural}`, async ({ api, org }) => {
      const { uid } = plural === 'repos' ? await org.identity() : await org.repo();
      for (const wrong of ['nope', 'x/y', '..', uid]) {
        const answer = await api.get(`${kind.v1}?${kind.find(wrong)}`);
        expect([answer.status, answer.text], describe(answer)).toEqual([200, '{"items":[]}']);
      }
    });

    test(`V4: a DELETE of a missing one of ${plural} is 200 and empty, also the second time`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      for (let again = 0; again < 2; again += 1) {
        const answer = await api.delete(`${kind.v1}/${uid}`);
        expect([answer.status, answer.text], describe(answer)).toEqual([200, '']);
        expect(answer.headers['content-length']).toBe(String(seen.emptyBody.length));
      }
    });

    test(`V4: a DELETE of ${plural} by the id of another kind deletes nothing`, async ({ api, org }) => {
      const { uid } = plural === 'repos' ? await org.identity() : await org.repo();
      ok(await api.delete(`${kind.v1}/${uid}`));
      ok(await api.get(`${plural === 'repos' ? '/iam/v2/identities' : '/registry/v2/repos'}/${uid}`));
    });

    test(`V4: a DELETE of ${plural} without an id is refused`, async ({ api }) => {
      expectBare(await api.delete(`${kind.v1}/`), 'INVALID_ARGUMENT', `${kind.id}: ${kind.id} is required`);
    });

    const { put } = kind;
    if (!put) continue;
    test(`V5: a PUT of a missing one of ${plural} is 404`, async ({ api, org }) => {
      const place = await kind.place(org);
      const uid = `${place}/${'0'.repeat(16)}`;
      const body = await put.body(org);
      expectBare(await api.send('PUT', `${kind.v1}/${uid}`, { body }), 'NOT_FOUND', new RegExp(`"${uid}" not found$`));
      expect(await itemsOf(api, `${kind.v1}?${kind.find(uid)}`)).toEqual([]);
    });
  }

  for (const uidp of ['children_of', 'descendants_of']) {
    for (const { plural, v1 } of v1Kinds) {
      if (['groupInvites', 'accountAssociations'].includes(plural)) continue;
      test(`V3: an unknown group in uidp.${uidp} is an empty list of ${plural}`, async ({ api }) => {
        for (const uid of ['f'.repeat(40), 'nope']) {
          expect((await api.get(`${v1}?uidp.${uidp}=${uid}`)).text).toBe('{"items":[]}');
        }
      });
    }
  }
});

test.describe('V6 and V7: PUT', () => {
  for (const kind of v1Kinds) {
    const { put, plural } = kind;
    if (!put) continue;

    test(`V6: the id of the path counts, output-only fields are kept, unknown keys are ignored: ${plural}`, async ({
      api,
      org,
    }) => {
      const { uid } = await makeInV1(kind, org);
      const { uid: other } = await makeInV1(kind, org);
      const before = await api.read(`${kind.path}/${uid}`);
      const untouched = await api.read(`${kind.path}/${other}`);
      const body = { ...(await put.body(org)), [kind.id]: other, created_at: '2020-01-01T00:00:00Z', nobody: 'knows' };
      ok(await api.send('PUT', `${kind.v1}/${uid}`, { body }));
      const after = await api.read(`${kind.path}/${uid}`);
      expect([after.uid, after.createTime]).toEqual([before.uid, before.createTime]);
      expect(after.updateTime >= before.updateTime).toBe(true);
      expect(await api.read(`${kind.path}/${other}`)).toEqual(untouched);
    });

    test(`V6: repeating a PUT of one of ${plural} changes nothing`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      const body = await put.body(org);
      const settled = ({ updated_at, last_updated, ...rest }: Readonly<Record<string, unknown>>) => rest;
      const first = settled(ok(await api.send('PUT', `${kind.v1}/${uid}`, { body })));
      expect(settled(ok(await api.send('PUT', `${kind.v1}/${uid}`, { body })))).toEqual(first);
    });

    test(`V6: an item of a List of ${plural} is accepted as the body of a PUT`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      const item = await itemOf(api, kind, uid);
      // A list returns the whole group and role of a binding.
      const { role } = item as { readonly role?: { readonly id: string } };
      const body = plural === 'roleBindings' ? { identity: item.identity, role: role?.id } : item;
      ok(await api.send('PUT', `${kind.v1}/${uid}`, { body }));
      const settled = ({ updated_at, last_updated, ...rest }: Readonly<Record<string, unknown>>) => rest;
      expect(settled(await itemOf(api, kind, uid))).toEqual(settled(item));
    });

    const [required, message] = put.required;
    for (const [what, change] of [
      [`leaves out ${required}`, (body: object) => ({ ...body, [required]: undefined })],
      [`has null for ${required}`, (body: object) => ({ ...body, [required]: null })],
      ['is empty', () => ({})],
      ['is wrapped', (body: object) => ({ [kind.plural.replace(/ie(?=s$)|s$/, '')]: body })],
    ] as const) {
      test(`V6, V7: a PUT of one of ${plural} that ${what} is refused, and changes nothing`, async ({ api, org }) => {
        const { uid } = await makeInV1(kind, org);
        const before = await itemOf(api, kind, uid);
        const body = change(await put.body(org));
        const answer = await api.send('PUT', `${kind.v1}/${uid}`, { body });
        expectBare(answer, 'INVALID_ARGUMENT', what.includes(required) ? message : /./);
        expect(await itemOf(api, kind, uid)).toEqual(before);
      });
    }

    test(`V6: a PUT of one of ${plural} with no body is refused`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      expectBare(await api.send('PUT', `${kind.v1}/${uid}`), 'INVALID_ARGUMENT');
    });
  }
});

test.describe('V9: a blocked delete', () => {
  type Blocked = readonly [by: string, words: string, make: (org: Org) => Promise<string>];

  const withGroup =
    (plant: (org: Org, group: string) => Promise<unknown>) =>
    async (org: Org): Promise<string> => {
      const { uid } = await org.group();
      await plant(org, uid);
      return `/iam/v1/groups/${uid}`;
    };
  const withRole =
    (plant: (org: Org, role: string) => Promise<unknown>) =>
    async (org: Org): Promise<string> => {
      const { uid } = await org.role();
      await plant(org, uid);
      return `/iam/v1/roles/${uid}`;
    };

  const cases: readonly Blocked[] = [
    ['repos', 'group', withGroup((org, group) => org.repo({}, group))],
    ['groups', 'group', withGroup((org, group) => org.group({}, group))],
    ['identities', 'group', withGroup((org, group) => org.identity({}, group))],
    ['identity providers', 'group', withGroup((org, group) => org.provider({}, group))],
    ['roles', 'group', withGroup((org, group) => org.role({}, group))],
    ['role bindings', 'role', withRole((org, roleUid) => org.binding({ roleUid }))],
    ['invites', 'role', withRole((org, roleUid) => org.invite({ roleUid }))],
    ['the default of identity providers', 'role', withRole((org, defaultRole) => org.provider({ defaultRole }))],
    [
      'external group role mappings',
      'role',
      withRole(async (org, uid) => org.mapping((await org.provider()).uid, { roleUid: uid })),
    ],
  ];

  for (const [by, words, make] of cases) {
    test(`V9: a ${words} that is blocked by ${by} is code 9 without details, and is not deleted`, async ({
      api,
      org,
    }) => {
      const target = await make(org);
      const answer = await api.delete(target);
      expect([answer.status, answer.text], describe(answer)).toEqual([
        400,
        JSON.stringify({ code: 9, message: `cannot delete ${words}`, details: [] }),
      ]);
      ok(await api.get(target.replace('/v1/', '/v2/')));
    });
  }

  onBoth('V9: over gRPC it has the same code and message, and no details', async ({ grpc, org }) => {
    const { uid: id } = await org.group();
    await org.repo({}, id);
    const ended = await grpc.call('chainguard.platform.iam.Groups/Delete', { id });
    expect(ended).toMatchObject({ ok: false, code: 9, message: 'cannot delete group', details: [] });
  });
});

test.describe('V11 to V13: order, and rows that both versions see', () => {
  for (const kind of v1Kinds) {
    test(`V11: ${kind.plural} are listed by id, ascending`, async ({ api, org }) => {
      const { uid } = await makeInV1(kind, org);
      for (let index = 0; index < 3; index += 1) await makeInV2(kind, org);
      const ids = idsOf(kind, await itemsOf(api, kind.v1));
      expect(ids).toEqual(ids.toSorted());
      expect(ids).toContain(uid);
    });

    test(`V12, V13: one of ${kind.plural} that v1 makes has the same uid in v2, and vice versa`, async ({
      api,
      org,
    }) => {
      const { uid } = await makeInV1(kind, org);
      expect((await api.read(`${kind.path}/${uid}`)).uid).toBe(uid);
      expect(uid).toMatch(/^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/);
      const { uid: other } = await makeInV2(kind, org);
      expect((await itemOf(api, kind, other))[kind.id]).toBe(other);
    });

    test(`V12: ${kind.plural} below a missing parent are 404, without a parent 400`, async ({ api, org }) => {
      const draft = await kind.draft(org);
      const missing = `${org.uid}/${'0'.repeat(16)}`;
      expectBare(await api.post(`${kind.v1}/${missing}`, draft), 'NOT_FOUND', new RegExp(`"${missing}" not found$`));
      // A group without a parent is a root.
      if (kind.plural === 'groups') return;
      expectBare(await api.post(kind.v1, draft), 'INVALID_ARGUMENT', /^Invalid argument: (\w+): \1 is required/);
    });
  }

  test('V12: a group without a parent is a root, as in v2', async ({ api, org }) => {
    const { id } = ok(await api.post('/iam/v1/groups', { name: org.name('root') }));
    expect(String(id)).toMatch(/^[0-9a-f]{40}$/);
    ok(await api.delete(`/iam/v1/groups/${id}`));
  });

  test('V12: an invite made in v1 shows its code once', async ({ api, org }) => {
    const { code, id } = ok(
      await api.post(`/iam/v1/group_invites/${org.uid}`, { role: roleUid(org.roles, 'viewer'), ttl: '60s' }),
    );
    expect(code).toMatch(/./);
    expect((await api.get(`/iam/v1/group_invites?id=${id}`)).text).not.toContain(String(code));
  });
});

test.describe('V14 to V16', () => {
  for (const target of ['/events/v1/subscriptions', '/ping/v1/ping', '/events/v1', '/ping/v1/']) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      test(`V14: ${method} ${target} is 404, since over HTTP only v2 has events and ping`, async ({
        api,
        anonymous,
      }) => {
        for (const caller of [api, anonymous]) {
          expectNoRoute(await caller.send(method, target), target.split('/')[1] ?? '');
        }
      });
    }
  }

  onBoth('V14: over gRPC the published v1 of ping answers', async ({ grpc }) => {
    expect((await grpc.call('chainguard.platform.ping.PingService/Ping', {})).ok).toBe(true);
  });

  const HEADERS = ['deprecation', 'sunset', 'link', 'warning'];

  const expectNoNotice = (answer: Answer): void => {
    for (const name of HEADERS) expect(answer.headers, describe(answer)).not.toHaveProperty(name);
  };

  test('V15: no answer of v1 has a notice of deprecation', async ({ api, org, anonymous }) => {
    for (const kind of v1Kinds) {
      expectNoNotice(await api.get(kind.v1));
      expectNoNotice(await anonymous.get(kind.v1));
      expectNoNotice(await api.post(`${kind.v1}/${org.uid}`, {}));
      expectNoNotice(await api.send('PUT', `${kind.v1}/${org.uid}`, { body: {} }));
      expectNoNotice(await api.delete(`${kind.v1}/${org.uid}/${'0'.repeat(16)}`));
    }
    expectNoNotice(await api.get('/iam/v1/nope'));
  });

  for (const kind of v1Kinds) {
    test(`V16: unknown keys and parameters are ignored: ${kind.plural}`, async ({ api, org }) => {
      const place = await kind.place(org);
      const parent = await kind.parent(org, place);
      const draft = { ...(await kind.draft(org)), nobody: { knows: 1 }, uid: 'x' };
      const made = ok(await api.post(`${kind.v1}/${parent}?nobody=knows&parent=other&id=x`, draft));
      const uid = String(made[kind.id]);
      expect(idsOf(kind, await itemsOf(api, `${kind.v1}?${kind.find(uid)}&nobody=knows&order_by=nope`))).toEqual([uid]);
    });
  }

  test('V16: a HEAD of a List has no body, OPTIONS returns the methods', async ({ api }) => {
    const head = await api.send('HEAD', '/iam/v1/groups');
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await api.send('OPTIONS', '/iam/v1/groups');
    expect([options.status, options.headers.allow]).toEqual([204, expect.stringContaining('GET')]);
  });
});
