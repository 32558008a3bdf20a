import type { SurpriseName } from '../features/faults/fault-presets.contract.ts';
import type { Baseline } from './baseline.ts';
import { type Difference, findDifferences } from './differences.ts';
import { tableOfStage } from './expected-world.ts';
import type { DoneRun } from './job.ts';
import { NO_CHANGES, ownChangesIn } from './own-changes.ts';
import type { ProbeVerdict } from './report.ts';
import { type Stage, worldOfStage } from './run-record.ts';
import { findStorm, isHurried, type Storm } from './storm.ts';
import { hasSucceeded } from './subject.ts';

/** The verdicts that are findings, the worst first. */
export const FINDINGS: readonly ProbeVerdict[] = ['corrupted', 'misled', 'hung', 'stormed', 'broken'];

/** A verdict with its evidence. */
export interface Judgement {
  readonly verdict: ProbeVerdict;
  /** The rows that are not as they should be, each with the world that it is of. */
  readonly differences: readonly (Difference & { readonly world: string })[];
  readonly storm: Storm | undefined;
  /** True if a busy machine may have hidden a storm. */
  readonly mayHideStorm: boolean;
  /** The lines of stdout that are missing. */
  readonly missing: readonly string[];
  /** True for a run that has failed, but has written all that a successful one writes. */
  readonly isDone: boolean;
}

/** The grounds of a verdict. */
export interface Case {
  readonly baseline: Baseline;
  readonly run: DoneRun;
  readonly surprise: SurpriseName;
  /** The world that the surprise was armed in. */
  readonly world: string;
  /** The number of programs that wait for each processor, at least 1. */
  readonly load: number;
  /** The number of calls for the same thing that follow the surprised call in any case. */
  readonly repeats: number;
  /** The lines that may be missing, if an earlier run has named them; any unless given. */
  readonly suspects?: ReadonlySet<string> | undefined;
}

/** Additions that the API's compatibility allows, and that clients must ignore. */
const ADDITIONS: ReadonlySet<SurpriseName> = new Set(['unknown_field', 'unknown_enum_value', 'unknown_detail']);

/** The wrong rows: after a success by the baseline's final rows, after a failure by its rows at any moment. */
const differencesIn = ({ baseline, run, world }: Case, hasPassed: boolean): Judgement['differences'] =>
  [...baseline.worlds].flatMap(([name, expected]) => {
    // One for each try of the test, in order.
    const attempts = run.record.stages
      .filter((stage) => stage.name === name)
      .toSorted((one, other) => one.retry - other.retry);
    const stages: readonly (Stage | undefined)[] = attempts.length > 0 || !hasPassed ? attempts : [undefined];
    return stages.flatMap((stage, at) => {
      const isOwn = stage !== undefined && worldOfStage(name) === world && stage.retry === 0;
      const own = isOwn ? ownChangesIn(stage, run.record.ownChanges, expected.naming) : NO_CHANGES;
      const table = stage ? tableOfStage(stage, expected.naming) : new Map();
      // A test that is tried again has failed before.
      const isLenient = !hasPassed || at < stages.length - 1;
      return findDifferences({ expected, table, own, isLenient }).map((difference) => ({ ...difference, world: name }));
    });
  });

const verdictOf = (
  { run, surprise }: Case,
  { storm, differences, missing }: Omit<Judgement, 'verdict'>,
  hasPassed: boolean,
): ProbeVerdict => {
  if (!run.record.hasActed) return 'not_reached';
  if (run.ended.isTimedOut) return 'hung';
  if (storm) return 'stormed';
  if (differences.length > 0) return 'corrupted';
  if (!hasPassed) return ADDITIONS.has(surprise) ? 'broken' : 'surfaced';
  return missing.length > 0 ? 'misled' : 'absorbed';
};

/** Judges one trial: by how the command ended, by its final rows, and by its output. */
export const judge = (of: Case): Judgement => {
  const { load, repeats, suspects, baseline, world } = of;
  const { ended, record } = of.run;
  const stages = record.hasActed ? record.stages : [];
  const hasPassed = hasSucceeded(ended);
  // A run that writes nothing cannot show that all was written.
  const hasToWrite = [...baseline.worlds].some(([name, { table }]) => worldOfStage(name) === world && table.size > 0);
  // Changes by the surprise itself are not the client's.
  const mayBeDone = record.hasActed && !hasPassed && !ended.isTimedOut && record.ownChanges.length === 0;
  const found = {
    isDone: mayBeDone && hasToWrite && differencesIn(of, true).length === 0,
    differences: record.hasActed ? differencesIn(of, hasPassed) : [],
    storm: stages.map(({ calls }) => findStorm(calls, load, repeats)).find((storm) => storm !== undefined),
    mayHideStorm: stages.some(({ calls }) => isHurried(calls, load, repeats)),
    missing: hasPassed ? baseline.lines.missingIn(ended.stdout).filter((line) => suspects?.has(line) ?? true) : [],
  };
  return { verdict: verdictOf(of, found, hasPassed), ...found };
};
