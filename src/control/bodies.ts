import { z } from '@hono/zod-openapi';

/** The service's own error shape. */
export const problem = z
  .object({
    code: z.number().int().openapi({ description: 'The gRPC status code.' }),
    message: z.string().openapi({ description: 'What is wrong, for people.' }),
    details: z
      .array(z.looseObject({ '@type': z.string() }))
      .openapi({ description: 'Typed details, ErrorInfo first.' }),
  })
  .openapi('Problem');

export const status = z
  .object({ status: z.string().openapi({ description: 'One word.', example: 'ready' }) })
  .openapi('Status');

export const clock = z
  .object({
    mode: z.enum(['real', 'frozen', 'scaled']).openapi({ description: 'How the clock runs.' }),
    now: z
      .string()
      .openapi({ description: 'The time it shows, RFC 3339 in UTC.', example: '2026-01-28T12:54:21.189Z' }),
    scale: z.number().openapi({ description: 'How many of its seconds pass in one real second.' }),
  })
  .openapi('Clock');

export const setClock = z
  .strictObject({
    mode: clock.shape.mode,
    now: z.string().optional().openapi({ description: 'Set it to this time; never before the time it shows.' }),
    scale: z.number().optional().openapi({ description: 'With mode "scaled": seconds per real second.' }),
  })
  .openapi('SetClock');

export const advanceClock = z
  .strictObject({ by: z.string().openapi({ description: 'How far, such as "72h1s".', example: '72h1s' }) })
  .openapi('AdvanceClock');

export const reset = z
  .strictObject({ world: z.literal('default').optional().openapi({ description: 'The world to reset.' }) })
  .openapi('Reset');

export const mint = z
  .strictObject({
    identity: z.string().min(1).openapi({
      description: 'A uid, an alias of a fixture, or a name that only one identity has.',
      example: 'ci-bot',
    }),
    ttl: z
      .string()
      .optional()
      .openapi({ description: 'How long it is good for; an hour unless given.', example: '1h' }),
  })
  .openapi('MintToken');

export const minted = z
  .object({
    token: z.string().openapi({ description: 'The bearer token.' }),
    identity: z.string().openapi({ description: 'The uid of the identity it speaks for.' }),
    expireTime: z.string().openapi({ description: 'When it stops being accepted.' }),
  })
  .openapi('MintedToken');

export const applied = z
  .object({
    rows: z.number().int().openapi({ description: 'How many rows the fixture wrote.' }),
    aliases: z.record(z.string(), z.string()).openapi({ description: 'The uid of each thing that it named.' }),
  })
  .openapi('AppliedFixture');

export const info = z
  .object({
    version: z.string().openapi({ description: 'The version of the mock.' }),
    url: z.string().openapi({ description: 'Its public URL.' }),
    issuer: z.string().openapi({ description: 'The issuer of its tokens.' }),
    serviceDomain: z.string().openapi({ description: 'The domain in error details.' }),
    seed: z.string().openapi({ description: 'The seed of everything generated.' }),
    fixtures: z.array(z.string()).openapi({ description: 'The fixtures it was started with.' }),
    orgId: z.string().openapi({ description: 'The uid of the first root group; empty when there is none.' }),
    rows: z.record(z.string(), z.number().int()).openapi({ description: 'How many rows of each kind there are.' }),
    aliases: z.record(z.string(), z.string()).openapi({ description: 'The uid of each thing that a fixture named.' }),
    clock,
  })
  .openapi('Info');

const mode = z.enum(['merge', 'replace']);

export const fixtureQuery = z.object({
  mode: mode.optional().openapi({ description: '"merge" adds to what is there, "replace" takes its place.' }),
});

export const fixtureText = z
  .string()
  .openapi({ description: 'A fixture in YAML or JSON, or `{"name": "hierarchy"}` for one that is shipped.' });

const named = z.strictObject({ name: z.string().min(1), mode: mode.optional() });

/** The name and mode of a JSON body that names a fixture; undefined for one that is a fixture itself. */
export const namedFixture = (text: string): z.infer<typeof named> | undefined => {
  try {
    return named.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
