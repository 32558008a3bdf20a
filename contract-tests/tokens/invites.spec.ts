import { type Answer, describe, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied, expectError, expectInvalid, expectUnauthenticated } from '../support/errors.ts';
import { advance, steer } from '../support/mock.ts';
import { bindingsOf, removeTree } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { test as base, expect } from '../support/test.ts';
import { callerOf, mintUpstream } from './exchange.ts';

const REGISTER = '/auth/v1/register';

type Redeem = (upstream: string | undefined, body: unknown) => Promise<Answer>;

/** The suite's test with a way to redeem invites; identities that register by it are deleted after the test. */
const test = base.extend<{ readonly redeem: Redeem }>({
  redeem: async ({ api }, use) => {
    const joined = new Set<string>();
    await use(async (upstream, body) => {
      const answer = await api.as(upstream).post(REGISTER, body);
      if (answer.status === 200) joined.add(String(answer.body.identity));
      return answer;
    });
    // Identities that registered live above every root; the others are deleted with the organization.
    for (const uid of joined) if (!uid.includes('/')) await api.delete(`/iam/v2/identities/${uid}`);
  },
});

const somebody = (api: Api, org: { readonly uid: string }, claims: object = {}, subject = 'x'): Promise<string> =>
  mintUpstream(api, { issuer: `https://login.test/${org.uid}`, subject, claims });

test.describe('10.16: redeeming an invite @mock', () => {
  test('a stranger becomes an identity with the role, and can log in from then on', async ({ api, org, redeem }) => {
    const repo = await org.repo();
    const { code } = await org.invite({ roleUid: roleUid(org.roles, 'registry.pull') });
    const upstream = await somebody(api, org, { name: 'Ana Ölberg', email: 'ana@example.com', email_verified: true });
    expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), 'invalid token');

    const answer = await redeem(upstream, { code });
    const { identity, group } = ok(answer);
    expect(Object.keys(answer.body).toSorted()).toEqual(['group', 'identity']);
    expect(group).toBe(org.uid);
    expect(identity).toMatch(/^[0-9a-f]{40}$/);
    expect(await api.read(`/iam/v2/identities/${identity}`)).toMatchObject({
      name: expect.stringMatching(/^[a-z0-9 ._-]+$/),
      email: 'ana@example.com',
      claimMatch: { issuer: `https://login.test/${org.uid}`, subject: 'x' },
    });
    const bindings = await bindingsOf(api, org.uid);
    expect(bindings.filter(({ identityUid }) => identityUid === identity)).toMatchObject([
      { roleUid: roleUid(org.roles, 'registry.pull') },
    ]);

    for (const caller of [await callerOf(api, upstream), api.as(upstream)]) {
      expect((await caller.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
      expectDenied(await caller.get('/iam/v2/identities'));
      expectDenied(await caller.delete(`/registry/v2/repos/${repo.uid}`));
    }
  });

  for (const [what, claims] of [
    ['no name and no address', {}],
    ['a name without any allowed letter', { name: '日本' }],
    ['an empty name', { name: '' }],
    ['a name that is not a text', { name: { a: 1 } }],
    ['a name of a thousand letters', { name: 'A'.repeat(1_000) }],
  ] as const) {
    test(`a stranger with ${what} gets a valid name`, async ({ api, org, redeem }) => {
      const { code } = await org.invite();
      const { identity } = ok(await redeem(await somebody(api, org, claims, '日本/🦊'), { code }));
      expect((await api.read(`/iam/v2/identities/${identity}`)).name).toMatch(/^[a-z0-9 ._-]+$/);
    });
  }

  test('the same person joins twice, as the same identity', async ({ api, org, redeem }) => {
    const child = await org.group();
    const [first, second] = [await org.invite(), await org.invite({}, child.uid)];
    const upstream = await somebody(api, org);
    const one = ok(await redeem(upstream, { code: first.code }));
    const other = ok(await redeem(upstream, { code: second.code }));
    expect(other).toEqual({ identity: one.identity, group: child.uid });
    // And again with the same invite, which results in one binding.
    ok(await redeem(upstream, { code: first.code }));
    const bindings = await bindingsOf(api, org.uid);
    expect(bindings.filter(({ identityUid }) => identityUid === one.identity)).toHaveLength(1);
  });

  test('an identity that the token acts as joins as itself', async ({ api, org, redeem }) => {
    const issuer = `https://login.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const { code } = await org.invite();
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    expect(ok(await redeem(upstream, { code, identityId: uid })).identity).toBe(uid);
    expect(ok(await redeem(upstream, { code })).identity).toBe(uid);
    // An identity with a token of the service joins as itself, too.
    const other = await org.identity({ claimMatch: { issuer, subject: 'y' } });
    const caller = await callerOf(api, await mintUpstream(api, { issuer, subject: 'y' }));
    expect(ok(await redeem(caller.token, { code })).identity).toBe(other.uid);
    expect((await caller.get('/registry/v2/repos')).status).toBe(200);
  });

  test('identityId must be an identity of the token', async ({ api, org, redeem }) => {
    const issuer = `https://login.test/${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer, subject: 'other' } });
    const { code } = await org.invite({ singleUse: true });
    const upstream = await somebody(api, org);
    expectDenied(await redeem(upstream, { code, identityId: uid }));
    const missing = `${org.uid}/ffffffffffffffff`;
    expectError(await redeem(upstream, { code, identityId: missing }), 'NOT_FOUND', {
      says: `identity "${missing}" not found`,
    });
    // A refused redemption does not use up the invite.
    ok(await redeem(upstream, { code }));
  });

  test('10.8: an identity of another organization is refused, since a role would have no effect', async ({
    api,
    org,
    redeem,
  }) => {
    const issuer = `https://login.test/${org.uid}`;
    const other = ok(await api.post('/iam/v2/groups', { name: org.name('elsewhere') }));
    try {
      const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } }, other.uid);
      const below = await org.identity({ claimMatch: { issuer, subject: 'y' } }, (await org.group()).uid);
      const { code } = await org.invite({ singleUse: true });
      const upstream = await mintUpstream(api, { issuer, subject: 'x' });
      for (const identityId of [uid, undefined]) {
        expectError(await redeem(upstream, { code, identityId }), 'FAILED_PRECONDITION', {
          service: 'auth',
          says: 'the identity is of another organization, and a role here would give it nothing',
        });
      }
      expect((await bindingsOf(api, org.uid)).filter(({ identityUid }) => identityUid === uid)).toEqual([]);
      // A refused redemption does not use up the invite, and a subgroup is in the same organization.
      const inside = await mintUpstream(api, { issuer, subject: 'y' });
      expect(ok(await redeem(inside, { code }))).toEqual({ identity: below.uid, group: org.uid });
    } finally {
      await removeTree(api, other.uid);
    }
  });

  test('10.3: identityId picks one of several that match, and without it none is made', async ({
    api,
    org,
    redeem,
  }) => {
    const issuer = `https://login.test/${org.uid}`;
    const uids = [
      (await org.identity({ claimMatch: { issuer, subject: 'x' } })).uid,
      (await org.identity({ claimMatch: { issuer, subjectPattern: '.*' } })).uid,
    ];
    const { code } = await org.invite();
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    for (const uid of uids) expect(ok(await redeem(upstream, { code, identityId: uid })).identity).toBe(uid);
    const answer = await redeem(upstream, { code });
    expectError(answer, 'FAILED_PRECONDITION');
  });
});

test.describe('10.16: registering without an invite @mock', () => {
  for (const [what, body] of [
    ['missing', {}],
    ['empty', { code: '' }],
    ['null', { code: null }],
  ] as const) {
    test(`with a code that is ${what} a stranger becomes an identity without a group`, async ({ api, org, redeem }) => {
      const upstream = await somebody(api, org, { email: 'ana@example.com', email_verified: true });
      const session = ok(await redeem(upstream, body));
      expect(session).toEqual({ identity: expect.stringMatching(/^[0-9a-f]{40}$/), group: '' });
      expect(await api.as(upstream).read('/auth/v1/ok')).toMatchObject({ email: 'ana@example.com', capabilities: [] });
      // Again, it is the same one, also by name; somebody else cannot be named.
      expect(ok(await redeem(upstream, body))).toEqual(session);
      expect(ok(await redeem(upstream, { ...body, identityId: session.identity }))).toEqual(session);
      expectDenied(await redeem(upstream, { ...body, identityId: (await org.identity()).uid }));
    });
  }

  test('10.3: of several identities that match one must be named', async ({ api, org, redeem }) => {
    const claimMatch = { issuer: `https://login.test/${org.uid}`, subject: 'x' };
    const [one] = [await org.identity({ claimMatch }), await org.identity({ claimMatch })];
    const upstream = await somebody(api, org);
    expectError(await redeem(upstream, {}), 'FAILED_PRECONDITION', { says: /name the one to join in identityId/ });
    expect(ok(await redeem(upstream, { identityId: one.uid }))).toEqual({ identity: one.uid, group: '' });
  });
});

test.describe('10.16: the number of uses @mock', () => {
  test('an invite lasts until it is deleted', async ({ api, org, redeem }) => {
    const invite = await org.invite();
    for (const subject of ['a', 'b']) ok(await redeem(await somebody(api, org, {}, subject), { code: invite.code }));
    ok(await api.delete(`/iam/v2/groupInvites/${invite.uid}`));
    expectInvalid(await redeem(await somebody(api, org, {}, 'c'), { code: invite.code }), { code: /./ });
  });

  test('a single-use invite is gone after the first', async ({ api, org, redeem }) => {
    const invite = await org.invite({ singleUse: true });
    const upstream = await somebody(api, org);
    ok(await redeem(upstream, { code: invite.code }));
    expect((await api.get(`/iam/v2/groupInvites/${invite.uid}`)).status).toBe(404);
    expectInvalid(await redeem(upstream, { code: invite.code }), { code: /./ });
  });

  test('of many redemptions at the same time, exactly one uses a single-use invite', async ({ api, org, redeem }) => {
    const { code } = await org.invite({ singleUse: true });
    const upstreams = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((subject) => somebody(api, org, {}, subject)));
    const answers = await Promise.all(upstreams.map((upstream) => redeem(upstream, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    // The others leave no identity and no binding.
    const named = rowsOf(await api.read('/iam/v2/identities?page_size=200&uidp.in_root=true'), 'identities');
    const made = named.filter(({ claimMatch }) => JSON.stringify(claimMatch)?.includes(org.uid));
    expect(made).toHaveLength(1);
  });

  test('an invite expires by the world’s clock', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer();
    const api = signed.as('admin-token');
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    const [role] = rowsOf(await api.read('/iam/v2/roles?name=viewer'), 'roles');
    const invite = ok(await api.post(`/iam/v2/groupInvites/${ready.orgId}`, { roleUid: role?.uid, ttl: '600s' }));
    const redeem = async (subject: string): Promise<Answer> =>
      api.as(await mintUpstream(api, { issuer: 'https://login.test', subject })).post(REGISTER, { code: invite.code });
    await advance(api, '599s');
    ok(await redeem('a'));
    await advance(api, '1s');
    const answer = await redeem('b');
    expectError(answer, 'FAILED_PRECONDITION', { says: /expired/ });
    expect(answer.text).not.toContain(String(invite.code));
    expect(rowsOf(await api.read('/iam/v2/identities?name=b'), 'identities')).toEqual([]);
    ok(await api.patch(`/iam/v2/groupInvites/${invite.uid}`, { ttl: '60s' }));
    ok(await redeem('b'));
  });
});

test.describe('10.16: an invite for an address @mock', () => {
  for (const [what, claims, good] of [
    ['the address', { email: 'ana@example.com', email_verified: true }, true],
    ['the address in other letters', { email: 'Ana@Example.COM', email_verified: true }, true],
    ['the address, unverified', { email: 'ana@example.com', email_verified: false }, false],
    ['the address without email_verified', { email: 'ana@example.com' }, false],
    ['the address, verified in words', { email: 'ana@example.com', email_verified: 'true' }, false],
    ['another address', { email: 'eve@example.com', email_verified: true }, false],
    ['more than the address', { email: 'ana@example.com.evil.test', email_verified: true }, false],
    ['no address', {}, false],
    ['an address that is a list', { email: ['ana@example.com'], email_verified: true }, false],
  ] as const) {
    test(`${what} is ${good ? 'accepted' : 'refused'}`, async ({ api, org, redeem }) => {
      const { code } = await org.invite({ email: 'ana@example.com', singleUse: true });
      const upstream = await somebody(api, org, claims);
      const answer = await redeem(upstream, { code });
      if (good) {
        expect(ok(answer).group).toBe(org.uid);
        return;
      }
      expectDenied(answer, /email/);
      // Nobody has been registered on the way.
      expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), 'invalid token');
      expect(answer.text).not.toContain('ana@example.com');
      expect(answer.text).not.toContain(String(code));
      ok(await redeem(await somebody(api, org, { email: 'ana@example.com', email_verified: true }, 'ana'), { code }));
    });
  }

  test('an unverified address is stored as unverified', async ({ api, org, redeem }) => {
    const { code } = await org.invite();
    const { identity } = ok(await redeem(await somebody(api, org, { email: 'ana@example.com' }), { code }));
    const row = await api.read(`/iam/v2/identities/${identity}`);
    expect([row.email ?? '', row.emailUnverified]).toEqual(['', 'ana@example.com']);
  });
});

test.describe('10.16, 10.28: wrong codes @mock', () => {
  for (const [what, body, field] of [
    ['unknown', { code: 'cgs3cr3t' }, 'code'],
    ['in other letters', (code: string) => ({ code: code.toUpperCase() }), 'code'],
    ['cut short', (code: string) => ({ code: code.slice(0, -1) }), 'code'],
    ['with space around it', (code: string) => ({ code: ` ${code}` }), 'code'],
    ['not a text', { code: 123456789 }, 'code'],
    ['a pattern for every code', { code: '.*' }, 'code'],
  ] as const) {
    test(`a code that is ${what} is 400 and is not repeated`, async ({ api, org, redeem }) => {
      const { code } = await org.invite();
      const sent = typeof body === 'function' ? body(String(code).replace(/\d$/, 'a')) : body;
      const answer = await redeem(await somebody(api, org), sent);
      expectInvalid(answer, { [field]: /./ });
      const given = String((sent as { readonly code?: unknown }).code ?? '');
      if (given.length > 3) expect(answer.text).not.toContain(given.trim());
    });
  }

  for (const body of ['{', '[]', '"x"']) {
    test(`a body of ${body} is 400`, async ({ api, org, redeem }) => {
      expectInvalid(await redeem(await somebody(api, org), body), { body: /./ });
    });
  }
});

test.describe('10.16: callers who may redeem', () => {
  for (const [token, says] of [
    [undefined, 'missing bearer token'],
    ['nonsense', 'invalid token'],
  ] as const) {
    test(`9.8: with the token ${token} it is 401, before the code is looked at`, async ({ api, redeem, org }) => {
      const { code } = await org.invite();
      for (const body of [{ code }, { code: 'x' }, {}, '{']) {
        const answer = await redeem(token, body);
        expect(answer.status, describe(answer)).toBe(401);
        expectUnauthenticated(answer, says);
      }
      expect((await api.get('/ping/v2/ping')).status).toBe(200);
    });
  }

  test('2.6: GET is 501, in the name of auth', async ({ anonymous }) => {
    const answer = await anonymous.get(REGISTER);
    expectError(answer, 'UNIMPLEMENTED', { says: 'Method Not Allowed' });
    expect(answer.headers.allow).toBe('POST, OPTIONS');
  });
});
