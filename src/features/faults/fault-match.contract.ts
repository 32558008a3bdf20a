import { asListed, choice, closedNoun, text } from '../../plane/values.contract.ts';
import { openOperationId, operationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { MATCH_RULES, PATH_FORM } from './fault-rules.contract.ts';

const count = z.number().int().min(1).max(1_000_000);

const operationMatched = { description: 'The name of an operation, of v2 or of v1.', example: 'CreateRepo' };

export const faultMatch = closedNoun(
  'FaultMatch',
  'The calls that a fault is for: those that have all of these; every call without.',
  {
    operation: operationId.optional().openapi(operationMatched),
    method: choice(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'], 'The HTTP method; POST for gRPC.').optional(),
    path: text.optional().openapi({
      description: 'The path, in which `*` is any text; the path of the method for gRPC.',
      example: '/registry/*',
      ...PATH_FORM,
    }),
    caller: text.optional().openapi({ description: 'An identity: its uid, an alias or a name.', example: 'ci-bot' }),
    version: choice(['v1', 'v2'], 'The version of the interface.').optional(),
    resource: text.optional().openapi({
      description:
        'The resource that the call is about: the values in its path, and the name of a new row, separated by spaces.',
      example: '398b803fffbcf8cbc364eba13b65ac7bd90ff292 checkout',
    }),
    writes: z.boolean().optional().describe('Only calls that write, or with `false` only those that read.'),
    nth: count.optional().describe('Only the nth of these calls, counted from 1.'),
    from: count.optional().describe('The nth of these calls, and all that follow.'),
    every: count.optional().describe('Every n-th of these calls.'),
    attempt: count
      .optional()
      .describe('Only tries of a logical call (caller, operation and resource) with this number, from 1.'),
  },
  { ...MATCH_RULES },
);

/** The calls that a fault is for, as they are listed. */
export const listedFaultMatch = asListed(faultMatch, 'ListedFaultMatch', 'The calls that a fault is for', {
  operation: openOperationId.optional().openapi(operationMatched),
});
