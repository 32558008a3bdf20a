import { describedOperations } from '../../editions/editions.ts';
import { Code } from '../../kernel/errors.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { countOf } from '../../schema/counted-noun.ts';
import { errorDetails } from '../../schema/google-rpc.ts';
import { groupBy } from '../../schema/group-by.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { findReachable } from '../../schema/reachable.ts';
import type { Difference } from '../compare/compare-values.ts';
import { junitText } from '../evidence/junit-text.ts';
import type { SuiteName, Verdict } from './case.ts';
import type { CaseResult } from './run-cases.ts';

/** The names that the interface has, which say nothing of a target. */
const PUBLISHED_NAMES = makeAtFirstUse((): ReadonlySet<string> => {
  const names = new Set(['status', 'headers', 'body', 'code', 'message', 'details', '@type']);
  const roots = [...errorDetails.values(), ...describedOperations().map(({ operation }) => operation.response)];
  for (const declared of findReachable(roots).values()) {
    if (!('message' in declared)) continue;
    for (const { json, proto, name } of declared.message.fields.values()) {
      for (const each of [json, proto, name]) names.add(each);
    }
  }
  return names;
});

/** The places whose values are of the protocol, with the form of those that may be printed. */
const PUBLIC_VALUES: readonly (readonly [place: RegExp, form: RegExp])[] = [
  [/^status$|^body\.code$/, /^\d{1,3}$/],
  [/^headers\.(?:content-type|www-authenticate|allow)$/, /^[\w/+, .-]{1,60}$/],
  [/^body\.details\[\d+\]\["@type"\]$/, /^type\.googleapis\.com\/google\.rpc\.\w{1,40}$/],
  [/\.reason$/, new RegExp(`^(?:${Object.keys(Code).join('|')})$`)],
];

/** A path with `*` in the place of each name that only the target has: a key of a map, or a field that is not published. */
const publicPath = (path: string): string =>
  path
    .replace(/\["((?:[^"\\]|\\.)*)"\]/g, (step, name: string) => (PUBLISHED_NAMES().has(name) ? step : '[*]'))
    .replace(/(^|\.)([\w$-]+)/g, (step, dot: string, name: string) =>
      path.startsWith('headers.') || PUBLISHED_NAMES().has(name) ? step : `${dot}*`,
    );

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return 'a number';
  return value === '' ? 'an empty text' : 'a text';
};

/** One of two values that differ, in words that have no value of a target. */
const describeValue = ({ path, one, other }: Difference, side: 'one' | 'other'): string => {
  const value = side === 'one' ? one : other;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (PUBLIC_VALUES.some(([place, form]) => place.test(path) && form.test(text))) return text;
  const kind = kindOf(value);
  return side === 'other' && kind === kindOf(one) ? kind.replace(/^an? (?:empty )?/, 'another ') : kind;
};

/** The verdicts, by the names of their counts in a report, in the order in which people want them. */
const COUNTED = {
  passed: 'passed',
  failed: 'failed',
  notImplemented: 'not_implemented',
  skipped: 'skipped',
  notEvaluable: 'not_evaluable',
} as const satisfies Readonly<Record<string, Verdict>>;

type Counts = Readonly<Record<keyof typeof COUNTED, number>>;

interface ReportedProfile extends Counts {
  readonly name: SuiteName;
  readonly comparisons: number;
  /** Why cases were skipped or could not be compared, with how many there are of each. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** An operation of which something was compared. */
interface ReportedOperation {
  readonly name: string;
  readonly verdict: 'passed' | 'failed' | 'not_implemented';
  readonly cases: number;
  readonly comparisons: number;
}

interface ReportedFailure {
  readonly case: string;
  readonly rule: string;
  readonly request: string;
  readonly expected: string;
  readonly got: string;
}

/** The words of a run about a target, with no value of it. */
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
  /** The changes since an earlier report, if one was given. */
  readonly changes?: readonly string[];
}

/** The maximum number of printed places of one case. */
const MAX_PLACES = 5;

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);

const profileOf = (name: SuiteName, results: readonly CaseResult[]): ReportedProfile => {
  const countOfVerdict = (verdict: Verdict): number => results.filter((each) => each.verdict === verdict).length;
  const counts = Object.entries(COUNTED).map(([key, verdict]) => [key, countOfVerdict(verdict)]);
  const reasons: Record<string, number> = {};
  for (const { reason } of results) if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const comparisons = sumOf(results, (each) => each.comparisons);
  return { name, ...(Object.fromEntries(counts) as unknown as Counts), comparisons, reasons };
};

const operationsOf = (results: readonly CaseResult[]): readonly ReportedOperation[] => {
  const compared = results.filter(({ verdict }) => verdict !== 'skipped' && verdict !== 'not_evaluable');
  return [...groupBy(compared, ({ of }) => of.operation)].map(([name, all]) => {
    const verdict = (['failed', 'not_implemented'] as const).find((bad) => all.some((each) => each.verdict === bad));
    const comparisons = sumOf(all, (each) => each.comparisons);
    return { name, verdict: verdict ?? 'passed', cases: all.length, comparisons };
  });
};

const placesIn = (differences: readonly Difference[], side: 'one' | 'other'): string => {
  const some = differences.slice(0, MAX_PLACES).map((each) => `${publicPath(each.path)}: ${describeValue(each, side)}`);
  const more = differences.length - some.length;
  return [...some, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

const failuresOf = ({ of, failure }: CaseResult): readonly ReportedFailure[] => {
  if (!failure) return [];
  const { request, differences } = failure;
  const [expected, got] = [placesIn(differences, 'one'), placesIn(differences, 'other')];
  return [{ case: of.id, rule: of.rule, request, expected, got }];
};

/** The report of a run, from what it is about and the results of each suite. */
export const reportOf = (
  head: Pick<ConformanceReport, 'run' | 'date' | 'target' | 'suite'>,
  suites: ReadonlyMap<SuiteName, readonly CaseResult[]>,
  before?: ConformanceReport,
): ConformanceReport => {
  const all = [...suites.values()].flat();
  const profiles = [...suites].map(([name, results]) => profileOf(name, results));
  const [operations, failures] = [operationsOf(all), all.flatMap(failuresOf)];
  return {
    kind: 'ConformanceReport',
    apiVersion: 'platform-mock/v1',
    ...head,
    profiles,
    operations,
    failures,
    ...(before && { changes: changesSince(before, { operations, failures }) }),
  };
};

/** The changes since an earlier report: cases that fail now or do not any more, operations that came or went. */
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

/** The outcome of a run: a failure counts before all else, and a run that compared nothing proves nothing. */
export const outcomeOf = ({ profiles }: ConformanceReport): 'passed' | 'failed' | 'nothing' => {
  if (profiles.some(({ failed, notImplemented }) => failed + notImplemented > 0)) return 'failed';
  return profiles.every(({ comparisons }) => comparisons === 0) ? 'nothing' : 'passed';
};

const profileLine = (profile: ReportedProfile): string => {
  const all = Object.entries(COUNTED).map(([name, verdict]) => [profile[name as keyof Counts], verdict] as const);
  const printed = all.filter(([count, verdict]) => verdict === 'passed' || count > 0);
  const counts = printed.map(([count, verdict]) => `${count} ${verdict.replace('_', ' ')}`);
  return `${profile.name}: ${counts.join(', ')}; ${countOf(profile.comparisons, 'comparison')}`;
};

/** The maximum number of failures printed. */
const MAX_PRINTED = 20;

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
    `${countOf(operations.filter(({ verdict }) => verdict === 'passed').length, 'operation')} verified, ${countOf(
      sumOf(profiles, ({ comparisons }) => comparisons),
      'comparison',
    )}`,
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
        const [failure] = failuresOf(result);
        const named = { className: of.operation, name: of.id, seconds: 0 };
        if (!failure) return verdict === 'passed' ? named : { ...named, skipped: `${verdict}: ${reason}` };
        const text = `rule ${of.rule}\nexpected ${failure.expected}\ngot ${failure.got}\n${failure.request}`;
        return { ...named, failed: verdict, text };
      }),
    })),
    beganMillis,
  );
