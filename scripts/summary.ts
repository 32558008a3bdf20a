import { readFileSync } from 'node:fs';

/** The results of the tests of one runner. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The reports of the steps of the gate that run tests. */
export const REPORTS = {
  unit: 'test-results/unit.tap',
  contract: 'test-results/contract.json',
  'contract:published': 'test-results/contract-published.json',
  'contract:executable': 'test-results/contract-executable.json',
  'contract:shared': 'test-results/contract-shared.json',
} as const;

/** Reads what node's test runner reports as TAP. @throws when the report stops before its totals */
export const countTap = (report: string): Count => {
  const total = (name: string): number => {
    // A test may print such a line too; the runner's comes last.
    const last = [...report.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))].at(-1);
    if (!last) throw new Error(`the TAP report has no total of "${name}"`);
    return Number(last[1]);
  };
  return {
    passed: total('pass'),
    failed: total('fail') + total('cancelled'),
    skipped: total('skipped') + total('todo'),
  };
};

interface PlaywrightReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly errors: readonly unknown[];
}

/** Reads Playwright's JSON report; an error outside of any test counts as a failure. */
export const countPlaywright = (report: string): Count => {
  const { stats, errors } = JSON.parse(report) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
};

const COUNTERS: Readonly<Record<keyof typeof REPORTS, (report: string) => Count>> = {
  unit: countTap,
  contract: countPlaywright,
  'contract:published': countPlaywright,
  'contract:executable': countPlaywright,
  'contract:shared': countPlaywright,
};

/** The count of one runner; one without a readable report counts as one failure. */
export const countOf = (runner: keyof typeof REPORTS): Count => {
  try {
    return COUNTERS[runner](readFileSync(REPORTS[runner], 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

/** The sum of several runners. */
export const sum = (counts: readonly Count[]): Count =>
  counts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** `N passed, N failed`, and the skipped ones where there are any. */
export const summaryLine = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** True where tests ran and all of them passed. */
export const isGreen = ({ passed, failed }: Count): boolean => failed === 0 && passed > 0;
