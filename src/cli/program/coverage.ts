import { type GateFlags, gateOptions, type ReportFlags, reportOptions } from '../coverage-options.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

/** Registers `coverage` with `coverage merge`. */
export const coverage: Family = (program, line) => {
  const { here, action } = line;
  // A subcommand has flags of its own.
  const family = program.command('coverage').enablePositionalOptions();

  reportOptions(steeringOptions(family))
    .description('report what clients of a running mock have met of the interface; in all worlds with --world "*"')
    .action(
      steering<[ReportFlags & { json?: boolean }]>(
        line,
        async () => (await import('../steering/coverage.ts')).printCoverage,
        { isForEveryWorld: true },
      ),
    );

  gateOptions(reportOptions(family.command('merge <file...>')))
    .description('merge reports in JSON, and hold the result against gates: exit 3 when one fails')
    .action(
      action(async (files: readonly string[], flags: ReportFlags & GateFlags) =>
        (await import('../coverage.ts')).mergeCoverage(files, flags, here),
      ),
    );
};
