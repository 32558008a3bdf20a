import { Exit } from '../../command/exit.ts';
import type { Delivery, WorldEvent } from '../../plane/nouns.ts';
import { FlagRefusal } from '../options.ts';
import type { Outcome } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Steered } from './steered.ts';

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
export const listenToEvents = async (
  { world, here, follow }: Steered,
  { forwardTo: url, json }: { readonly forwardTo: string; readonly json?: boolean },
): Promise<undefined> => {
  const stop = new AbortController();
  const { cursor } = await world.events.list({ limit: 1 });
  if (!json) here.out(`forwarding events to ${url}\n`);
  void here.stopped().then(() => stop.abort());
  for await (const { data } of follow(`/events:stream?since=${cursor}`, stop.signal)) {
    const event = JSON.parse(data) as WorldEvent;
    const [delivery] = await world.events.redeliver(event.id, { url });
    const line = `${eventLine(event)} -> ${delivery ? endOf(delivery) : 'nowhere'}`;
    here.out(`${json ? JSON.stringify({ event, delivery }) : line}\n`);
  }
};

/** Emits an example of a type of events, with values of its own by their paths. */
export const triggerEvent = async (
  { world }: Steered,
  preset: string,
  { set = [] }: { readonly set?: readonly string[] },
): Promise<Outcome> => {
  const event = await world.events.trigger(preset, pairsOf('--set', set, 'body.name=nginx'));
  return { value: event, text: `${eventLine(event)}\n` };
};

/** Where an event is sent once more. */
export interface RedeliverFlags {
  readonly to?: string;
  readonly subscription?: string;
}

/**
 * Sends an event once more: to where it went before, to a URL, or to a subscription. It fails where a receiver does not
 * accept it.
 * @throws FlagRefusal for both a URL and a subscription
 */
export const redeliverEvent = async (
  { world }: Steered,
  id: string,
  { to: url, subscription }: RedeliverFlags,
): Promise<Outcome> => {
  if (url !== undefined && subscription !== undefined) throw new FlagRefusal('--to does not go with --subscription');
  const target = url === undefined ? subscription && { subscription } : { url };
  const deliveries = await world.events.redeliver(id, target || undefined);
  return {
    value: { deliveries },
    text: deliveries.map((delivery) => `${id} -> ${endOf(delivery)}\n`).join(''),
    status: deliveries.every(({ state }) => state === 'delivered') ? Exit.ok : Exit.failure,
  };
};
