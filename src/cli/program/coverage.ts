import type { Target } from '../client.ts';
import { type GateFlags, gateOptions, type ReportFlags, reportOptions } from '../coverage-options.ts';
import { steeringOptions } from '../options.ts';
import type { Family } from './family.ts';

/** Registers `coverage` with `coverage merge`. */
export const coverage: Family = (program, { here, action }) => {
  // A subcommand has flags of its own.
  const family = program.command('coverage').enablePositionalOptions();

  reportOptions(steeringOptions(family))
    .description('report what clients of a running mock have met of the interface')
    .action(action(async (flags: Target & ReportFlags) => (await import('../coverage.ts')).printCoverage(flags, here)));

  gateOptions(reportOptions(family.command('merge <file...>')))
    .description('merge reports in JSON, and hold the result against gates: exit 3 when one fails')
    .action(
      action(async (files: readonly string[], flags: ReportFlags & GateFlags) =>
        (await import('../coverage.ts')).mergeCoverage(files, flags, here),
      ),
    );
};
