import { equals, where } from '../../../kernel/filters.ts';
import { parentOf } from '../../../kernel/uid.ts';
import { bool, string, timestamp, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, output } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { RoleV1 } from '../../auth/held-messages.ts';
import { GroupInvite } from '../group-invite-message.ts';
import {
  GroupInviteRequest,
  GroupInviteV1,
  requestConversion,
  roleGrantedBy,
  viewOfNewInvite,
} from './group-invite-request.ts';

const PACKAGE = 'chainguard.platform.iam';

const StoredGroupInvite = message(`${PACKAGE}.StoredGroupInvite`, 'An invite to a group, as v1 lists it.', {
  id: output(1, uid(), 'The identifier of the invite.', ALWAYS),
  expiration: output(2, timestamp(), 'When the invite expires.'),
  keyId: output(3, string(), 'The id of the key that signed the code.', { ...ALWAYS, example: '2c26b46b68ffc68f' }),
  role: output(4, of(RoleV1), 'The role that the invite grants.'),
  email: output(5, string(), 'The only address that may redeem the invite; empty where anybody may.', {
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
