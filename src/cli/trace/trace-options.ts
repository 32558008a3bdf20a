import type { Command, Option } from 'commander';
import { FlagRefusal } from '../../command/command-failure.ts';
import { addFlags, defineFlag, parsePath } from '../../command/flag-values.ts';
import { parseBytes } from '../../command/sizes.ts';

/** The file for the trace of a run, and when it is written. */
export interface TraceFlags extends Pick<TraceFolderFlags, 'traceBytes'> {
  readonly trace?: string;
  readonly traceOn: 'always' | 'failure';
}

/** The folder for the traces of worlds. */
export interface TraceFolderFlags {
  /** The maximum number of bytes. */
  readonly traceBytes: number;
  readonly traceDir?: string;
}

const boundOption = (): Option =>
  defineFlag(
    '--trace-bytes <size>',
    'how large a trace may be; what failed least is cut first',
    parseBytes,
    50_000_000,
    '50MB',
  );

/** Adds the flags for the trace of a whole run. */
export const traceOptions = (command: Command): Command =>
  addFlags(
    command,
    defineFlag(
      '--trace <file>',
      'write the run of all worlds into this file, as a HAR, or as a page if it ends in .html',
      parsePath,
    ),
    defineFlag(
      '--trace-on <when>',
      'write it always, or after a failure of the command only',
      ['always', 'failure'],
      'always',
    ),
    boundOption(),
  );

/** Adds the flags for the traces of the worlds of a server. */
export const traceFolderOptions = (command: Command): Command =>
  addFlags(
    command,
    defineFlag(
      '--trace-dir <folder>',
      'write the run of each world into this folder when it ends, as a HAR',
      parsePath,
    ),
    boundOption(),
  );

/**
 * Demands a file or a folder for a trace if a flag on the command line bounds it: without one it would do nothing. The
 * variables of these flags may be alone, since a command within `exec` has them without the name of the file.
 * @throws FlagRefusal for such a flag without a file or folder
 */
export const demandTraceOf = (command: Command): void => {
  const where = command.options.find(({ long }) => long === '--trace' || long === '--trace-dir');
  if (where === undefined || command.getOptionValue(where.attributeName()) !== undefined) return;
  const alone = command.options.find(
    (option) =>
      (option.long === '--trace-on' || option.long === '--trace-bytes') &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (alone) throw new FlagRefusal(`${alone.long} needs ${where.long}: without it no trace is written`);
};
