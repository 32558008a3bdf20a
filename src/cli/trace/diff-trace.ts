import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { valueText } from '../../features/compare/compare-values.ts';
import { withoutControls } from '../../features/evidence/entry-line.ts';
import {
  type Comparison,
  compareTraces,
  type Finding,
  type NumberedCall,
} from '../../features/trace/compare-traces.ts';
import { nameCall } from '../../features/trace/compared-call.ts';
import { readTrace } from '../../features/trace/read-trace.ts';

/** The maximum number of calls listed behind the first that differs. */
const MAX_LISTED = 20;
/** The maximum number of printed places of a call. */
const MAX_PLACES = 100;
/** The maximum number of printed characters of a value. */
const MAX_VALUE = 500;

/** The files that are compared, as they were named. */
type Files = readonly [one: string, other: string];

const endOf = ({ call }: NumberedCall): string => `${nameCall(call)} ${call.response.status}`;

/** Lines up to a bound, and how many there are behind it. */
const boundLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), `  … and ${lines.length - most} more`];

const headingOf = ({ one, other }: Finding, [file, otherFile]: Files): string => {
  if (one && other)
    return `call ${one.number} of ${file} and call ${other.number} of ${otherFile} differ: ${nameCall(one.call)}`;
  if (one) return `call ${one.number} is only in ${file}: ${endOf(one)}`;
  return other ? `call ${other.number} is only in ${otherFile}: ${endOf(other)}` : '';
};

const lineOf = (finding: Finding, files: Files): string => {
  const { one, other, differences } = finding;
  if (!one || !other) return `  ${headingOf(finding, files)}`;
  const further = differences.length > 1 ? ` and ${differences.length - 1} more` : '';
  return `  calls ${one.number} and ${other.number}: ${nameCall(one.call)}: ${differences[0]?.path}${further}`;
};

const countOf = ({ alike, findings }: Comparison, [file, otherFile]: Files): string => {
  const countIf = (isMeant: (finding: Finding) => boolean): number => findings.filter(isMeant).length;
  const counts: readonly (readonly [number, string])[] = [
    [countIf(({ one, other }) => one !== undefined && other !== undefined), 'differ'],
    [countIf(({ other }) => other === undefined), `only in ${file}`],
    [countIf(({ one }) => one === undefined), `only in ${otherFile}`],
  ];
  return [`${alike} calls alike`, ...counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))].join(
    ', ',
  );
};

const linesOf = (comparison: Comparison, files: Files): readonly string[] => {
  const [first, ...others] = comparison.findings;
  const places = first?.differences.map(
    ({ path, one, other }) => `  ${path}: ${valueText(one, MAX_VALUE)} and ${valueText(other, MAX_VALUE)}`,
  );
  return [
    ...(first && places ? [headingOf(first, files), ...boundLines(places, MAX_PLACES)] : []),
    ...(others.length > 0 ? ['further differences:'] : []),
    ...boundLines(
      others.map((finding) => lineOf(finding, files)),
      MAX_LISTED,
    ),
    countOf(comparison, files),
  ];
};

const callView = (numbered: NumberedCall | undefined): object | undefined =>
  numbered && { call: numbered.number, world: numbered.call.pageref, operation: numbered.call._operation };

/** Prints the differences between two runs: the first call that differs, with each place, and the others. */
export const diffTraces = async (
  one: string,
  other: string,
  { json }: { readonly json?: boolean },
  here: Surroundings,
): Promise<number> => {
  const comparison = compareTraces(await readTrace(one, here), await readTrace(other, here));
  const { alike, findings } = comparison;
  if (json) {
    const views = findings.map((each) => ({ ...each, one: callView(each.one), other: callView(each.other) }));
    here.out(`${JSON.stringify({ alike, findings: views })}\n`);
  } else for (const line of linesOf(comparison, [one, other])) here.out(`${withoutControls(line)}\n`);
  return findings.length === 0 ? Exit.ok : Exit.gate;
};
