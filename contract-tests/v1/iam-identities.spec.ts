import { ok, rowsOf } from '../support/answer.ts';
import { inDays } from '../support/dates.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { claimMatchOf } from '../support/org.ts';

const PATH = '/iam/v1/identities';
const SERVICE = 'chainguard.platform.iam.Identities';
const KEYS = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] });

/** The relationships of an identity, in v1 and in v2. */
const relationships = [
  [
    'a claim match',
    { claim_match: { issuer: 'https://issuer.test', subject_pattern: '.*', claim_patterns: { jobRef: 'a|b' } } },
    { claimMatch: { issuer: 'https://issuer.test', subjectPattern: '.*', claimPatterns: { jobRef: 'a|b' } } },
  ],
  [
    'static keys',
    {
      static: {
        issuer: 'https://s.test',
        subject: 's',
        issuer_keys: KEYS,
        expiration: inDays(1),
        audiences: ['x'],
      },
    },
    { staticKeys: { issuer: 'https://s.test', subject: 's', issuerKeys: KEYS, audiences: ['x'] } },
  ],
  ['a service principal', { service_principal: 'INGESTER' }, { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
  [
    'an AWS identity',
    { aws_identity: { aws_account: '123456789012', arn: 'arn:a', user_id_pattern: '.*' } },
    { awsIdentity: { awsAccount: '123456789012', arn: 'arn:a', userIdPattern: '.*' } },
  ],
] as const;

/** v2 does not receive the expiry of the keys. */
const withoutExpiration = (of: object): object => {
  const { expiration: _, ...rest } = 'static' in of ? (of.static as Record<string, unknown>) : {};
  return 'static' in of ? { static: rest } : of;
};

for (const [what, older, newer] of relationships) {
  test(`12.2, V12: an identity with ${what} is made in v1 and seen in v2`, async ({ api, org }) => {
    const made = ok(await api.post(`${PATH}/${org.uid}`, { name: 'ci', description: 'd', ...older }));
    const seen = await api.read(`/iam/v2/identities/${made.id}`);
    expect(seen).toMatchObject({ uid: made.id, name: 'ci', description: 'd', ...newer });
    expect(made).toEqual({
      id: seen.uid,
      name: 'ci',
      description: 'd',
      created_at: seen.createTime,
      updated_at: seen.updateTime,
      last_seen: seen.lastSeenTime,
      ...older,
    });
  });

  test(`12.2, V12: an identity with ${what} is made in v2 and seen in v1`, async ({ api, org }) => {
    const { uid } = await org.identity({ claimMatch: undefined, ...newer });
    const [seen] = rowsOf(await api.read(`${PATH}?id=${uid}`), 'items');
    expect(seen).toMatchObject({ id: uid, ...withoutExpiration(older) });
  });
}

test.describe('List', () => {
  test('V2, V8, V11: all of them in the order of their ids, or one by its id', async ({ api, org }) => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await org.identity()).uid);
    const query = `${PATH}?uidp.children_of=${org.uid}`;
    const body = await api.read(query);
    expect(Object.keys(body)).toEqual(['items']);
    expect(rowsOf(body, 'items').map(({ id }) => id)).toEqual(ids.toSorted());
    const one = rowsOf(await api.read(`${PATH}?id=${ids[1]}`), 'items');
    expect(one.map(({ id }) => id)).toEqual([ids[1]]);
    const page = rowsOf(await api.read(`${query}&page=2&page_size=2`), 'items');
    expect(page.map(({ id }) => id)).toEqual(ids.toSorted().slice(2));
  });

  for (const filter of ['id', 'uidp.ids', 'uidp.children_of', 'uidp.descendants_of', 'uidp.ancestors_of']) {
    test(`V3: an unknown ${filter} is an empty list`, async ({ api, org }) => {
      expect(await api.read(`${PATH}?${filter}=${org.uid}/${'9'.repeat(16)}`)).toEqual({ items: [] });
    });
  }
});

test.describe('Update', () => {
  test('V6: a PUT replaces the fields that v1 knows and keeps the others', async ({ api, org }) => {
    const before = await org.identity({ description: 'old', company: 'acme' });
    const body = { name: 'renamed', service_principal: 'COSIGNED' };
    const answer = ok(await api.put(`${PATH}/${before.uid}`, body));
    expect(answer).toMatchObject({ id: before.uid, description: '', created_at: before.createTime, ...body });
    expect(answer).not.toHaveProperty('claim_match');
    const after = await api.read(`/iam/v2/identities/${before.uid}`);
    expect(after).toMatchObject({ name: 'renamed', company: 'acme', servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' });
    expect(after).not.toHaveProperty('claimMatch');
  });

  test('V6: the id of the path counts, not that of the body', async ({ api, org }) => {
    const [one, other] = [await org.identity(), await org.identity()];
    const body = { id: other.uid, name: 'renamed', claim_match: claimMatchOf('x') };
    expect(ok(await api.put(`${PATH}/${one.uid}`, body)).id).toBe(one.uid);
    expect((await api.read(`/iam/v2/identities/${other.uid}`)).name).toBe(other.name);
  });

  const claim = { issuer: 'https://issuer.test', subject: 's' };
  for (const [what, body, says] of [
    [
      'no relationship',
      { name: 'a' },
      'claim_match: exactly one of claim_match, static, aws_identity, service_principal must be set',
    ],
    ['two relationships', { name: 'a', claim_match: claim, service_principal: 'COSIGNED' }, /service_principal: /],
    ['no name', { claim_match: claim }, /: name: name must match/],
    ['a bad name', { name: 'A!', claim_match: claim }, /: name: name must match/],
    [
      'no subject',
      { name: 'a', claim_match: { issuer: 'https://i.test' } },
      'claim_match.subject: exactly one of subject, subject_pattern must be set',
    ],
    [
      'a bad pattern',
      { name: 'a', claim_match: { ...claim, subject: undefined, subject_pattern: '(' } },
      /_pattern is/,
    ],
    ['no keys', { name: 'a', static: claim }, /: static\.issuer_keys: /],
    [
      'an old expiration',
      { name: 'a', static: { ...claim, issuer_keys: KEYS, expiration: '2001-01-01T00:00:00Z' } },
      /: static\.expiration: expiration must/,
    ],
    ['an unknown principal', { name: 'a', service_principal: 'NOPE' }, /: service_principal: /],
    ['a principal of v2', { name: 'a', service_principal: 'SERVICE_PRINCIPAL_COSIGNED' }, /: service_principal: /],
    ['an account of letters', { name: 'a', aws_identity: { aws_account: 'x' } }, /: aws_identity\.aws_account: /],
    ['a list', [], /: body: /],
  ] as const) {
    test(`V6, V7: ${what} is refused by Create and Update`, async ({ api, org }) => {
      const { uid } = await org.identity();
      expectBare(await api.put(`${PATH}/${uid}`, body), 'INVALID_ARGUMENT', says);
      expectBare(await api.post(`${PATH}/${org.uid}`, body), 'INVALID_ARGUMENT', says);
    });
  }

  test('V5: a PUT of a missing identity is 404', async ({ api, org }) => {
    const id = `${org.uid}/${'9'.repeat(16)}`;
    const body = { name: 'a', claim_match: claim };
    expectBare(await api.put(`${PATH}/${id}`, body), 'NOT_FOUND', `identity "${id}" not found`);
    expectBare(await api.post(`${PATH}/${id}`, body), 'NOT_FOUND', `group "${id}" not found`);
  });
});

test.describe('Lookup', () => {
  const target = (subject: string): string => `${PATH}/lookup?issuer=https://issuer.test&subject=${subject}`;

  test('12.2: returns the whole identity of an issuer and a subject', async ({ api, org }) => {
    const subject = `subject:${org.uid}`;
    const { uid } = await org.identity({ claimMatch: { issuer: 'https://issuer.test', subject } });
    const [listed] = rowsOf(await api.read(`${PATH}?id=${uid}`), 'items');
    expect(await api.read(target(subject))).toEqual(listed);
  });

  test('5.3: several matches are a failed precondition', async ({ api, org }) => {
    const claimMatch = { issuer: 'https://issuer.test', subject: `twice:${org.uid}` };
    for (let count = 0; count < 2; count += 1) await org.identity({ claimMatch });
    expectBare(await api.get(target(claimMatch.subject)), 'FAILED_PRECONDITION');
  });

  test('12.2: both parameters are required', async ({ api }) => {
    expectBare(await api.get(`${PATH}/lookup?issuer=x`), 'INVALID_ARGUMENT', 'subject: subject is required');
  });

  test('12.2: callers who may not list the identity receive only its id @mock', async ({ org }) => {
    const subject = `hidden:${org.uid}`;
    const group = await org.group();
    const { uid } = await org.identity({ claimMatch: { issuer: 'https://issuer.test', subject } });
    const outside = await org.caller('viewer', { at: group.uid });
    expect(await outside.read(target(subject))).toEqual({ id: uid, name: '', description: '' });
    expect((await (await org.caller('viewer')).read(target(subject))).name).toMatch(/./);
  });
});

test('V4: a DELETE is an empty 200, also the second time, and deletes the bindings', async ({ api, org }) => {
  const { uid } = await org.identity();
  const binding = await org.binding({ identityUid: uid });
  for (let count = 0; count < 2; count += 1) {
    const answer = await api.delete(`${PATH}/${uid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await api.get(`/iam/v2/identities/${uid}`)).status).toBe(404);
  expect((await api.get(`/iam/v2/roleBindings/${binding.uid}`)).status).toBe(404);
});

test('12.1: over gRPC each method does the same', async ({ api, grpc, org }) => {
  const call = grpcService(grpc, SERVICE);
  const subject = `grpc:${org.uid}`;
  const claimMatch = { issuer: 'https://issuer.test', subject };
  const made = await call('Create', { parentId: org.uid, identity: { name: 'over-grpc', claimMatch } });
  expect(made).toMatchObject({ name: 'over-grpc', claimMatch });
  expect(await call('Lookup', { issuer: 'https://issuer.test', subject })).toEqual(made);
  const put = await call('Update', { id: made.id, name: 'again', servicePrincipal: 'COSIGNED' });
  expect(put).toMatchObject({ id: made.id, name: 'again', servicePrincipal: 'COSIGNED' });
  expect(await call('List', { id: made.id })).toEqual({ items: [put] });
  expect(await call('Delete', { id: made.id })).toEqual({});
  expect(await call('List', { id: made.id })).toEqual({});
  expect((await api.get(`/iam/v2/identities/${made.id}`)).status).toBe(404);
  const refused = await grpc.call(`${SERVICE}/Update`, {
    id: String(made.id),
    name: 'a',
    servicePrincipal: 'COSIGNED',
  });
  expect(refused).toMatchObject({ ok: false, code: 5, details: [] });
});

const EVENTS = 'chainguard.platform.events.Identities';

test.describe('12.5.5: identities above every organization', () => {
  test('are made of an issuer and a subject, and seen in both versions, over both faces', async ({
    api,
    org,
    grpc,
  }) => {
    const claims = { issuer: 'https://issuer.test', subject: `Some_One@${org.uid}` };
    const first = ok(await api.post(PATH, claims));
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{40}$/), ...claims });
    expect(await api.read(`/iam/v2/identities/${first.id}`)).toMatchObject({
      name: `some_one-${org.uid}`,
      claimMatch: claims,
    });
    const keys = { issuer: 'kind', subject: org.uid, issuerKeys: KEYS };
    const second = await grpc.call(`${EVENTS}/Create`, { ...keys, expiration: inDays(2) });
    expect(second).toMatchObject({ ok: true, response: keys });
    const id = second.ok ? String(second.response.id) : '';
    const seen = await api.read(`/iam/v2/identities/${id}`);
    expect(seen.staticKeys).toMatchObject({ issuer: 'kind', subject: org.uid, issuerKeys: KEYS });
    // There is one for the same tokens, with keys or without.
    const again = 'already exists';
    expectBare(await api.post(PATH, { ...claims, issuer_keys: KEYS }), 'ALREADY_EXISTS', new RegExp(again));
    const ended = await grpc.call(`${EVENTS}/Create`, keys);
    expect(ended).toMatchObject({ ok: false, code: 6, message: expect.stringContaining(again), details: [] });
    // They are not deleted with the organization.
    for (const each of [first.id, id]) ok(await api.delete(`${PATH}/${each}`));
  });

  test('violations name the fields of the request, and nothing is made', async ({ api, org, grpc }) => {
    const subject = org.uid;
    for (const [body, violation] of [
      [{}, 'subject: subject is required; issuer: issuer is required'],
      [{ subject, issuer: 'nobody' }, 'issuer: issuer must be an http or https URL'],
      [{ subject, issuer: 'kind', issuer_keys: KEYS, expiration: inDays(-1) }, /^Invalid argument: expiration: /],
    ] as const) {
      expectBare(await api.post(PATH, body), 'INVALID_ARGUMENT', violation);
    }
    expect(await grpc.call(`${EVENTS}/Create`, { subject })).toMatchObject({ ok: false, code: 3 });
    const found = rowsOf(await api.read(PATH), 'items').filter((identity) =>
      JSON.stringify(identity).includes(subject),
    );
    expect(found).toEqual([]);
  });

  test('need identity.create somewhere, and a token that is not confined @mock', async ({ org, grpc }) => {
    const body = { issuer: 'https://issuer.test', subject: `denied ${org.uid}` };
    const viewer = await org.caller('viewer');
    const says = 'missing capability "identity.create"';
    expectBare(await viewer.post(PATH, body), 'PERMISSION_DENIED', says);
    const ended = await grpc.call(`${EVENTS}/Create`, body, { token: viewer.token ?? null });
    expect(ended).toMatchObject({ ok: false, code: 7, message: `Permission denied: ${says}` });
    const owner = await org.caller('owner');
    const made = ok(await owner.post(PATH, { ...body, subject: `allowed ${org.uid}` }));
    ok(await org.api.delete(`${PATH}/${made.id}`));
  });
});

test.describe('12.5.6: the metadata of the caller @mock', () => {
  const target = `${PATH}/metadata`;

  test('is one row in both versions; what v1 alone has is kept by v2', async ({ org, grpc }) => {
    const caller = await org.caller('viewer');
    const answers = { company_name: 'Example Inc.', providers: ['google', 'aws'], product: 'images' };
    expect(ok(await caller.patch(target, { onboarding_questions: answers, updatesOptIn: true }))).toEqual({
      onboarding_questions: answers,
      updatesOptIn: true,
    });
    const v2 = '/iam/v2/identities:updateIdentityMetadata';
    const seen = ok(await caller.patch(v2, { identityMetadata: { jobTitle: 'tester' } }));
    expect(seen).toMatchObject({ company: 'Example Inc.', product: 'images', updatesOptIn: true, jobTitle: 'tester' });
    expect(seen).not.toHaveProperty('providers');
    // Without answers those that are stored stay; the choice is replaced.
    const ended = await grpc.call(`${EVENTS}/UpdateMetadata`, {}, { token: caller.token ?? null });
    expect(ended).toMatchObject({
      ok: true,
      response: {
        onboardingQuestions: { companyName: 'Example Inc.', providers: ['google', 'aws'], product: 'images' },
      },
    });
    expect(ok(await caller.patch(target, { onboarding_questions: { product: 'libraries' } }))).toEqual({
      onboarding_questions: { product: 'libraries', job_title: 'tester' },
      updatesOptIn: false,
    });
    expect(ok(await caller.patch(v2, { identityMetadata: {} }))).toMatchObject({ jobTitle: 'tester' });
  });

  test('has every answer that is published in v1, over both faces', async ({ org, grpc }) => {
    const caller = await org.caller('viewer');
    const answers = {
      companyName: 'Example Inc.',
      providers: ['google'],
      product: 'images',
      jobTitle: 'tester',
      utmCampaign: 'a',
      utmContent: 'b',
      utmMedium: 'c',
      utmSource: 'd',
      utmTerm: 'e',
      latestFormSubmitUrl: 'https://example.com/sign-up',
      latestInternalReferringUrl: 'https://example.com/pricing',
      hubspotUtk: 'f',
      selfServe: true,
    };
    const token = { token: caller.token ?? null };
    const ended = await grpc.call(`${EVENTS}/UpdateMetadata`, { onboardingQuestions: answers }, token);
    expect(ended).toMatchObject({ ok: true, response: { onboardingQuestions: answers } });
    const seen = ok(await caller.patch(target, {}));
    const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(seen.onboarding_questions).toEqual(
      Object.fromEntries(Object.entries(answers).map(([name, value]) => [snake(name), value])),
    );
    const { companyName: company, providers: _, ...others } = answers;
    const v2 = '/iam/v2/identities:updateIdentityMetadata';
    expect(ok(await caller.patch(v2, { identityMetadata: {} }))).toMatchObject({ company, ...others });
  });

  test('needs a token, and no capability', async ({ anonymous, grpc }) => {
    expectBare(await anonymous.patch(target, {}), 'UNAUTHENTICATED', 'missing bearer token');
    const ended = await grpc.call(`${EVENTS}/UpdateMetadata`, {}, { token: null });
    expect(ended).toMatchObject({ ok: false, code: 16 });
  });

  test('names what is wrong with it', async ({ api }) => {
    const body = { onboarding_questions: { providers: 'google' } };
    expectBare(await api.patch(target, body), 'INVALID_ARGUMENT', /onboarding_questions\.providers/);
  });
});
