import type { WorldEvent } from '../../../generated/nouns.ts';
import { omitUndefined } from '../../schema/defined.ts';

/** An event as it is sent: its headers but for the signature, and its body. */
export interface EncodedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The characters that a header cannot carry as they are (CloudEvents, HTTP binding 3.1.3.2). */
const UNSAFE = /[^\x21-\x7e]|["%]/gu;

const headerValue = (value: string): string =>
  value.replace(UNSAFE, (found) =>
    [...Buffer.from(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** `ce-id` as `Ce-Id`, the way in which they are documented. */
const headerName = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

const attributesOf = (event: WorldEvent) =>
  omitUndefined({
    id: event.id,
    type: event.type,
    source: event.source,
    subject: event.subject,
    time: event.time,
    group: event.group,
    audience: event.audience,
    bodytype: event.bodyType,
    identityprovider: event.identityProvider,
    actor: event.actor?.subject,
  });

const encode = async (event: WorldEvent): Promise<EncodedEvent> => {
  // Imported at the first delivery: a start does not need it.
  const { CloudEvent, HTTP } = await import('./cloud-events.ts');
  const { actor, body: content, traceparent, raw } = event;
  const data = raw ? (content ?? {}) : omitUndefined({ actor, body: content });
  const { headers, body } = HTTP.binary(
    new CloudEvent({ ...attributesOf(event), datacontenttype: 'application/json', data }),
  );
  const named = Object.entries(headers).map(([name, value]) => [headerName(name), headerValue(String(value))]);
  return { headers: { ...Object.fromEntries(named), ...omitUndefined({ traceparent }) }, body: String(body) };
};

const encoded = new WeakMap<WorldEvent, Promise<EncodedEvent>>();

/**
 * An event in the binary mode of CloudEvents over HTTP (behaviour E1): the same bytes for each subscription and attempt.
 * Rejects for an event that is none of CloudEvents 1.0.
 */
export const encodeOnce = (event: WorldEvent): Promise<EncodedEvent> => {
  const known = encoded.get(event) ?? encode(event);
  encoded.set(event, known);
  return known;
};
