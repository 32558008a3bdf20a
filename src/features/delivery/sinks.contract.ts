import { asListed, closedNoun, integer, list, map, nameText, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { deliveryVerdict } from './delivery.contract.ts';

const MAX_ANSWERS = 1_000;
const MAX_DELAY = 600_000;

export const sinkAnswer = closedNoun('SinkAnswer', 'The answer of a sink to one request.', {
  status: integer('The HTTP status.').min(200).max(599),
  delayMs: integer('The time that the answer takes, in milliseconds of the machine.').min(0).max(MAX_DELAY).optional(),
});

/** An answer of a sink, as it is listed. */
export const listedSinkAnswer = asListed(sinkAnswer, 'ListedSinkAnswer', 'The answer of a sink to one request');

export const scriptSink = closedNoun('ScriptSink', 'The answers of a sink to its next requests.', {
  answers: list(sinkAnswer, 'One for each request; the last one is repeated. Empty: 204.').max(MAX_ANSWERS),
});

export const sinkRequest = noun(
  'SinkRequest',
  'A request that a sink has received, with what receivers find out about it.',
  {
    id: string('Counted from 1 in each sink.'),
    time: string('The time at which it came, RFC 3339, by the clock of the world.'),
    headers: map(z.string(), 'By their names, as they were sent.'),
    body: string('The raw body.'),
    status: integer('The HTTP status of the answer.'),
    ...deliveryVerdict.shape,
  },
);

export const sinkReading = noun('SinkReading', 'A sink of the mock itself, with what it has received.', {
  name: string('Its name.'),
  sink: string('The sink of a subscription of this world.', 'sink://orders'),
  url: string('The URL of the sink over HTTP.'),
  answers: list(listedSinkAnswer, 'The answers to the next requests; the last one is repeated. Empty: 204.'),
  received: list(sinkRequest, 'The oldest first.'),
  dropped: integer('The number of requests that are no longer listed.'),
});

/** The path of a sink. */
export const sinkPath = z.object({
  name: nameText(63).describe('Any name: a sink is there once it is used.'),
});
