import { z } from '@hono/zod-openapi';
import { MOST_FLAPS } from '../../kernel/consistency.ts';

const lag = z
  .string()
  .max(2_048)
  .openapi({ description: "How late changes are seen, of the world's clock: up to 24h.", example: '20s' });

const authz = z
  .strictObject({
    lag,
    flap: z.number().int().min(2).max(MOST_FLAPS).optional().openapi({
      description:
        'For how many calls of each caller a change then comes and goes, beginning with seen, as long as the lag was; for none unless given.',
      example: 2,
    }),
  })
  .openapi('AuthzLag', { description: 'By what decides who may do what.' });

const lists = z.strictObject({ lag }).openapi('ListLag', { description: 'By Lists and counts.' });

const late = { authz: authz.optional(), lists: lists.optional() };

/** How late changes of a world are seen from now on. */
export const setConsistency = z.strictObject(late).openapi('SetConsistency');

/** How late changes of a world are seen. */
export const consistency = z
  .object({
    ...late,
    settledTime: z.string().optional().openapi({
      description:
        "When all that has been written is seen, by the world's clock; absent where everything is seen already.",
    }),
  })
  .openapi('Consistency');
