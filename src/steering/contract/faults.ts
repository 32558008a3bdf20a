import { z } from '@hono/zod-openapi';
import { Code, type CodeName } from '../../kernel/errors.ts';
import { FAULT_PHASES } from '../../kernel/faults.ts';
import { FAULT_PRESETS, LONGEST_LATENCY, LONGEST_RETRY, MOST_BYTES, MOST_RULES } from '../faults/fault-control.ts';

const code = z.enum(Object.keys(Code) as [CodeName, ...CodeName[]]);
const count = z.number().int().min(1).max(1_000_000);
const text = z.string().min(1).max(2_048);
const millis = z.number().int().min(0).max(LONGEST_LATENCY);

const bytes = z.number().int().min(0).max(MOST_BYTES);
const rate = bytes.min(1);

const match = z
  .strictObject({
    operation: text
      .optional()
      .openapi({ description: 'The name of an operation, of v2 or of v1.', example: 'CreateRepo' }),
    method: z
      .enum(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
      .optional()
      .openapi({ description: 'The HTTP method; POST for gRPC.' }),
    path: text.optional().openapi({
      description: 'The path, in which `*` is any text; the path of the method for gRPC.',
      example: '/registry/*',
    }),
    caller: text.optional().openapi({ description: 'An identity: its uid, an alias or a name.', example: 'ci-bot' }),
    version: z.enum(['v1', 'v2']).optional().openapi({ description: 'The version of the interface.' }),
    nth: count.optional().openapi({ description: 'Only the nth of these calls, counted from 1.' }),
    every: count.optional().openapi({ description: 'Every so many of these calls.' }),
    attempt: count.optional().openapi({ description: 'Only tries of a logical call with this number, from 1.' }),
  })
  .openapi('FaultMatch', { description: 'Which calls it is for: those that have all of these; every call without.' });

const effect = z
  .strictObject({
    code: code.optional().openapi({ description: 'The gRPC status code; that of `http` unless given.' }),
    http: z
      .number()
      .int()
      .min(400)
      .max(599)
      .optional()
      .openapi({ description: 'The HTTP status; that of the code unless given.' }),
    message: z.string().max(4_096).optional().openapi({ description: 'The message of the error.' }),
    details: z
      .array(z.looseObject({ '@type': z.string() }))
      .max(20)
      .optional()
      .openapi({ description: 'Details of google.rpc, beside those that an error of the code has.' }),
    latency: z
      .union([millis, z.strictObject({ min: millis, max: millis })])
      .optional()
      .openapi({
        type: ['integer', 'object'],
        description: 'How long the call is held, in milliseconds of the machine.',
        example: 250,
      }),
    retryAfter: z
      .number()
      .int()
      .min(0)
      .max(LONGEST_RETRY)
      .optional()
      .openapi({ description: 'After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.' }),
    drop: z.literal(true).optional().openapi({ description: 'The connection is closed, over HTTP/2 the stream.' }),
    reset: z.literal(true).optional().openapi({ description: 'The connection is reset, over HTTP/2 the stream.' }),
    truncate: z
      .union([z.literal(true), bytes], `must be true, or a whole number of bytes up to ${MOST_BYTES}`)
      .optional()
      .openapi({
        type: ['boolean', 'integer'],
        description: 'How many bytes of the body are sent; half of them with `true`. Only in the phase after_commit.',
        example: 20,
      }),
    slow: z
      .union(
        [rate, z.strictObject({ bytesPerSecond: rate })],
        `must be a whole number of bytes from 1 to ${MOST_BYTES}, or {bytesPerSecond} with one`,
      )
      .optional()
      .openapi({
        type: ['integer', 'object'],
        description: 'How many bytes of the body are sent in a second. Only in the phase after_commit.',
        example: 100,
      }),
  })
  .openapi('FaultEffect', {
    description:
      'What happens to these calls: at least one of code, http, latency, slow, and of drop, reset and truncate, which exclude each other and a code.',
  });

const phase = z.enum(FAULT_PHASES).openapi({
  description:
    'When it acts: before the caller is known, before the operation runs, after it has run and its writes are stored, or when half of its answer has been sent. `before` unless given.',
});

const times = count.optional().openapi({ description: 'How often it acts at most.' });

/** One rule, as it is written. */
export const rule = z
  .strictObject({ match: match.optional(), phase: phase.optional(), do: effect, times })
  .openapi('Fault');

/** Rules that are made beforehand, as they are asked for. */
export const preset = z
  .strictObject({
    preset: z.enum(FAULT_PRESETS).openapi({ description: 'The name of rules that are made beforehand.' }),
    match: match.optional(),
  })
  .openapi('FaultPreset');

const isPreset = (value: unknown): boolean => typeof value === 'object' && value !== null && 'preset' in value;

/** The rules of a world from now on, in their order. */
export const setFaults = z
  .array(
    // Chosen by its key, so that what is wrong is reported for the form that was meant.
    z
      .unknown()
      .openapi({ anyOf: [{ $ref: '#/components/schemas/Fault' }, { $ref: '#/components/schemas/FaultPreset' }] }),
  )
  .max(MOST_RULES)
  .transform((given, context) =>
    given.flatMap((value, index) => {
      const read = (isPreset(value) ? preset : rule).safeParse(value);
      if (read.success) return [read.data];
      for (const issue of read.error.issues) {
        context.addIssue({ code: 'custom', message: issue.message, path: [index, ...issue.path] });
      }
      return [];
    }),
  )
  .openapi('SetFaults');

const shown = { match, phase, do: effect, times };

/** The rules of a world, in their order. */
export const faults = z
  .object({
    faults: z.array(
      z
        .object({ ...shown, hits: z.number().int().openapi({ description: 'How often it has acted.' }) })
        .openapi('FaultWithHits'),
    ),
  })
  .openapi('Faults');

const status = z
  .string()
  .openapi({ description: 'OK, the name of a code, DROPPED, RESET or TRUNCATED.', example: 'UNAVAILABLE' });

const attempt = z
  .object({
    at: z.string().openapi({ description: 'When it arrived, by the clock of the machine.' }),
    gapMs: z.number().optional().openapi({ description: 'How long after the try before it.' }),
    deadlineMs: z.number().optional().openapi({ description: 'How long its caller was willing to wait, over gRPC.' }),
    status: status.optional().openapi({ description: 'How it was answered; missing while it runs.' }),
    handled: status.optional().openapi({ description: 'How it would have been answered, where that differs.' }),
    sameRequest: z.boolean().optional().openapi({ description: 'True if it asks for the same as the try before it.' }),
  })
  .openapi('FaultAttempt');

/** What has happened since the rules were written. */
export const report = z
  .object({
    calls: z.array(
      z
        .object({
          operation: z.string(),
          caller: z.string().openapi({ description: 'The uid of the identity; empty for a call that ended before.' }),
          resource: z.string().openapi({ description: 'What it is about, as its path and name have it.' }),
          attempts: z.array(attempt),
        })
        .openapi('LogicalCall'),
    ),
    dropped: z.number().int().openapi({ description: 'How many tries are no longer listed.' }),
    neverFired: z
      .array(z.object(shown).openapi('UnfiredFault'))
      .openapi({ description: 'The rules that have not acted.' }),
  })
  .openapi('FaultReport');
