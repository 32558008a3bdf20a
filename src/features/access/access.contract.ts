import { choice, closedNoun, identityName, integer, list, map, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { tokenRefusal } from '../tokens/token-refusal.contract.ts';

const capabilities = (description: string) => list(z.string(), description, ['repo.create']);
const operations = list(z.string(), 'The ids of operations.', ['GetRepo']);
const operation = string('The id of the operation.', 'CreateRepo');
const dropped = integer('The number of entries that were omitted, because there were too many different ones.');

/** The treatment of callers who lack a capability. */
export const authzMode = z.enum(['enforce', 'report', 'off']).openapi('AuthzMode', {
  description: '"enforce" refuses callers, "report" lets them through and records, "off" lets them through.',
});

export const setAuthz = closedNoun('SetAuthz', 'The treatment of callers who lack a capability.', { mode: authzMode });

export const authzState = noun(
  'AuthzState',
  'The treatment of callers who lack a capability, and the number of their calls.',
  {
    mode: authzMode,
    denied: integer('The number of different denials that are recorded.'),
  },
);

export const authzQuestion = closedNoun('AuthzQuestion', 'A question: may an identity make a call?', {
  identity: identityName.openapi({ example: 'ci-bot' }),
  operation: operation.min(1),
  uid: string('The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in.')
    .min(1)
    .optional(),
});

export const authzCaller = noun('AuthzCaller', 'An identity that calls, with its name.', {
  identity: string('The uid of the identity.'),
  name: string('Its name.'),
});

export const tokenLimits = noun('TokenLimits', 'The limits that the token of a caller sets.', {
  cap: list(z.string(), 'The capabilities; absent if they are not limited.').optional(),
  scopes: list(z.string(), 'The uids of groups; absent if it is valid everywhere.').optional(),
  expires: string('RFC 3339; absent if it never expires.').optional(),
});

export const authzNeed = noun('AuthzNeed', 'A capability that a call needs, with the group.', {
  capability: string('A capability.'),
  at: string('The group on which it is needed, or `anywhere`.'),
});

export const authzBinding = noun('AuthzBinding', 'A role binding on the way from the group of a call upwards.', {
  uid: string('The uid of the role binding.'),
  role: string('The name of its role.'),
  has: capabilities('The needed capabilities that it gives.'),
});

export const authzStep = noun('AuthzStep', 'A group on the way upwards, with the role bindings of the caller.', {
  group: string('A group on the way up, or another if the identity has what is needed; `/` is above every root.'),
  bindings: list(authzBinding, 'The role bindings of the identity there.'),
});

const lowest = string('The lowest group on which it would do.');

/** A grant that would be enough. */
export const authzGrant = z
  .union([
    z.object({
      role: string('The built-in role with the fewest further capabilities.'),
      group: lowest,
      alsoGrants: capabilities('The capabilities that it grants besides.'),
    }),
    z.object({ customRole: capabilities('A custom role of exactly these would do.'), group: lowest }),
  ])
  .openapi('AuthzGrant', { description: 'A binding that would be enough: of a built-in role, or of a custom one.' });

export const authzCheck = noun('AuthzCheck', 'The decision whether an identity may make a call, and its reason.', {
  decision: choice(
    ['allow', 'deny', 'not_found', 'unauthenticated'],
    'The decision: the call goes on, is 403, is 404, or is 401.',
  ),
  operation,
  message: string('The message of the error; absent if the call goes on.').optional(),
  token: tokenRefusal.optional(),
  needs: list(authzNeed, 'All that the call needs.'),
  caller: z.object({ ...authzCaller.shape, token: tokenLimits.optional() }),
  walk: list(authzStep, 'The role bindings of the identity, from the group of the call upwards.'),
  missing: capabilities('The needed capabilities that the identity lacks.'),
  smallest: list(authzGrant, 'The bindings that would be enough; empty if nothing is missing, or no binding would do.'),
  names: map(z.string(), 'The paths of the groups that it mentions, such as `example.com/payments`, by their uids.'),
});

/** The group of a matrix. */
export const matrixQuery = z.object({
  group: string('The uid of the group, or an alias.').min(1),
});

export const authzMatrix = noun('AuthzMatrix', 'The rights of identities and roles at one group.', {
  group: z.object({ uid: string('Its uid.'), name: string('Its name.') }),
  operations: list(
    z.object({ operation, capabilities: capabilities('All of these are needed.') }),
    'The operations that need a capability.',
  ),
  roles: list(
    z.object({
      uid: string('The uid of the role.'),
      role: string('Its name.'),
      operations,
    }),
    'The operations that a binding of each role on the group allows there.',
  ),
  callers: list(
    z.object({ ...authzCaller.shape, operations }),
    'The operations that each identity with a right on the group may call there.',
  ),
});

export const authzDenial = noun('AuthzDenial', 'Calls that would have been refused for one reason.', {
  operation,
  caller: authzCaller,
  capability: string('The capability that the caller lacks.'),
  group: string('The group on which it is missing; empty if any would have done.'),
  count: integer('The number of calls.'),
});

export const wouldDeny = noun('WouldDeny', 'The calls that `report` let through, with their number.', {
  denied: list(authzDenial, 'In the order of their first calls.'),
  dropped,
});

/** The identity whose least roles are wanted, and their form. */
export const usedQuery = z.object({
  caller: identityName,
  format: choice(['json', 'fixture', 'terraform'], 'The form of the answer; JSON unless given.').optional(),
});

export const roleNeed = noun('RoleNeed', 'Capabilities that are needed on a group.', {
  group: string('The uid of the group.'),
  groupPath: list(z.string(), 'The names of the groups down to it.'),
  capabilities: capabilities('The capabilities that are needed there.'),
});

export const leastRoles = noun('LeastRoles', 'The least roles with which the recorded calls of a caller pass.', {
  caller: authzCaller,
  roles: list(
    z.object({ ...roleNeed.shape, role: string('A name for the custom role.') }),
    'A custom role for each group, to be bound there.',
  ),
  outOfReach: list(
    roleNeed,
    'The access that no binding can give, because it lies outside of the group that the identity lives in.',
  ),
  dropped,
});
