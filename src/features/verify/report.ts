import { countOf } from '../../schema/counted-noun.ts';
import { groupBy } from '../../schema/group-by.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { Difference } from '../compare/compare-values.ts';
import { junitText } from '../evidence/junit-text.ts';
import type { SuiteName, Verdict } from './case.ts';
import type { CaseResult } from './run-cases.ts';
import { describeValue, publicPath } from './shown-value.ts';

/** What became of the cases of a suite. */
export interface ReportedProfile {
  readonly name: SuiteName;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notEvaluable: number;
  readonly notImplemented: number;
  readonly comparisons: number;
  /** Why cases were skipped or could not be compared, with how many there are of each. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** An operation of which something was compared. */
export interface ReportedOperation {
  readonly name: string;
  readonly verdict: 'passed' | 'failed' | 'not_implemented';
  readonly cases: number;
  readonly comparisons: number;
}

/** A case whose answers differ. */
export interface ReportedFailure {
  readonly case: string;
  readonly rule: string;
  readonly request: string;
  readonly expected: string;
  readonly got: string;
}

/** What a run says of a target, with no value of it. */
export interface ConformanceReport {
  readonly kind: 'ConformanceReport';
  readonly apiVersion: 'platform-mock/v1';
  readonly run: string;
  readonly date: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly document: ProfileName };
  readonly profiles: readonly ReportedProfile[];
  readonly operations: readonly ReportedOperation[];
  readonly failures: readonly ReportedFailure[];
  /** What has changed since an earlier report, if one was given. */
  readonly changes?: readonly string[];
}

/** How many places of one case are told. */
const MAX_PLACES = 5;

const profileOf = (name: SuiteName, results: readonly CaseResult[]): ReportedProfile => {
  const count = (verdict: Verdict): number => results.filter((each) => each.verdict === verdict).length;
  const reasons: Record<string, number> = {};
  for (const { reason } of results) if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    name,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    notEvaluable: count('not_evaluable'),
    notImplemented: count('not_implemented'),
    comparisons: results.reduce((sum, { comparisons }) => sum + comparisons, 0),
    reasons,
  };
};

const verdictOf = (results: readonly CaseResult[]): ReportedOperation['verdict'] => {
  if (results.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return results.some(({ verdict }) => verdict === 'not_implemented') ? 'not_implemented' : 'passed';
};

const operationsOf = (results: readonly CaseResult[]): readonly ReportedOperation[] => {
  const byName = groupBy(results, ({ of }) => of.operation);
  return [...byName].flatMap(([name, all]) => {
    const compared = all.filter(({ verdict }) => verdict !== 'skipped' && verdict !== 'not_evaluable');
    if (compared.length === 0) return [];
    const comparisons = compared.reduce((sum, each) => sum + each.comparisons, 0);
    return [{ name, verdict: verdictOf(compared), cases: compared.length, comparisons }];
  });
};

const placesIn = (differences: readonly Difference[], side: 'one' | 'other'): string => {
  const told = differences.slice(0, MAX_PLACES).map((each) => `${publicPath(each.path)}: ${describeValue(each, side)}`);
  const more = differences.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

const failureOf = ({ of, failure }: CaseResult): readonly ReportedFailure[] =>
  failure
    ? [
        {
          case: of.id,
          rule: of.rule,
          request: failure.request,
          expected: placesIn(failure.differences, 'one'),
          got: placesIn(failure.differences, 'other'),
        },
      ]
    : [];

/** What a report is about. */
export type ReportHead = Pick<ConformanceReport, 'run' | 'date' | 'target' | 'suite'>;

/** The report of a run, from the results of each suite. */
export const reportOf = (
  { run, date, target, suite }: ReportHead,
  suites: ReadonlyMap<SuiteName, readonly CaseResult[]>,
  before?: ConformanceReport,
): ConformanceReport => {
  const all = [...suites.values()].flat();
  const profiles = [...suites].map(([name, results]) => profileOf(name, results));
  const operations = operationsOf(all);
  const failures = all.flatMap(failureOf);
  return {
    kind: 'ConformanceReport',
    apiVersion: 'platform-mock/v1',
    run,
    date,
    target,
    suite,
    profiles,
    operations,
    failures,
    ...(before && { changes: changesSince(before, { operations, failures }) }),
  };
};

/** What has changed since an earlier report: cases that fail now or do not any more, operations that came or went. */
const changesSince = (
  before: ConformanceReport,
  now: Pick<ConformanceReport, 'operations' | 'failures'>,
): readonly string[] => {
  const names = (report: typeof now): ReadonlySet<string> => new Set(report.operations.map(({ name }) => name));
  const cases = (report: typeof now): ReadonlySet<string> => new Set(report.failures.map((each) => each.case));
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
    [...some].filter((each) => !others.has(each));
  return [
    ...without(cases(now), cases(before)).map((name) => `fails now: ${name}`),
    ...without(cases(before), cases(now)).map((name) => `does not fail any more: ${name}`),
    ...without(names(now), names(before)).map((name) => `verified now: ${name}`),
    ...without(names(before), names(now)).map((name) => `not verified any more: ${name}`),
  ];
};

const total = (profiles: readonly ReportedProfile[], of: 'failed' | 'notImplemented' | 'comparisons'): number =>
  profiles.reduce((sum, profile) => sum + profile[of], 0);

/** What a run is worth: a failure counts before all else, and a run that compared nothing proves nothing. */
export const outcomeOf = ({ profiles }: ConformanceReport): 'passed' | 'failed' | 'nothing' => {
  if (total(profiles, 'failed') + total(profiles, 'notImplemented') > 0) return 'failed';
  return total(profiles, 'comparisons') === 0 ? 'nothing' : 'passed';
};

const profileLine = (profile: ReportedProfile): string => {
  const { name, passed, failed, skipped, notEvaluable, notImplemented, comparisons } = profile;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notImplemented > 0 ? [`${notImplemented} not implemented`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(notEvaluable > 0 ? [`${notEvaluable} not evaluable`] : []),
  ];
  return `${name}: ${counts.join(', ')}; ${countOf(comparisons, 'comparison')}`;
};

/** How many failures are printed. */
const MAX_PRINTED = 20;

/** A report as lines for people. */
export const reportLines = ({ profiles, failures, operations, changes = [] }: ConformanceReport): readonly string[] => {
  const more = failures.length - MAX_PRINTED;
  return [
    ...profiles.flatMap((profile) => [
      profileLine(profile),
      ...Object.entries(profile.reasons).map(([reason, count]) => `  ${count} not compared: ${reason}`),
    ]),
    ...failures
      .slice(0, MAX_PRINTED)
      .flatMap((each) => [
        `failed ${each.case} (rule ${each.rule})`,
        `  expected ${each.expected}`,
        `  got      ${each.got}`,
        `  ${each.request}`,
      ]),
    ...(more > 0 ? [`and ${countOf(more, 'more failure')}`] : []),
    ...changes,
    `${countOf(operations.filter(({ verdict }) => verdict === 'passed').length, 'operation')} verified, ${countOf(total(profiles, 'comparisons'), 'comparison')}`,
  ];
};

/** A report in the form of JUnit: each case is a test of its suite. */
export const reportJunit = (suites: ReadonlyMap<SuiteName, readonly CaseResult[]>, beganMillis: number): string =>
  junitText(
    'verify',
    [...suites].map(([name, results]) => ({
      name,
      cases: results.map((result) => {
        const { of, verdict, reason } = result;
        const [failure] = failureOf(result);
        const named = { className: of.operation, name: of.id, seconds: 0 };
        if (!failure) return verdict === 'passed' ? named : { ...named, skipped: `${verdict}: ${reason}` };
        const text = `rule ${of.rule}\nexpected ${failure.expected}\ngot ${failure.got}\n${failure.request}`;
        return { ...named, failed: verdict, text };
      }),
    })),
    beganMillis,
  );
