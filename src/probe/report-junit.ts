import { type JunitCase, junitText } from '../features/evidence/junit-text.ts';
import type { ProbeReport, ProbeTrial } from './report.ts';
import { isOpenFinding } from './summary.ts';

const MILLIS = 1_000;

const linesOf = ({ reproduce, files, docs }: ProbeTrial): readonly string[] =>
  [reproduce, files?.trace, files?.vitest, files?.playwright, docs].filter((line) => line !== undefined);

const caseOf = (trial: ProbeTrial): JunitCase => {
  const { operation, id, verdict, why, accepted, durationMs } = trial;
  const named = { className: operation, name: id, seconds: durationMs / MILLIS };
  if (isOpenFinding(trial)) return { ...named, failed: `${verdict}: ${why}`, text: linesOf(trial).join('\n') };
  if (accepted !== undefined) return { ...named, skipped: `${verdict}, accepted: ${accepted}` };
  return verdict === 'not_reached' ? { ...named, skipped: why } : named;
};

/** A report in the form of JUnit: each trial is a test, which fails if it is a finding. */
export const reportJunit = ({ trials, summary }: ProbeReport, endedMillis: number): string =>
  junitText('probe', [{ name: 'probe', cases: trials.map(caseOf) }], endedMillis - summary.durationMs);
