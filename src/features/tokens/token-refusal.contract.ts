import { list, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { TOKEN_CHECKS } from '../../schema/token-words.ts';
import { tokenFlaw } from './tokens.contract.ts';

const found = list(z.string(), 'The values that the token has.');

/** A check that can refuse a token. */
export const tokenCheck = z.enum(TOKEN_CHECKS).openapi('TokenCheck', {
  description: 'The check that refused a token. Calls make them in about this order, and stop at the first that fails.',
  example: 'audience',
});

export const nearIdentity = noun(
  'NearIdentity',
  'An identity that a token nearly acts as, and the claim that differs.',
  {
    identity: string('The uid of the identity.'),
    name: string('Its name.'),
    claim: string('The first claim by which the token does not match it.'),
    wanted: string('The value that it asks for.').optional(),
    pattern: string('The pattern that it asks for, if it asks for one.').optional(),
    found,
  },
);

export const tokenRefusal = noun(
  'TokenRefusal',
  'The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.',
  {
    check: tokenCheck,
    reason: string('The reason in words, as the log of calls has it.'),
    wanted: list(z.string(), 'The values of which one would have done.').optional(),
    found: found.optional(),
    time: string('The time that was compared with the clock: an end, a beginning, a revocation.').optional(),
    now: string('The clock of the world when they were compared.').optional(),
    skewSeconds: z.number().optional().describe('The difference that is allowed between the two.'),
    near: list(nearIdentity, 'The nearest identities, if none matches; empty if none is of its issuer.').optional(),
    flaw: tokenFlaw.optional(),
  },
);
