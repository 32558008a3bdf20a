import { chooseForm, closedNoun, flag, integer, list, noun, string, text } from '../../plane/values.contract.ts';
import { openEndCode, openOperationId } from '../../plane/words.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { journalChange } from '../journal/journal.contract.ts';
import { MAX_FAULTS, MAX_LASTING_MS } from './fault-bounds.contract.ts';
import { faultEffect, listedFaultEffect } from './fault-effect.contract.ts';
import { faultMatch, listedFaultMatch } from './fault-match.contract.ts';
import { PRESETS } from './fault-presets.contract.ts';
import { FAULT_RULES, PRESET_RULES } from './fault-rules.contract.ts';

export * from './fault-effect.contract.ts';
export * from './fault-match.contract.ts';

/** The moment at which a fault acts. */
export const faultPhase = z.enum(FAULT_PHASES).openapi('FaultPhase', {
  description:
    'The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.',
});

const bounds = {
  times: integer('The largest number of times that it acts.').min(1).max(1_000_000).optional(),
  lastsMs: integer('The time for which it acts from its first time on, in milliseconds of the machine.')
    .min(1)
    .max(MAX_LASTING_MS)
    .optional(),
  spreads: flag('Once it has acted, it acts on every call of the world.'),
};

/**
 * The name of a preset, as a request has it. At run time it is any text: one that is unknown is refused with the
 * nearest name.
 */
const presetName = (text as z.ZodType<(typeof PRESETS)[number]>).openapi({
  description: 'The name of faults that are made beforehand.',
  enum: [...PRESETS],
});

export const fault = closedNoun(
  'Fault',
  'The calls that fail, the phase, and the failure.',
  {
    match: faultMatch.optional(),
    phase: faultPhase.optional().describe('The phase in which it acts; `before` unless given.'),
    do: faultEffect,
    ...bounds,
  },
  { ...FAULT_RULES },
);

export const faultPreset = closedNoun(
  'FaultPreset',
  'Faults that are made beforehand, for the calls that match.',
  {
    preset: presetName,
    match: faultMatch.optional(),
  },
  { ...PRESET_RULES },
);

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

const listed = {
  match: listedFaultMatch,
  phase: faultPhase,
  do: listedFaultEffect,
  ...bounds,
  preset: presetName.optional().describe('The name of the preset that it is of.'),
};

export const faultWithHits = noun('FaultWithHits', 'A fault with how often it has acted.', {
  id: string('Its id, as calls in the journal have it.'),
  ...listed,
  hits: integer('The number of times that it has acted.'),
});

/** The path of a fault. */
export const faultPath = z.object({
  id: string('The id of the fault.'),
});

export const faults = noun('Faults', 'The faults of a world.', {
  faults: list(faultWithHits, 'The faults in their order.'),
});

export const faultAttempt = noun('FaultAttempt', 'One try of a logical call.', {
  at: string('The time at which it arrived, by the clock of the machine.'),
  deadlineMs: z.number().optional().describe('The longest time that its caller was willing to wait, over gRPC.'),
  status: openEndCode.optional().describe('The status of its answer; missing while it runs.'),
  handled: openEndCode.optional().describe('The status that it would have had without faults, if that differs.'),
  sameRequest: z.boolean().optional().describe('True if it asks for the same as the try before it.'),
});

export const logicalCall = noun('LogicalCall', 'The tries of one call: of a caller, an operation and a resource.', {
  operation: openOperationId.describe('The id of the operation.'),
  caller: string('The uid of the identity; empty for a call that ended before its caller was known.'),
  resource: string('The resource that it is about, as its path and name have it.'),
  attempts: list(faultAttempt, 'The tries, the oldest first.'),
});

export const unfiredFault = noun('UnfiredFault', 'A fault that has not acted.', listed);

export const faultRecord = noun(
  'FaultRecord',
  'A fault with the calls on which it has acted, and what it has changed.',
  {
    ...listed,
    hits: integer('The number of times that it has acted.'),
    calls: list(
      z.string(),
      'The ids of the calls of the journal on which it has acted, the oldest first; the last 100.',
    ),
    changes: list(
      journalChange,
      'The changes that it has made itself, in the name of another caller, without the changes of the calls.',
    ),
  },
);

export const faultReport = noun('FaultReport', 'The calls since the faults were written.', {
  calls: list(logicalCall, 'The calls that were tried, the oldest first.'),
  dropped: integer('The number of tries that are no longer listed.'),
  faults: list(faultRecord, 'The faults in their order, with what each has done.'),
  neverFired: list(unfiredFault, 'The faults that have not acted.'),
});
