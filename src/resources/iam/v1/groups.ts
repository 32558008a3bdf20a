import { equals } from '../../../kernel/filters.ts';
import { bool, string, uid } from '../../../schema/field-types.ts';
import { ALWAYS, message, of, plain, required } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { GroupV1 } from '../../auth/group-and-role.ts';
import { checkEligibility, lookupGroup, requestGroupAccess } from '../group-access.ts';
import { Group } from '../group-message.ts';
import { translateMethod } from './translated-method.ts';

const PACKAGE = 'chainguard.platform.iam';

/** Converts groups between v1 and v2. */
const groupConversion = conversion(GroupV1, Group, { id: 'uid' });

const Nothing = (name: string, words: string) => message(`${PACKAGE}.${name}`, words, {});

/** Groups in v1. */
export const groupsV1: V1Form = {
  service: `${PACKAGE}.Groups`,
  path: '/iam/v1/groups',
  message: GroupV1,
  conversion: groupConversion,
  list: {
    request: `${PACKAGE}.GroupFilter`,
    response: `${PACKAGE}.GroupList`,
    uidp: 2,
    filters: {
      id: equals(1, uid(), 'uid', 'The group of this id.'),
      name: equals(3, string(), 'name', 'Groups of exactly this name.'),
    },
  },
  create: { request: `${PACKAGE}.CreateGroupRequest`, parent: 'parent', body: 'group' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteGroupRequest` },
  methods: [
    translateMethod(lookupGroup.operation, {
      description: 'Finds the verified organization whose name is the domain of the e-mail address of the caller.',
      http: { method: 'GET', path: '/iam/v1/groups:lookupGroup' },
      request: Nothing('LookupGroupRequest', 'Asks for the organization of the caller.'),
      response: message(`${PACKAGE}.LookupGroupResponse`, 'The organization of the caller.', {
        group: plain(1, of(GroupV1), 'The verified organization that the caller belongs to by e-mail domain.'),
      }),
      renamed: { group: { inside: { id: 'uid' } } },
      looksUp: true,
    }),
    translateMethod(requestGroupAccess.operation, {
      summary: 'Ask for access to a group',
      http: { method: 'POST', path: '/iam/v1/groups/{group_id=**}:requestGroupAccess', body: '*' },
      request: message(`${PACKAGE}.RequestGroupAccessRequest`, 'The group to request access to.', {
        groupId: required(1, uid(), 'The id of the group.'),
      }),
      response: Nothing('RequestGroupAccessResponse', 'Confirms the request. It has no fields.'),
      renamed: { groupId: 'groupUid' },
    }),
    translateMethod(checkEligibility.operation, {
      description: 'Reports whether the identity of the caller has a verified e-mail address.',
      http: { method: 'GET', path: '/iam/v1/groups:checkEligibility' },
      request: Nothing('CheckEligibilityRequest', 'Asks whether the caller is eligible.'),
      response: message(`${PACKAGE}.CheckEligibilityResponse`, 'Whether the caller is eligible.', {
        eligible: plain(1, bool(), 'True when the identity of the caller has a verified e-mail address.', ALWAYS),
      }),
    }),
  ],
};
