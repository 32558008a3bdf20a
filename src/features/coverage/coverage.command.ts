import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FlagRefusal } from '../../command/command-failure.ts';
import type { Family } from '../../command/family.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { writeWhole } from '../../command/written-file.ts';
import { Code } from '../../schema/codes.ts';
import { coverageOf } from './coverage.client.ts';
import type { CoverageFormat } from './coverage-control.ts';
import { COVERAGE_FORMATS } from './coverage-formats.contract.ts';
import type { LeastOperations, MustMeet } from './gates.ts';
import type { GateFlags, ReportFlags } from './merge-files.ts';

const OF_EXTENSION: ReadonlyMap<string, CoverageFormat> = new Map([
  ['.json', 'json'],
  ['.md', 'markdown'],
]);

/** The form of a report: the one that is asked for, else the one that the name of its file has, else Markdown. */
const formatOf = ({ format, out = '' }: ReportFlags): CoverageFormat =>
  format ?? OF_EXTENSION.get(extname(out).toLowerCase()) ?? 'markdown';

const parseLeast = (text: string, before: readonly LeastOperations[] = []): readonly LeastOperations[] => {
  const [, version = 'v2', number = ''] = /^(?:(v\d+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  const percent = Number(number);
  if (number === '' || percent > 100) {
    throw new InvalidArgumentError('It must be a number from 0 to 100, or one with a version such as "v1=20".');
  }
  return [...before, { version, percent }];
};

const parseMust = (text: string, before: readonly MustMeet[] = []): readonly MustMeet[] => {
  const given = text.split(',').map((part): MustMeet => {
    const [, operation = '', code = ''] = /^\s*([\w.]+):(\w+)\s*$/.exec(part) ?? [];
    if (operation === '') throw new InvalidArgumentError('It must be an operation and a code: GetRepo:NOT_FOUND.');
    if (code !== 'OK' && !Object.hasOwn(Code, code)) {
      throw new InvalidArgumentError(`${code} is no code such as NOT_FOUND, nor OK.`);
    }
    return { operation, code: code as MustMeet['code'] };
  });
  return [...before, ...given];
};

/** The flags for the form of a report. */
const reportOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <format>', 'the form of the report (default: by the name of --out, else markdown)').choices(
        COVERAGE_FORMATS,
      ),
    )
    .option('--out <file>', 'write it into this file instead');

/** Returns the coverage of a world, or of all, or writes it into a file. */
const printCoverage = async (
  { connection, world, isEveryWorld, here }: Steered,
  flags: ReportFlags & { readonly json?: boolean },
): Promise<Outcome> => {
  const read = isEveryWorld ? coverageOf(connection) : coverageOf(connection, world);
  const isPrinted = flags.json && flags.out === undefined;
  if (isPrinted && (flags.format ?? 'json') !== 'json')
    throw new FlagRefusal(`--format ${flags.format} does not go with --json, unless --out has a file for it`);
  const format = isPrinted ? 'json' : formatOf(flags);
  const value = format === 'json' ? await read() : undefined;
  const text = format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : await read(format);
  if (flags.out === undefined) return { value, text };
  return { value: { file: flags.out, format }, text: await writeWhole(flags.out, text, here) };
};

/** Registers `coverage` with `coverage merge`. */
export const coverage: Family = (program, line) => {
  const { here, action } = line;
  // A subcommand has flags of its own.
  const family = program.command('coverage').enablePositionalOptions();

  reportOptions(steeringOptions(family))
    .description('report what clients of a running mock have met of the interface; in all worlds with --world "*"')
    .action(steering<[ReportFlags & { json?: boolean }]>(line, printCoverage, { isForEveryWorld: true }));

  reportOptions(family.command('merge <file...>'))
    .option(
      '--min-operations <percent>',
      'exit 3 unless so many percent of the operations of v2 are covered; "v1=20" for another version',
      parseLeast,
    )
    .option(
      '--must <operation:code>',
      'exit 3 unless the answer was met, such as GetRepo:NOT_FOUND; may be given several times',
      parseMust,
    )
    .description('merge reports in JSON, and hold the result against gates: exit 3 when one fails')
    .action(
      action(async (files: readonly string[], flags: ReportFlags & GateFlags) =>
        (await import('./merge-files.ts')).mergeCoverage(files, { ...flags, format: formatOf(flags) }, here),
      ),
    );
};
