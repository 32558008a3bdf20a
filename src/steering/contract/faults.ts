import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { chooseForm } from './chosen.ts';
import { MAX_BYTES, MAX_LATENCY_MS, MAX_RETRY_SECONDS } from './fault-bounds.ts';
import { EFFECT_RULES, FAULT_RULES, MATCH_RULES, PATH_FORM, PRESET_RULES } from './fault-rules.ts';
import { answerCode, codeName, openCodeName, openOperationId, openSchema, operationId } from './words.ts';
import { z } from './zod.ts';

/** How many rules a world may have. */
const MAX_FAULTS = 100;

/** The names of faults that are made beforehand (behaviour F8). */
const PRESETS = ['flaky', 'brownout', 'quota', 'maintenance'] as const;

const count = z.number().int().min(1).max(1_000_000);
const text = z.string().min(1).max(2_048);
const millis = z.number().int().min(0).max(MAX_LATENCY_MS);
const bytes = z.number().int().min(0).max(MAX_BYTES);
const rate = bytes.min(1);

const operationMatched = { description: 'The name of an operation, of v2 or of v1.', example: 'CreateRepo' };

const matched = {
  method: z
    .enum(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
    .optional()
    .openapi({ description: 'The HTTP method; POST for gRPC.' }),
  path: text.optional().openapi({
    description: 'The path, in which `*` is any text; the path of the method for gRPC.',
    example: '/registry/*',
    ...PATH_FORM,
  }),
  caller: text.optional().openapi({ description: 'An identity: its uid, an alias or a name.', example: 'ci-bot' }),
  version: z.enum(['v1', 'v2']).optional().openapi({ description: 'The version of the interface.' }),
  nth: count.optional().openapi({ description: 'Only the nth of these calls, counted from 1.' }),
  every: count.optional().openapi({ description: 'Every n-th of these calls.' }),
  attempt: count.optional().openapi({
    description: 'Only tries of a logical call (caller, operation and resource) with this number, from 1.',
  }),
};

/** The calls that a fault is for, as they are written. */
export const faultMatch = z
  .strictObject({ operation: operationId.optional().openapi(operationMatched), ...matched })
  .openapi('FaultMatch', {
    description: 'Which calls a fault is for: those that have all of these; every call without.',
    ...MATCH_RULES,
  });

/** The calls that a fault is for, as they are listed. */
export const listedFaultMatch = z
  .object({ operation: openOperationId.optional().openapi(operationMatched), ...matched })
  .openapi('ListedFaultMatch', { description: 'Which calls a fault is for, as it is listed.' });

/** The bounds between which a call is held. */
export const latencyRange = z
  .strictObject({
    min: millis.openapi({ description: 'How long at least, in milliseconds.' }),
    max: millis.openapi({ description: 'How long at most, in milliseconds.' }),
  })
  .openapi('LatencyRange', { description: 'Between which bounds a call is held: anew for each, by the seed.' });

/** The speed at which a body is sent. */
export const slowRate = z
  .strictObject({ bytesPerSecond: rate.openapi({ description: 'How many bytes of the body are sent in a second.' }) })
  .openapi('SlowRate', { description: 'How fast the body of an answer is sent.' });

/** A detail of an error. */
export const faultDetail = z
  .looseObject({ '@type': z.string().openapi({ description: 'The type of the message, such as `google.rpc.Help`.' }) })
  .openapi('FaultDetail', { description: 'A message of google.rpc in its canonical JSON.' });

const codeInjected = { description: 'The gRPC status code; that of `http` unless given.' };

const injected = {
  http: z
    .number()
    .int()
    .min(400)
    .max(599)
    .optional()
    .openapi({ description: 'The HTTP status; that of the code unless given.' }),
  message: z.string().max(4_096).optional().openapi({ description: 'The message of the error.' }),
  details: z
    .array(faultDetail)
    .max(20)
    .optional()
    .openapi({ description: 'Details of google.rpc, beside those that an error of the code has.' }),
  latency: z
    .union([millis, latencyRange])
    .optional()
    .openapi({ description: 'How long the call is held, in milliseconds of the machine.', example: 250 }),
  retryAfter: z
    .number()
    .int()
    .min(0)
    .max(MAX_RETRY_SECONDS)
    .optional()
    .openapi({ description: 'After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.' }),
  drop: z.literal(true).optional().openapi({
    description:
      'The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.',
  }),
  reset: z.literal(true).optional().openapi({ description: 'The same, by a reset.' }),
  truncate: z
    .union([z.literal(true), bytes], `must be true, or a whole number of bytes up to ${MAX_BYTES}`)
    .optional()
    .openapi({
      description: 'How many bytes of the body are sent; half of them with `true`. Only in the phase after_commit.',
      example: 20,
    }),
  slow: z
    .union([rate, slowRate], `must be a whole number of bytes from 1 to ${MAX_BYTES}, or {bytesPerSecond} with one`)
    .optional()
    .openapi({
      description: 'How many bytes of the body are sent in a second. Only in the phase after_commit.',
      example: 100,
    }),
};

/** The effect on the calls of a fault, as it is written. */
export const faultEffect = z
  .strictObject({ code: codeName.optional().openapi(codeInjected), ...injected })
  .openapi('FaultEffect', {
    description:
      'What happens to these calls: at least one of code, http, latency, slow, and of drop, reset and truncate, which exclude each other and a code.',
    ...EFFECT_RULES,
  });

/** The effect on the calls of a fault, as it is listed. */
export const listedFaultEffect = z
  .object({ code: openCodeName.optional().openapi(codeInjected), ...injected })
  .openapi('ListedFaultEffect', { description: 'What happens to the calls of a fault, as it is listed.' });

/** The moment at which a fault acts. */
export const faultPhase = z.enum(FAULT_PHASES).openapi('FaultPhase', {
  description:
    'When a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, or when half of its answer has been sent.',
});

const times = count.optional().openapi({ description: 'How often it acts at most.' });

/** One fault, as it is written. */
export const fault = z
  .strictObject({
    match: faultMatch.optional(),
    phase: faultPhase.optional().openapi({ description: 'When it acts; `before` unless given.' }),
    do: faultEffect,
    times,
  })
  .openapi('Fault', { description: 'Which calls fail, when, and how.', ...FAULT_RULES });

/** Faults that are made beforehand, as they are asked for. */
export const faultPreset = z
  .strictObject({
    preset: z.enum(PRESETS).openapi({ description: 'The name of faults that are made beforehand.' }),
    match: faultMatch.optional(),
  })
  .openapi('FaultPreset', {
    description: 'Faults that are made beforehand, for the calls that match.',
    ...PRESET_RULES,
  });

const isPreset = (value: unknown): boolean => typeof value === 'object' && value !== null && 'preset' in value;

/** The faults of a world from now on, in their order. */
export const setFaults = z
  .array(
    chooseForm((given) => (isPreset(given) ? faultPreset : fault)).openapi({
      anyOf: [{ $ref: '#/components/schemas/Fault' }, { $ref: '#/components/schemas/FaultPreset' }],
    }),
  )
  .max(MAX_FAULTS)
  .openapi('SetFaults', { description: 'The faults of a world from now on, in their order.' });

const listed = { match: listedFaultMatch, phase: faultPhase, do: listedFaultEffect, times };

/** A fault with how often it has acted. */
export const faultWithHits = z
  .object({ ...listed, hits: z.number().int().openapi({ description: 'How often it has acted.' }) })
  .openapi('FaultWithHits', { description: 'A fault with how often it has acted.' });

/** The faults of a world. */
export const faults = z
  .object({ faults: z.array(faultWithHits).openapi({ description: 'The faults in their order.' }) })
  .openapi('Faults', { description: 'The faults of a world.' });

/** The status with which a try ended. */
export const attemptStatus = z.enum([...answerCode.options, 'DROPPED', 'RESET', 'TRUNCATED']).openapi('AttemptStatus', {
  description: 'How a try ended: with a code, or without a whole answer.',
});

const status = openSchema(attemptStatus);

/** One try of a logical call. */
export const faultAttempt = z
  .object({
    at: z.string().openapi({ description: 'When it arrived, by the clock of the machine.' }),
    gapMs: z.number().optional().openapi({ description: 'How long after the try before it.' }),
    deadlineMs: z.number().optional().openapi({ description: 'How long its caller was willing to wait, over gRPC.' }),
    status: status.optional().openapi({ description: 'How it was answered; missing while it runs.' }),
    handled: status.optional().openapi({ description: 'How it would have been answered, where that differs.' }),
    sameRequest: z.boolean().optional().openapi({ description: 'True if it asks for the same as the try before it.' }),
  })
  .openapi('FaultAttempt', { description: 'One try of a logical call.' });

/** The tries of one logical call. */
export const logicalCall = z
  .object({
    operation: openOperationId.openapi({ description: 'The id of the operation.' }),
    caller: z.string().openapi({ description: 'The uid of the identity; empty for a call that ended before.' }),
    resource: z.string().openapi({ description: 'What it is about, as its path and name have it.' }),
    attempts: z.array(faultAttempt).openapi({ description: 'The tries, the oldest first.' }),
  })
  .openapi('LogicalCall', { description: 'The tries of one call: of a caller, an operation and a resource.' });

/** A fault that has not acted. */
export const unfiredFault = z.object(listed).openapi('UnfiredFault', { description: 'A fault that has not acted.' });

/** The report on the faults since they were written. */
export const faultReport = z
  .object({
    calls: z.array(logicalCall).openapi({ description: 'The calls that were tried, the oldest first.' }),
    dropped: z.number().int().openapi({ description: 'How many tries are no longer listed.' }),
    neverFired: z.array(unfiredFault).openapi({ description: 'The faults that have not acted.' }),
  })
  .openapi('FaultReport', { description: 'What has happened since the faults were written.' });
