import { makeFreshUid } from '../../kernel/ids.ts';
import type { RowOf, WriteContext } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { ALWAYS, message, of, output, plain, required } from '../../schema/message.ts';

const RoleBindingIdentity = message(
  'chainguard.platform.iam.v2.RoleBindingIdentity',
  'The identity that a role binding gives a role to.',
  {
    uid: plain(1, uid(), 'The identifier of the identity.', ALWAYS),
    name: plain(2, string(), 'The name of the identity.', ALWAYS),
    description: plain(3, string(), 'What the identity is for.', { ...ALWAYS, example: 'Builds and pushes images.' }),
    subject: plain(4, string(), 'The subject of its tokens; empty unless it is matched exactly.', {
      ...ALWAYS,
      example: 'repo:acme/app:ref:refs/heads/main',
    }),
    issuer: plain(5, string(), 'The issuer of its tokens; empty unless it is matched exactly.', {
      ...ALWAYS,
      example: 'https://token.actions.example.com',
    }),
    email: plain(6, string(), 'The verified e-mail address of the identity.', { example: 'dev@example.com' }),
  },
);

const RoleBindingGroup = message(
  'chainguard.platform.iam.v2.RoleBindingGroup',
  'The group on which a role binding gives a role.',
  {
    uid: plain(1, uid(), 'The identifier of the group.', ALWAYS),
    name: plain(2, string(), 'The name of the group.', ALWAYS),
    description: plain(3, string(), 'What the group is for.', { ...ALWAYS, example: 'The platform team.' }),
  },
);

const RoleBindingRole = message('chainguard.platform.iam.v2.RoleBindingRole', 'The role that a role binding gives.', {
  uid: plain(1, uid(), 'The identifier of the role.', ALWAYS),
  name: plain(2, string(), 'The name of the role.', ALWAYS),
  description: plain(3, string(), 'What the role is for.', { ...ALWAYS, example: 'Publishes releases.' }),
});

/** Grants a role to an identity on a group. */
export const RoleBinding = message(
  'chainguard.platform.iam.v2.RoleBinding',
  'Gives a role to an identity on a group and on everything below it.',
  {
    uid: output(1, uid(), 'The identifier of the role binding.', ALWAYS),
    identity: output(2, of(RoleBindingIdentity), 'The identity, looked up.'),
    group: output(3, of(RoleBindingGroup), 'The group, looked up.'),
    role: output(4, of(RoleBindingRole), 'The role, looked up.'),
    createTime: output(5, timestamp(), 'When the role binding was created.'),
    identityUid: required(6, uid(), 'The identity to give the role to: of the same organization, or of none.'),
    roleUid: required(7, uid(), 'The role to give: built in, or of the group or one above it.'),
    updateTime: output(100, timestamp(), 'When the role binding was last changed.'),
  },
);

/** A stored role binding. */
export type RoleBindingRow = RowOf<typeof RoleBinding> & {
  /** True on the binding of the creator of a root group. */
  readonly founder?: boolean;
};

/** The request of CreateRoleBinding, which a batch is made of. */
export const CreateRoleBindingRequest = message(
  'chainguard.platform.iam.v2.CreateRoleBindingRequest',
  'The role binding to create, and where.',
  {
    parent: required(1, uid(), 'The uid of the group. In a batch it may be omitted.'),
    roleBinding: required(2, of(RoleBinding), 'The role binding to create.'),
  },
);

/** The key that the uid of a binding is derived from: unique in its group. */
export const identify = ({ identityUid = '', roleUid = '' }: Pick<RoleBindingRow, 'identityUid' | 'roleUid'>): string =>
  `${identityUid}\n${roleUid}`;

/**
 * Grants an identity a role on a group as part of another call, without the rules and the event of role bindings. An
 * existing binding does not change.
 */
export const bindRole = (
  group: string,
  bound: { readonly identityUid: string; readonly roleUid: string; readonly founder?: true },
  write: Pick<WriteContext, 'tx' | 'now' | 'settings' | 'directory'>,
): void => {
  const { tx, now, directory } = write;
  const roleBindings = directory.getResource('roleBinding');
  const bindings = tx.by(roleBindings, 'identityUid', bound.identityUid) as readonly RoleBindingRow[];
  if (bindings.some(({ uid, roleUid }) => roleUid === bound.roleUid && parentOf(uid) === group)) return;
  const uid = makeFreshUid(write, group, roleBindings.singular, identify(bound));
  const binding: RoleBindingRow = { uid, ...bound, createTime: now, updateTime: now };
  tx.put(roleBindings, binding);
};
