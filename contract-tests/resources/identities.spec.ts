import { ok } from '../support/answer.ts';
import { DAY_MS, inDays } from '../support/dates.ts';
import { expectBlocked, expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { claimMatchOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const ONE = 'exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set';
const KEYS = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] });
const staticKeys = { issuer: 'https://static.test', subject: 's', issuerKeys: KEYS };
const awsIdentity = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/r', userId: 'AROA' };

test.describe('relationship', () => {
  test('5.3: a missing relationship is a violation of claimMatch, reported once the name is valid', async ({
    api,
    org,
  }) => {
    const path = `/iam/v2/identities/${org.uid}`;
    expectInvalid(await api.post(path, { name: 'a' }), { claimMatch: ONE });
    expectInvalid(await api.post(path, { name: 'A' }), { name: 'name must match "^[a-z0-9 ._-]{1,}$"' });
  });

  const good: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'claimMatch with exact members': { claimMatch: { issuer: 'https://a.test', subject: 's' } },
    'claimMatch with patterns': {
      claimMatch: { issuerPattern: 'https://.*', subjectPattern: 'a|b', audiencePattern: '^x$' },
    },
    'claimMatch with claims': {
      claimMatch: { ...claimMatchOf('x'), audience: 'a', claims: { a: 'b' }, claimPatterns: { c: '.+' } },
    },
    'claimMatch of an http issuer': { claimMatch: { issuer: 'http://localhost:8080', subject: 's' } },
    staticKeys: { staticKeys },
    'staticKeys with an expiry': { staticKeys: { ...staticKeys, expirationTime: inDays(364), audiences: ['a'] } },
    awsIdentity: { awsIdentity },
    'awsIdentity with patterns': { awsIdentity: { awsAccount: '000000000000', arnPattern: '.*', userIdPattern: '.*' } },
    servicePrincipal: { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' },
  };
  for (const [what, relationship] of Object.entries(good)) {
    test(`5.3: ${what} is accepted and returned`, async ({ api, org }) => {
      const identity = ok(await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', ...relationship }));
      expect(identity).toMatchObject(relationship);
      const kinds = ['claimMatch', 'staticKeys', 'awsIdentity', 'servicePrincipal'];
      expect(kinds.filter((kind) => kind in identity)).toHaveLength(1);
    });
  }

  const bad: readonly (readonly [string, object, string])[] = [
    ['an issuer that is not a URL', { claimMatch: { issuer: 'issuer', subject: 's' } }, 'claimMatch.issuer'],
    ['an issuer of another scheme', { claimMatch: { issuer: 'ftp://a.test', subject: 's' } }, 'claimMatch.issuer'],
    [
      'an issuerPattern that does not compile',
      { claimMatch: { issuerPattern: '(', subject: 's' } },
      'claimMatch.issuerPattern',
    ],
    [
      'a subjectPattern that does not compile',
      { claimMatch: { issuer: 'https://a.test', subjectPattern: '[' } },
      'claimMatch.subjectPattern',
    ],
    [
      'a lookahead, which RE2 does not have',
      { claimMatch: { issuer: 'https://a.test', subjectPattern: 'a(?=b)' } },
      'claimMatch.subjectPattern',
    ],
    [
      'an audiencePattern that does not compile',
      { claimMatch: { ...claimMatchOf('x'), audiencePattern: '*' } },
      'claimMatch.audiencePattern',
    ],
    ['static keys without an issuer', { staticKeys: { ...staticKeys, issuer: '' } }, 'staticKeys.issuer'],
    ['static keys without a subject', { staticKeys: { ...staticKeys, subject: undefined } }, 'staticKeys.subject'],
    ['static keys without keys', { staticKeys: { ...staticKeys, issuerKeys: '' } }, 'staticKeys.issuerKeys'],
    [
      'an expiry in the past',
      { staticKeys: { ...staticKeys, expirationTime: inDays(-1) } },
      'staticKeys.expirationTime',
    ],
    [
      'an expiry beyond 365 days',
      { staticKeys: { ...staticKeys, expirationTime: inDays(367) } },
      'staticKeys.expirationTime',
    ],
    ['two audiences', { staticKeys: { ...staticKeys, audiences: ['a', 'b'] } }, 'staticKeys.audiences'],
    [
      'an account that is not a number',
      { awsIdentity: { ...awsIdentity, awsAccount: 'abc' } },
      'awsIdentity.awsAccount',
    ],
    [
      'an account of 11 digits',
      { awsIdentity: { ...awsIdentity, awsAccount: '12345678901' } },
      'awsIdentity.awsAccount',
    ],
    ['no account', { awsIdentity: { arn: 'a', userId: 'u' } }, 'awsIdentity.awsAccount'],
  ];
  for (const [what, relationship, field] of bad) {
    test(`5.3: ${what} is refused`, async ({ api, org }) => {
      expectInvalid(await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', ...relationship }), { [field]: /./ });
    });
  }

  for (const [what, relationship] of [
    ['neither issuer nor pattern', { claimMatch: { subject: 's' } }],
    ['neither subject nor pattern', { claimMatch: { issuer: 'https://a.test' } }],
    ['neither arn nor pattern', { awsIdentity: { awsAccount: '123456789012', userId: 'u' } }],
    ['neither userId nor pattern', { awsIdentity: { awsAccount: '123456789012', arn: 'a' } }],
    ['both issuer and pattern', { claimMatch: { ...claimMatchOf('x'), issuerPattern: '.*' } }],
    ['two relationships', { claimMatch: claimMatchOf('x'), staticKeys }],
    ['an unknown service principal', { servicePrincipal: 'SERVICE_PRINCIPAL_NOBODY' }],
    ['the unspecified service principal', { servicePrincipal: 'SERVICE_PRINCIPAL_UNSPECIFIED' }],
  ] as const) {
    test(`5.3: ${what} is refused with 400`, async ({ api, org }) => {
      expect((await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', ...relationship })).status).toBe(400);
    });
  }

  test('5.3, C21: static keys without an expiry live 365 days', async ({ api, org }) => {
    const identity = ok(await api.post(`/iam/v2/identities/${org.uid}`, { name: 'a', staticKeys }));
    const { expirationTime } = identity.staticKeys as { readonly expirationTime: string };
    expect(Date.parse(expirationTime) - Date.parse(identity.createTime)).toBe(365 * DAY_MS);
  });

  test('5.3: two identities may have the same issuer and subject', async ({ org }) => {
    const claimMatch = claimMatchOf('same');
    expect((await org.identity({ claimMatch })).uid).not.toBe((await org.identity({ claimMatch })).uid);
  });
});

test('C6, spec §2: lastSeenTime of a new identity is its createTime', async ({ org }) => {
  const identity = await org.identity();
  expect(identity.lastSeenTime).toBe(identity.createTime);
});

test('5.3: output-only fields are ignored', async ({ org }) => {
  const identity = await org.identity({
    email: 'a@a.test',
    emailUnverified: 'b@a.test',
    lastSeenTime: '2000-01-01T00:00:00Z',
  });
  expect(identity.email ?? '').toBe('');
  expect(identity.emailUnverified ?? '').toBe('');
  expect(identity.lastSeenTime).toBe(identity.createTime);
});

test.describe('lookupIdentity', () => {
  const target = (issuer: string, subject: string): string =>
    `/iam/v2/identities:lookupIdentity?issuer=${encodeURIComponent(issuer)}&subject=${encodeURIComponent(subject)}`;

  test('5.3: finds the one identity that matches', async ({ api, org }) => {
    const claimMatch = { issuer: 'https://lookup.test', subject: `repo:${org.uid}:ref:refs/heads/main` };
    const identity = await org.identity({ claimMatch });
    expect(await api.read(target(claimMatch.issuer, claimMatch.subject))).toEqual({ uid: identity.uid });
  });

  test('5.3: no match is 404, several matches are a failed precondition', async ({ api, org }) => {
    const claimMatch = { issuer: 'https://lookup.test', subject: `twice:${org.uid}` };
    expectMissing(await api.get(target(claimMatch.issuer, claimMatch.subject)), 'iam/Identity', claimMatch.subject);
    await org.identity({ claimMatch });
    await org.identity({ claimMatch });
    expectBlocked(await api.get(target(claimMatch.issuer, claimMatch.subject)), [[/./, /./]]);
  });

  test('10.3: the match is byte for byte', async ({ api, org }) => {
    const subject = `exact:${org.uid}`;
    await org.identity({ claimMatch: { issuer: 'https://lookup.test', subject } });
    for (const [issuer, other] of [
      ['https://lookup.test/', subject],
      ['https://LOOKUP.test', subject],
      ['https://lookup.test', subject.toUpperCase()],
    ] as const) {
      expect((await api.get(target(issuer, other))).status).toBe(404);
    }
  });

  for (const [query, fields] of [
    ['', ['issuer', 'subject']],
    ['?issuer=https://a.test', ['subject']],
    ['?subject=s', ['issuer']],
    ['?issuer=&subject=', ['issuer', 'subject']],
  ] as const) {
    test(`5.3: "${query}" lacks ${fields.join(' and ')}`, async ({ api }) => {
      expectInvalid(
        await api.get(`/iam/v2/identities:lookupIdentity${query}`),
        Object.fromEntries(fields.map((field) => [field, `${field} is required`])),
      );
    });
  }
});

test.describe('updateIdentityMetadata', () => {
  const target = '/iam/v2/identities:updateIdentityMetadata';

  test('5.3, 6.13: the mask is in the body; without one the given fields change @mock', async ({ org }) => {
    const caller = await org.caller('viewer');
    const all = { company: 'c', jobTitle: 'j', updatesOptIn: true, utmSource: 'u' };
    expect(ok(await caller.patch(target, { identityMetadata: all }))).toMatchObject(all);
    const masked = { identityMetadata: { company: 'x', jobTitle: 'x' }, updateMask: 'jobTitle' };
    expect(ok(await caller.patch(target, masked))).toMatchObject({ ...all, jobTitle: 'x' });
    const cleared = ok(await caller.patch(target, { identityMetadata: { company: '' } }));
    expect(cleared.company ?? '').toBe('');
    expect(cleared).toMatchObject({ jobTitle: 'x', updatesOptIn: true });
  });

  test('5.3: uid and name are those of the caller, and the given ones are ignored @mock', async ({ org }) => {
    const caller = await org.caller('viewer');
    const first = ok(
      await caller.patch(target, { identityMetadata: { uid: 'x', name: 'x', givenName: 'x', company: 'c' } }),
    );
    expect(first.uid.startsWith(`${org.uid}/`)).toBe(true);
    expect(first.name).not.toBe('x');
    expect(first.givenName ?? '').toBe('');
  });

  test('6.6: an unknown path of its mask is refused', async ({ api }) => {
    expectViolation(await api.patch(target, { identityMetadata: {}, updateMask: 'bogus' }), 'updateMask');
  });
});
