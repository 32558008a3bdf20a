import { markupText } from './markup.ts';

/** One test, as JUnit has it. */
export interface JunitCase {
  readonly className: string;
  readonly name: string;
  readonly failed?: string;
  readonly skipped?: string;
  /** How long it took, in seconds; 0 unless given. */
  readonly seconds?: number;
  /** What is written below the message of a failure. */
  readonly text?: string;
}

/** Tests under a name. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  /** When the first of them began, in milliseconds since 1970. */
  readonly beganMillis?: number;
}

const attribute = (name: string, value: string | number): string => ` ${name}="${markupText(String(value))}"`;

const caseText = ({ className, name, failed, skipped, seconds = 0, text }: JunitCase): string => {
  const head = `    <testcase${attribute('classname', className)}${attribute('name', name)} time="${seconds}"`;
  if (failed !== undefined) {
    const end = text === undefined ? '/>' : `>${markupText(text)}</failure>`;
    return `${head}><failure${attribute('message', failed)}${end}</testcase>\n`;
  }
  return skipped === undefined ? `${head}/>\n` : `${head}><skipped${attribute('message', skipped)}/></testcase>\n`;
};

const numbersOf = (cases: readonly JunitCase[]): string => {
  const failures = cases.filter(({ failed }) => failed !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const seconds = Math.round(cases.reduce((sum, each) => sum + (each.seconds ?? 0), 0) * 1_000) / 1_000;
  return `${attribute('tests', cases.length)}${attribute('failures', failures)} errors="0"${attribute('skipped', skipped)} time="${seconds}"`;
};

/** The time without a zone, as the schema of JUnit has it: UTC. */
const timestamp = (millis: number): string => attribute('timestamp', new Date(millis).toISOString().slice(0, 19));

const suiteText = ({ name, cases, beganMillis }: JunitSuite): string =>
  `  <testsuite${attribute('name', name)}${numbersOf(cases)}${beganMillis === undefined ? '' : timestamp(beganMillis)}>\n${cases.map(caseText).join('')}  </testsuite>\n`;

/** Suites of tests in the form of JUnit. */
export const junitText = (name: string, suites: readonly JunitSuite[]): string => {
  const all = suites.flatMap(({ cases }) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}"${numbersOf(all)}>\n${suites
    .map(suiteText)
    .join('')}</testsuites>\n`;
};
