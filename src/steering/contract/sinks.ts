import { z } from '@hono/zod-openapi';
import { verdict } from './delivery.ts';

const MOST_ANSWERS = 1_000;
const LONGEST_DELAY = 600_000;

const answer = z
  .strictObject({
    status: z.number().int().min(200).max(599),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(LONGEST_DELAY)
      .optional()
      .openapi({ description: 'How long the answer takes, in milliseconds of the machine.' }),
  })
  .openapi('SinkAnswer');

/** How a sink answers its next requests. */
export const script = z
  .strictObject({
    answers: z
      .array(answer)
      .max(MOST_ANSWERS)
      .openapi({ description: 'One for each request; the last one is repeated. Empty: 204.' }),
  })
  .openapi('ScriptSink');

/** A sink with what it has received. */
export const sink = z
  .object({
    name: z.string(),
    sink: z.string().openapi({ description: 'The sink of a subscription of this world.', example: 'sink://orders' }),
    url: z.string().openapi({ description: 'The same sink over HTTP.' }),
    answers: z.array(answer),
    received: z
      .array(
        z
          .object({
            id: z.string().openapi({ description: 'Counted from 1.' }),
            time: z.string().openapi({ description: 'When it came, by the clock of the world.' }),
            headers: z.record(z.string(), z.string()),
            body: z.string(),
            status: z.number().int().openapi({ description: 'How it was answered.' }),
            ...verdict.shape,
          })
          .openapi('SinkRequest'),
      )
      .openapi({ description: 'The oldest first.' }),
    dropped: z.number().int().openapi({ description: 'How many requests are no longer listed.' }),
  })
  .openapi('Sink');

/** The path of a sink. */
export const sinkPath = z.object({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/,
      'must be 1 to 63 letters, digits, dots, dashes or underscores',
    )
    .openapi({ param: { name: 'name', in: 'path' }, description: 'Any name: a sink is there once it is used.' }),
});
