import { asListed, nameText } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { deliveryVerdict } from './delivery.contract.ts';

const MAX_ANSWERS = 1_000;
const MAX_DELAY = 600_000;

/** The answer of a sink to one request. */
export const sinkAnswer = z
  .strictObject({
    status: z.number().int().min(200).max(599).describe('The HTTP status.'),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(MAX_DELAY)
      .optional()
      .describe('The time that the answer takes, in milliseconds of the machine.'),
  })
  .openapi('SinkAnswer', { description: 'The answer of a sink to one request.' });

/** An answer of a sink, as it is listed. */
export const listedSinkAnswer = asListed(sinkAnswer, 'ListedSinkAnswer', 'The answer of a sink to one request');

/** The answers of a sink to its next requests. */
export const scriptSink = z
  .strictObject({
    answers: z
      .array(sinkAnswer)
      .max(MAX_ANSWERS)
      .describe('One for each request; the last one is repeated. Empty: 204.'),
  })
  .openapi('ScriptSink', { description: 'The answers of a sink to its next requests.' });

/** A request that a sink has received. */
export const sinkRequest = z
  .object({
    id: z.string().describe('Counted from 1 in each sink.'),
    time: z.string().describe('The time at which it came, RFC 3339, by the clock of the world.'),
    headers: z.record(z.string(), z.string()).describe('By their names, as they were sent.'),
    body: z.string().describe('The raw body.'),
    status: z.number().int().describe('The HTTP status of the answer.'),
    ...deliveryVerdict.shape,
  })
  .openapi('SinkRequest', {
    description: 'A request that a sink has received, with what receivers find out about it.',
  });

/** A sink with the received requests. */
export const sinkReading = z
  .object({
    name: z.string().describe('Its name.'),
    sink: z.string().openapi({ description: 'The sink of a subscription of this world.', example: 'sink://orders' }),
    url: z.string().describe('The same sink over HTTP.'),
    answers: z
      .array(listedSinkAnswer)
      .describe('The answers to the next requests; the last one is repeated. Empty: 204.'),
    received: z.array(sinkRequest).describe('The oldest first.'),
    dropped: z.number().int().describe('The number of requests that are no longer listed.'),
  })
  .openapi('SinkReading', { description: 'A sink of the mock itself, with what it has received.' });

/** The path of a sink. */
export const sinkPath = z.object({
  name: nameText(63).describe('Any name: a sink is there once it is used.'),
});
