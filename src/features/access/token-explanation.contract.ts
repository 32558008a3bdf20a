import { z } from '../../plane/zod.contract.ts';
import { tokenRefusal } from '../tokens/token-refusal.contract.ts';
import { authzCaller, tokenLimits } from './access.contract.ts';

/** The token to explain, and where it would be used. */
export const explainToken = z
  .strictObject({
    token: z.string().openapi({ description: 'The token, without "Bearer".', example: 'viewer-token' }),
    host: z.string().min(1).optional().openapi({
      description: 'The Host, or `:authority`, of the calls that bring it; that of this request unless given.',
      example: 'platform-mock:8484',
    }),
  })
  .openapi('ExplainToken', { description: 'A token to explain.' });

/** The answer of a call to a token, and the reason. */
export const tokenExplanation = z
  .object({
    decision: z.enum(['accepted', 'refused']).describe('`accepted` if a call would know its caller by it.'),
    message: z.string().optional().describe('The message of the error; absent if it is accepted.'),
    caller: z
      .object({
        ...authzCaller.shape,
        token: tokenLimits.optional(),
      })
      .optional()
      .describe('The identity that it acts as; absent if it is refused.'),
    claims: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The claims of an accepted token; absent for one that a fixture names.'),
    refusal: tokenRefusal.optional(),
  })
  .openapi('TokenExplanation', {
    description: 'The identity as which a token is accepted, or the reason why it is not.',
  });
