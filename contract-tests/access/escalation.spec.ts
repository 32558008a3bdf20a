import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied } from '../support/errors.ts';
import { type Org, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

/** A role that may hand out roles, and little else. */
const GRANTER = [
  'CAP_IAM_ROLE_BINDINGS_CREATE',
  'CAP_IAM_ROLE_BINDINGS_UPDATE',
  'CAP_IAM_GROUP_INVITES_CREATE',
  'CAP_IAM_IDENTITY_PROVIDERS_CREATE',
  'CAP_IAM_IDENTITY_PROVIDERS_UPDATE',
  'CAP_IAM_ROLES_CREATE',
  'CAP_IAM_ROLES_UPDATE',
  'CAP_IAM_GROUPS_LIST',
];

interface Stage {
  readonly caller: Api;
  /** A role that the caller holds all of. */
  readonly within: string;
  /** A role with one capability more than the caller holds. */
  readonly beyond: string;
}

const stage = async (org: Org): Promise<Stage> => {
  const granter = await org.role({ capabilities: GRANTER });
  const within = await org.role({ capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_CREATE'] });
  const beyond = await org.role({ capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_GROUPS_DELETE'] });
  return { caller: await org.caller(granter.uid), within: within.uid, beyond: beyond.uid };
};

type Attempt = (org: Org, caller: Api, role: string) => Promise<{ readonly status: number }>;

const creates: readonly (readonly [string, Attempt])[] = [
  [
    'a role binding',
    async (org, caller, role) =>
      caller.post(`/iam/v2/roleBindings/${org.uid}`, { identityUid: (await org.identity()).uid, roleUid: role }),
  ],
  [
    'a batch of role bindings',
    async (org, caller, role) =>
      caller.post('/iam/v2/roleBindings:batchCreate', {
        parent: org.uid,
        requests: [{ roleBinding: { identityUid: (await org.identity()).uid, roleUid: role } }],
      }),
  ],
  ['an invite', (org, caller, role) => caller.post(`/iam/v2/groupInvites/${org.uid}`, { roleUid: role, ttl: '60s' })],
  [
    'an identity provider',
    (org, caller, role) => caller.post(`/iam/v2/identityProviders/${org.uid}`, { name: 'p', defaultRole: role, oidc }),
  ],
  [
    'an external group role mapping',
    async (org, caller, role) =>
      caller.post(`/iam/v2/externalGroupRoleMappings/${(await org.provider()).uid}`, {
        externalGroupId: 'x',
        roleUid: role,
        scope: org.uid,
      }),
  ],
  [
    'a changed role binding',
    async (org, caller, role) => {
      const binding = await org.binding({ roleUid: (await org.role()).uid });
      return caller.patch(`/iam/v2/roleBindings/${binding.uid}`, { roleUid: role });
    },
  ],
  [
    'a changed default role',
    async (org, caller, role) => {
      const provider = await org.provider({ defaultRole: (await org.role()).uid });
      return caller.patch(`/iam/v2/identityProviders/${provider.uid}`, { defaultRole: role });
    },
  ],
  [
    'a changed invite',
    async (org, caller, role) => {
      const invite = await org.invite({ roleUid: (await org.role()).uid });
      return caller.patch(`/iam/v2/groupInvites/${invite.uid}`, { roleUid: role });
    },
  ],
];

test.describe('nobody grants capabilities that they do not hold @mock', () => {
  for (const [what, attempt] of creates) {
    test(`10.6: ${what} may not grant more than the caller holds`, async ({ org }) => {
      const { caller, within, beyond } = await stage(org);
      expect((await attempt(org, caller, beyond)).status).toBe(403);
      expect((await attempt(org, caller, roleUid(org.roles, 'owner'))).status).toBe(403);
      expect((await attempt(org, caller, within)).status).toBe(200);
    });
  }

  test('10.6: a role may not have more than its maker holds', async ({ org }) => {
    const { caller } = await stage(org);
    const path = `/iam/v2/roles/${org.uid}`;
    expectDenied(
      await caller.post(path, { name: 'a', capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_GROUPS_DELETE'] }),
    );
    const role = ok(await caller.post(path, { name: 'a', capabilities: ['CAP_IAM_GROUPS_LIST'] }));
    expectDenied(await caller.patch(`/iam/v2/roles/${role.uid}`, { capabilities: ['CAP_IAM_GROUPS_DELETE'] }));
    expect((await caller.patch(`/iam/v2/roles/${role.uid}`, { capabilities: ['CAP_IAM_ROLES_CREATE'] })).status).toBe(
      200,
    );
  });

  test('5.4, 10.6: an internal capability needs the capability internal', async ({ org }) => {
    const owner = await org.caller('owner');
    const body = { name: 'a', capabilities: ['CAP_INTERNAL'] };
    expectDenied(await owner.post(`/iam/v2/roles/${org.uid}`, body));
  });

  test('10.6: the capabilities held at the target group count', async ({ org }) => {
    const group = await org.group();
    const caller = await org.caller('owner', { at: group.uid });
    const identity = await org.identity({}, group.uid);
    const body = { identityUid: identity.uid, roleUid: roleUid(org.roles, 'owner') };
    expect((await caller.post(`/iam/v2/roleBindings/${group.uid}`, body)).status).toBe(200);
    expectDenied(await caller.post(`/iam/v2/roleBindings/${org.uid}`, body));
  });

  test('11: an owner may grant the role owner, a limited owner may not', async ({ org }) => {
    const body = { identityUid: (await org.identity()).uid, roleUid: roleUid(org.roles, 'owner') };
    const path = `/iam/v2/roleBindings/${org.uid}`;
    expectDenied(await (await org.caller('limited_owner')).post(path, body));
    expect((await (await org.caller('owner')).post(path, body)).status).toBe(200);
  });
});
