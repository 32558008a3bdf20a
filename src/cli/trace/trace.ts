import { Option } from 'commander';
import type { Family } from '../../command/family.ts';
import { parsePort } from '../../command/flag-values.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import type { ReplayFlags } from './replay-trace.ts';
import type { ShowFlags } from './show-trace.ts';

/** Registers `trace` with its subcommands. */
export const trace: Family = (program, line) => {
  const { here, action } = line;
  const family = program.command('trace').description('write down what happened in a running mock, and read it');

  steeringOptions(family.command('save'))
    .description('write the run of a world into a file, as a HAR; of all worlds with --world "*"')
    .requiredOption('--out <file>', 'the file; a page if its name ends in .html')
    .action(
      steering<[{ out: string }]>(line, async (...args) => (await import('./trace-form.ts')).saveTrace(...args), {
        isForEveryWorld: true,
      }),
    );

  family
    .command('show <file>')
    .description('print the calls of a trace, a line each')
    .option('--call <number>', 'print this call whole')
    .option('--json', 'print a line of JSON for each')
    .addOption(
      new Option('--out <file>', 'write it into this file, as a HAR, or as a page if its name ends in .html').conflicts(
        ['call', 'json'],
      ),
    )
    .action(
      action(async (file: string, flags: ShowFlags) => (await import('./show-trace.ts')).showTrace(file, flags, here)),
    );

  family
    .command('replay <file>')
    .description('send the calls of a trace again to a mock of its own: exit 3 when an answer differs')
    .option('--upto <number>', 'stop after this call, and keep the mock running')
    .option('--port <port>', 'port that the mock listens on; 0 takes a free one', parsePort, 0)
    .action(
      action(async (file: string, flags: ReplayFlags) =>
        (await import('./replay-trace.ts')).replayTrace(file, flags, here),
      ),
    );

  family
    .command('diff <file> <other>')
    .description('list the calls that differ between two runs: exit 3 when one does')
    .option('--json', 'print JSON')
    .action(
      action(async (file: string, other: string, flags: { json?: boolean }) =>
        (await import('./diff-trace.ts')).diffTraces(file, other, flags, here),
      ),
    );
};
