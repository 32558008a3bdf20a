import { asListed, choice, closedNoun, flag, integer, list, string } from '../../plane/values.contract.ts';
import { codeName, openCodeName } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { MAX_BYTES, MAX_LATENCY_MS, MAX_RETRY_SECONDS, MAX_ROWS } from './fault-bounds.contract.ts';
import { ADDITIONS, EFFECT_RULES } from './fault-rules.contract.ts';

const millis = z.number().int().min(0).max(MAX_LATENCY_MS);
const bytes = z.number().int().min(0).max(MAX_BYTES);
const rate = bytes.min(1);
const rows = z.number().int().min(0).max(MAX_ROWS);

export const latencyRange = closedNoun(
  'LatencyRange',
  'The bounds of the delay, which is chosen anew for each call, by the seed.',
  {
    min: millis.describe('The shortest time, in milliseconds.'),
    max: millis.describe('The longest time, in milliseconds.'),
  },
);

/** The bounds of a latency, as they are listed. */
export const listedLatencyRange = asListed(latencyRange, 'ListedLatencyRange', 'The bounds of the delay of a call');

export const slowRate = closedNoun('SlowRate', 'The speed at which the body of an answer is sent.', {
  bytesPerSecond: rate.describe('The number of bytes of the body that are sent in a second.'),
});

/** The speed of a body, as it is listed. */
export const listedSlowRate = asListed(slowRate, 'ListedSlowRate', 'The speed at which the body of an answer is sent');

/** A detail of an error. */
export const faultDetail = z
  .looseObject({ '@type': string('The type of the message, such as `google.rpc.Help`.') })
  .openapi('FaultDetail', { description: 'A message of google.rpc in its canonical JSON.' });

const codeInjected = { description: 'The gRPC status code; unless given, it follows from `http`.' };

/** The effects on time. A listed effect may have members that this version does not know. */
const timed = <Range extends z.ZodType, Rate extends z.ZodType>(range: Range, speed: Rate) => ({
  latency: z
    .union([millis, range])
    .optional()
    .openapi({ description: 'The delay of the call, in milliseconds of the machine.', example: 250 }),
  slow: z
    .union([rate, speed], `must be a whole number of bytes from 1 to ${MAX_BYTES}, or {bytesPerSecond} with one`)
    .optional()
    .openapi({
      description: 'The number of bytes of the body that are sent in a second. Only in the phase after_commit.',
      example: 100,
    }),
});

const injected = {
  http: integer('The HTTP status; the status of the code unless given.').min(400).max(599).optional(),
  message: string('The message of the error.').max(4_096).optional(),
  details: list(faultDetail, 'Details of google.rpc, beside those that an error of the code has.').max(20).optional(),
  retryAfter: integer('After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.')
    .min(0)
    .max(MAX_RETRY_SECONDS)
    .optional(),
  drop: flag('The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.'),
  reset: flag('As `drop`, by a reset of the connection or the stream.'),
  truncate: z
    .union([z.literal(true), bytes], `must be true, or a whole number of bytes up to ${MAX_BYTES}`)
    .optional()
    .openapi({
      description:
        'The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit.',
      example: 20,
    }),
};

/** The other effects: on how a call itself goes, and on what it is answered. */
const surprising = {
  html: flag('The error is a page of HTML, as what stands in front of a service answers it. It needs `http`.'),
  hang: flag('The call hangs until its client gives up, the fault is dropped or the world ends.'),
  rows: z
    .union([z.literal(true), rows], `must be true, or a whole number of rows up to ${MAX_ROWS}`)
    .optional()
    .openapi({
      description:
        'The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit.',
      example: 1,
    }),
  expireCursor: flag(
    'The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit.',
  ),
  stale: flag(
    'The call reads the rows as they were before the last write that it would show. Only in the phase after_commit.',
  ),
  add: choice(
    ADDITIONS,
    'The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal.',
  ).optional(),
  refusePings: flag(
    'The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met.',
  ),
  other: choice(
    ['change', 'delete', 'create'],
    'The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates.',
  ).optional(),
};

export const faultEffect = closedNoun(
  'FaultEffect',
  'The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together.',
  {
    code: codeName.optional().openapi(codeInjected),
    ...injected,
    ...timed(latencyRange, slowRate),
    ...surprising,
  },
  { ...EFFECT_RULES },
);

/** The effect on the calls of a fault, as it is listed. */
export const listedFaultEffect = asListed(faultEffect, 'ListedFaultEffect', 'The effect on the calls of a fault', {
  code: openCodeName.optional().openapi(codeInjected),
  ...timed(listedLatencyRange, listedSlowRate),
});
