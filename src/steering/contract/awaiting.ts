import { z } from '@hono/zod-openapi';

/** A number in decimal text. */
export const numberText = (what: string) => z.string().regex(/^\d{1,15}$/, `must be ${what}`);

/** A parameter of a query. */
export const inQuery = <S extends z.ZodType>(schema: S, name: string, description: string) =>
  schema.optional().openapi({ param: { name, in: 'query' }, description });

/** The longest wait, in milliseconds. */
const LONGEST_WAIT = 600_000;
const count = z.number().int().min(0).max(1_000_000);
const millis = z.number().int().min(0).max(LONGEST_WAIT).optional();

/** How a wait is bounded; `items` are what is waited for, and `since` is where it begins, in words. */
export const waitBounds = (items: string, since: string) => ({
  count: z
    .strictObject({ min: count.optional(), max: count.optional() })
    .optional()
    .openapi({ description: `How many ${items}: at least one unless given.` }),
  since: z
    .union([count, numberText(since)])
    .optional()
    .openapi({ type: ['string', 'integer'], description: `Only ${items} behind this.` }),
  timeoutMs: millis.openapi({
    description: 'How long to wait, by the clock of the machine; 5,000 unless given.',
  }),
  settleMs: millis.openapi({
    description: `For how long no further ${items} may match, once there are enough.`,
  }),
});

/** Where something is not as it is meant. */
export const differences = z.array(z.object({ field: z.string(), expected: z.unknown(), actual: z.unknown() }));
