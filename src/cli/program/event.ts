import { collectValue } from '../flag-values.ts';
import type { RedeliverFlags } from '../steering/event.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importEvents = () => import('../steering/event.ts');

/** Registers `event` with its subcommands. */
export const event: Family = (program, line) => {
  const family = program.command('event').description('send events of a running mock to receivers');

  steeringOptions(family.command('listen'))
    .description('post each new event to a URL, whatever is subscribed, until it is stopped')
    .requiredOption('--forward-to <url>', 'where events go')
    .action(steering<[{ forwardTo: string; json?: boolean }]>(line, async () => (await importEvents()).listenToEvents));

  steeringOptions(family.command('trigger <type>'))
    .description('emit an example of a type of events, such as repo.created')
    .option(
      '--set <path=value>',
      'replace a part of it, such as body.name=nginx; may be given several times',
      collectValue,
    )
    .action(steering<[string, { set?: readonly string[] }]>(line, async () => (await importEvents()).triggerEvent));

  steeringOptions(family.command('redeliver <id>'))
    .description('send an event once more, to where it went before')
    .option('--to <url>', 'to this URL instead')
    .option('--subscription <uid>', 'to this subscription only')
    .action(steering<[string, RedeliverFlags]>(line, async () => (await importEvents()).redeliverEvent));
};
