import type { JSONWebKeySet } from 'jose';
import { ok } from '../support/answer.ts';
import { expectError, expectUnauthenticated } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { askExchange, exchanged } from './exchange.ts';
import { verifiedBy } from './own-token.ts';
import { type Algorithm, keySetOf, thirdPartyKey } from './third-party.ts';

const ALGORITHMS: readonly Algorithm[] = ['RS256', 'PS384', 'ES256', 'ES384', 'EdDSA'];
const SUBJECT = 'system:serviceaccount:prod:deployer';

const issuerOf = (org: Org): string => `https://cluster.test/${org.uid}`;

const withKeys = async (org: Org, keys: JSONWebKeySet, more = {}): Promise<string> => {
  const staticKeys = { issuer: issuerOf(org), subject: SUBJECT, issuerKeys: JSON.stringify(keys), ...more };
  return (await org.identity({ claimMatch: undefined, staticKeys })).uid;
};

test.describe('identities with static keys', () => {
  for (const algorithm of ALGORITHMS) {
    for (const kid of ['k1', undefined]) {
      test(`10.3: ${algorithm} ${kid === undefined ? 'without' : 'with'} a kid`, async ({ api, org, shared }) => {
        const key = await thirdPartyKey(algorithm, kid);
        const uid = await withKeys(org, keySetOf(key));
        const upstream = await key.sign({ iss: issuerOf(org), sub: SUBJECT });
        for (const parameters of [[], [['identity', uid]]] as const) {
          const { token } = await exchanged(api, upstream, parameters);
          const { payload } = await verifiedBy(shared.target.baseUrl, token);
          expect(payload).toMatchObject({ sub: uid, act: { iss: issuerOf(org), sub: SUBJECT, aud: '' } });
        }
        expect((await api.as(upstream).read('/auth/v1/ok')).subject).toBe(SUBJECT);
      });
    }
  }

  for (const [what, kids] of [
    ['with names', ['a', 'b', 'c']],
    ['without names', [undefined, undefined, undefined]],
    ['with one name for all', ['a', 'a', 'a']],
  ] as const) {
    for (const algorithm of ['RS256', 'ES256'] as const) {
      test(`10.3: any of several ${algorithm} keys ${what}`, async ({ api, org }) => {
        const keys = await Promise.all(kids.map((kid) => thirdPartyKey(algorithm, kid)));
        await withKeys(org, keySetOf(...keys));
        for (const key of keys) await exchanged(api, await key.sign({ iss: issuerOf(org), sub: SUBJECT }));
      });
    }
  }

  for (const [what, sign] of [
    ['another key', async (kid: string) => thirdPartyKey('ES256', kid)],
    ['a key of another kind', async (kid: string) => thirdPartyKey('RS256', kid)],
  ] as const) {
    test(`9.8: ${what} under the same name is invalid`, async ({ api, org }) => {
      const key = await thirdPartyKey('ES256', 'k1');
      const uid = await withKeys(org, keySetOf(key));
      const upstream = await (await sign('k1')).sign({ iss: issuerOf(org), sub: SUBJECT });
      for (const parameters of [[], [['identity', uid]]] as const) {
        const answer = await askExchange(api, upstream, parameters);
        expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
      }
      expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), 'invalid token');
    });
  }

  test('9.8: a name that the key set does not have is invalid', async ({ api, org }) => {
    const key = await thirdPartyKey('ES256', 'k1');
    await withKeys(org, keySetOf(key));
    const upstream = await key.sign({ iss: issuerOf(org), sub: SUBJECT }, { header: { kid: 'k2' } });
    expectError(await askExchange(api, upstream), 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
  });

  for (const [what, claims] of [
    ['no expiry', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['no issuer', { iss: undefined }],
  ] as const) {
    test(`9.8: a token with ${what} is invalid`, async ({ api, org }) => {
      const key = await thirdPartyKey('ES256', 'k1');
      await withKeys(org, keySetOf(key));
      const answer = await askExchange(api, await key.sign({ iss: issuerOf(org), sub: SUBJECT, ...claims }));
      expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
    });
  }

  test('10.3: the key is not valid for another subject', async ({ api, org }) => {
    const key = await thirdPartyKey('ES256', 'k1');
    const uid = await withKeys(org, keySetOf(key));
    const upstream = await key.sign({ iss: issuerOf(org), sub: 'x' });
    const answer = await askExchange(api, upstream, [['identity', uid]]);
    expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: 'invalid "sub"', details: [] });
    expectUnauthenticated(await api.as(upstream).get('/auth/v1/ok'), 'invalid token');
  });

  test('9.8: another issuer is untrusted', async ({ api, org }) => {
    const key = await thirdPartyKey('ES256', 'k1');
    const uid = await withKeys(org, keySetOf(key));
    const upstream = await key.sign({ iss: 'https://elsewhere.test', sub: SUBJECT });
    const answer = await askExchange(api, upstream, [['identity', uid]]);
    expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
  });

  for (const [what, aud, good] of [
    ['the audience', 'a', true],
    ['the audience among several', ['b', 'a'], true],
    ['another audience', 'b', false],
    ['no audience', undefined, false],
  ] as const) {
    test(`10.3: of an identity with an audience, ${what} is ${good ? 'accepted' : 'refused'}`, async ({ api, org }) => {
      const key = await thirdPartyKey('ES256', 'k1');
      await withKeys(org, keySetOf(key), { audiences: ['a'] });
      const answer = await askExchange(api, await key.sign({ iss: issuerOf(org), sub: SUBJECT, aud }));
      if (good) ok(answer);
      else expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says: 'invalid "aud"', details: [] });
    });
  }

  test('10.3: keys are valid only for their own identity', async ({ api, org }) => {
    const [left, right] = [await thirdPartyKey('ES256', 'l'), await thirdPartyKey('ES256', 'r')];
    const uids = [await withKeys(org, keySetOf(left)), await withKeys(org, keySetOf(right))];
    await org.identity({ claimMatch: { issuer: issuerOf(org), subject: SUBJECT } });
    for (const [at, key] of [left, right].entries()) {
      const upstream = await key.sign({ iss: issuerOf(org), sub: SUBJECT });
      expect((await api.as((await exchanged(api, upstream)).token).read('/auth/v1/ok')).subject).toBe(uids[at]);
      const other = await askExchange(api, upstream, [['identity', String(uids[1 - at])]]);
      expectError(other, 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
    }
  });

  test('10.3: replaced keys are invalid from then on', async ({ api, org }) => {
    const [before, after] = [await thirdPartyKey('ES256', 'k1'), await thirdPartyKey('ES256', 'k1')];
    const uid = await withKeys(org, keySetOf(before));
    const old = await before.sign({ iss: issuerOf(org), sub: SUBJECT });
    await exchanged(api, old);
    expect((await api.as(old).get('/auth/v1/ok')).status).toBe(200);
    const staticKeys = { issuer: issuerOf(org), subject: SUBJECT, issuerKeys: JSON.stringify(keySetOf(after)) };
    ok(await api.patch(`/iam/v2/identities/${uid}`, { staticKeys }));
    expectError(await askExchange(api, old), 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
    expectUnauthenticated(await api.as(old).get('/auth/v1/ok'), 'invalid token');
    await exchanged(api, await after.sign({ iss: issuerOf(org), sub: SUBJECT }));
  });

  test('9.8: a public key is not accepted as a shared secret', async ({ api, org }) => {
    const { SignJWT } = await import('jose');
    const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
    const jwk = { kty: 'oct', kid: 'k1', alg: 'HS256', k: Buffer.from(secret).toString('base64url') };
    await withKeys(org, { keys: [jwk] });
    const upstream = await new SignJWT({ iss: issuerOf(org), sub: SUBJECT })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setExpirationTime('5m')
      .sign(secret);
    expectError(await askExchange(api, upstream), 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
  });
});

/** Texts that are not key sets: of another form, without keys, and with something else as a key. */
const OTHER_TEXTS = [
  ' -----BEGIN PUBLIC KEY-----\r\n\tKäse 🔑 e\u0301 \u0000 "\\n"\r\n\n ',
  '{ }',
  '{"keys":{}}',
  '{"keys":[1]}',
  '{"keys":[{"kid":"k1"}]}',
  'x'.repeat(100_000),
];

const V2 = 'chainguard.platform.iam.v2.IdentitiesService';
const BETA = 'chainguard.platform.iam.v2beta1.IdentitiesService';
const V1 = 'chainguard.platform.iam.Identities';

type Keyed = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** The keys of an identity as any version shows it, in either casing. */
const keysIn = (identity: object): unknown => {
  const { staticKeys, static: older } = identity as Keyed;
  return staticKeys?.issuerKeys ?? older?.issuerKeys ?? older?.issuer_keys;
};

onEachFace('5.3: keys that are any text are stored and answered byte for byte, in every version', async (face, org) => {
  for (const issuerKeys of OTHER_TEXTS) {
    const keys = { issuer: issuerOf(org), subject: SUBJECT, issuerKeys };
    const made = await face.read(`${V2}/CreateIdentity`, {
      parent: org.uid,
      identity: { name: 'a', staticKeys: { ...keys, issuerKeys: 'before' } },
    });
    const { uid } = made;
    const changed = await face.read(`${V2}/UpdateIdentity`, { identity: { uid, staticKeys: keys } });
    const older = await face.read(`${V1}/Create`, { parentId: org.uid, identity: { name: 'b', static: keys } });
    const { items } = await face.read(`${V1}/List`, { id: older.id });
    const beta =
      face.name === 'REST'
        ? await org.api.read(`/iam/v2beta1/identities/${uid}`)
        : await face.read(`${BETA}/GetIdentity`, { uid });
    const all = [changed, beta, await face.read(`${V2}/GetIdentity`, { uid }), older, ...(items as readonly object[])];
    expect(all.map(keysIn)).toEqual(all.map(() => issuerKeys));
  }
});

onEachFace('10.3: an exchange for keys that are not a key set is refused by "iss"', async (face, org) => {
  const key = await thirdPartyKey('ES256', 'k1');
  const upstream = await key.sign({ iss: issuerOf(org), sub: SUBJECT });
  const elsewhere = await key.sign({ iss: 'https://elsewhere.test', sub: SUBJECT });
  const refusal = { service: 'oidc', says: 'invalid "iss"', details: [] } as const;
  for (const issuerKeys of OTHER_TEXTS) {
    const staticKeys = { issuer: issuerOf(org), subject: SUBJECT, issuerKeys };
    const { uid: identity } = await org.identity({ claimMatch: undefined, staticKeys });
    for (const [token, asked] of [
      [upstream, {}],
      [upstream, { identity }],
      [elsewhere, { identity }],
    ] as const) {
      expectError(await face.as(token).call('Exchange', asked), 'PERMISSION_DENIED', refusal);
    }
    // Used as it is, the token is as invalid as any that nobody vouches for (behaviour 10.4).
    expectError(await face.as(upstream).call('Validate'), 'UNAUTHENTICATED', {
      service: 'auth',
      says: 'invalid token',
    });
    ok(await org.api.delete(`/iam/v2/identities/${identity}`));
  }
  // Keys of another identity that can be read, and did not sign it, are no reason to name a claim.
  await withKeys(org, keySetOf(await thirdPartyKey('ES256', 'k1')));
  await org.identity({
    claimMatch: undefined,
    staticKeys: { issuer: issuerOf(org), subject: SUBJECT, issuerKeys: 'x' },
  });
  const mixed = await face.as(upstream).call('Exchange');
  expectError(mixed, 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
});
