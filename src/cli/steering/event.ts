import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from './ask.ts';
import { type ControlReply, callControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import { FlagRefusal } from './options.ts';
import type { Surroundings } from './serve.ts';

/** A call of the control plane that was refused. */
class Refused extends Error {}

interface EmittedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
}

interface Page {
  readonly events: readonly EmittedEvent[];
  readonly cursor: string;
}

interface Delivery {
  readonly url: string;
  readonly state: string;
  readonly reason?: string;
  readonly attempts: readonly { readonly status?: number; readonly error?: string }[];
}

/** How long it is until events are asked for again, in milliseconds. */
const PAUSE_MILLIS = 250;
/** How many events are asked for at a time. */
const PAGE = 1_000;

const demandAnswer = async <T>(call: Promise<ControlReply>): Promise<T> => {
  const { status, body } = await call;
  if (status !== 200) throw new Refused(reasonOf(body));
  return body as T;
};

const pageSince = (target: Target, since: string): Promise<Page> =>
  demandAnswer(callControl(target, 'GET', `events?since=${encodeURIComponent(since)}&limit=${PAGE}`));

const sendAgain = async (target: Target, id: string, to: object): Promise<readonly Delivery[]> =>
  (
    await demandAnswer<{ readonly deliveries: readonly Delivery[] }>(
      callControl(target, 'POST', `events/${encodeURIComponent(id)}:redeliver`, to),
    )
  ).deliveries;

/** The outcome of a delivery, in a few words. */
const endOf = ({ url, state, reason, attempts }: Delivery): string => {
  const { status } = attempts.at(-1) ?? {};
  return `${url} ${status ?? state}${status === undefined && reason !== undefined ? ` (${reason})` : ''}`;
};

/** The events that are new behind a cursor, the oldest first, for as long as the process is not asked to stop. */
async function* followEvents(target: Target, begin: string, stop: AbortSignal): AsyncIterable<EmittedEvent> {
  let cursor = begin;
  while (!stop.aborted) {
    const { events, cursor: next } = await pageSince(target, cursor);
    cursor = next;
    yield* [...events].reverse();
    if (events.length === 0) await pause(PAUSE_MILLIS, undefined, { signal: stop }).catch(() => {});
  }
}

/** Posts each new event of a running server to a URL, with a line for each, until the process is asked to stop. */
export const listenToEvents = async (
  { forwardTo: url, ...target }: Target & { readonly forwardTo: string },
  { out, stopped }: Surroundings,
): Promise<number> => {
  const stop = new AbortController();
  const { cursor } = await demandAnswer<Page>(callControl(target, 'GET', 'events?limit=1'));
  out(`forwarding events to ${url}\n`);
  void stopped().then(() => stop.abort());
  for await (const { id, type, subject } of followEvents(target, cursor, stop.signal)) {
    const [delivery] = await sendAgain(target, id, { url });
    out(`${type} ${subject} ${id} -> ${delivery ? endOf(delivery) : 'nowhere'}\n`);
  }
  return Exit.ok;
};

/** The value of `--set`: JSON where it is that, else a text. */
const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** @throws FlagRefusal for what is no `key=value` */
const overridesOf = (set: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    set.map((text) => {
      const cut = text.indexOf('=');
      if (cut < 1) throw new FlagRefusal(`--set ${text}: it must be a path, "=" and a value, such as body.name=nginx`);
      return [text.slice(0, cut), parseValue(text.slice(cut + 1))];
    }),
  );

/** Emits an example of a type of events, with values of its own by their paths. */
export const triggerEvent = async (
  preset: string,
  { set = [], ...target }: Target & { readonly set?: readonly string[] },
  { out }: Surroundings,
): Promise<number> => {
  const body = { preset, overrides: overridesOf(set) };
  const { id, type, subject } = await demandAnswer<EmittedEvent>(callControl(target, 'POST', 'events:trigger', body));
  out(`${type} ${subject} ${id}\n`);
  return Exit.ok;
};

/** Sends an event once more, to where it went before, or to a URL; fails where a receiver does not accept it. */
export const resendEvent = async (
  id: string,
  { to: url, ...target }: Target & { readonly to?: string },
  { out }: Surroundings,
): Promise<number> => {
  const deliveries = await sendAgain(target, id, url === undefined ? {} : { url });
  for (const delivery of deliveries) out(`${id} -> ${endOf(delivery)}\n`);
  return deliveries.every(({ state }) => state === 'delivered') ? Exit.ok : Exit.failure;
};
