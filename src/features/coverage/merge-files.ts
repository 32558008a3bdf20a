import type { Coverage } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { writeWhole } from '../../command/written-file.ts';
import { z } from '../../plane/zod.contract.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import { coverage, coverageOperation } from './coverage.contract.ts';
import type { CoverageCounts, CoverageFormat } from './coverage-control.ts';
import { gatesOf, type LeastOperations, type MustMeet, namesInReport, operationNamed } from './gates.ts';
import { mergeReports } from './merge.ts';
import { renderCoverage } from './render.ts';

/** The parts of a report that are added up; sums are not read. */
const reportShape = z.object({
  ...coverage.pick({ format: true, unknownPaths: true, dropped: true }).shape,
  operations: z.array(coverageOperation.omit({ neverHandled: true })),
});

/** The counts in a report in JSON. @throws Error with the first thing that is wrong with it */
const readReport = (text: string): CoverageCounts => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const { error, data } = reportShape.safeParse(value);
  if (data) return data as CoverageCounts;
  const { path = [], message = '' } = error.issues[0] ?? {};
  throw new Error(path.length === 0 ? message : `${path.join('.')}: ${message}`);
};

/** The place and the form of a report. */
export interface ReportFlags {
  readonly format?: CoverageFormat;
  readonly out?: string;
}

/** The conditions that merged reports must meet. */
export interface GateFlags {
  readonly minOperations?: readonly LeastOperations[];
  readonly must?: readonly MustMeet[];
}

/** The counts in the report of a file. @throws Error that names a file which cannot be read, or holds none */
const countsIn = async (file: string): Promise<CoverageCounts> => {
  const text = await readText(file, (reason) => new Error(`${file}: ${reason}`));
  try {
    return readReport(text);
  } catch (error) {
    throw new Error(`${file}: it is not a coverage report: ${(error as Error).message}`);
  }
};

const demandKnown = (report: Coverage, { must = [], minOperations = [] }: GateFlags): void => {
  const versions = report.versions.map(({ version }) => version);
  for (const { version } of minOperations) {
    if (!versions.includes(version))
      throw new FlagRefusal(`--min-operations: ${describeUnknownValue(version, versions)}`);
  }
  for (const { operation } of must) {
    if (operationNamed(report, operation)) continue;
    throw new FlagRefusal(`--must: ${describeUnknownValue(operation, report.operations.flatMap(namesInReport))}`);
  }
};

/** Merges the reports of files, and prints the result or writes it into a file; a gate that fails is a failure. */
export const mergeCoverage = async (
  files: readonly string[],
  flags: ReportFlags & GateFlags & { readonly format: CoverageFormat },
  here: Surroundings,
): Promise<number> => {
  const report = mergeReports(await Promise.all(files.map(countsIn)));
  demandKnown(report, flags);
  const gates = gatesOf(report, flags.minOperations ?? [], flags.must ?? []);
  const text = renderCoverage(flags.format, report, gates);
  here.out(flags.out === undefined ? text : await writeWhole(flags.out, text, here));
  const failed = gates.filter(({ isMet }) => !isMet);
  for (const { name, says } of failed) here.err(`gate failed: ${name}: ${says}\n`);
  return failed.length === 0 ? Exit.ok : Exit.gate;
};
