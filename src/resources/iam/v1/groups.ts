import { equals } from '../../../kernel/filters.ts';
import type { V1Form } from '../../../kernel/v1-form.ts';
import { conversion } from '../../../schema/conversion.ts';
import { bool, enumOf, enumType, int32, map, string, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { message, of, optional, output, plain, required, type Static } from '../../../schema/message.ts';
import { Group, type GroupRow, OrgKind, OrgStatus } from '../group-message.ts';

const PACKAGE = 'chainguard.platform.iam';
const ALWAYS = { always: true } as const;

/** A group in its v1 form. */
export const GroupV1 = message(`${PACKAGE}.Group`, 'A group, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the group.', ALWAYS),
  name: required(2, name(), 'The name of the group.', { ...ALWAYS, example: 'platform' }),
  description: optional(3, string({ max: 4096 }), 'What the group is for.', ALWAYS),
  resourceLimits: output(4, map('string', int32()), 'How many resources of each kind the group may hold.'),
  verified: optional(5, bool(), 'Whether the service has verified who owns the organization.', ALWAYS),
  kind: optional(
    6,
    enumOf(enumType(`${PACKAGE}.OrgKind`, OrgKind.description, OrgKind.values)),
    'What the organization is to the service.',
  ),
  status: output(
    7,
    enumOf(enumType(`${PACKAGE}.OrgStatus`, OrgStatus.description, OrgStatus.values)),
    'Where the organization is in its life.',
  ),
});

/** How a group is told in v1, and back. */
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
      response: message(`${PACKAGE}.LookupGroupResponse`, 'The organization of the caller, where there is one.', {
        group: plain(1, of(GroupV1), 'The verified organization that the caller belongs to by e-mail domain.'),
      }),
      ask: () => ({}),
      answer: ({ group }) => (group === undefined ? {} : { group: groupV1Of(group as GroupRow) }),
    },
    {
      name: 'RequestGroupAccess',
      calls: 'RequestGroupAccess',
      summary: 'Ask for access to a group',
      description: 'Asks the owners of a verified organization for access to it.',
      http: { method: 'POST', path: '/iam/v1/groups/{group_id=**}:requestGroupAccess', body: '*' },
      request: message(`${PACKAGE}.RequestGroupAccessRequest`, 'Which group to ask for access to.', {
        groupId: required(1, uid(), 'The id of the group.'),
      }),
      response: Nothing('RequestGroupAccessResponse', 'Says that the request was taken; it has no fields.'),
      ask: ({ groupId }) => ({ groupUid: groupId }),
      answer: () => ({}),
      pathOf: () => 'group_id',
    },
    {
      name: 'CheckEligibility',
      calls: 'CheckEligibility',
      summary: 'Check whether the caller is eligible',
      description: 'Tells whether the identity of the caller has a verified e-mail address.',
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
