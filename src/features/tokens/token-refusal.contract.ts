import { z } from '../../plane/zod.contract.ts';
import { TOKEN_CHECKS } from '../../schema/token-words.ts';
import { tokenFlaw } from './tokens.contract.ts';

const found = z.array(z.string()).describe('The values that the token has.');

/** A check that can refuse a token. */
export const tokenCheck = z.enum(TOKEN_CHECKS).openapi('TokenCheck', {
  description: 'The check that refused a token. Calls make them in about this order, and stop at the first that fails.',
  example: 'audience',
});

/** An identity that a token nearly acts as. */
export const nearIdentity = z
  .object({
    identity: z.string().describe('The uid of the identity.'),
    name: z.string().describe('Its name.'),
    claim: z.string().describe('The first claim by which the token does not match it.'),
    wanted: z.string().optional().describe('The value that it asks for.'),
    pattern: z.string().optional().describe('The pattern that it asks for, if it asks for one.'),
    found,
  })
  .openapi('NearIdentity', { description: 'An identity that a token nearly acts as, and the claim that differs.' });

/** The check that a token has failed, and its values. */
export const tokenRefusal = z
  .object({
    check: tokenCheck,
    reason: z.string().describe('The same in words, as the log of calls has it.'),
    wanted: z.array(z.string()).optional().describe('The values of which one would have done.'),
    found: found.optional(),
    time: z
      .string()
      .optional()
      .describe('The time that was compared with the clock: an end, a beginning, a revocation.'),
    now: z.string().optional().describe('The clock of the world when they were compared.'),
    skewSeconds: z.number().optional().describe('The difference that is allowed between the two.'),
    near: z
      .array(nearIdentity)
      .optional()
      .describe('The nearest identities, if none matches; empty if none is of its issuer.'),
    flaw: tokenFlaw.optional(),
  })
  .openapi('TokenRefusal', {
    description:
      'The check that refused a token, and its values, and the flaw with which one is minted that fails alike. The token and its signature are not among them.',
  });
