import { someOf } from '../../plane/between-fields.contract.ts';
import { upToDay } from '../../plane/day-rules.contract.ts';
import { asListed, closedNoun, integer, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';

/** The most calls of a caller for which a change comes and goes. */
const MAX_FLAPS = 100;

const duration = z
  .string()
  .max(2_048)
  .openapi({
    description: "How late changes are seen, by the world's clock: up to 24h.",
    example: '20s',
    ...upToDay.keywords,
  });

export const authzLag = closedNoun('AuthzLag', 'The delay after which access checks see changes.', {
  lag: duration,
  flap: integer(
    'The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given.',
    2,
  )
    .min(2)
    .max(MAX_FLAPS)
    .optional(),
});

export const listLag = closedNoun('ListLag', 'The delay after which Lists and counts see changes.', { lag: duration });

/** The lag of changes that decide who may do what, as it is read. */
export const authzLagReading = asListed(authzLag, 'AuthzLagReading', 'The delay after which access checks see changes');

/** The lag of changes in Lists and counts, as it is read. */
export const listLagReading = asListed(listLag, 'ListLagReading', 'The delay after which Lists and counts see changes');

export const lag = closedNoun(
  'Lag',
  'The delays after which calls of a world see changes, by its clock: durations such as `20s`.',
  { authz: authzLag.optional(), lists: listLag.optional() },
  { ...someOf('authz', 'lists') },
);

export const lagReading = noun(
  'LagReading',
  'The delays after which changes are seen, and the time at which all that have been made are.',
  {
    authz: authzLagReading.optional(),
    lists: listLagReading.optional(),
    settledTime: string(
      "When all that has been written is seen, by the world's clock; absent if everything is seen already.",
    ).optional(),
  },
);
