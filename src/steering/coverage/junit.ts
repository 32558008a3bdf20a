import type { Coverage, CoverageAnswer, CoverageOperation } from '../contract/nouns.ts';
import type { Gate } from './gates.ts';
import { type JunitCase, junitText } from './junit-text.ts';
import { answerKey, metOf } from './report.ts';
import { answerText, isCalled } from './sections.ts';

const caseOf = (operation: CoverageOperation, answer: CoverageAnswer, met: ReadonlySet<string>): JunitCase => {
  const { operation: className, neverHandled } = operation;
  const named = { className, name: answerText(answer) };
  if (met.has(answerKey(answer))) return named;
  const isNever = neverHandled.some((never) => answerKey(never) === answerKey(answer));
  return { ...named, skipped: isNever ? 'never handled' : 'met by faults only' };
};

/** Each declared answer is a test, which is skipped where it was not met; so is an operation without a call. */
const casesOf = (operation: CoverageOperation): readonly JunitCase[] => {
  if (!isCalled(operation)) return [{ className: operation.operation, name: 'is called', skipped: 'never called' }];
  const met = metOf(operation, 'answers');
  return operation.declared.map((answer) => caseOf(operation, answer, met));
};

const gateCases = (gates: readonly Gate[]): readonly JunitCase[] =>
  gates.map(({ name, isMet, says }) => ({ className: 'gates', name, ...(!isMet && { failed: says }) }));

/** A report in the form of JUnit: a suite a version, and one for the gates, of which a failed one is a failed test. */
export const junit = ({ versions, operations }: Coverage, gates: readonly Gate[]): string => {
  const suites = [
    ...(gates.length === 0 ? [] : [{ name: 'gates', cases: gateCases(gates) }]),
    ...versions.map(({ version }) => ({
      name: version,
      cases: operations.filter((operation) => operation.version === version).flatMap(casesOf),
    })),
  ];
  return junitText('coverage', suites);
};
