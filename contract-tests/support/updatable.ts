import type { Body } from './answer.ts';
import type { Org } from './org.ts';
import { roleUid } from './roles.ts';

/** A resource that can be updated, as the tables of mask tests need it. */
export interface Updatable {
  readonly plural: string;
  readonly path: string;
  readonly type: string;
  readonly make: (org: Org) => Promise<Body>;
  /** A field with a value that differs from the one it is made with. */
  readonly field: string;
  readonly after: (org: Org) => unknown;
  /** Its other spelling. */
  readonly snake: string;
  /** Its value after an update whose mask names it and whose body leaves it out; absent for a required field. */
  readonly zero?: unknown;
  /** Another field, with a value that differs from the one it is made with. */
  readonly other: string;
  readonly otherAfter: (org: Org) => unknown;
  /** A required field, which cannot be cleared. */
  readonly required: string;
}

const described = { field: 'description', snake: 'description', zero: '', other: 'name', required: 'name' } as const;
const described2 = { ...described, after: () => 'after', otherAfter: () => 'other name' };

/** Every updatable resource with a field that can be changed freely (behaviour §6). */
export const updatables: readonly Updatable[] = [
  {
    ...described2,
    plural: 'groups',
    path: '/iam/v2/groups',
    type: 'iam/Group',
    make: (org) => org.group({ description: 'before' }),
  },
  {
    ...described2,
    plural: 'identities',
    path: '/iam/v2/identities',
    type: 'iam/Identity',
    make: (org) => org.identity({ description: 'before' }),
  },
  {
    ...described2,
    plural: 'roles',
    path: '/iam/v2/roles',
    type: 'iam/Role',
    make: (org) => org.role({ description: 'before' }),
  },
  {
    plural: 'roleBindings',
    path: '/iam/v2/roleBindings',
    type: 'iam/RoleBinding',
    make: (org) => org.binding(),
    field: 'roleUid',
    snake: 'role_uid',
    after: ({ roles }) => roleUid(roles, 'editor'),
    other: 'identityUid',
    otherAfter: async (org) => (await org.identity()).uid,
    required: 'roleUid',
  },
  {
    ...described2,
    plural: 'identityProviders',
    path: '/iam/v2/identityProviders',
    type: 'iam/IdentityProvider',
    make: (org) => org.provider({ description: 'before' }),
  },
  {
    ...described2,
    plural: 'accountAssociations',
    path: '/iam/v2/accountAssociations',
    type: 'iam/AccountAssociation',
    make: (org) => org.association({ description: 'before' }),
  },
  {
    plural: 'groupInvites',
    path: '/iam/v2/groupInvites',
    type: 'iam/GroupInvite',
    make: (org) => org.invite({ email: 'before@a.test' }),
    field: 'email',
    snake: 'email',
    after: () => 'after@a.test',
    zero: '',
    other: 'roleUid',
    otherAfter: ({ roles }) => roleUid(roles, 'editor'),
    required: 'roleUid',
  },
  {
    ...described2,
    plural: 'repos',
    path: '/registry/v2/repos',
    type: 'registry/Repo',
    make: (org) => org.repo({ description: 'before' }),
  },
];

/** A value of a field as it was answered, with the unset text and its absence made equal. */
export const settled = (row: Body, field: string): unknown => row[field] ?? '';
