import type { Target } from '../client.ts';
import { controlOption, targetOptions, ttl } from '../options.ts';
import type { Family } from './family.ts';

const importAsk = () => import('../ask.ts');

/** Registers the commands that ask a running server one thing: `health` and `token`. */
export const asking: Family = (program, { here, action }) => {
  targetOptions(program.command('health'))
    .description('exit 0 when the mock on that port is ready')
    .option('--wait <duration>', 'ask until it is, for so long; exit 124 when it is not', ttl)
    .action(action(async (target: Target & { wait?: number }) => (await importAsk()).health(target, here)));

  targetOptions(program.command('token'))
    .description('print a bearer token that the mock on that port mints')
    .requiredOption('--identity <identity>', 'a uid, an alias of a fixture, or a name')
    .option('--ttl <duration>', 'how long it is good for', ttl, 3_600)
    .addOption(controlOption())
    .action(
      action(async (flags: Target & { identity: string; ttl: number }) =>
        (await importAsk()).token(flags.identity, flags.ttl, flags, here),
      ),
    );
};
