import { type Command, InvalidArgumentError } from 'commander';
import type { ProbeOptions } from '../../client/probe.ts';
import { collectValue, durationWithin, numberFrom, parsePath, textLike, wordsIn } from '../../command/flag-values.ts';
import { type CommandFlags, commandOptions } from '../exec-options.ts';

/** The flags of `probe`, as commander has read and checked them. */
export interface ProbeFlags
  extends CommandFlags,
    Pick<ProbeOptions, 'jobs' | 'maxTrials' | 'all' | 'only' | 'skip' | 'cleanEnv'> {
  /** In milliseconds. */
  readonly budget?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly report?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly accept?: string;
  /** The folder for the traces and tests of findings. */
  readonly out: string;
}

const parseCount = numberFrom(1, 999_999);
const parseDuration = durationWithin(100, Number.POSITIVE_INFINITY, 'It must be a duration such as "30s".');
const parseVariable = textLike(/^[A-Za-z_][A-Za-z0-9_]*$/, 'It must be the name of a variable.');

const parseWords = (text: string, before: readonly string[] = []): readonly string[] => {
  const words = wordsIn(text);
  if (words.length === 0) throw new InvalidArgumentError('It must be an operation, a surprise, a call or a trial.');
  return [...before, ...words];
};

/** Flags of a mock that outlives its command, or that others look for. */
const NOT_OF_PROBES = /^--(?:data|database|database-schema|peer|journal|public-url)$/;

/** The flags of a probe: its own, and the flags of its mocks. */
export const probeOptions = (command: Command): Command => {
  commandOptions(command);
  for (const option of command.options) {
    if (NOT_OF_PROBES.test(option.long ?? '')) option.hideHelp();
    if (option.long === '--json') option.description = 'print the report as JSON, and nothing else';
  }
  return command
    .option('--jobs <count>', 'how many runs are made side by side (default: the number of cores)', parseCount)
    .option('--budget <duration>', 'begin no further trial after this time', parseDuration)
    .option('--max-trials <count>', 'make so many trials at most, the likely findings first', parseCount)
    .option(
      '--timeout <duration>',
      'how long a run may take, beside a Retry-After of its surprise (default: three times the baseline, at least 10s)',
      parseDuration,
    )
    .option('--all', 'try calls that are in the same situation as others, too')
    .option(
      '--only <what>',
      'try only an operation, a surprise, a call or a trial: ListRepos, short_page, ListRepos#2, ListRepos#2/short_page; may be given several times',
      parseWords,
    )
    .option('--skip <what>', 'try all but these; may be given several times', parseWords)
    .option(
      '--clean-env <name>',
      'give each run an empty folder in this variable, such as the folder of a token cache; may be given several times',
      (text: string, before?: readonly string[]) => collectValue(parseVariable(text), before),
    )
    .option('--report <file>', 'write the report into this file, as JSON', parsePath)
    .option('--junit <file>', 'write it into this file, as JUnit', parsePath)
    .option('--markdown <file>', 'write its summary into this file, as Markdown', parsePath)
    .option('--accept <file>', 'a file of findings that are accepted, each with its reason', parsePath)
    .option(
      '--out <folder>',
      'the folder for the trace and the tests of each finding',
      parsePath,
      'test-results/probe',
    );
};
