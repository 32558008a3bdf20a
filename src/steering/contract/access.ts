import { z } from '@hono/zod-openapi';
import { ACCESS_MODES } from '../../kernel/access-policy.ts';

const uid = (description: string) => z.string().openapi({ description });
const capabilities = (description: string) => z.array(z.string()).openapi({ description, example: ['repo.create'] });
const caller = z.object({
  identity: uid('The uid of the identity.'),
  name: z.string().openapi({ description: 'Its name.' }),
});
const operations = z.array(z.string()).openapi({ description: 'The ids of operations.', example: ['GetRepo'] });
const dropped = z
  .number()
  .int()
  .openapi({ description: 'How many entries were left out, because there were too many different ones.' });

/** Whether callers who lack a capability are refused. */
export const setAccess = z
  .strictObject({
    mode: z.enum(ACCESS_MODES).openapi({
      description: '"enforce" refuses callers, "report" lets them through and records, "off" lets them through.',
    }),
  })
  .openapi('SetAuthorization');

/** The mode of a world. */
export const accessState = z
  .object({
    mode: setAccess.shape.mode,
    denied: z.number().int().openapi({ description: 'How many different denials are recorded.' }),
  })
  .openapi('Authorization');

/** A question: may an identity make a call? */
export const askCheck = z
  .strictObject({
    identity: z.string().min(1).openapi({
      description: 'A uid, an alias of a fixture, or a name that only one identity has.',
      example: 'ci-bot',
    }),
    operation: z.string().min(1).openapi({ description: 'The id of the operation.', example: 'CreateRepo' }),
    uid: z.string().min(1).optional().openapi({
      description:
        'The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in.',
    }),
  })
  .openapi('AskAuthorization');

/** Whether an identity may make a call, and why. */
export const accessCheck = z
  .object({
    decision: z
      .enum(['allow', 'deny', 'not_found', 'unauthenticated'])
      .openapi({ description: 'Whether the call goes on, is 403, is 404, or is 401.' }),
    operation: z.string().openapi({ description: 'The id of the operation.' }),
    message: z.string().optional().openapi({ description: 'The message of the error; absent where the call goes on.' }),
    needs: z
      .array(
        z.object({
          capability: z.string().openapi({ description: 'A capability.' }),
          at: uid('The group where it is needed, or `anywhere`.'),
        }),
      )
      .openapi({ description: 'All that the call needs.' }),
    caller: caller.extend({
      token: z
        .object({
          cap: z.array(z.string()).optional(),
          scopes: z.array(z.string()).optional(),
          expires: z.string().optional(),
        })
        .optional()
        .openapi({ description: 'Of a call that was made: what its token limits it to.' }),
    }),
    walk: z
      .array(
        z.object({
          group: uid(
            'A group on the way up, or another where the identity has what is needed; `/` is above every root.',
          ),
          bindings: z.array(
            z.object({
              uid: uid('The uid of the role binding.'),
              role: z.string().openapi({ description: 'The name of its role.' }),
              has: capabilities('Which of the needed capabilities it gives where they are needed.'),
            }),
          ),
        }),
      )
      .openapi({ description: 'The role bindings of the identity, from the group of the call upwards.' }),
    missing: capabilities('The needed capabilities that the identity lacks.'),
    smallest: z
      .array(
        z.union([
          z.object({
            role: z.string().openapi({ description: 'The built-in role with the fewest further capabilities.' }),
            group: uid('The lowest group on which it would do.'),
            alsoGrants: capabilities('What it grants besides.'),
          }),
          z.object({
            customRole: capabilities('A custom role of exactly these would do.'),
            group: uid('The lowest group on which it would do.'),
          }),
        ]),
      )
      .openapi({ description: 'What would be enough; empty where nothing is missing, or no binding would do.' }),
  })
  .openapi('AuthorizationCheck');

/** The group of a matrix. */
export const matrixQuery = z.object({
  group: z
    .string()
    .min(1)
    .openapi({ param: { name: 'group', in: 'query' }, description: 'The uid of the group, or an alias.' }),
});

/** Who may do what at one group. */
export const accessMatrix = z
  .object({
    group: z.object({ uid: uid('Its uid.'), name: z.string().openapi({ description: 'Its name.' }) }),
    operations: z
      .array(
        z.object({
          operation: z.string().openapi({ description: 'The id of the operation.' }),
          capabilities: capabilities('All of these are needed.'),
        }),
      )
      .openapi({ description: 'The operations that need a capability.' }),
    roles: z
      .array(
        z.object({
          uid: uid('The uid of the role.'),
          role: z.string().openapi({ description: 'Its name.' }),
          operations,
        }),
      )
      .openapi({ description: 'What a binding of each role on the group lets a caller do there.' }),
    callers: z
      .array(caller.extend({ operations }))
      .openapi({ description: 'What each identity that has a right on the group may do there.' }),
  })
  .openapi('AuthorizationMatrix');

/** The calls that would have been refused. */
export const wouldDeny = z
  .object({
    denied: z.array(
      z.object({
        operation: z.string().openapi({ description: 'The id of the operation.' }),
        caller,
        capability: z.string().openapi({ description: 'The capability that the caller lacks.' }),
        group: uid('The group where it lacks it; empty where any would have done.'),
        count: z.number().int().openapi({ description: 'How many calls.' }),
      }),
    ),
    dropped,
  })
  .openapi('WouldDeny');

/** Whose least roles are wanted, and how they are written. */
export const usedQuery = z.object({
  caller: z
    .string()
    .min(1)
    .openapi({
      param: { name: 'caller', in: 'query' },
      description: 'A uid, an alias of a fixture, or a name that only one identity has.',
    }),
  format: z
    .enum(['json', 'fixture', 'terraform'])
    .optional()
    .openapi({ param: { name: 'format', in: 'query' }, description: 'How it is written; as JSON unless given.' }),
});

const neededOnGroup = z.object({
  group: uid('The uid of the group.'),
  groupPath: z.array(z.string()).openapi({ description: 'The names of the groups down to it.' }),
  capabilities: capabilities('The capabilities that are needed there.'),
});

/** The least roles of a caller. */
export const leastRoles = z
  .object({
    caller,
    roles: z.array(neededOnGroup.extend({ role: z.string().openapi({ description: 'A name for the custom role.' }) })),
    outOfReach: z.array(neededOnGroup).openapi({
      description: 'What no binding can give, because it lies outside of the group that the identity lives in.',
    }),
    dropped,
  })
  .openapi('LeastRoles');
