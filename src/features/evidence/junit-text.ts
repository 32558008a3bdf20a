/** One test, as JUnit has it. */
export interface JunitCase {
  readonly className: string;
  readonly name: string;
  /** The time that it took. */
  readonly seconds: number;
  /** The message of its failure. */
  readonly failed?: string;
  /** The text below that message. */
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

/** A report in the form of JUnit. */
export const junitText = (
  name: string,
  suites: readonly { readonly name: string; readonly cases: readonly JunitCase[] }[],
  beganMillis: number,
): string => {
  // The schema of JUnit has times without a zone: they are in UTC.
  const began = new Date(beganMillis).toISOString().slice(0, 19);
  const texts = suites.map(
    (suite) => `  <testsuite${attribute('name', suite.name)}${numbersOf(suite.cases)} timestamp="${began}">
${suite.cases.map(caseText).join('')}  </testsuite>
`,
  );
  const all = numbersOf(suites.flatMap(({ cases }) => cases));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attribute('name', name)}${all}>
${texts.join('')}</testsuites>
`;
};
