import type { Body } from '../support/answer.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { type Org, oidc } from '../support/org.ts';
import { sendUnary, WIRE_PROTOCOLS } from './each-protocol.ts';

const AWS = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/r', userId: 'u' };
const MATCH = { issuer: 'https://issuer.test', subject: 'before', claims: { a: '1', b: '2' } };

test.describe('a mask selects the fields that change', () => {
  onEachFace('6.2: fields that it does not list are ignored', async (face, org) => {
    const { uid, name } = await org.repo({ description: 'before' });
    const repo = { uid, name: 'ignored', description: 'after' };
    const changed = await face.read('UpdateRepo', { repo, updateMask: 'description' });
    expect(changed).toMatchObject({ uid, name, description: 'after' });
    expect(await face.read('GetRepo', { uid })).toEqual(changed);
  });

  onEachFace('6.2: fields that it lists and the body omits are cleared', async (face, org) => {
    const { uid, name } = await org.repo({ description: 'before', bundles: ['base'] });
    const changed = await face.read('UpdateRepo', { repo: { uid }, updateMask: 'description,bundles' });
    expect(changed.name).toBe(name);
    expect(changed).not.toHaveProperty('description');
    expect(changed).not.toHaveProperty('bundles');
  });

  onEachFace('6.11: a star replaces everything', async (face, org) => {
    const { uid } = await org.repo({ description: 'before', bundles: ['base'] });
    const changed = await face.read('UpdateRepo', { repo: { uid, name: 'after' }, updateMask: '*' });
    expect(changed).toMatchObject({ uid, name: 'after' });
    expect(changed).not.toHaveProperty('description');
    expectInvalid(await face.call('UpdateRepo', { repo: { uid }, updateMask: '*' }), { name: /required|must match/ });
  });

  onEachFace('6.9: a path into a message changes only that member', async (face, org) => {
    const { uid } = await org.identity({ claimMatch: MATCH });
    const identity = { uid, claimMatch: { issuer: 'https://ignored.test', subject: 'after' } };
    const changed = await face.read('UpdateIdentity', { identity, updateMask: 'claimMatch.subject' });
    expect(changed.claimMatch).toEqual({ ...MATCH, subject: 'after' });
    const whole = await face.read('UpdateIdentity', { identity, updateMask: 'claimMatch' });
    expect(whole.claimMatch).toEqual(identity.claimMatch);
  });

  onEachFace('6.7: output-only fields are ignored', async (face, org) => {
    const before = await org.repo({ description: 'a' });
    const repo = { uid: before.uid, createTime: '2000-01-01T00:00:00.000Z' };
    const changed = await face.read('UpdateRepo', { repo, updateMask: 'createTime,uid' });
    expect(changed.createTime).toBe(before.createTime);
  });

  onEachFace('6.16: updateTime moves when something is changed', async (face, org) => {
    const before = await org.repo({ description: 'same' });
    const repo = { uid: before.uid, description: 'same' };
    const changed = await face.read('UpdateRepo', { repo, updateMask: 'description' });
    expect(Date.parse(changed.updateTime)).toBeGreaterThanOrEqual(Date.parse(before.updateTime));
  });
});

/** The maps within messages that a row may lack: how the row is made, and how it is read and changed. */
const MAPS: readonly (readonly [
  make: (org: Org) => Promise<Body>,
  type: string,
  paths: readonly `${string}.${string}`[],
])[] = [
  [(org) => org.repo(), 'Repo', ['customOverlay.environment', 'customOverlay.annotations']],
  [
    (org) => org.identity({ claimMatch: undefined, awsIdentity: AWS }),
    'Identity',
    ['claimMatch.claims', 'claimMatch.claimPatterns'],
  ],
  [
    async (org) => org.association({ amazon: { account: AWS.awsAccount } }, (await org.group()).uid),
    'AccountAssociation',
    ['azure.clientIds', 'chainguard.serviceBindings', 'github.appInstallations'],
  ],
];

test.describe('an empty map within a message that the row lacks', () => {
  for (const [make, type, paths] of MAPS) {
    const field = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
    for (const path of paths) {
      const [message = '', map = ''] = path.split('.');
      for (const mask of [path, `${path}.1`]) {
        onEachFace(`6.9: ${mask} of ${field} makes no message`, async (face, org) => {
          const { uid } = await make(org);
          for (const body of [{ [message]: { [map]: {} } }, { [message]: {} }, {}]) {
            const changed = await face.read(`Update${type}`, { [field]: { uid, ...body }, updateMask: mask });
            expect(changed).not.toHaveProperty(message);
          }
        });
      }

      // On the wire an empty map is not there: over gRPC without a mask it is an empty message (G4).
      onEachFace(`6.9: ${message} of ${field} with ${map} is the empty message`, async (face, org) => {
        const { uid } = await make(org);
        const change = (body: object) =>
          face.call(`Update${type}`, { [field]: { uid, [message]: body }, updateMask: message });
        const [empty, withMap] = [await change({}), await change({ [map]: {} })];
        const texts = [empty, withMap].map(({ status, body }) => [status, body.message, body[message]]);
        expect(texts[1]).toEqual(texts[0]);
      });
    }
  }
});

test.describe('without a mask', () => {
  onEachFace('6.1: the given fields change', async (face, org) => {
    const { uid, name } = await org.repo({ description: 'before', bundles: ['base'] });
    const changed = await face.read('UpdateRepo', { repo: { uid, description: 'after' } });
    expect(changed).toMatchObject({ uid, name, description: 'after', bundles: ['base'] });
  });

  onEachFace('6.1: of a message with one given member only that member changes', async (face, org) => {
    const { uid } = await org.identity({ claimMatch: MATCH });
    const changed = await face.read('UpdateIdentity', { identity: { uid, claimMatch: { subject: 'after' } } });
    expect(changed.claimMatch).toEqual({ ...MATCH, subject: 'after' });
  });

  onEachFace('6.3: an empty body changes nothing, updateTime included', async (face, org) => {
    const { uid } = await org.repo({ description: 'a' });
    const before = await face.read('GetRepo', { uid });
    expect(await face.read('UpdateRepo', { repo: { uid } })).toEqual(before);
  });

  onEachFace('6.3, 6.7: a body with output-only fields changes nothing', async (face, org) => {
    const { uid } = await org.repo({ description: 'a' });
    const before = await face.read('GetRepo', { uid });
    const repo = { uid, createTime: '2000-01-01T00:00:00.000Z', updateTime: '2000-01-01T00:00:00.000Z' };
    expect(await face.read('UpdateRepo', { repo })).toEqual(before);
  });

  onEachFace('6.10: one member of a oneof replaces another', async (face, org) => {
    const { uid } = await org.identity();
    const changed = await face.read('UpdateIdentity', { identity: { uid, awsIdentity: AWS } });
    expect(changed.awsIdentity).toEqual(AWS);
    expect(changed).not.toHaveProperty('claimMatch');
  });
});

test.describe('updates that are refused', () => {
  onEachFace('6.6: an unknown path', async (face, org) => {
    const { uid } = await org.repo();
    expectInvalid(await face.call('UpdateRepo', { repo: { uid }, updateMask: 'bogus' }), {
      updateMask: 'unknown field "bogus"',
    });
    expectInvalid(await face.call('UpdateRepo', { repo: { uid }, updateMask: 'name.x' }), { updateMask: /./ });
  });

  onEachFace('6.11: a star together with other paths', async (face, org) => {
    const { uid } = await org.repo();
    expectViolation(await face.call('UpdateRepo', { repo: { uid }, updateMask: '*,name' }), 'updateMask');
  });

  onEachFace('6.8: a change of an immutable field', async (face, org) => {
    const correlationRule = 'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID';
    const { uid } = await org.provider({ oidc: { ...oidc, correlationRule } });
    const update = (rule: string, updateMask: string) =>
      face.call('UpdateIdentityProvider', { identityProvider: { uid, oidc: { correlationRule: rule } }, updateMask });
    for (const mask of ['', 'oidc.correlationRule']) {
      expectInvalid(await update('CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID', mask), {
        'oidc.correlationRule': 'oidc.correlationRule is immutable',
      });
      expect((await update(correlationRule, mask)).status).toBe(200);
    }
  });

  // Unset selects the rule that compares the subject, so that either restates the other.
  for (const [stored, restated] of [
    ['UNSPECIFIED', 'SUB_EQUALS_EXTERNAL_ID'],
    ['SUB_EQUALS_EXTERNAL_ID', 'UNSPECIFIED'],
    ['OID_EQUALS_EXTERNAL_ID', 'UNSPECIFIED'],
  ] as const) {
    onEachFace(`5.6, 6.8: a correlation rule ${stored} restated as ${restated} is no change`, async (face, org) => {
      const prefix = 'CORRELATION_RULE_';
      const made = await org.provider({ oidc: { ...oidc, correlationRule: prefix + stored } });
      const read = async (): Promise<unknown> => (await face.read('GetIdentityProvider', { uid: made.uid })).oidc;
      const before = await read();
      const given = { uid: made.uid, oidc: { ...oidc, correlationRule: prefix + restated } };
      for (const updateMask of ['', 'oidc.correlationRule', 'oidc', '*']) {
        const identityProvider = updateMask === '*' ? { ...made, ...given } : given;
        expect((await face.call('UpdateIdentityProvider', { identityProvider, updateMask })).status).toBe(200);
        expect(await read()).toEqual(before);
      }
    });
  }

  onEachFace('9.2.6: all violations are reported', async (face, org) => {
    const { uid } = await org.repo();
    const repo = { uid, name: 'NO', description: 'a\tb', bundles: ['bogus'] };
    expectInvalid(await face.call('UpdateRepo', { repo }), {
      name: 'name must match "^[a-z0-9 ._-]{1,}$"',
      description: /^description must match/,
      bundles: /^only the following keywords are valid/,
    });
  });
});

/** Keys of a map that are no words. The JSON of a FieldMask is a list with commas, and has its paths in camelCase. */
const KEYS = ['https://x.test/c', 'a.b', 'a/b', 'a b', 'a`b', ''];

for (const protocol of WIRE_PROTOCOLS.filter(({ version }) => version === 2)) {
  for (const key of protocol.type.endsWith('json') ? KEYS : [...KEYS, 'a,b', 'a_b', 'aB']) {
    test(`6.9: a mask names the key ${JSON.stringify(key)} of a map in backticks by ${protocol.name}`, async ({
      api,
      org,
      shared,
    }) => {
      const { uid } = await org.identity({ claimMatch: { ...MATCH, claims: { a: '1', [key]: '2' } } });
      const identity = { uid, claimMatch: { claims: { a: '9', [key]: '9' } } };
      const path = `\`${key.replaceAll('`', '``')}\``;
      const updateMask = protocol.type.endsWith('json')
        ? `claimMatch.claims.${path}`
        : { paths: [`claim_match.claims.${path}`] };
      const headers = { authorization: `Bearer ${shared.target.token}` };
      const answer = await sendUnary(
        shared.target.baseUrl,
        protocol,
        'UpdateIdentity',
        { identity, updateMask },
        headers,
      );
      expect(answer).toMatchObject({ code: 'ok' });
      const changed = await api.read(`/iam/v2/identities/${uid}`);
      expect(changed.claimMatch).toEqual({ ...MATCH, claims: { a: '1', [key]: '9' } });
    });
  }
}
