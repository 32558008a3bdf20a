import { type TestRunner, toTest } from '../features/evidence/test-code.ts';
import type { KeptEntry } from '../features/journal/kept-entry.ts';
import type { FaultMatch } from '../plane/nouns.ts';
import { faultOfTrial } from './arm-call.ts';
import type { Baseline } from './baseline.ts';
import type { Job } from './job.ts';
import type { Stage } from './run-record.ts';
import type { SeenCall } from './seen-call.ts';
import type { MadeTrial } from './trial.ts';

/** A finding as texts of files. */
export interface FindingTexts {
  /** The run as a HAR, in pieces. */
  readonly trace: AsyncIterable<string>;
  readonly vitest: string;
  readonly playwright: string;
}

/** How many calls a test has. */
const MAX_CALLS = 50;
/** How many bytes a trace may have. */
const MAX_TRACE_BYTES = 50_000_000;

const stageMet = ({ run }: MadeTrial): Stage | undefined =>
  run.record.stages.find(({ calls }) => calls.some(({ isSurprised }) => isSurprised));

/** True for a call by a token that no test can have, since somebody else has made it. */
const hasForeignToken = ({ operation }: KeptEntry): boolean =>
  operation !== undefined && (operation.auth === 'bearer' || operation.auth === 'upstream');

/** What tells the call of a fault from the others of its world, which the operation may do alone. */
const narrowest = (
  { operation, caller, resource, nth }: FaultMatch,
  calls: readonly SeenCall[],
): Omit<FaultMatch, 'operation'> => {
  const alike = calls.filter((call) => call.operation === operation);
  const isOne = (view: (call: SeenCall) => string): boolean => new Set(alike.map(view)).size <= 1;
  return {
    ...(caller !== undefined && !isOne((call) => call.caller) && { caller }),
    ...(resource !== undefined && !isOne((call) => call.resource) && { resource }),
    ...(nth !== undefined && nth > 1 && { nth }),
  };
};

const testOf = (made: MadeTrial, baseline: Baseline, runner: TestRunner): string => {
  const { trial, why } = made;
  const stage = stageMet(made);
  const { preset, match } = faultOfTrial(trial);
  const met = new Set(stage?.calls.filter(({ isSurprised }) => isSurprised).map(({ id }) => String(id)));
  const calls = (stage?.entries ?? []).filter(
    (entry) => !entry.isOpen && entry.operation !== undefined && (met.has(String(entry.id)) || !hasForeignToken(entry)),
  );
  const left = calls.length - MAX_CALLS;
  const changes = baseline.worlds.get(stage?.name ?? '')?.changes;
  return toTest({
    runner,
    title: trial.id,
    remarks: [
      why,
      'These are the calls that the client made. Call the client in their place: it must leave what is expected below.',
      ...(left > 0 ? [`${left} further calls are left out.`] : []),
    ],
    faults: [{ operation: trial.call.seen.operation, effect: { preset }, match: narrowest(match, stage?.calls ?? []) }],
    calls: calls.slice(0, MAX_CALLS).flatMap((entry) => stage?.world.journal?.view(entry) ?? []),
    met,
    orgId: stage?.orgId ?? '',
    ...(changes && { changes }),
  });
};

/** Renders what shows a finding, from the run that its job has made last. */
export const textsOf = async (job: Job, made: MadeTrial, baseline: Baseline): Promise<FindingTexts> => {
  const { runs, rendered } = await job.renderRuns();
  const { pieces } = runs.bounded(rendered, MAX_TRACE_BYTES);
  return {
    trace: pieces,
    vitest: testOf(made, baseline, 'vitest'),
    playwright: testOf(made, baseline, 'playwright'),
  };
};
