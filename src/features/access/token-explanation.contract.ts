import { choice, closedNoun, map, noun, part, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { tokenRefusal } from '../tokens/token-refusal.contract.ts';
import { authzCaller, tokenLimits } from './access.contract.ts';

export const explainToken = closedNoun('ExplainToken', 'A token to explain.', {
  token: string('The token, without "Bearer".', 'viewer-token'),
  host: string(
    'The Host, or `:authority`, of the calls that bring it; the Host of this request unless given.',
    'platform-mock:8484',
  )
    .min(1)
    .optional(),
});

export const tokenExplanation = noun(
  'TokenExplanation',
  'The identity as which a token is accepted, or the reason why it is not.',
  {
    decision: choice(['accepted', 'refused'], '`accepted` if a call would know its caller by it.'),
    message: string('The message of the error; absent if it is accepted.').optional(),
    caller: part('The identity that it acts as; absent if it is refused.', {
      ...authzCaller.shape,
      token: tokenLimits.optional(),
    }).optional(),
    claims: map(z.unknown(), 'The claims of an accepted token; absent for one that a fixture names.').optional(),
    refusal: tokenRefusal.optional(),
  },
);
