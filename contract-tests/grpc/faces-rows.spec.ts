import { namesOf, ok, rowsOf } from '../support/answer.ts';
import {
  expectBare,
  expectBlocked,
  expectConflict,
  expectDenied,
  expectError,
  expectInvalid,
  expectMissing,
} from '../support/errors.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { claimMatchOf, digestOf, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const NAME_RULE = 'name must match "^[a-z0-9 ._-]{1,}$"';
const NOWHERE = 'd'.repeat(16);

test.describe('create, get, list and delete', () => {
  onEachFace(
    '1.13, spec §4I.1, §2.1: a create returns the whole resource, and a get the same',
    async (face, { uid }) => {
      const identity = { name: 'robot', description: 'Zürich, 日本', claimMatch: claimMatchOf('robot') };
      const made = await face.read('CreateIdentity', { parent: uid, identity });
      expect(made).toEqual({
        ...identity,
        uid: expect.stringMatching(new RegExp(`^${uid}/[0-9a-f]{16}$`)),
        createTime: TIME,
        updateTime: TIME,
        lastSeenTime: made.createTime,
      });
      expect(await face.read('GetIdentity', { uid: made.uid })).toEqual(made);
    },
  );

  onEachFace('7.5: output-only fields are ignored in a create', async (face, { uid }) => {
    const given = { uid: 'x', name: 'a', createTime: '2000-01-01T00:00:00Z' };
    const made = await face.read('CreateRepo', { parent: uid, repo: given });
    expect(made.uid).toMatch(new RegExp(`^${uid}/`));
    expect(made.createTime).not.toMatch(/^2000/);
  });

  onEachFace('5.5: a binding is returned with its identity, group and role', async (face, org) => {
    const identity = await org.identity();
    const role = roleUid(org.roles, 'viewer');
    const roleBinding = { identityUid: identity.uid, roleUid: role };
    expect(await face.read('CreateRoleBinding', { parent: org.uid, roleBinding })).toMatchObject({
      identity: { uid: identity.uid, name: identity.name, issuer: 'https://issuer.test' },
      group: { uid: org.uid, name: 'contract test' },
      role: { uid: role, name: 'viewer' },
    });
  });

  onEachFace('1.2: durations, enums, lists and maps are returned as they were sent', async (face, org) => {
    const claimMatch = { issuer: 'https://issuer.test', subjectPattern: 'a.*', claims: { a: '1', b: '2' } };
    const identity = { name: 'maps', claimMatch };
    expect(await face.read('CreateIdentity', { parent: org.uid, identity })).toMatchObject(identity);
    const repo = { name: 'lists', bundles: ['base', 'fips'], catalogTier: 'CATALOG_TIER_FIPS' };
    expect(await face.read('CreateRepo', { parent: org.uid, repo })).toMatchObject(repo);
    const groupInvite = { roleUid: roleUid(org.roles, 'viewer'), ttl: '90s', email: 'a@b.test', singleUse: true };
    const invite = await face.read('CreateGroupInvite', { parent: org.uid, groupInvite });
    expect(Date.parse(String(invite.expirationTime)) - Date.parse(invite.createTime)).toBe(90_000);
    expect(invite).toMatchObject({ singleUse: true, email: 'a@b.test', code: expect.any(String) });
    expect(await face.read('GetGroupInvite', { uid: invite.uid })).not.toHaveProperty('code');
  });

  onEachFace('2.2: a group without a parent is a root, and only a group can be one', async (face) => {
    const { uid } = await face.read('CreateGroup', { group: { name: 'root of a test' } });
    expect(uid).toMatch(/^[0-9a-f]{40}$/);
    await face.read('DeleteGroup', { uid });
    expectInvalid(await face.call('CreateRepo', { repo: { name: 'a' } }), { parent: 'parent is required' });
  });

  onEachFace('5.11: a create with the name of a tag replaces the tag', async (face, org) => {
    const { uid: parent } = await org.repo();
    const tag = { name: 'latest', digest: digestOf('a'), deprecated: true };
    const made = await face.read('CreateTag', { parent, tag });
    const again = await face.read('CreateTag', { parent, tag: { ...tag, digest: digestOf('b'), deprecated: false } });
    expect(again).toMatchObject({ uid: made.uid, createTime: made.createTime, digest: digestOf('b') });
    expect(again).not.toHaveProperty('deprecated');
  });

  onEachFace('1.10, spec §4: a delete returns an empty answer, and the row is missing after it', async (face, org) => {
    const { uid } = await org.repo();
    expect(await face.read('DeleteRepo', { uid })).toEqual({});
    expectMissing(await face.call('GetRepo', { uid }), 'registry/Repo', uid);
    expectMissing(await face.call('DeleteRepo', { uid }), 'registry/Repo', uid);
    expectMissing(await face.call('UpdateRepo', { repo: { uid, description: 'a' } }), 'registry/Repo', uid);
  });

  onEachFace('L20: built-in roles are listed among the roles', async (face) => {
    const page = await face.read('ListRoles', { uidp: { inRoot: true }, pageSize: 200 });
    expect(namesOf(rowsOf(page, 'roles'))).toEqual(expect.arrayContaining(['viewer', 'editor', 'owner']));
  });
});

test.describe('creates that are refused', () => {
  onEachFace('9.9 A, spec §4I.2: an identity needs a name, reported first', async (face, { uid }) => {
    expectInvalid(await face.call('CreateIdentity', { parent: uid, identity: {} }), { name: NAME_RULE });
    expectInvalid(await face.call('CreateIdentity', { parent: uid }), { name: NAME_RULE });
  });

  onEachFace('5.3: an identity needs a relationship', async (face, { uid }) => {
    expectInvalid(await face.call('CreateIdentity', { parent: uid, identity: { name: 'a' } }), {
      claimMatch: 'exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set',
    });
  });

  onEachFace('9.2.6: all violations are reported, in the order of the fields', async (face, { uid }) => {
    expectInvalid(await face.call('CreateRoleBinding', { parent: uid, roleBinding: {} }), {
      identityUid: 'identityUid is required',
      roleUid: 'roleUid is required',
    });
    expectInvalid(
      await face.call('CreateTag', {
        parent: (await face.read('CreateRepo', { parent: uid, repo: { name: 'a' } })).uid,
        tag: { name: '-', digest: 'x' },
      }),
      {
        name: /^tag must match/,
        digest: /^digest must match/,
      },
    );
  });

  onEachFace('9.2.4: a violation inside of a message has the path of its field', async (face, { uid, roles }) => {
    const identityProvider = { name: 'a', defaultRole: roleUid(roles, 'viewer'), oidc: { ...oidc, issuer: 'ftp://a' } };
    expectInvalid(await face.call('CreateIdentityProvider', { parent: uid, identityProvider }), {
      'oidc.issuer': /https/,
    });
  });

  onEachFace('9.9 E: a create with a taken name', async (face, org) => {
    const repo = await org.repo({ name: 'nginx' });
    const answer = await face.call('CreateRepo', { parent: org.uid, repo: { name: 'nginx' } });
    expectConflict(answer, 'registry/Repo', repo.uid, 'nginx');
  });

  onEachFace('7.1, 7.2: a parent that is missing or of another kind', async (face, org) => {
    const missing = `${org.uid}/${NOWHERE}`;
    const repo = { name: 'a' };
    expectMissing(await face.call('CreateRepo', { parent: missing, repo }), 'iam/Group', missing);
    const { uid: other } = await org.repo();
    expectMissing(await face.call('CreateRepo', { parent: other, repo }), 'iam/Group', other);
    const tag = { name: 'a', digest: digestOf('a') };
    expectMissing(await face.call('CreateTag', { parent: org.uid, tag }), 'registry/Repo', org.uid);
  });

  onEachFace('7: a reference to a missing row', async (face, org) => {
    const missing = `${org.uid}/${NOWHERE}`;
    const roleBinding = { identityUid: missing, roleUid: roleUid(org.roles, 'viewer') };
    expectMissing(await face.call('CreateRoleBinding', { parent: org.uid, roleBinding }), 'iam/Identity', missing);
  });
});

test.describe('gets that are refused', () => {
  for (const uid of [`${'d'.repeat(40)}`, 'nonsense', 'a/b/c', ' ', 'Zürich']) {
    onEachFace(`9.7: "${uid}" is missing`, async (face) => {
      expectMissing(await face.call('GetRepo', { uid }), 'registry/Repo', uid);
      expectMissing(await face.call('DeleteGroup', { uid }), 'iam/Group', uid);
    });
  }

  onEachFace('8.10: a uid of another kind is missing', async (face, org) => {
    const { uid } = await org.repo();
    expectMissing(await face.call('GetIdentity', { uid }), 'iam/Identity', uid);
  });

  onEachFace('8.11: a delete without a uid is refused', async (face) => {
    expectInvalid(await face.call('DeleteRepo'), { uid: 'uid is required' });
  });
});

test.describe('deletes that are refused', () => {
  onEachFace('9.9 B: a group that has repos', async (face, org) => {
    const { uid } = await org.group();
    await org.repo({}, uid);
    const says = 'cannot delete group with child repos';
    expectBlocked(await face.call('DeleteGroup', { uid }), [['RESOURCE_NOT_EMPTY', says]]);
  });

  onEachFace('8.2: a group that has children of several kinds', async (face, org) => {
    const { uid } = await org.group();
    await org.identity({}, uid);
    await org.group({}, uid);
    expectBlocked(await face.call('DeleteGroup', { uid }), [
      ['RESOURCE_NOT_EMPTY', 'cannot delete group with child groups'],
      ['RESOURCE_NOT_EMPTY', /identities$/],
    ]);
  });

  onEachFace('8.4: a role that is bound', async (face, org) => {
    const { uid } = await org.role();
    await org.binding({ roleUid: uid });
    expectBlocked(await face.call('DeleteRole', { uid }), [
      ['RESOURCE_IN_USE', 'cannot delete role with role bindings'],
    ]);
  });

  onEachFace('8.5: a built-in role', async (face, { roles }) => {
    const uid = roleUid(roles, 'viewer');
    expectDenied(await face.call('DeleteRole', { uid }), 'built-in roles cannot be modified');
    expectDenied(
      await face.call('UpdateRole', { role: { uid, description: 'a' } }),
      'built-in roles cannot be modified',
    );
  });
});

onEachFace('5.1: a verified root has a kind, in every version', async (face, { api, uid }) => {
  const older = 'chainguard.platform.iam.Groups/Create';
  // No other root has these names: one that has could not be made while this one is verified.
  const none = { name: `${uid}-new.test`, verified: true };
  const says = 'kind is required on a verified root group';
  for (const group of [none, { ...none, kind: 'ORG_KIND_UNSPECIFIED' }]) {
    expectInvalid(await face.call('CreateGroup', { group }), { kind: says });
    expectBare(await face.call(older, { group }), 'INVALID_ARGUMENT', `kind: ${says}`);
  }
  const verify = { uid, name: `${uid}.test`, verified: true };
  expectInvalid(await face.call('UpdateGroup', { group: verify }), { kind: says });
  expect(await face.read('UpdateGroup', { group: { ...verify, kind: 'ORG_KIND_DEV' } })).toMatchObject(verify);
  // The kind of a verified root can change, and not be taken away.
  const change = { group: { uid, kind: 'ORG_KIND_INFRA' } };
  expect(await face.read('UpdateGroup', change)).toMatchObject(change.group);
  expectInvalid(await face.call('UpdateGroup', { group: { uid }, updateMask: 'kind' }), { kind: says });
  for (const [operation, id] of [
    ['CreateGroup', 'uid'],
    [older, 'id'],
  ] as const) {
    const made = await face.read(operation, { group: { ...none, kind: 'ORG_KIND_CUSTOMER' } });
    expect(made).toMatchObject({ verified: true, kind: 'ORG_KIND_CUSTOMER' });
    expect((await api.delete(`/iam/v2/groups/${made[id]}`)).status).toBe(200);
  }
});

onEachFace('5.2, C22: the ttl of an invite is answered as it was last given', async (face, { api, uid, roles }) => {
  const given = { roleUid: roleUid(roles, 'viewer'), ttl: '5400s' };
  const made = await face.read('CreateGroupInvite', { parent: uid, groupInvite: given });
  expect(made).toMatchObject(given);
  const row = { uid: made.uid };
  const answers = async (): Promise<readonly unknown[]> => {
    const [listed] = rowsOf(await face.read('ListGroupInvites', { uidp: { ids: [made.uid] } }), 'groupInvites');
    const beta = await api.read(`/iam/v2beta1/groupInvites/${made.uid}`);
    return [await face.read('GetGroupInvite', row), listed, beta].map((invite) => [
      invite?.ttl,
      invite?.expirationTime,
    ]);
  };
  expect(await answers()).toEqual(Array(3).fill([given.ttl, made.expirationTime]));
  // A change of something else, also of all that is not input only, leaves the ttl and the end as they are.
  const other = { ...row, roleUid: given.roleUid, singleUse: true };
  for (const updateMask of ['singleUse', '*']) {
    const { ttl, expirationTime } = await face.read('UpdateGroupInvite', { groupInvite: other, updateMask });
    expect([ttl, expirationTime]).toEqual([given.ttl, made.expirationTime]);
  }
  const later = await face.read('UpdateGroupInvite', { groupInvite: { ...row, ttl: '7200s' } });
  expect(Date.parse(String(later.expirationTime)) - Date.parse(later.updateTime)).toBe(7_200_000);
  expect(await answers()).toEqual(Array(3).fill(['7200s', later.expirationTime]));
});

test.describe('custom methods', () => {
  onEachFace('5.3: an identity is looked up by issuer and subject', async (face, org) => {
    const claimMatch = { issuer: 'https://lookup.test', subject: `${face.name} ${org.uid}` };
    const { uid } = await org.identity({ claimMatch });
    expect(await face.read('LookupIdentity', claimMatch)).toEqual({ uid });
    expectError(await face.call('LookupIdentity', { ...claimMatch, subject: 'nobody' }), 'NOT_FOUND');
    expectInvalid(await face.call('LookupIdentity', { issuer: 'https://lookup.test' }), { subject: /required/ });
  });

  onEachFace('5.5: bindings in a batch are made together or not at all', async (face, org) => {
    const [one, other] = [await org.identity(), await org.identity()];
    const viewer = roleUid(org.roles, 'viewer');
    const requests = [one, other].map(({ uid }) => ({ roleBinding: { identityUid: uid } }));
    const batch = { parent: org.uid, roleUid: viewer, requests };
    const bad = { ...batch, requests: [...requests, { roleBinding: {} }] };
    expectInvalid(await face.call('BatchCreateRoleBindings', bad), {
      'requests[2].roleBinding.identityUid': /required/,
    });
    const made = await face.read('BatchCreateRoleBindings', batch);
    expect(rowsOf(made, 'roleBindings').map(({ identityUid }) => identityUid)).toEqual([one.uid, other.uid]);
    const many = Array.from({ length: 26 }, () => ({ roleBinding: { identityUid: one.uid } }));
    expectError(await face.call('BatchCreateRoleBindings', { ...batch, requests: many }), 'INVALID_ARGUMENT');
  });

  onEachFace('5.6: SCIM tokens are made once, changed by their etag, and shown once', async (face, org) => {
    const { uid: identityProviderUid } = await org.provider();
    const made = await face.read('GenerateScimToken', { identityProviderUid });
    expect(made).toMatchObject({ identityProviderUid, token: expect.stringMatching(/^cgscim_/), expireTime: TIME });
    expectError(await face.call('GenerateScimToken', { identityProviderUid }), 'FAILED_PRECONDITION');
    expectError(await face.call('SetScimEnabled', { identityProviderUid, enabled: false, etag: 'stale' }), 'ABORTED', {
      says: 'etag mismatch',
      details: [],
    });
    const next = await face.read('RegenerateScimToken', { identityProviderUid, etag: made.etag, overlap: '60s' });
    expect(next).toMatchObject({ requestedOverlap: '60s', previousTokenExpireTime: TIME });
    const { scim } = await face.read('GetIdentityProvider', { uid: identityProviderUid });
    expect(scim).toMatchObject({ credentialState: 'CREDENTIAL_STATE_ROTATING', etag: next.etag });
  });

  const V1_SCIM = 'chainguard.platform.iam.IdentityProviders';
  onEachFace('5.6: an overlap of more than a day counts as a day, in both versions', async (face, org) => {
    const hoursAhead = (time: unknown): number => (Date.parse(String(time)) - Date.now()) / 3_600_000;
    for (const overlap of ['86401s', '315576000000s']) {
      const identityProviderUid = (await org.provider()).uid;
      const { etag } = await face.read('GenerateScimToken', { identityProviderUid });
      const next = await face.read('RegenerateScimToken', { identityProviderUid, etag, overlap });
      expect(next.requestedOverlap).toBe(overlap);
      expect(hoursAhead(next.previousTokenExpireTime)).toBeCloseTo(24, 0);
      const asked = { identityProviderId: identityProviderUid, etag: next.etag, overlap };
      const older = await face.read(`${V1_SCIM}/RegenerateScimToken`, asked);
      expect(older.requestedOverlap ?? older.requested_overlap).toBe(overlap);
      expect(hoursAhead(older.previousTokenExpireTime ?? older.previous_token_expire_time)).toBeCloseTo(24, 0);
      const negative = { identityProviderUid, etag: older.etag, overlap: '-1s' };
      expectInvalid(await face.call('RegenerateScimToken', negative), { overlap: 'overlap must not be negative' });
    }
  });

  onEachFace('5.7: an account association is checked', async (face, org) => {
    const { uid } = await org.association();
    const providerType = 'ACCOUNT_PROVIDER_TYPE_GOOGLE';
    expect(await face.read('CheckAccountAssociation', { uid, providerType })).toMatchObject({
      status: 'CHECK_STATUS_NOT_READY',
      reason: 'not configured',
    });
  });

  onEachFace('5.9: terms can be accepted several times', async (face, { uid: group }) => {
    const acceptance = { group, documentIds: ['sfdpa.v1'] };
    for (const _ of [1, 2]) expect(await face.read('AcceptTerms', acceptance)).toEqual(acceptance);
    const { termsAcceptances } = await face.read('ListTermsAcceptances', { group });
    expect(termsAcceptances).toEqual([expect.objectContaining({ docId: 'sfdpa.v1', orgUid: group, createTime: TIME })]);
    expectInvalid(await face.call('AcceptTerms', { group, documentIds: ['bogus'] }), { documentIds: /./ });
    expectInvalid(await face.call('AcceptTerms', { group }), { documentIds: /./ });
  });

  onEachFace('5.10: a readme is written and read, and unsafe HTML is refused', async (face, org) => {
    const { uid } = await org.repo();
    expect(await face.read('GetRepoReadme', { uid })).toMatchObject({ uid });
    const content = '# Zürich\n\nText.';
    expect(await face.read('UpdateRepoReadme', { repoReadme: { uid, content } })).toMatchObject({ uid, content });
    const unsafe = { uid, content: '<script>alert(1)</script>' };
    expectInvalid(await face.call('UpdateRepoReadme', { repoReadme: unsafe }), {
      content: 'readme contained unsafe html content',
    });
  });

  onEachFace('5.3: the metadata of the caller has its mask in the body', async (face) => {
    const identityMetadata = { company: `company of ${face.name}`, jobTitle: 'ignored' };
    const changed = await face.read('UpdateIdentityMetadata', { identityMetadata, updateMask: 'company' });
    expect(changed.company).toBe(identityMetadata.company);
    expect(changed.jobTitle).not.toBe('ignored');
  });
});

test.describe('reach @mock', () => {
  onEachFace('9.7, 10.7: a caller who may only read cannot write', async (face, org) => {
    const viewer = face.as((await org.caller('viewer')).token);
    const { uid } = await org.repo();
    ok(await viewer.call('GetRepo', { uid }));
    const says = (capability: string): string => `missing capability "${capability}" on group ${org.uid}`;
    expectDenied(await viewer.call('DeleteRepo', { uid }), says('repo.delete'));
    expectDenied(await viewer.call('UpdateRepo', { repo: { uid } }), says('repo.update'));
    expectDenied(await viewer.call('CreateRepo', { parent: org.uid, repo: {} }), says('repo.create'));
    expectDenied(await viewer.call('DeleteRepo', { uid: `${org.uid}/${NOWHERE}` }), says('repo.delete'));
  });

  onEachFace('10.8: a caller of a subgroup does not see the registry above it', async (face, org) => {
    const { uid: home } = await org.group();
    const below = face.as((await org.caller('viewer', { home })).token);
    const { uid } = await org.repo();
    expectDenied(await below.call('GetRepo', { uid }));
    expect(await below.read('ListRepos')).toEqual({});
  });

  onEachFace('10.6: nobody grants capabilities that they do not hold', async (face, org) => {
    const limited = face.as((await org.caller('limited_owner')).token);
    const identityUid = (await org.identity()).uid;
    const roleBinding = { identityUid, roleUid: roleUid(org.roles, 'owner') };
    expectError(await limited.call('CreateRoleBinding', { parent: org.uid, roleBinding }), 'PERMISSION_DENIED');
  });
});
