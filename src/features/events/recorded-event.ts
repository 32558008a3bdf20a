import { hash } from 'node:crypto';
import type { EventActor, WorldEvent } from '../../../generated/nouns.ts';
import type { JsonObject } from '../../json.ts';
import { instant } from '../../kernel/clock.ts';
import type { Caller, Settings } from '../../kernel/context.ts';
import type { EventBody, EventDraft } from '../../kernel/events.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import type { AnyMessage, FieldType } from '../../schema/field-types.ts';
import { profileIn } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';

/** The prefix of the types of operations; the vendor's other events have it without its last word. */
const DEFAULT_PREFIX = 'dev.chainguard.api';

const LAST_WORD = /\.api$/;

/** The whole name of a type: with the prefix of its family, if that has one. */
export const typeName = (family: EventDraft['family'], type: string, prefix = DEFAULT_PREFIX): string => {
  if (family === 'own') return type;
  return `${family === 'api' ? prefix : prefix.replace(LAST_WORD, '')}.${type}`;
};

/** The facts about a world that its events have. */
export interface EventWorld {
  readonly id: string;
  readonly settings: Settings;
}

/** The call that has caused an event. */
export interface EventCause {
  readonly timeMillis: number;
  /** The caller that caused it; `actor` is the one that a test names instead. */
  readonly caller?: Caller | undefined;
  readonly actor?: EventActor | undefined;
  readonly traceparent?: string | undefined;
  /** The id of its entry in the journal; 0 if there is none. */
  readonly call?: number;
  /** The URL by which the server was called; its own unless given. */
  readonly url?: string | undefined;
}

/** The version of UUIDs made of a digest (RFC 9562 §5.5), which every reader that checks versions knows. */
const VERSION = '5';

/**
 * The id of the nth event of a world, a UUID: it depends on the seed, the world and the number only. It is no secret, so
 * that a plain hash will do, which is fast.
 */
const eventId = ({ id, settings: { seed } }: EventWorld, sequence: number): string => {
  const hex = hash('sha256', `event\n${seed}\n${id}\n${sequence}`);
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) % 4];
  // Joined: a text that is concatenated would keep its pieces in memory.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    VERSION + hex.slice(13, 16),
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
};

const omitSecretsIn = (type: FieldType | undefined, value: unknown): unknown => {
  const message = type?.message?.();
  if (message) return omitSecrets(message, value as JsonObject);
  return Array.isArray(value) ? value.map((item) => omitSecretsIn(type?.element, item)) : value;
};

/** The JSON of a message without its secret fields (behaviour E3). */
const omitSecrets = (of: AnyMessage, value: JsonObject): JsonObject => {
  const visible: Record<string, unknown> = {};
  for (const name in value) {
    const field = of.find(name);
    if (!field?.secret) visible[name] = omitSecretsIn(field?.type, value[name]);
  }
  return visible;
};

const renderBody = (
  { message: of, value, shows }: Pick<EventBody, 'message' | 'value' | 'shows'>,
  { settings }: EventWorld,
): JsonObject => {
  if (!of) return value;
  const message = messagesIn(profileIn(settings))(of);
  const json = omitSecrets(message, encodeMessage(message, value));
  if (!shows) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => shows.includes(message.find(name)?.name ?? name)));
};

/** An event as it happened. Rows are immutable, so that it need not be rendered before somebody asks for it. */
export class RecordedEvent {
  readonly draft: EventDraft;
  readonly cause: EventCause;
  /** Its number among all that happened in the process, and its place in the log of its world; 0 before it is there. */
  order = 0;
  place = 0;
  readonly #world: EventWorld;
  readonly #sequence: number;
  #id: string | undefined;
  #rendered: WorldEvent | undefined;

  /** `sequence` is its number in the world. */
  constructor(world: EventWorld, sequence: number, draft: EventDraft, cause: EventCause) {
    this.#world = world;
    this.#sequence = sequence;
    this.draft = draft;
    this.cause = cause;
  }

  get id(): string {
    this.#id ??= eventId(this.#world, this.#sequence);
    return this.#id;
  }

  /** The event as its subscribers receive it, the same object at each call. */
  render(): WorldEvent {
    this.#rendered ??= this.#render();
    return this.#rendered;
  }

  #render(): WorldEvent {
    const { settings } = this.#world;
    const { family, type, path, registry, identityProvider, subject, group, audience, body } = this.draft;
    const { timeMillis, caller, actor, traceparent, url = settings.publicUrl } = this.cause;
    const { identity = '', actor: act } = caller ?? {};
    const isOfHost = profileIn(settings).registrySource === 'host' && registry !== undefined;
    return {
      id: this.id,
      type: typeName(family, type, settings.eventPrefix),
      source: isOfHost ? registry : `${url}${path}`,
      subject,
      time: instant(timeMillis),
      group,
      audience,
      ...omitUndefined({
        bodyType: body?.message?.name ?? body?.type,
        identityProvider,
        actor: actor ?? (identity === '' ? undefined : { subject: identity, ...(act && { act }) }),
        traceparent,
      }),
      ...(body?.value && { body: renderBody(body, this.#world) }),
      ...(family === 'own' && { raw: true }),
    };
  }
}
