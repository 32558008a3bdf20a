import { equals } from '../../../kernel/filters.ts';
import { bool, string, uid } from '../../../schema/field-types.ts';
import { message, of, plain, required, type Static } from '../../../schema/message.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { GroupV1 } from '../../auth/held-messages.ts';
import { Group, type GroupRow } from '../group-message.ts';

const PACKAGE = 'chainguard.platform.iam';
const ALWAYS = { always: true } as const;

/** Converts groups between v1 and v2. */
const groupConversion = conversion(GroupV1, Group, { id: 'uid' });

/** A stored group as v1 shows it. */
export const groupV1Of = (group: GroupRow): Static<typeof GroupV1> => groupConversion.older(group);

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
    {
      name: 'LookupGroup',
      calls: 'LookupGroup',
      summary: 'Look up the organization of the caller',
      description: 'Finds the verified organization whose name is the domain of the e-mail address of the caller.',
      http: { method: 'GET', path: '/iam/v1/groups:lookupGroup' },
      request: Nothing('LookupGroupRequest', 'Asks for the organization of the caller.'),
      response: message(`${PACKAGE}.LookupGroupResponse`, 'The organization of the caller.', {
        group: plain(1, of(GroupV1), 'The verified organization that the caller belongs to by e-mail domain.'),
      }),
      looksUp: true,
      ask: () => ({}),
      answer: ({ group }) => ({ group: groupV1Of(group as GroupRow) }),
    },
    {
      name: 'RequestGroupAccess',
      calls: 'RequestGroupAccess',
      summary: 'Ask for access to a group',
      description:
        'Asks the owners of a verified organization for access to it. A caller can do so once, for the organization ' +
        'whose name is the domain of its verified e-mail address; any other group is not found.',
      http: { method: 'POST', path: '/iam/v1/groups/{group_id=**}:requestGroupAccess', body: '*' },
      request: message(`${PACKAGE}.RequestGroupAccessRequest`, 'The group to request access to.', {
        groupId: required(1, uid(), 'The id of the group.'),
      }),
      response: Nothing('RequestGroupAccessResponse', 'Confirms the request. It has no fields.'),
      ask: ({ groupId }) => ({ groupUid: groupId }),
      answer: () => ({}),
      pathOf: () => 'group_id',
    },
    {
      name: 'CheckEligibility',
      calls: 'CheckEligibility',
      summary: 'Check whether the caller is eligible',
      description: 'Reports whether the identity of the caller has a verified e-mail address.',
      http: { method: 'GET', path: '/iam/v1/groups:checkEligibility' },
      request: Nothing('CheckEligibilityRequest', 'Asks whether the caller is eligible.'),
      response: message(`${PACKAGE}.CheckEligibilityResponse`, 'Whether the caller is eligible.', {
        eligible: plain(1, bool(), 'True when the identity of the caller has a verified e-mail address.', ALWAYS),
      }),
      ask: () => ({}),
      answer: (answer) => answer,
    },
  ],
};
