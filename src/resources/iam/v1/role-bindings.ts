import { equals } from '../../../kernel/filters.ts';
import type { Context } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { parentOf } from '../../../kernel/uid.ts';
import { repeated, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output, plain, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { GroupV1, groupV1Of, RoleV1, roleV1Of } from '../../auth/group-and-role.ts';
import { groups } from '../groups.ts';
import { identities } from '../identities.ts';
import { issuerAndSubject } from '../identity-relationships.ts';
import { RoleBinding, type RoleBindingRow } from '../role-binding-message.ts';
import { roles } from '../roles.ts';

const PACKAGE = 'chainguard.platform.iam';

const RoleBindingV1 = message(`${PACKAGE}.RoleBinding`, 'A role binding, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the role binding.', ALWAYS),
  identity: required(
    2,
    uid(),
    'The id of the identity to give the role to: of the same organization, or of none.',
    ALWAYS,
  ),
  group: output(3, uid(), 'The id of the group: always the one that the binding is in.', {
    ...ALWAYS,
    deprecated: true,
  }),
  role: required(4, uid(), 'The id of the role to give: built in, or of the group or one above it.', ALWAYS),
});

const Binding = message(`${PACKAGE}.RoleBindingList.Binding`, 'A role binding with what it binds, looked up.', {
  id: plain(1, uid(), 'The identifier of the role binding.', ALWAYS),
  group: plain(2, of(GroupV1), 'The group on which the role is given.'),
  identity: plain(3, uid(), 'The id of the identity that has the role.', ALWAYS),
  role: plain(4, of(RoleV1), 'The role that is given.'),
  email: plain(5, string(), 'The verified e-mail address of the identity.', { ...ALWAYS, example: 'dev@example.com' }),
  claimMatchIssuer: plain(6, string(), 'The issuer of its tokens; empty unless it is matched exactly.', {
    ...ALWAYS,
    example: 'https://token.actions.example.com',
  }),
  claimMatchSubject: plain(7, string(), 'The subject of its tokens; empty unless it is matched exactly.', {
    ...ALWAYS,
    example: 'repo:acme/app:ref:refs/heads/main',
  }),
  createdAt: plain(8, timestamp(), 'When the role binding was created.'),
  emailUnverified: plain(9, string(), 'An e-mail address of the identity that nobody has verified.', ALWAYS),
});

const bindingConversion = conversion(RoleBindingV1, RoleBinding, {
  id: 'uid',
  identity: 'identityUid',
  group: null,
  role: 'roleUid',
});

const hydrateBinding = (row: Row, { rows }: Context): Static<typeof Binding> => {
  const { uid: id, identityUid = '', roleUid = '', createTime: createdAt } = row as RoleBindingRow;
  const group = rows.get(groups, parentOf(id));
  const role = rows.get(roles, roleUid);
  const identity = rows.get(identities, identityUid);
  const { issuer, subject } = issuerAndSubject(identity ?? {});
  return {
    id,
    ...(group && { group: groupV1Of(group) }),
    identity: identityUid,
    ...(role && { role: roleV1Of(role) }),
    email: identity?.email ?? '',
    claimMatchIssuer: issuer,
    claimMatchSubject: subject,
    ...(createdAt !== undefined && { createdAt }),
    emailUnverified: identity?.emailUnverified ?? '',
  };
};

const ITEM = /^requests(\[\d+\])?(?:\.roleBinding)?(?:\.(.+))?$/;

/** The v1 path of a violation in a batch: `requests[2].roleBinding.roleUid` becomes `role_bindings[2].role`. */
const pathInBatch = (path: string): string | undefined => {
  const [found, index = '', field] = ITEM.exec(path) ?? [];
  if (found === undefined) return undefined;
  return `role_bindings${index}${field === undefined ? '' : `.${bindingConversion.pathOf(field)}`}`;
};

/** Role bindings in v1. */
export const roleBindingsV1: V1Form = {
  service: `${PACKAGE}.RoleBindings`,
  path: '/iam/v1/rolebindings',
  message: RoleBindingV1,
  conversion: bindingConversion,
  also: ({ uid: id }) => ({ group: parentOf(id) }),
  list: {
    description: 'Lists the role bindings of the groups that the caller can see, with what they bind.',
    request: `${PACKAGE}.RoleBindingFilter`,
    response: `${PACKAGE}.RoleBindingList`,
    uidp: 2,
    filters: { id: equals(1, uid(), 'uid', 'The role binding of this id.') },
    item: { message: Binding, show: hydrateBinding },
  },
  create: { request: `${PACKAGE}.CreateRoleBindingRequest`, parent: 'parent', body: 'roleBinding' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteRoleBindingRequest` },
  methods: [
    {
      name: 'CreateBatch',
      calls: 'BatchCreateRoleBindings',
      summary: 'Create several role bindings',
      description: 'Creates 1 to 25 role bindings on one group. Either all of them are created or none.',
      http: { method: 'POST', path: '/iam/v1/rolebindings/batch/{parent=**}', body: 'roleBindings' },
      request: message(`${PACKAGE}.CreateRoleBindingBatchRequest`, 'The role bindings to create, and where.', {
        parent: required(1, uid(), 'The id of the group.'),
        roleBindings: required(2, repeated(of(RoleBindingV1)), 'The role bindings to create: 1 to 25.'),
      }),
      response: message(`${PACKAGE}.RoleBindingBatch`, 'The role bindings that were created.', {
        roleBindings: plain(
          1,
          repeated(of(RoleBindingV1)),
          'The role bindings that were created, in the order of the request.',
          ALWAYS,
        ),
      }),
      scope: 'parent',
      ask: ({ parent, roleBindings = [] }) => ({
        parent,
        requests: (roleBindings as readonly object[]).map((binding) => ({
          roleBinding: bindingConversion.newer(binding),
        })),
      }),
      answer: ({ roleBindings = [] }) => ({
        roleBindings: (roleBindings as readonly Row[]).map((binding) => ({
          ...bindingConversion.older(binding),
          group: parentOf(binding.uid),
        })),
      }),
      pathOf: pathInBatch,
    },
  ],
};
