import type { FaultMatch, FaultPreset } from '../../generated/nouns.ts';
import { armSurprise } from '../features/faults/surprises-of-call.ts';
import type { PlannedTrial } from './plan.ts';
import type { ArmedSurprise } from './run-record.ts';

/** The fault by which a trial meets its call. */
export const faultOfTrial = ({ call, surprise }: PlannedTrial): FaultPreset & { readonly match: FaultMatch } => {
  const { preset, match = {} } = armSurprise(surprise, call.calls, call.index, !call.isLoose);
  return { preset, match };
};

/** The fault of a trial, in the world of its call. */
export const armTrial = (trial: PlannedTrial): ArmedSurprise => ({
  world: trial.call.world,
  fault: faultOfTrial(trial),
});
