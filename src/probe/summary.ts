import { FINDINGS } from './judge.ts';
import type { Plan } from './plan.ts';
import type { ProbeReport, ProbeSummary, ProbeTrial, ProbeVerdict } from './report.ts';

/** The verdicts in their printed order: findings first, and last the one that says least of the client. */
export const VERDICTS: readonly ProbeVerdict[] = [...FINDINGS, 'not_reached', 'surfaced', 'absorbed'];

/** True for a finding that is not accepted. */
export const isOpenFinding = ({ verdict, accepted }: Pick<ProbeTrial, 'verdict' | 'accepted'>): boolean =>
  FINDINGS.includes(verdict) && accepted === undefined;

const rankOf = (trial: ProbeTrial): number =>
  VERDICTS.indexOf(trial.verdict) + (trial.accepted === undefined ? 0 : VERDICTS.length);

/** The trials that were made, findings first, with their numbers. */
export const summaryOf = (
  made: readonly ProbeTrial[],
  plan: Plan,
  took: Pick<ProbeSummary, 'durationMs' | 'trialsMs'>,
): Pick<ProbeReport, 'trials' | 'summary'> => {
  const trials = made.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.id < other.id ? -1 : 1));
  const count = (verdict: ProbeVerdict): number => trials.filter((trial) => trial.verdict === verdict).length;
  return {
    trials,
    summary: {
      pairs: plan.pairs,
      trials: trials.length,
      folded: plan.folded,
      unselected: plan.unselected,
      leftOut: plan.trials.length - trials.length,
      verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<
        ProbeVerdict,
        number
      >,
      findings: trials.filter(isOpenFinding).length,
      accepted: trials.filter(({ accepted }) => accepted !== undefined).length,
      ...took,
    },
  };
};
