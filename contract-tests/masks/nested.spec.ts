import { ok } from '../support/answer.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { oidc } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const MATCH = { issuer: 'https://issuer.test', subject: 'before', claims: { a: '1', b: '2' } };
const RULE = 'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID';

test.describe('members of a message', () => {
  test('6.1: of a message with one given member only that member changes', async ({ api, org }) => {
    const identity = await org.identity({ claimMatch: MATCH });
    const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}`, { claimMatch: { subject: 'after' } }));
    expect(changed.claimMatch).toEqual({ ...MATCH, subject: 'after' });
  });

  for (const mask of ['claimMatch.subject', 'claim_match.subject']) {
    test(`6.5, 6.9: the mask ${mask} changes that member`, async ({ api, org }) => {
      const identity = await org.identity({ claimMatch: MATCH });
      const body = { claimMatch: { issuer: 'https://ignored.test', subject: 'after' } };
      const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}?updateMask=${mask}`, body));
      expect(changed.claimMatch).toEqual({ ...MATCH, subject: 'after' });
    });
  }

  test('6.9: the mask claimMatch replaces the message as a whole', async ({ api, org }) => {
    const identity = await org.identity({ claimMatch: MATCH });
    const claimMatch = { issuer: 'https://other.test', subject: 'after' };
    const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}?updateMask=claimMatch`, { claimMatch }));
    expect(changed.claimMatch).toEqual(claimMatch);
  });

  test('6.9: a member that the mask names and the body omits is cleared', async ({ api, org }) => {
    const identity = await org.identity({ claimMatch: { ...MATCH, audience: 'aud' } });
    const target = `/iam/v2/identities/${identity.uid}?updateMask=claimMatch.audience`;
    expect(ok(await api.patch(target, {})).claimMatch).toEqual(MATCH);
  });

  test('6.2: a required member cannot be cleared', async ({ api, org }) => {
    const provider = await org.provider();
    const target = `/iam/v2/identityProviders/${provider.uid}?updateMask=oidc.clientId`;
    expectInvalid(await api.patch(target, { oidc: {} }), { 'oidc.clientId': 'oidc.clientId is required' });
  });

  test('6.6: an unknown member is refused', async ({ api, org }) => {
    const identity = await org.identity();
    const target = `/iam/v2/identities/${identity.uid}?updateMask=claimMatch.bogus`;
    expectInvalid(await api.patch(target, {}), { updateMask: 'unknown field "claimMatch.bogus"' });
  });

  test('6.4: an unknown member is refused without a mask', async ({ api, org }) => {
    const identity = await org.identity();
    const answer = await api.patch(`/iam/v2/identities/${identity.uid}`, { claimMatch: { bogus: 1 } });
    expectInvalid(answer, { 'claimMatch.bogus': /./ });
  });

  test('6.7: output-only members are ignored', async ({ api, org }) => {
    const provider = await org.provider();
    const before = await api.read(`/iam/v2/identityProviders/${provider.uid}`);
    const target = `/iam/v2/identityProviders/${provider.uid}?updateMask=scim,scim.enabled`;
    expect(ok(await api.patch(target, { scim: { enabled: true } }))).toEqual(before);
    const identity = await org.identity();
    const seen = await api.patch(`/iam/v2/identities/${identity.uid}?updateMask=lastSeenTime`, {
      lastSeenTime: '2000-01-01T00:00:00Z',
    });
    expect(ok(seen).lastSeenTime).toBe(identity.lastSeenTime);
  });
});

test.describe('lists and maps', () => {
  test('6.1: a list and a map are replaced as a whole', async ({ api, org }) => {
    const repo = await org.repo({ bundles: ['base', 'fips'] });
    expect(ok(await api.patch(`/registry/v2/repos/${repo.uid}`, { bundles: ['ai'] })).bundles).toEqual(['ai']);
    const identity = await org.identity({ claimMatch: MATCH });
    const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}`, { claimMatch: { claims: { c: '3' } } }));
    expect(changed.claimMatch).toEqual({ ...MATCH, claims: { c: '3' } });
  });

  test('6.9: a mask may name one key of a map', async ({ api, org }) => {
    const identity = await org.identity({ claimMatch: MATCH });
    const target = `/iam/v2/identities/${identity.uid}?updateMask=claimMatch.claims.a`;
    const changed = ok(await api.patch(target, { claimMatch: { claims: { a: '9', b: '9' } } }));
    expect(changed.claimMatch).toEqual({ ...MATCH, claims: { a: '9', b: '2' } });
  });

  for (const key of ['https://x.test/c', 'a.b', 'a,b', 'a/b', 'a b', 'a`b', '']) {
    for (const where of ['updateMask=', 'update_mask=', 'update_mask.paths=']) {
      test(`6.9: a mask names the key ${JSON.stringify(key)} of a map in backticks by ${where}`, async ({
        api,
        org,
      }) => {
        const identity = await org.identity({ claimMatch: { ...MATCH, claims: { a: '1', [key]: '2' } } });
        const mask = encodeURIComponent(`claimMatch.claims.\`${key.replaceAll('`', '``')}\``);
        const target = `/iam/v2/identities/${identity.uid}?${where}${mask}`;
        const changed = ok(await api.patch(target, { claimMatch: { claims: { a: '9', [key]: '9' } } }));
        expect(changed.claimMatch).toEqual({ ...MATCH, claims: { a: '1', [key]: '9' } });
      });
    }
  }

  for (const mask of ['claimMatch.claims.`a', 'claimMatch.claims.`a`b', '`claimMatch`', 'claimMatch.`claims`.a']) {
    test(`6.9: the mask ${mask} names nothing`, async ({ api, org }) => {
      const identity = await org.identity({ claimMatch: MATCH });
      const target = `/iam/v2/identities/${identity.uid}?updateMask=${encodeURIComponent(mask)}`;
      expectViolation(await api.patch(target, { claimMatch: MATCH }), 'updateMask');
    });
  }

  test('6.9: a mask may not name one item of a list', async ({ api, org }) => {
    const repo = await org.repo({ bundles: ['base'] });
    const answer = await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=bundles.0`, { bundles: ['ai'] });
    expectViolation(answer, 'updateMask');
  });
});

test.describe('immutable fields', () => {
  for (const query of ['', '?updateMask=oidc.correlationRule', '?updateMask=oidc.correlation_rule']) {
    test(`6.8: a change of oidc.correlationRule is refused ${query}`, async ({ api, org }) => {
      const provider = await org.provider({ oidc: { ...oidc, correlationRule: RULE } });
      const body = { oidc: { correlationRule: 'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID' } };
      expectInvalid(await api.patch(`/iam/v2/identityProviders/${provider.uid}${query}`, body), {
        'oidc.correlationRule': 'oidc.correlationRule is immutable',
      });
    });

    test(`6.8: oidc.correlationRule may be restated ${query}`, async ({ api, org }) => {
      const provider = await org.provider({ oidc: { ...oidc, correlationRule: RULE } });
      const body = { oidc: { correlationRule: RULE } };
      expect((await api.patch(`/iam/v2/identityProviders/${provider.uid}${query}`, body)).status).toBe(200);
    });
  }
});

test.describe('oneof', () => {
  test('6.10: one member of a pair clears the other', async ({ api, org }) => {
    const identity = await org.identity({ claimMatch: { issuer: 'https://issuer.test', subject: 'x' } });
    const body = { claimMatch: { subjectPattern: 'x.*' } };
    const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}`, body));
    expect(changed.claimMatch).toEqual({ issuer: 'https://issuer.test', subjectPattern: 'x.*' });
  });

  const awsIdentity = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/r', userId: 'u' };

  for (const query of ['', '?updateMask=awsIdentity', '?updateMask=*']) {
    test(`6.10: the kind of relationship changes when its path is given ${query}`, async ({ api, org }) => {
      const identity = await org.identity();
      const body = { name: identity.name, awsIdentity };
      const changed = ok(await api.patch(`/iam/v2/identities/${identity.uid}${query}`, body));
      expect(changed.awsIdentity).toEqual(awsIdentity);
      expect(changed).not.toHaveProperty('claimMatch');
    });
  }

  test('6.10: an identity cannot lose its only relationship', async ({ api, org }) => {
    const identity = await org.identity();
    const answer = await api.patch(`/iam/v2/identities/${identity.uid}?updateMask=claimMatch`, {});
    expectViolation(answer, 'claimMatch');
  });

  test('1.4: two members of one oneof are refused', async ({ api, org }) => {
    const identity = await org.identity();
    const target = `/iam/v2/identities/${identity.uid}`;
    expect((await api.patch(target, { claimMatch: { subject: 'a', subjectPattern: 'b' } })).status).toBe(400);
    expect((await api.patch(target, { claimMatch: { subject: 'a' }, awsIdentity })).status).toBe(400);
  });
});
