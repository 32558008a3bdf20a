import { parseTtl } from '../flag-values.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { TokenFlags } from '../steering/token.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

/** Registers the commands that ask a running mock one thing: `health`, `token` and `explain`. */
export const asking: Family = (program, line) => {
  steeringOptions(program.command('health'))
    .description('exit 0 when the mock is ready')
    .option('--wait <duration>', 'ask until it is, for so long; exit 124 when it is not', parseTtl)
    .action(steering<[{ wait?: number }]>(line, async () => (await import('../steering/health.ts')).health));

  steeringOptions(program.command('token'))
    .description('print a bearer token that a running mock mints, or explain one')
    .option('--identity <identity>', 'a uid, an alias of a fixture, or a name')
    .option('--ttl <duration>', 'how long it is good for (default: 1h)', parseTtl)
    .option(
      '--explain <token>',
      'say whether calls with this token are accepted, and as whom: exit 1 when they are not',
    )
    .action(steering<[TokenFlags]>(line, async () => (await import('../steering/token.ts')).token));

  steeringOptions(program.command('explain <call>'))
    .description('explain why a call of the journal was answered as it was')
    .action(steering<[string]>(line, async () => (await import('../steering/explain-call.ts')).explainCall));
};
