import type { Coverage } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import { STDOUT, type Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { writeWhole } from '../../command/written-file.ts';
import { parseJson } from '../../json.ts';
import { Code, type CodeName } from '../../kernel/errors.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import { z } from '../../schema/zod.ts';
import type { CoverageCounts, CoverageFormat } from './coverage-control.ts';
import { gatesOf, type LeastOperations, type MustMeet, namesInReport, operationNamed } from './gates.ts';
import { mergeReports } from './merge.ts';
import { renderCoverage } from './render.ts';

const CODES = ['OK', ...(Object.keys(Code) as CodeName[])] as const;

/** The parts of a report that are added up; sums are not read. */
const reportShape = makeAtFirstUse(() => {
  const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
  const kind = z.object({ status: z.number().int().min(100).max(599), code: z.enum(CODES) });
  const counted = kind.extend({ reason: z.string().optional(), count });
  const client = z.object({
    client: z.string(),
    answers: z.array(counted),
    faulted: z.array(counted),
    walks: z.object({ lists: count, notFollowed: count, mostPages: count }).optional(),
  });
  const operation = z.object({
    operation: z.string(),
    version: z.string(),
    replacedBy: z.string().nullable().optional(),
    declared: z.array(kind),
    clients: z.array(client),
  });
  return z.object({
    format: z.literal(1),
    operations: z.array(operation),
    unknownPaths: z.array(counted.extend({ client: z.string(), method: z.string(), path: z.string() })),
    dropped: z.object({ clients: count, reasons: count, unknownPaths: count }),
  });
});

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
  const refuse = (reason: string): never => {
    throw new Error(`${file}: it is not a coverage report: ${reason}`);
  };
  const value = parseJson(text);
  if (value === undefined) refuse('it is not JSON');
  const { error, data } = reportShape().safeParse(value);
  if (data) return data as CoverageCounts;
  const { path = [], message = '' } = error.issues[0] ?? {};
  return refuse(path.length === 0 ? message : `${path.join('.')}: ${message}`);
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

/** Merges the reports of files, and prints the result or writes it into a file. Returns `Exit.gate` if a gate fails. */
export const mergeCoverage = async (
  files: readonly string[],
  flags: ReportFlags & GateFlags & { readonly format: CoverageFormat },
  here: Surroundings,
): Promise<number> => {
  const report = mergeReports(await Promise.all(files.map(countsIn)));
  demandKnown(report, flags);
  const gates = gatesOf(report, flags.minOperations ?? [], flags.must ?? []);
  const text = renderCoverage(flags.format, report, gates);
  (STDOUT.test(flags.out ?? '') ? here.err : here.out)(flags.out ? await writeWhole(flags.out, text, here) : text);
  const failed = gates.filter(({ isMet }) => !isMet);
  for (const { name, says } of failed) here.err(`gate failed: ${name}: ${says}\n`);
  return failed.length === 0 ? Exit.ok : Exit.gate;
};
