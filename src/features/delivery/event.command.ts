import type { Delivery, WorldEvent } from '../../../generated/nouns.ts';
import { Exit } from '../../command/exit.ts';
import type { Family } from '../../command/family.ts';
import { collectValue } from '../../command/flag-values.ts';
import type { Outcome } from '../../command/outcome.ts';
import { pairsOf } from '../../command/pairs.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { eventsOf } from '../events/events.client.ts';
import { eventDeliveriesOf } from './event-deliveries.client.ts';

/** The outcome of a delivery, in a few words. */
const endOf = ({ url, state, reason, attempts }: Delivery): string => {
  const { status } = attempts.at(-1) ?? {};
  return `${url} ${status ?? state}${status === undefined && reason !== undefined ? ` (${reason})` : ''}`;
};

const eventLine = ({ type, subject, id }: WorldEvent): string => `${type} ${subject} ${id}`;

/**
 * Posts each new event of a world to a URL, until the process is asked to stop. It prints a line for each, which with
 * `json` is a document.
 */
const listenToEvents = async (
  { connection, world, here, follow }: Steered,
  { forwardTo: url, json }: { readonly forwardTo: string; readonly json?: boolean },
): Promise<undefined> => {
  const stop = new AbortController();
  const { cursor } = await eventsOf(connection, world).list({ limit: 1 });
  if (!json) here.out(`forwarding events to ${url}\n`);
  void here.stopped().then(() => stop.abort());
  for await (const { data } of follow(`/events:stream?since=${cursor}`, stop.signal)) {
    const event = JSON.parse(data) as WorldEvent;
    const [delivery] = await eventDeliveriesOf(connection, world).redeliver(event.id, { url });
    const line = `${eventLine(event)} -> ${delivery ? endOf(delivery) : 'nowhere'}`;
    here.out(`${json ? JSON.stringify({ event, delivery }) : line}\n`);
  }
};

/** Emits an example of a type of events; `set` has values for parts of it, by their paths. */
const triggerEvent = async (
  { connection, world }: Steered,
  preset: string,
  { set = [] }: { readonly set?: readonly string[] },
): Promise<Outcome> => {
  const event = await eventsOf(connection, world).trigger(preset, pairsOf('--set', set, 'body.name=nginx'));
  return { value: event, text: `${eventLine(event)}\n` };
};

/** Sends an event once more, to its earlier receivers or to a URL. It fails if a receiver does not accept it. */
const redeliverEvent = async (
  { connection, world }: Steered,
  id: string,
  { to: url }: { readonly to?: string },
): Promise<Outcome> => {
  const deliveries = await eventDeliveriesOf(connection, world).redeliver(id, url === undefined ? undefined : { url });
  return {
    value: { deliveries },
    text: deliveries.map((delivery) => `${id} -> ${endOf(delivery)}\n`).join(''),
    status: deliveries.every(({ state }) => state === 'delivered') ? Exit.ok : Exit.failure,
  };
};

/** Registers `event` with its subcommands. */
export const event: Family = (program, line) => {
  const family = program.command('event').description('send events of a running mock to receivers');

  steeringOptions(family.command('listen'))
    .description('post each new event to a URL, whatever is subscribed, until it is stopped')
    .requiredOption('--forward-to <url>', 'the URL to post events to')
    .action(steering<[{ forwardTo: string; json?: boolean }]>(line, listenToEvents));

  steeringOptions(family.command('trigger <type>'))
    .description('emit an example of a type of events, such as repo.created')
    .option(
      '--set <path=value>',
      'replace a part of it, such as body.name=nginx; may be given several times',
      collectValue,
    )
    .action(steering<[string, { set?: readonly string[] }]>(line, triggerEvent));

  steeringOptions(family.command('redeliver <id>'))
    .description('send an event once more, to its former receivers')
    .option('--to <url>', 'to this URL instead')
    .action(steering<[string, { to?: string }]>(line, redeliverEvent));
};
