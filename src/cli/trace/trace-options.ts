import type { Command, Option } from 'commander';
import { addFlags, defineFlag, parsePath } from '../../command/flag-values.ts';
import { parseBytes } from '../../command/sizes.ts';

/** The file for the trace of a run, and when it is written. */
export interface TraceFlags extends Pick<TraceFolderFlags, 'traceBytes'> {
  readonly trace?: string;
  readonly traceOn: 'always' | 'failure';
}

/** The folder for the traces of worlds. */
export interface TraceFolderFlags {
  readonly traceDir?: string;
  /** The maximum number of bytes. */
  readonly traceBytes: number;
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
