import { Exit } from '../command/exit.ts';
import { readText } from '../command/read-text.ts';
import type { CoverageCounts } from '../features/coverage/coverage-control.ts';
import { gatesOf, namesInReport, operationNamed } from '../features/coverage/gates.ts';
import { mergeReports } from '../features/coverage/merge.ts';
import { renderCoverage } from '../features/coverage/render.ts';
import { readReport } from '../features/coverage/report-file.ts';
import type { Coverage } from '../plane/nouns.ts';
import { describeUnknownValue } from '../schema/nearest-name.ts';
import { formatOf, type GateFlags, type ReportFlags } from './coverage-options.ts';
import { FlagRefusal } from './options.ts';
import type { Surroundings } from './serve.ts';
import { writeWhole } from './written-file.ts';

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
  flags: ReportFlags & GateFlags,
  here: Surroundings,
): Promise<number> => {
  const report = mergeReports(await Promise.all(files.map(countsIn)));
  demandKnown(report, flags);
  const gates = gatesOf(report, flags.minOperations ?? [], flags.must ?? []);
  const text = renderCoverage(formatOf(flags), report, gates);
  here.out(flags.out === undefined ? text : await writeWhole(flags.out, text, here));
  const failed = gates.filter(({ isMet }) => !isMet);
  for (const { name, says } of failed) here.err(`gate failed: ${name}: ${says}\n`);
  return failed.length === 0 ? Exit.ok : Exit.gate;
};
