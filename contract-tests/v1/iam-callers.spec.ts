import type { Answer } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBare } from '../support/errors.ts';
import { expect, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

/** The rows that are called on: one of each resource in an organization, and valid bodies. */
interface Stage {
  readonly org: string;
  readonly identity: string;
  readonly binding: string;
  readonly provider: string;
  readonly invite: string;
  readonly mapping: string;
  readonly role: string;
}

const stage = async (org: Org): Promise<Stage> => {
  const provider = (await org.provider()).uid;
  await org.association();
  return {
    org: org.uid,
    identity: (await org.identity()).uid,
    binding: (await org.binding()).uid,
    provider,
    invite: (await org.invite()).uid,
    mapping: (await org.mapping(provider)).uid,
    role: roleUid(org.roles, 'viewer'),
  };
};

type Build = (at: Stage) => readonly [target: string, body?: unknown];
type Write = readonly [name: string, method: string, lacks: string, build: Build];
type Read = readonly [name: string, method: string, scope: 'S' | 'U', lacks: string, build: Build];

const claim_match = { issuer: 'https://i.test', subject: 's' };
const oidc = { issuer: 'https://login.test', client_id: 'c', client_secret: 's' };

/** Every write of IAM in v1, with the capability that a viewer lacks (behaviour §12.1). */
const writes: readonly Write[] = [
  ['Identities.Create', 'POST', 'identity.create', (at) => [`identities/${at.org}`, { name: 'a', claim_match }]],
  ['Identities.Update', 'PUT', 'identity.update', (at) => [`identities/${at.identity}`, { name: 'a', claim_match }]],
  ['Identities.Delete', 'DELETE', 'identity.delete', (at) => [`identities/${at.identity}`]],
  [
    'RoleBindings.Create',
    'POST',
    'role_bindings.create',
    (at) => [`rolebindings/${at.org}`, { identity: at.identity, role: at.role }],
  ],
  [
    'RoleBindings.CreateBatch',
    'POST',
    'role_bindings.create',
    (at) => [`rolebindings/batch/${at.org}`, [{ identity: at.identity, role: at.role }]],
  ],
  [
    'RoleBindings.Update',
    'PUT',
    'role_bindings.update',
    (at) => [`rolebindings/${at.binding}`, { identity: at.identity, role: at.role }],
  ],
  ['RoleBindings.Delete', 'DELETE', 'role_bindings.delete', (at) => [`rolebindings/${at.binding}`]],
  [
    'IdentityProviders.Create',
    'POST',
    'identity_providers.create',
    (at) => [`identityProviders/${at.org}`, { name: 'a', default_role: at.role, oidc }],
  ],
  [
    'IdentityProviders.Update',
    'PUT',
    'identity_providers.update',
    (at) => [`identityProviders/${at.provider}`, { name: 'a', default_role: at.role, oidc }],
  ],
  ['IdentityProviders.Delete', 'DELETE', 'identity_providers.delete', (at) => [`identityProviders/${at.provider}`]],
  ...['generateScimToken', 'regenerateScimToken', 'revokeScimToken', 'setScimEnabled'].map(
    (verb): Write => [
      `IdentityProviders.${verb}`,
      'POST',
      'identity_providers.scim.manage',
      (at) => [`identityProviders/${at.provider}:${verb}`, {}],
    ],
  ),
  [
    'GroupAccountAssociations.Create',
    'POST',
    'account_associations.create',
    (at) => [`account_associations/${at.org}`, { name: 'a' }],
  ],
  [
    'GroupAccountAssociations.Update',
    'PUT',
    'account_associations.update',
    (at) => [`account_associations/${at.org}`, { name: 'a' }],
  ],
  [
    'GroupAccountAssociations.Delete',
    'DELETE',
    'account_associations.delete',
    (at) => [`account_associations/${at.org}`],
  ],
  [
    'GroupInvites.Create',
    'POST',
    'group_invites.create',
    (at) => [`group_invites/${at.org}`, { ttl: '60s', role: at.role }],
  ],
  ['GroupInvites.Delete', 'DELETE', 'group_invites.delete', (at) => [`group_invites/${at.invite}`]],
  [
    'ExternalGroupRoleMappings.Create',
    'POST',
    'identity_providers.create',
    (at) => [`externalGroupRoleMappings/${at.provider}`, { external_group_id: 'e', role_uidp: at.role, scope: at.org }],
  ],
  [
    'ExternalGroupRoleMappings.Delete',
    'DELETE',
    'identity_providers.delete',
    (at) => [`externalGroupRoleMappings/${at.mapping}`],
  ],
  [
    'ExternalGroupRoleMappings.BatchDelete',
    'POST',
    'identity_providers.delete',
    (at) => ['externalGroupRoleMappings:batchDelete', { parent_id: at.provider, ids: [at.mapping] }],
  ],
  ['Terms.AcceptTerms', 'POST', 'terms.accept', (at) => [`terms/${at.org}`, { document_ids: ['sfdpa.v1'] }]],
];

/** Every read of one place (behaviour §12.1: S), and of everything that the caller can see (U). */
const reads: readonly Read[] = [
  ['Identities.List', 'GET', 'U', 'identity.list', (at) => [`identities?id=${at.identity}`]],
  ['RoleBindings.List', 'GET', 'U', 'role_bindings.list', (at) => [`rolebindings?id=${at.binding}`]],
  ['IdentityProviders.List', 'GET', 'U', 'identity_providers.list', (at) => [`identityProviders?id=${at.provider}`]],
  [
    'GroupAccountAssociations.List',
    'GET',
    'U',
    'account_associations.list',
    (at) => [`account_associations?group=${at.org}`],
  ],
  [
    'GroupAccountAssociations.Check',
    'POST',
    'S',
    'account_associations.list',
    (at) => [`account_associations/${at.org}:check`, { account_type: 'AMAZON' }],
  ],
  ['GroupInvites.List', 'GET', 'U', 'group_invites.list', (at) => [`group_invites?id=${at.invite}`]],
  [
    'ExternalGroupRoleMappings.Get',
    'GET',
    'S',
    'identity_providers.list',
    (at) => [`externalGroupRoleMappings/${at.mapping}`],
  ],
  [
    'ExternalGroupRoleMappings.List',
    'GET',
    'U',
    'identity_providers.list',
    (at) => [`externalGroupRoleMappings?uidp.ids=${at.mapping}`],
  ],
  ['Terms.ListAccepted', 'GET', 'S', 'terms.list', (at) => [`terms/${at.org}`]],
];

const send = (api: Api, method: string, [path, body]: ReturnType<Build>): Promise<Answer> =>
  api.send(method, `/iam/v1/${path}`, { body });

test('9.8: every operation refuses callers without a token', async ({ anonymous, org }) => {
  const at = await stage(org);
  for (const [, method, , build] of writes)
    expectBare(await send(anonymous, method, build(at)), 'UNAUTHENTICATED', 'missing bearer token');
  for (const [, method, , , build] of reads)
    expectBare(await send(anonymous, method, build(at)), 'UNAUTHENTICATED', 'missing bearer token');
});

for (const [name, method, lacks, build] of writes) {
  test(`12.1: ${name} needs ${lacks} @mock`, async ({ org }) => {
    const at = await stage(org);
    const answer = await send(await org.caller('viewer'), method, build(at));
    expectBare(answer, 'PERMISSION_DENIED', `missing capability "${lacks}" on group ${org.uid}`);
  });
}

for (const [name, method, scope, lacks, build] of reads) {
  test(`12.1: ${name} needs ${lacks}${scope === 'U' ? ' somewhere, and shows the rows in reach' : ''} @mock`, async ({
    org,
  }) => {
    const at = await stage(org);
    const none = await org.caller((await org.role({ capabilities: ['CAP_REPO_LIST'] })).uid);
    expectBare(await send(none, method, build(at)), 'PERMISSION_DENIED', new RegExp(`missing capability "${lacks}"`));
    const elsewhere = await org.caller('viewer', { at: (await org.group()).uid });
    const answer = await send(elsewhere, method, build(at));
    if (scope === 'U') expect(answer.body).toEqual({ items: [] });
    else expectBare(answer, 'PERMISSION_DENIED', `missing capability "${lacks}" on group ${org.uid}`);
    expect((await send(await org.caller('viewer'), method, build(at))).status).toBe(200);
  });
}
