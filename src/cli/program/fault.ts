import { Option } from 'commander';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { collectValue, parsePositive } from '../flag-values.ts';
import type { FaultFlags } from '../steering/fault.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importFaults = () => import('../steering/fault.ts');

/** Registers `fault` with its subcommands. */
export const fault: Family = (program, line) => {
  const family = program.command('fault').description('let calls of a running mock fail');

  steeringOptions(family.command('set [fault...]'))
    .description('replace the faults by those of files or texts in JSON, by presets such as flaky, or by one of flags')
    .option(
      '--match <key=value>',
      'the calls of a preset or of --do, such as operation=ListRepos; may be repeated',
      collectValue,
    )
    .option('--do <key=value>', 'what happens to them, such as code=UNAVAILABLE; may be repeated', collectValue)
    .addOption(new Option('--phase <phase>', 'when it happens').choices(FAULT_PHASES))
    .option('--times <count>', 'how often at most', parsePositive)
    .action(steering<[readonly string[], FaultFlags]>(line, async () => (await importFaults()).setFaults));

  steeringOptions(family.command('list'))
    .description('list the faults, with how often each has acted')
    .action(steering<[]>(line, async () => (await importFaults()).listFaults));

  steeringOptions(family.command('clear'))
    .description('remove all faults')
    .action(steering<[]>(line, async () => (await importFaults()).clearFaults));
};
