import type { Family } from '../../command/family.ts';
import { apiOption, parsePath, profileToDescribeOption } from '../../command/flag-values.ts';
import type { DriftFlags } from './drift-document.ts';

/** Registers `drift`. */
export const drift: Family = (program, { here, action }) => {
  program
    .command('drift')
    .description('compare the OpenAPI documents of the service and the mock: exit 3 if they differ')
    .requiredOption('--document <file|url>', 'the document of the service, in YAML or JSON', parsePath)
    .addOption(apiOption())
    .addOption(profileToDescribeOption())
    .option('--accept <file>', 'a file of differences that are accepted, each with its reason', parsePath)
    .option('--json', 'print JSON')
    .action(action(async (flags: DriftFlags) => (await import('./drift-document.ts')).driftOfDocument(flags, here)));
};
