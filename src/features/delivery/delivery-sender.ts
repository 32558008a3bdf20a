import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryAttempt, DeliveryRequest, WorldEvent } from '../../../generated/nouns.ts';
import { originClaim } from '../../identity/own-issuer.ts';
import { type Clock, instant } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Gate } from '../../kernel/gate.ts';
import type { Store } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { Timers } from '../clock/world-timers.ts';
import type { EventSubscription } from '../events/pending-deliveries.ts';
import type { OutboxPlan } from './current-plan.ts';
import type { DeliveryLog, DeliveryRecord } from './delivery-log.ts';
import { deliveryToken } from './delivery-token.ts';
import { type Refusal, SINK_SCHEME } from './egress.ts';
import type { Sender, SendOutcome } from './http-sender.ts';
import type { DeliveryIssuer } from './verify-delivery.ts';
import type { WorldSinks } from './world-sinks.ts';

/** An event as it is sent: its headers but for the signature, and its body. */
interface EncodedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The characters that a header cannot carry as they are (CloudEvents, HTTP binding 3.1.3.2). */
const UNSAFE = /[^\x21-\x7e]|["%]/gu;

const encode = async (event: WorldEvent): Promise<EncodedEvent> => {
  // Imported at the first delivery: a start does not need it.
  const { CloudEvent, HTTP } = await import('./cloud-events.ts');
  const { actor, body: content, traceparent, raw } = event;
  const data = raw ? (content ?? {}) : omitUndefined({ actor, body: content });
  const attributes = omitUndefined({
    id: event.id,
    type: event.type,
    source: event.source,
    subject: event.subject,
    time: event.time,
    group: event.group,
    audience: event.audience,
    bodytype: event.bodyType,
    identityprovider: event.identityProvider,
    actor: actor?.subject,
  });
  const { headers, body } = HTTP.binary(new CloudEvent({ ...attributes, datacontenttype: 'application/json', data }));
  const named = Object.entries(headers).map(([name, value]) => [
    // `ce-id` as `Ce-Id`, the way in which they are documented.
    name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()),
    String(value).replace(UNSAFE, (found) =>
      [...Buffer.from(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    ),
  ]);
  return { headers: { ...Object.fromEntries(named), ...omitUndefined({ traceparent }) }, body: String(body) };
};

const encoded = new WeakMap<WorldEvent, Promise<EncodedEvent>>();

/**
 * An event in the binary mode of CloudEvents over HTTP (behaviour E1): the same bytes for each subscription and attempt.
 * Rejects for an event that is not valid in CloudEvents 1.0.
 */
const encodeOnce = (event: WorldEvent): Promise<EncodedEvent> => {
  const known = encoded.get(event) ?? encode(event);
  encoded.set(event, known);
  return known;
};

/** The time that a receiver has for its answer, in milliseconds of the machine. */
export const DELIVERY_TIMEOUT = 10_000;

/** The world whose events are delivered, as its outbox needs it. */
export interface DeliveryDeps extends DeliveryIssuer {
  /** The clock of the world, and its timers. */
  readonly clock: Clock;
  readonly timers: Timers;
  /** The rows of the world, which have the plan. */
  readonly store: Store;
  /** True if `issuer` signs every delivery, by whatever origin its subscription was made. */
  readonly hasGivenIssuer?: boolean | undefined;
  /** Claims that every token of the world has. */
  readonly stamp?: Readonly<Record<string, string>> | undefined;
  readonly version: string;
  /** The reason why nothing may be delivered to a URL. */
  readonly refusal: Refusal;
  readonly sender: Sender;
  readonly sinks: Pick<WorldSinks, 'receive'>;
  /** When an event is tried, in milliseconds after its first attempt is due. */
  readonly schedule: readonly number[];
  /** The number of deliveries that may wait for one subscription; 20,000 unless given. */
  readonly maxWaiting?: number;
  readonly log: DeliveryLog;
  /** Removes a delivery that is over: delivered, dropped or suppressed. Resolves once that is stored. */
  readonly release: (id: string) => Promise<void>;
  /** The event of an id. @throws ApiError NOT_FOUND */
  readonly eventOf: (id: string) => WorldEvent;
  /** The subscription of a uid; undefined if there is none. */
  readonly subscriptionOf: (uid: string) => EventSubscription | undefined;
  /** Resolves when an attempt may be sent; missing if any may. */
  readonly gate?: Gate | undefined;
  /** Receives failures that no receiver is to blame for. */
  readonly report: (error: unknown) => void;
}

/** Why an attempt was not accepted. */
export const failureOf = ({ error, status }: DeliveryAttempt): string => error ?? `the receiver answered ${status}`;

/** The error of an attempt that a reset, a restore or the end of the world has cut off. */
const DROPPED = 'the deliveries of the world were dropped';

/** The pause before a gate is asked again, in milliseconds. */
const GATE_MILLIS = 100;

/** Resolves once something may be sent, or `aborted` is. */
const waitUntilOpen = async (gate: Gate, aborted: AbortSignal): Promise<void> => {
  while (!aborted.aborted) {
    try {
      await gate.pass();
      return;
    } catch {
      await pause(GATE_MILLIS, undefined, { ref: false });
    }
  }
};

/** Makes single attempts to deliver events. */
export class DeliverySender {
  readonly #deps: DeliveryDeps;
  #made = 0;
  /** Made with the first attempt, since a start has no use for it. */
  #era: AbortController | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Aborted when all that is on its way now is dropped. */
  get dropped(): AbortSignal {
    this.#era ??= new AbortController();
    return this.#era.signal;
  }

  /** Drops what is on its way. */
  clear(): void {
    this.#era?.abort();
    this.#era = undefined;
  }

  /** Sends an event once; never rejects. With `isLost` nothing is sent; `suppressed` is a host that is refused. */
  async try(
    record: DeliveryRecord,
    plan: OutboxPlan,
    isLost = false,
  ): Promise<{
    readonly result: 'accepted' | 'failed' | 'suppressed';
    readonly attempt: DeliveryAttempt;
  }> {
    const aborted = this.dropped;
    const { clock, machineClock, gate, report } = this.#deps;
    if (gate) await waitUntilOpen(gate, aborted);
    const [time, begun] = [instant(clock.now()), machineClock.now()];
    if (aborted.aborted) return { result: 'failed', attempt: { time, durationMs: 0, error: DROPPED } };
    let request: DeliveryRequest | undefined;
    let outcome: SendOutcome;
    try {
      request = isLost ? undefined : await this.#requestFor(record, plan);
      outcome = request ? await this.#send(request, aborted) : { error: 'lost: the plan drops this attempt' };
    } catch (error) {
      if (!(error instanceof ApiError)) report(error);
      outcome = { error: (error as Error).message };
    }
    const { refused, ...seen } = outcome;
    const { status = 0 } = seen;
    const attempt = { time, durationMs: machineClock.now() - begun, ...omitUndefined({ request }), ...seen };
    return { result: refused ? 'suppressed' : status >= 200 && status < 300 ? 'accepted' : 'failed', attempt };
  }

  async #requestFor({ event, to, id }: DeliveryRecord, { flaw }: OutboxPlan): Promise<DeliveryRequest> {
    const { keys, issuer: mock, hasGivenIssuer, stamp, version, machineClock } = this.#deps;
    const issuer = (hasGivenIssuer ? undefined : to.origin) ?? mock;
    const { headers, body } = await encodeOnce(event);
    this.#made += 1;
    const token = await deliveryToken(await keys.signer(), {
      issuer,
      group: to.group,
      body,
      id: `${id}.${this.#made}`,
      nowMillis: machineClock.now(),
      flaw,
      stamp: { ...stamp, ...originClaim(issuer, mock) },
    });
    const length = String(Buffer.byteLength(body));
    const own = {
      'User-Agent': `platform-mock/${version}`,
      Authorization: `Bearer ${token}`,
      'Content-Length': length,
    };
    return { method: 'POST', url: to.url, headers: { ...headers, ...own }, body };
  }

  async #send(request: DeliveryRequest, aborted: AbortSignal): Promise<SendOutcome> {
    const { sender, sinks } = this.#deps;
    const { protocol, hostname } = new URL(request.url);
    if (protocol !== SINK_SCHEME) return sender.send(request, aborted);
    return limitTime(sinks.receive(hostname, request), aborted);
  }
}

/** The answer of a built-in sink, within the same time as of any other receiver. */
const limitTime = (answered: Promise<number>, aborted: AbortSignal): Promise<SendOutcome> =>
  new Promise((resolve, reject) => {
    const late = { error: `no answer within ${DELIVERY_TIMEOUT / 1_000} s` };
    const timer = setTimeout(() => resolve(late), DELIVERY_TIMEOUT);
    const stop = (): void => resolve({ error: DROPPED });
    aborted.addEventListener('abort', stop);
    const end = (): void => {
      clearTimeout(timer);
      aborted.removeEventListener('abort', stop);
    };
    answered.then((status) => resolve({ status }), reject).finally(end);
  });
