import { valueAt } from '../../json.ts';
import type { Operation } from '../../schema/operation.ts';
import { BoundComparer } from '../compare/bound-comparer.ts';
import type { Difference } from '../compare/compare-values.ts';
import { compareAnswers, type JudgeRules, type SeenAnswer } from '../compare/judge-answer.ts';
import { reasonOf, type Target, TargetRefusal } from '../compare/target.ts';
import { type Case, curlOf, type Step, type Verdict } from './case.ts';
import { callOf, seenOf } from './exchange.ts';
import type { Ledger } from './ledger.ts';

/** The outcome of a case, with the count of its comparisons. */
export interface CaseResult {
  readonly of: Case;
  readonly verdict: Verdict;
  readonly comparisons: number;
  /** Why it was not compared. */
  readonly reason?: string;
  /** The step that differs, and its differences. */
  readonly failure?: { readonly request: string; readonly differences: readonly Difference[] };
}

/** The result of a case that was not compared, or of which no more could be. */
export const notCompared = (
  of: Case,
  verdict: 'skipped' | 'not_evaluable',
  reason: string,
  comparisons = 0,
): CaseResult => ({ of, verdict, comparisons, reason });

/** The service that is verified and the mock that says what is expected, each with the values of words there. */
export interface Sides {
  readonly target: Target;
  readonly reference: Target;
  readonly knownAtTarget: Map<string, string>;
  readonly knownAtReference: Map<string, string>;
}

const NOT_IMPLEMENTED: ReadonlySet<number> = new Set([12, 501]);
const FORBIDDEN: ReadonlySet<number> = new Set([7, 403]);
/** The number of calls in a row without an answer after which a run stops. */
const MAX_SILENT = 3;

export interface SuiteRules extends JudgeRules {
  /** True for calls that the mock must refuse, too: others would prove nothing. */
  readonly mustRefuse?: boolean;
  /** True if it is known what the caller may do. */
  readonly knowsRights: boolean;
}

/** Runs a case of a suite. @throws TargetRefusal once the target does not answer any more */
export type RunCase = (of: Case) => Promise<CaseResult>;

/**
 * Sends the cases of one suite to both sides, and compares: texts that stand for each other are learned case by case.
 * @param ledger gets a line for each row that is made
 */
export const caseRunner = (
  { target, reference, knownAtTarget, knownAtReference }: Sides,
  operations: readonly Operation[],
  rules: SuiteRules,
  ledger?: Ledger,
): RunCase => {
  const byId = new Map(operations.map((each) => [each.id, each]));
  const comparer = new BoundComparer();
  let silent = 0;
  const send = async (step: Step, operation: Operation | undefined) => {
    const call = callOf(step, operation, knownAtTarget);
    const same = callOf(step, operation, knownAtReference);
    if (!call || !same) return undefined;
    const expected = seenOf(step, operation, await reference.send(same));
    const answer = await target.send(call);
    silent = answer.failure === undefined ? 0 : silent + 1;
    if (answer.failure !== undefined && silent >= MAX_SILENT) {
      throw new TargetRefusal(`the target stopped answering: ${reasonOf(answer.failure)}`);
    }
    return { expected, got: seenOf(step, operation, answer) };
  };
  const noteAnswers = ({ capture: words = {}, makes }: Step, expected: SeenAnswer, got: SeenAnswer): void => {
    for (const [word, path] of Object.entries(words)) {
      setWord(knownAtTarget, word, valueAt(got.body, path));
      setWord(knownAtReference, word, valueAt(expected.body, path));
    }
    if (makes !== undefined) ledger?.write({ kind: 'made', what: makes, uid: knownAtTarget.get(makes) ?? '' });
  };
  return async (of) => {
    let comparisons = 0;
    const skip = (reason: string): CaseResult => notCompared(of, 'not_evaluable', reason, comparisons);
    if (of.cannot !== undefined) return skip(of.cannot);
    for (const step of of.steps) {
      if (step.makes !== undefined) ledger?.write({ kind: 'making', what: step.makes });
      const sent = await send(step, byId.get(of.operation));
      if (!sent) return skip('it needs an answer that an earlier call did not give');
      const { expected, got } = sent;
      noteAnswers(step, expected, got);
      const reason = whyNotEvaluable(expected, rules);
      if (reason !== undefined) return skip(reason);
      const compared = compareAnswers(comparer, expected, got, rules);
      comparisons += compared.comparisons;
      const { differences } = compared;
      if (differences.length === 0) continue;
      const isMissing = NOT_IMPLEMENTED.has(got.status) && !NOT_IMPLEMENTED.has(expected.status);
      const failure = { request: curlOf(step), differences };
      return { of, verdict: isMissing ? 'not_implemented' : 'failed', comparisons, failure };
    }
    return comparisons > 0 ? { of, verdict: 'passed', comparisons } : skip('it has no comparison');
  };
};

const whyNotEvaluable = ({ status }: SeenAnswer, { mustRefuse, knowsRights }: SuiteRules): string | undefined => {
  if (!knowsRights && FORBIDDEN.has(status)) return 'the rights of the token are not known';
  return mustRefuse && (status === 0 || status === 200) ? 'the mock does not refuse it' : undefined;
};

const setWord = (known: Map<string, string>, word: string, value: unknown): void => {
  if (typeof value === 'string' && value !== '') known.set(word, value);
  else known.delete(word);
};
