import type { Coverage, CoverageAnswer, CoverageOperation } from '../contract/nouns.ts';
import type { Gate } from './gates.ts';
import { markupText } from './markup.ts';
import { answerKey, metOf } from './report.ts';
import { answerText, isCalled } from './sections.ts';

interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly failed?: string;
  readonly skipped?: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

const caseOf = (operation: CoverageOperation, answer: CoverageAnswer, met: ReadonlySet<string>): TestCase => {
  const { operation: className, neverHandled } = operation;
  const named = { className, name: answerText(answer) };
  if (met.has(answerKey(answer))) return named;
  const isNever = neverHandled.some((never) => answerKey(never) === answerKey(answer));
  return { ...named, skipped: isNever ? 'never handled' : 'met by faults only' };
};

/** Each declared answer is a test, which is skipped where it was not met; so is an operation without a call. */
const casesOf = (operation: CoverageOperation): readonly TestCase[] => {
  if (!isCalled(operation)) return [{ className: operation.operation, name: 'is called', skipped: 'never called' }];
  const met = metOf(operation, 'answers');
  return operation.declared.map((answer) => caseOf(operation, answer, met));
};

const gateCases = (gates: readonly Gate[]): readonly TestCase[] =>
  gates.map(({ name, isMet, says }) => ({ className: 'gates', name, ...(!isMet && { failed: says }) }));

const attribute = (name: string, value: string | number): string => ` ${name}="${markupText(String(value))}"`;

const caseText = ({ className, name, failed, skipped }: TestCase): string => {
  const head = `    <testcase${attribute('classname', className)}${attribute('name', name)} time="0"`;
  if (failed !== undefined) return `${head}><failure${attribute('message', failed)}/></testcase>\n`;
  return skipped === undefined ? `${head}/>\n` : `${head}><skipped${attribute('message', skipped)}/></testcase>\n`;
};

const numbersOf = (cases: readonly TestCase[]): string => {
  const failures = cases.filter(({ failed }) => failed !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  return `${attribute('tests', cases.length)}${attribute('failures', failures)} errors="0"${attribute('skipped', skipped)}`;
};

const suiteText = ({ name, cases }: Suite): string =>
  `  <testsuite${attribute('name', name)}${numbersOf(cases)} time="0">\n${cases.map(caseText).join('')}  </testsuite>\n`;

/** A report in the form of JUnit: a suite a version, and one for the gates, of which a failed one is a failed test. */
export const junit = ({ versions, operations }: Coverage, gates: readonly Gate[]): string => {
  const suites = [
    ...(gates.length === 0 ? [] : [{ name: 'gates', cases: gateCases(gates) }]),
    ...versions.map(({ version }) => ({
      name: version,
      cases: operations.filter((operation) => operation.version === version).flatMap(casesOf),
    })),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="coverage"${numbersOf(all)} time="0">\n${suites
    .map(suiteText)
    .join('')}</testsuites>\n`;
};
