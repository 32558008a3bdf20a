import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CoverageFormat } from '../features/coverage/coverage-control.ts';
import { COVERAGE_FORMATS } from '../features/coverage/coverage-formats.contract.ts';
import type { LeastOperations, MustMeet } from '../features/coverage/gates.ts';
import { Code, type CodeName } from '../kernel/errors.ts';

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

const OF_EXTENSION: ReadonlyMap<string, CoverageFormat> = new Map([
  ['.json', 'json'],
  ['.md', 'markdown'],
]);

/** The form of a report: the one that is asked for, else the one that the name of its file has, else Markdown. */
export const formatOf = ({ format, out = '' }: ReportFlags): CoverageFormat =>
  format ?? OF_EXTENSION.get(extname(out).toLowerCase()) ?? 'markdown';

const parseLeast = (text: string, before: readonly LeastOperations[] = []): readonly LeastOperations[] => {
  const [, version = 'v2', number = ''] = /^(?:(v\d+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  const percent = Number(number);
  if (number === '' || percent > 100) {
    throw new InvalidArgumentError('It must be a number from 0 to 100, or one with a version such as "v1=20".');
  }
  return [...before, { version, percent }];
};

const isCode = (text: string): text is CodeName | 'OK' => text === 'OK' || Object.hasOwn(Code, text);

const parseMust = (text: string, before: readonly MustMeet[] = []): readonly MustMeet[] => {
  const given = text.split(',').map((part): MustMeet => {
    const [, operation = '', code = ''] = /^\s*([\w.]+):(\w+)\s*$/.exec(part) ?? [];
    if (operation === '') throw new InvalidArgumentError('It must be an operation and a code: GetRepo:NOT_FOUND.');
    if (!isCode(code)) throw new InvalidArgumentError(`${code} is no code such as NOT_FOUND, nor OK.`);
    return { operation, code };
  });
  return [...before, ...given];
};

/** The flags for the form of a report. */
export const reportOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <format>', 'the form of the report (default: by the name of --out, else markdown)').choices(
        COVERAGE_FORMATS,
      ),
    )
    .option('--out <file>', 'write it into this file instead');

/** The flags for what merged reports are held against. */
export const gateOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--min-operations <percent>',
        'exit 3 unless so many percent of the operations of v2 are covered; "v1=20" for another version',
      ).argParser(parseLeast),
    )
    .addOption(
      new Option(
        '--must <operation:code>',
        'exit 3 unless the answer was met, such as GetRepo:NOT_FOUND; may be given several times',
      ).argParser(parseMust),
    );
