import { equals, where } from '../../../kernel/filters.ts';
import type { Rows } from '../../../kernel/rows.ts';
import { parentOf } from '../../../kernel/uid.ts';
import { bool, string, timestamp, uid } from '../../../schema/field-types.ts';
import { emailAddress, positiveDuration } from '../../../schema/formats.ts';
import { ALWAYS, input, message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { RoleV1, roleV1Of } from '../../auth/group-and-role.ts';
import { GroupInvite, type GroupInviteRow, INVITE_TTL, TTL_NEEDED } from '../group-invite-message.ts';
import { roles } from '../roles.ts';

const PACKAGE = 'chainguard.platform.iam';

/** The invite to create, and its group. */
export const GroupInviteRequest = message(
  `${PACKAGE}.GroupInviteRequest`,
  'The invite to create, and where.',
  {
    group: required(1, uid(), 'The id of the group.'),
    ttl: input(2, positiveDuration(), INVITE_TTL, { example: '604800s' }),
    role: required(3, uid(), 'The id of the role that the invite grants: built in, or of the group or one above it.'),
    email: optional(4, emailAddress(), 'The only address that may redeem the invite; without it anybody may.', {
      example: 'ana@example.com',
    }),
    singleUse: optional(5, bool(), 'Whether the invite can be redeemed only once.'),
  },
  [TTL_NEEDED],
);

/** A new invite, with the code that no other answer has. */
export const GroupInviteV1 = message(`${PACKAGE}.GroupInvite`, 'A new invite to a group, as v1 shows it.', {
  id: plain(1, uid(), 'The identifier of the invite.', ALWAYS),
  expiration: plain(2, timestamp(), 'When the invite expires.'),
  keyId: plain(3, string(), 'The id of the key that signed the code.', { ...ALWAYS, example: '2c26b46b68ffc68f' }),
  role: plain(4, of(RoleV1), 'The role that the invite grants.'),
  code: plain(5, string(), 'The code to redeem. No other answer has it.', {
    always: true,
    once: true,
    example: '9f86d081884c7d659a2feaa0c55ad015',
  }),
});

/** Converts requests to create an invite to v2. */
export const requestConversion = conversion(GroupInviteRequest, GroupInvite, { group: null, role: 'roleUid' });

const newConversion = conversion(GroupInviteV1, GroupInvite, { id: 'uid', expiration: 'expirationTime', role: null });

/** The role that an invite grants, as v1 shows it. */
const roleGrantedBy = (invite: object, rows: Rows): { readonly role?: Static<typeof RoleV1> } => {
  const role = rows.get(roles, (invite as GroupInviteRow).roleUid ?? '');
  return role ? { role: roleV1Of(role) } : {};
};

/** A new invite as v1 shows it, with its code. */
export const viewOfNewInvite = (invite: object, rows: Rows): Static<typeof GroupInviteV1> => ({
  ...newConversion.older(invite),
  ...roleGrantedBy(invite, rows),
});

const StoredGroupInvite = message(`${PACKAGE}.StoredGroupInvite`, 'An invite to a group, as v1 lists it.', {
  id: output(1, uid(), 'The identifier of the invite.', ALWAYS),
  expiration: output(2, timestamp(), 'When the invite expires.'),
  keyId: output(3, string(), 'The id of the key that signed the code.', { ...ALWAYS, example: '2c26b46b68ffc68f' }),
  role: output(4, of(RoleV1), 'The role that the invite grants.'),
  email: output(5, string(), 'The only address that may redeem the invite; empty if anybody may.', {
    ...ALWAYS,
    example: 'ana@example.com',
  }),
  createdAt: output(6, timestamp(), 'When the invite was created.'),
  singleUse: output(7, bool(), 'Whether the invite can be redeemed only once.', ALWAYS),
});

const storedConversion = conversion(StoredGroupInvite, GroupInvite, {
  id: 'uid',
  expiration: 'expirationTime',
  // Looked up for the answer.
  role: null,
  createdAt: 'createTime',
});

/** Group invites in v1. */
export const groupInvitesV1: V1Form = {
  service: `${PACKAGE}.GroupInvites`,
  path: '/iam/v1/group_invites',
  message: StoredGroupInvite,
  conversion: storedConversion,
  also: (invite, { rows }) => roleGrantedBy(invite, rows),
  list: {
    description: 'Lists the group invites that the caller can see, expired ones too.',
    request: `${PACKAGE}.GroupInviteFilter`,
    response: `${PACKAGE}.GroupInviteList`,
    filters: {
      group: where(1, uid(), 'Invites to this group itself.', (group) => (invite) => parentOf(invite.uid) === group),
      id: equals(2, uid(), 'uid', 'The invite of this id.'),
      keyId: equals(3, string(), 'keyId', 'Invites whose code this key signed.'),
    },
  },
  delete: { request: `${PACKAGE}.DeleteGroupInviteRequest` },
  methods: [
    {
      name: 'Create',
      calls: 'CreateGroupInvite',
      summary: 'Create a group invite',
      description:
        'Creates an invite to a group. The answer has the code. The caller must hold every capability that the role grants.',
      http: { method: 'POST', path: '/iam/v1/group_invites/{group=**}', body: '*' },
      request: GroupInviteRequest,
      response: GroupInviteV1,
      scope: 'group',
      // The code is secret.
      shows: ['id', 'expiration'],
      ask: (request) => ({ parent: request.group, groupInvite: requestConversion.newer(request) }),
      answer: (invite, { rows }) => viewOfNewInvite(invite, rows),
      pathOf: (path) => (path === 'parent' ? 'group' : requestConversion.pathOf(path)),
    },
  ],
};
