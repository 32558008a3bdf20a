import { problem } from './problem.contract.ts';
import { integer, list, noun, numberText, string } from './values.contract.ts';
import { z } from './zod.contract.ts';

/** The longest wait, in milliseconds. */
const MAX_WAIT = 600_000;
const MAX_COUNT = 1_000_000;
const count = z.number().int().min(0).max(MAX_COUNT);
const millis = z.number().int().min(0).max(MAX_WAIT).optional();

/** The members of a wait for items that match. */
export const waitFor = <Match extends z.ZodType>(
  match: Match,
  { items, since }: { readonly items: string; readonly since: string },
) => ({
  match: match.optional(),
  count: z
    .strictObject({
      min: count.optional().describe('As many as this are enough.'),
      max: count.optional().describe('More than this end the wait with 409.'),
    })
    .optional()
    .openapi({ description: `The number of ${items}: at least one unless given.` }),
  since: z
    .union([numberText(since), count])
    .optional()
    .openapi({ description: `Only ${items} behind this.` }),
  timeoutMs: millis.describe('The longest wait, by the clock of the machine; 5,000 unless given.'),
  settleMs: millis.openapi({
    description: `The time in which no further ${items} may match, once there are enough.`,
  }),
});

export const matchDifference = noun('MatchDifference', 'One field that is not as it is meant, with both values.', {
  field: string('The path of the field.', 'request.name'),
  expected: z.unknown().optional().describe('The value that it must match.'),
  actual: z.unknown().optional().describe('The value that it has; null if it is missing.'),
});

/** The differences of an item that nearly matches. */
export const differences = list(matchDifference, 'The places at which it is not as it is meant.');

/** The error of a wait that was not met, with the nearest items. */
export const waitFailure = <Nearest extends z.ZodType>(nearest: Nearest, items: string) => ({
  ...problem.shape,
  seen: integer(`The number of ${items} that matched.`),
  nearest: list(nearest, `Up to three ${items} that nearly match, the nearest first.`),
});
