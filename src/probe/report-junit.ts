import type { ProbeReport, ProbeTrial } from './report.ts';
import { isOpenFinding } from './summary.ts';

/** One trial as a test of JUnit. */
interface JunitCase {
  readonly className: string;
  readonly name: string;
  readonly seconds: number;
  /** The message of its failure. */
  readonly failed?: string;
  /** What is written below that message. */
  readonly text?: string;
  /** The reason for which it was skipped. */
  readonly skipped?: string;
}

const MILLIS = 1_000;

/** Characters that XML 1.0 does not have, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text as XML has it, in an element or in an attribute. */
export const xmlText = (text: string): string =>
  text.replaceAll(NOT_IN_XML, '\u{fffd}').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const attribute = (name: string, value: string | number): string => ` ${name}="${xmlText(String(value))}"`;

const caseText = ({ className, name, failed, skipped, seconds, text = '' }: JunitCase): string => {
  const head = `    <testcase${attribute('classname', className)}${attribute('name', name)} time="${seconds}"`;
  if (failed !== undefined) {
    return `${head}><failure${attribute('message', failed)}>${xmlText(text)}</failure></testcase>\n`;
  }
  return skipped === undefined ? `${head}/>\n` : `${head}><skipped${attribute('message', skipped)}/></testcase>\n`;
};

const numbersOf = (cases: readonly JunitCase[]): string => {
  const failures = cases.filter(({ failed }) => failed !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const seconds = Math.round(cases.reduce((sum, each) => sum + each.seconds, 0) * MILLIS) / MILLIS;
  return `${attribute('tests', cases.length)}${attribute('failures', failures)} errors="0"${attribute('skipped', skipped)} time="${seconds}"`;
};

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
export const reportJunit = ({ trials, summary }: ProbeReport, endedMillis: number): string => {
  const cases = trials.map(caseOf);
  const numbers = numbersOf(cases);
  // The schema of JUnit has times without a zone: they are in UTC.
  const began = new Date(endedMillis - summary.durationMs).toISOString().slice(0, 19);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="probe"${numbers}>
  <testsuite name="probe"${numbers} timestamp="${began}">
${cases.map(caseText).join('')}  </testsuite>
</testsuites>
`;
};
