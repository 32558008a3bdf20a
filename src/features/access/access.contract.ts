import { identityName } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { tokenRefusal } from '../tokens/token-refusal.contract.ts';

const uid = (description: string) => z.string().openapi({ description });
const capabilities = (description: string) => z.array(z.string()).openapi({ description, example: ['repo.create'] });
const operations = z.array(z.string()).openapi({ description: 'The ids of operations.', example: ['GetRepo'] });
const operation = z.string().openapi({ description: 'The id of the operation.', example: 'CreateRepo' });
const dropped = z
  .number()
  .int()
  .describe('The number of entries that were left out, because there were too many different ones.');

/** The treatment of callers who lack a capability. */
export const authzMode = z.enum(['enforce', 'report', 'off']).openapi('AuthzMode', {
  description: '"enforce" refuses callers, "report" lets them through and records, "off" lets them through.',
});

/** The mode that is to hold. */
export const setAuthz = z
  .strictObject({ mode: authzMode })
  .openapi('SetAuthz', { description: 'The treatment of callers who lack a capability.' });

/** The mode of a world. */
export const authzState = z
  .object({
    mode: authzMode,
    denied: z.number().int().describe('The number of different denials that are recorded.'),
  })
  .openapi('AuthzState', {
    description: 'The treatment of callers who lack a capability, and the number of their calls.',
  });

/** A question: may an identity make a call? */
export const authzQuestion = z
  .strictObject({
    identity: identityName.openapi({ example: 'ci-bot' }),
    operation: operation.min(1),
    uid: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in.',
      ),
  })
  .openapi('AuthzQuestion', { description: 'A question: may an identity make a call?' });

/** An identity that calls. */
export const authzCaller = z
  .object({
    identity: uid('The uid of the identity.'),
    name: z.string().describe('Its name.'),
  })
  .openapi('AuthzCaller', { description: 'An identity that calls, with its name.' });

/** The limits of a caller's token. */
export const tokenLimits = z
  .object({
    cap: z.array(z.string()).optional().describe('The capabilities; absent if they are not limited.'),
    scopes: z.array(z.string()).optional().describe('The uids of groups; absent if it is valid everywhere.'),
    expires: z.string().optional().describe('RFC 3339; absent if it never expires.'),
  })
  .openapi('TokenLimits', { description: 'The limits that the token of a caller sets.' });

/** A capability that a call needs. */
export const authzNeed = z
  .object({
    capability: z.string().describe('A capability.'),
    at: uid('The group where it is needed, or `anywhere`.'),
  })
  .openapi('AuthzNeed', { description: 'A capability that a call needs, and where.' });

/** A role binding on the way from a group upwards. */
export const authzBinding = z
  .object({
    uid: uid('The uid of the role binding.'),
    role: z.string().describe('The name of its role.'),
    has: capabilities('The needed capabilities that it gives.'),
  })
  .openapi('AuthzBinding', { description: 'A role binding on the way from the group of a call upwards.' });

/** The role bindings of one group on the way. */
export const authzStep = z
  .object({
    group: uid('A group on the way up, or another if the identity has what is needed; `/` is above every root.'),
    bindings: z.array(authzBinding).describe('The role bindings of the identity there.'),
  })
  .openapi('AuthzStep', { description: 'A group on the way upwards, with the role bindings of the caller.' });

const lowest = uid('The lowest group on which it would do.');

/** A grant that would be enough. */
export const authzGrant = z
  .union([
    z.object({
      role: z.string().describe('The built-in role with the fewest further capabilities.'),
      group: lowest,
      alsoGrants: capabilities('The capabilities that it grants besides.'),
    }),
    z.object({ customRole: capabilities('A custom role of exactly these would do.'), group: lowest }),
  ])
  .openapi('AuthzGrant', { description: 'A binding that would be enough: of a built-in role, or of a custom one.' });

/** The answer whether an identity may make a call, and the reason. */
export const authzCheck = z
  .object({
    decision: z
      .enum(['allow', 'deny', 'not_found', 'unauthenticated'])
      .describe('The decision: the call goes on, is 403, is 404, or is 401.'),
    operation,
    message: z.string().optional().describe('The message of the error; absent if the call goes on.'),
    token: tokenRefusal.optional(),
    needs: z.array(authzNeed).describe('All that the call needs.'),
    caller: z.object({
      ...authzCaller.shape,
      token: tokenLimits.optional().describe('Of a call that was made: what its token limits it to.'),
    }),
    walk: z.array(authzStep).describe('The role bindings of the identity, from the group of the call upwards.'),
    missing: capabilities('The needed capabilities that the identity lacks.'),
    smallest: z
      .array(authzGrant)
      .describe('The bindings that would be enough; empty if nothing is missing, or no binding would do.'),
    names: z
      .record(z.string(), z.string())
      .describe('The paths of the groups that it mentions, such as `example.com/payments`, by their uids.'),
  })
  .openapi('AuthzCheck', { description: 'The decision whether an identity may make a call, and its reason.' });

/** The group of a matrix. */
export const matrixQuery = z.object({
  group: z.string().min(1).describe('The uid of the group, or an alias.'),
});

/** The rights of all callers at one group. */
export const authzMatrix = z
  .object({
    group: z.object({ uid: uid('Its uid.'), name: z.string().describe('Its name.') }),
    operations: z
      .array(z.object({ operation, capabilities: capabilities('All of these are needed.') }))
      .describe('The operations that need a capability.'),
    roles: z
      .array(
        z.object({
          uid: uid('The uid of the role.'),
          role: z.string().describe('Its name.'),
          operations,
        }),
      )
      .describe('The capabilities that a binding of each role on the group gives there.'),
    callers: z
      .array(z.object({ ...authzCaller.shape, operations }))
      .describe('The capabilities there of each identity that has a right on the group.'),
  })
  .openapi('AuthzMatrix', { description: 'The rights of identities and roles at one group.' });

/** A call that would have been refused. */
export const authzDenial = z
  .object({
    operation,
    caller: authzCaller,
    capability: z.string().describe('The capability that the caller lacks.'),
    group: uid('The group where it lacks it; empty if any would have done.'),
    count: z.number().int().describe('The number of calls.'),
  })
  .openapi('AuthzDenial', { description: 'Calls that would have been refused for one reason.' });

/** The calls that would have been refused. */
export const wouldDeny = z
  .object({ denied: z.array(authzDenial).describe('In the order of their first calls.'), dropped })
  .openapi('WouldDeny', { description: 'The calls that `report` let through, with their number.' });

/** The identity whose least roles are wanted, and their form. */
export const usedQuery = z.object({
  caller: identityName,
  format: z
    .enum(['json', 'fixture', 'terraform'])
    .optional()
    .describe('The form in which it is written; JSON unless given.'),
});

/** Capabilities that are needed on a group. */
export const roleNeed = z
  .object({
    group: uid('The uid of the group.'),
    groupPath: z.array(z.string()).describe('The names of the groups down to it.'),
    capabilities: capabilities('The capabilities that are needed there.'),
  })
  .openapi('RoleNeed', { description: 'Capabilities that are needed on a group.' });

/** The least roles of a caller. */
export const leastRoles = z
  .object({
    caller: authzCaller,
    roles: z
      .array(z.object({ ...roleNeed.shape, role: z.string().describe('A name for the custom role.') }))
      .describe('A custom role for each group, to be bound there.'),
    outOfReach: z
      .array(roleNeed)
      .describe(
        'The access that no binding can give, because it lies outside of the group that the identity lives in.',
      ),
    dropped,
  })
  .openapi('LeastRoles', { description: 'The least roles with which the recorded calls of a caller pass.' });
