import type { Target } from '../client.ts';
import { steeringOptions } from '../options.ts';
import type { Family } from './family.ts';

const importEvents = () => import('../events.ts');

/** Collects the values of a flag that may be given several times. */
const collectValue = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Registers `events` with its subcommands. */
export const events: Family = (program, { here, action }) => {
  const family = program.command('events').description('send events of a running mock to receivers');

  steeringOptions(family.command('listen'))
    .description('post each new event to a URL, whatever is subscribed, until it is stopped')
    .requiredOption('--forward-to <url>', 'where events go')
    .action(
      action(async (flags: Target & { forwardTo: string }) => (await importEvents()).listenToEvents(flags, here)),
    );

  steeringOptions(family.command('trigger <type>'))
    .description('emit an example of a type of events, such as repo.created')
    .option(
      '--set <path=value>',
      'replace a part of it, such as body.name=nginx; may be given several times',
      collectValue,
    )
    .action(
      action(async (type: string, flags: Target & { set?: readonly string[] }) =>
        (await importEvents()).triggerEvent(type, flags, here),
      ),
    );

  steeringOptions(family.command('resend <id>'))
    .description('send an event once more')
    .option('--to <url>', 'to this URL (default: to where it went before)')
    .action(
      action(async (id: string, flags: Target & { to?: string }) =>
        (await importEvents()).resendEvent(id, flags, here),
      ),
    );
};
