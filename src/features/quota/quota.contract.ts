import { secondToDay } from '../../plane/day-rules.contract.ts';
import {
  asListed,
  choice,
  chooseForm,
  closedNoun,
  integer,
  list,
  noun,
  string,
  text,
} from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { faultMatch, listedFaultMatch } from '../faults/fault-match.contract.ts';
import { VERSION_OF_OPERATION } from '../faults/fault-rules.contract.ts';

/** The maximum number of quotas of a world. */
const MAX_QUOTAS = 20;
/** The most requests that a quota may allow in one window. */
const MAX_REQUESTS = 1_000_000;

const { caller, version } = faultMatch.shape;

export const quotaMatch = closedNoun(
  'QuotaMatch',
  'The calls that a quota counts: those that have all of these; every call without.',
  { operation: faultMatch.shape.operation, caller, version },
  { ...VERSION_OF_OPERATION },
);

/** The calls that a quota counts, as they are listed. */
export const listedQuotaMatch = asListed(quotaMatch, 'ListedQuotaMatch', 'The calls that a quota counts', {
  operation: listedFaultMatch.shape.operation,
});

const bounded = {
  requests: integer('The number of calls that are answered in a window.', 3).min(1).max(MAX_REQUESTS),
  per: text.openapi({
    description: "How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.",
    example: '1m',
    ...secondToDay.keywords,
  }),
  by: choice(
    ['caller', 'operation', 'world'],
    'The owner of a window: each caller, each operation, or the world as a whole.',
  ),
};

export const quota = closedNoun('Quota', 'The number of calls of a world that are answered in a window of its time.', {
  ...bounded,
  match: quotaMatch.optional(),
});

const ref = { $ref: '#/components/schemas/Quota' };

const quotaList = z.array(quota).max(MAX_QUOTAS, `must have at most ${MAX_QUOTAS} quotas`);

/** The quotas of a world from now on. */
export const setQuota = chooseForm((given) => (Array.isArray(given) ? quotaList : quota)).openapi('SetQuota', {
  anyOf: [ref, { type: 'array', maxItems: MAX_QUOTAS, items: ref }],
  description: 'The quotas of a world from now on: one, or several that count other calls.',
});

export const quotaWindow = noun('QuotaWindow', 'The calls of one window, which begins with its first call.', {
  key: string('The uid of the caller, or the name of the operation; empty for the world.'),
  remaining: integer('The number of calls that it still answers.'),
  resetTime: string("When it ends, by the world's clock."),
});

export const quotaWithWindows = noun('QuotaWithWindows', 'A quota with its remaining calls.', {
  ...bounded,
  match: listedQuotaMatch,
  refused: integer('The number of calls that it has refused.'),
  windows: list(quotaWindow, 'The windows that have not ended, the oldest first.'),
});

export const quotas = noun('Quotas', 'The quotas of a world, with their remaining calls.', {
  quota: list(quotaWithWindows, 'The quotas in their order.'),
});
