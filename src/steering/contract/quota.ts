import { z } from '@hono/zod-openapi';
import { MOST_QUOTAS, MOST_REQUESTS, QUOTA_KEYS } from '../../kernel/quota.ts';

const text = z.string().min(1).max(2_048);

const match = z
  .strictObject({
    operation: text
      .optional()
      .openapi({ description: 'The name of an operation, of v2 or of v1.', example: 'CreateRepo' }),
    caller: text.optional().openapi({ description: 'An identity: its uid, an alias or a name.', example: 'ci-bot' }),
    version: z.enum(['v1', 'v2']).optional().openapi({ description: 'The version of the interface.' }),
  })
  .openapi('QuotaMatch', { description: 'Which calls it is for: those that have all of these; every call without.' });

const rule = {
  requests: z
    .number()
    .int()
    .min(1)
    .max(MOST_REQUESTS)
    .openapi({ description: 'How many calls are answered in a window.', example: 3 }),
  per: text.openapi({ description: "How long a window is, of the world's clock: from 1s to 24h.", example: '1m' }),
  by: z.enum(QUOTA_KEYS).openapi({
    description: 'What has windows of its own: each caller, each operation, or the world as a whole.',
  }),
  match: match.optional(),
};

/** One quota, as it is written. */
export const quotaRule = z.strictObject(rule).openapi('QuotaRule');

/** The quotas of a world from now on: one, or several that count other calls. */
export const setQuota = z
  .unknown()
  .openapi({
    anyOf: [
      { $ref: '#/components/schemas/QuotaRule' },
      { type: 'array', maxItems: MOST_QUOTAS, items: { $ref: '#/components/schemas/QuotaRule' } },
    ],
  })
  // Chosen by its form, so that what is wrong is reported for the one that was meant.
  .transform((given, context) => {
    const isList = Array.isArray(given);
    const values: readonly unknown[] = isList ? given : [given];
    if (values.length > MOST_QUOTAS) {
      context.addIssue({ code: 'custom', message: `must have at most ${MOST_QUOTAS} quotas`, path: [] });
      return z.NEVER;
    }
    const rules = values.flatMap((value, index) => {
      const read = quotaRule.safeParse(value);
      if (read.success) return [read.data];
      for (const { message, path } of read.error.issues) {
        context.addIssue({ code: 'custom', message, path: isList ? [index, ...path] : [...path] });
      }
      return [];
    });
    return { isList, rules };
  })
  .openapi('SetQuota');

/** The quotas of a world, in their order, with what is left of them. */
export const quotas = z
  .object({
    quota: z.array(
      z
        .object({
          ...{ ...rule, match },
          refused: z.number().int().openapi({ description: 'How many calls it has refused.' }),
          windows: z
            .array(
              z
                .object({
                  key: z.string().openapi({
                    description: 'The uid of the caller, or the name of the operation; empty for the world.',
                  }),
                  remaining: z.number().int().openapi({ description: 'How many calls it still answers.' }),
                  resetTime: z.string().openapi({ description: "When it ends, by the world's clock." }),
                })
                .openapi('QuotaWindow'),
            )
            .openapi({ description: 'The windows that have not ended, the oldest first.' }),
        })
        .openapi('Quota'),
    ),
  })
  .openapi('Quotas');
