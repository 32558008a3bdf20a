import { customOperation } from '../../kernel/custom-operation.ts';
import { rowNotFound } from '../../kernel/directory.ts';
import { exhausted } from '../../kernel/errors.ts';
import { uidFor } from '../../kernel/ids.ts';
import type { Context } from '../../kernel/resource.ts';
import { type Method, readMethod, writeMethod } from '../../kernel/resource.ts';
import { collection, type Row } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { bool, uid } from '../../schema/field-types.ts';
import { message, of, plain, required, type Static } from '../../schema/message.ts';
import { Group, type GroupRow, groupRows } from './group-message.ts';

const GROUPS = { domain: 'iam', plural: 'groups' } as const;

const LookupGroupRequest = message(
  'chainguard.platform.iam.v2.LookupGroupRequest',
  'Asks for the organization of the caller. It has no fields: the token identifies the caller.',
  {},
);

const LookupGroupResponse = message(
  'chainguard.platform.iam.v2.LookupGroupResponse',
  'The organization of the caller.',
  { group: plain(1, of(Group), 'The verified organization that the caller belongs to by e-mail domain.') },
);

const CheckEligibilityRequest = message(
  'chainguard.platform.iam.v2.CheckEligibilityRequest',
  'Asks whether the caller is eligible. It has no fields: the token identifies the caller.',
  {},
);

const CheckEligibilityResponse = message(
  'chainguard.platform.iam.v2.CheckEligibilityResponse',
  'Whether the caller is eligible.',
  {
    eligible: plain(1, bool(), 'True when the identity of the caller has a verified e-mail address.', { always: true }),
  },
);

const RequestGroupAccessRequest = message(
  'chainguard.platform.iam.v2.RequestGroupAccessRequest',
  'The group to request access to.',
  { groupUid: required(1, uid(), 'The uid of the group.') },
);

const RequestGroupAccessResponse = message(
  'chainguard.platform.iam.v2.RequestGroupAccessResponse',
  'Confirms the request. It has no fields.',
  {},
);

/** The identities that requested access to groups; a row's uid is below the group's. */
const accessRequests = collection<Row & { readonly identityUid: string }>('groupAccessRequests');

/** The verified e-mail address of the caller; empty if there is none. */
const getVerifiedEmail = ({ rows, directory, caller }: Context): string => {
  const identity = rows.get(directory.getResource('identity'), caller.identity) as
    | { readonly email?: string }
    | undefined;
  return identity?.email ?? '';
};

/** The domain of the verified e-mail address of the caller; empty if there is none. */
const domainOf = (context: Context): string => {
  const [, domain = ''] = /@([^@]+)$/.exec(getVerifiedEmail(context).toLowerCase()) ?? [];
  return domain;
};

/** The organization of the caller: the verified root whose name is the domain of its address (behaviour §5.1). */
const organizationOf = (context: Context): GroupRow | undefined =>
  context.rows
    .by(groupRows, 'name', domainOf(context))
    .find(({ uid: at, verified }) => verified === true && parentOf(at) === TOP);

/** Finds the organization of the caller (behaviour §5.1). */
export const lookupGroup: Method = readMethod(
  customOperation({
    ...GROUPS,
    id: 'LookupGroup',
    summary: 'Look up the organization of the caller',
    description:
      'Finds the verified organization whose name is the domain of the verified e-mail address of the caller.',
    http: { method: 'GET', path: '/iam/v2/groups:lookupGroup' },
    request: LookupGroupRequest,
    response: LookupGroupResponse,
    capabilities: [],
    fails: ['NOT_FOUND'],
  }),
  (_: Static<typeof LookupGroupRequest>, context): Static<typeof LookupGroupResponse> => {
    const group = organizationOf(context);
    // An identity without an address is named itself: nothing else of it was looked for.
    if (!group) throw rowNotFound(context.directory.getResource('group'), domainOf(context) || context.caller.identity);
    return { group };
  },
);

/** Answers whether the caller may sign up on their own. No source defines it: a verified e-mail address is required. */
export const checkEligibility: Method = readMethod(
  customOperation({
    ...GROUPS,
    id: 'CheckEligibility',
    summary: 'Check whether the caller is eligible',
    description: 'A caller is eligible when its identity has a verified e-mail address.',
    http: { method: 'GET', path: '/iam/v2/groups:checkEligibility' },
    request: CheckEligibilityRequest,
    response: CheckEligibilityResponse,
    capabilities: [],
  }),
  (_: Static<typeof CheckEligibilityRequest>, context): Static<typeof CheckEligibilityResponse> => ({
    eligible: getVerifiedEmail(context) !== '',
  }),
);

/** Accepts one request of a caller for access to its organization; a second one is refused (behaviour §5.1). */
export const requestGroupAccess: Method = writeMethod(
  customOperation({
    ...GROUPS,
    id: 'RequestGroupAccess',
    summary: 'Request access to a group',
    description:
      'Asks the owners of a verified organization for access to it. A caller can do so once, for the organization ' +
      'whose name is the domain of its verified e-mail address; any other group is not found.',
    http: { method: 'POST', path: '/iam/v2/groups/{group_uid=**}:requestGroupAccess', body: '*' },
    request: RequestGroupAccessRequest,
    response: RequestGroupAccessResponse,
    capabilities: [],
    fails: ['NOT_FOUND', 'RESOURCE_EXHAUSTED'],
  }),
  ({ groupUid = '' }: Static<typeof RequestGroupAccessRequest>, context): Static<typeof RequestGroupAccessResponse> => {
    const { tx, caller, settings, directory } = context;
    // One answer for a wrong group and for a caller who may not know: published.
    if (organizationOf(context)?.uid !== groupUid) throw rowNotFound(directory.getResource('group'), groupUid);
    const request = uidFor(settings.seed, groupUid, 'groupAccessRequest', caller.identity);
    if (tx.get(accessRequests, request)) throw exhausted(`access to group ${groupUid} was requested before`);
    tx.put(accessRequests, { uid: request, identityUid: caller.identity });
    return {};
  },
);
