import { secondToDay } from '../../plane/day-rules.contract.ts';
import { asListed, chooseForm, text } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { faultMatch, listedFaultMatch } from '../faults/fault-match.contract.ts';
import { VERSION_OF_OPERATION } from '../faults/fault-rules.contract.ts';

/** The maximum number of quotas of a world. */
const MAX_QUOTAS = 20;
/** The most requests that a quota may allow in one window. */
const MAX_REQUESTS = 1_000_000;

const { caller, version } = faultMatch.shape;

/** The calls that a quota counts, as they are written. */
export const quotaMatch = z
  .strictObject({ operation: faultMatch.shape.operation, caller, version })
  .openapi('QuotaMatch', {
    description: 'The calls that a quota counts: those that have all of these; every call without.',
    ...VERSION_OF_OPERATION,
  });

/** The calls that a quota counts, as they are listed. */
export const listedQuotaMatch = asListed(quotaMatch, 'ListedQuotaMatch', 'The calls that a quota counts', {
  operation: listedFaultMatch.shape.operation,
});

const bounded = {
  requests: z
    .number()
    .int()
    .min(1)
    .max(MAX_REQUESTS)
    .openapi({ description: 'The number of calls that are answered in a window.', example: 3 }),
  per: text.openapi({
    description: "How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.",
    example: '1m',
    ...secondToDay.keywords,
  }),
  by: z
    .enum(['caller', 'operation', 'world'])
    .describe('The owner of a window: each caller, each operation, or the world as a whole.'),
};

/** One quota, as it is written. */
export const quota = z
  .strictObject({ ...bounded, match: quotaMatch.optional() })
  .openapi('Quota', { description: 'The number of calls of a world that are answered in a window of its time.' });

const ref = { $ref: '#/components/schemas/Quota' };

const quotaList = z.array(quota).max(MAX_QUOTAS, `must have at most ${MAX_QUOTAS} quotas`);

/** The quotas of a world from now on. */
export const setQuota = chooseForm((given) => (Array.isArray(given) ? quotaList : quota)).openapi('SetQuota', {
  anyOf: [ref, { type: 'array', maxItems: MAX_QUOTAS, items: ref }],
  description: 'The quotas of a world from now on: one, or several that count other calls.',
});

/** The calls of one window. */
export const quotaWindow = z
  .object({
    key: z.string().describe('The uid of the caller, or the name of the operation; empty for the world.'),
    remaining: z.number().int().describe('The number of calls that it still answers.'),
    resetTime: z.string().describe("When it ends, by the world's clock."),
  })
  .openapi('QuotaWindow', { description: 'The calls of one window, which begins with its first call.' });

/** A quota with its running windows. */
export const quotaWithWindows = z
  .object({
    ...bounded,
    match: listedQuotaMatch,
    refused: z.number().int().describe('The number of calls that it has refused.'),
    windows: z.array(quotaWindow).describe('The windows that have not ended, the oldest first.'),
  })
  .openapi('QuotaWithWindows', { description: 'A quota with what is left of it.' });

/** The quotas of a world. */
export const quotas = z
  .object({ quota: z.array(quotaWithWindows).describe('The quotas in their order.') })
  .openapi('Quotas', { description: 'The quotas of a world, with what is left of them.' });
