import type { EventPage, EventToEmit, EventType, TriggerEvent, WorldEvent } from '../../../generated/nouns.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { ProcessOrder } from '../../plane/placed-items.ts';
import { profileIn } from '../../schema/profile.ts';
import { EventLog, type EventQuery, EventReaders } from './event-log.ts';
import { eventMatcher } from './event-match.ts';
import { draftWanted, type EmittingWorld, sampleOf, withOverrides } from './event-sample.ts';
import { EventTypes, eventTypesIn, type KnownType, ownType } from './event-types.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { WorldRecorder, type WorldRecorderDeps } from './world-recorder.ts';

/** The dependencies of the events of one world. */
export interface WorldEventsDeps extends EmittingWorld, Omit<WorldRecorderDeps, 'log' | 'readers'> {
  /** Numbers all that happens in the process. */
  readonly order: ProcessOrder;
  /** True for an event that has arrived at each of its subscriptions that it may be sent to. */
  readonly isDelivered: (event: string) => boolean;
  /** The number of events recorded; 10,000 unless given. */
  readonly limit?: number;
}

/** The maximum number of events in a world. */
const MAX_EVENTS = 10_000;
const DEFAULT_LIMIT = 100;
/** A type as a header carries it. */
const OWN_TYPE = /^[\x21-\x7e]{1,256}$/;

/** The events of one world: their log, its readers, the recorder, and the events that tests emit (behaviour E14 to E19). */
export class WorldEvents {
  readonly log: EventLog;
  readonly readers: EventReaders;
  readonly recorder: WorldRecorder;
  readonly #deps: WorldEventsDeps;

  constructor(deps: WorldEventsDeps) {
    const { world, clock, store, subscriptions, refusal, deliver, order, isDelivered, limit = MAX_EVENTS } = deps;
    this.#deps = deps;
    this.log = new EventLog(limit, order);
    this.readers = new EventReaders(this.log, () => this.#types(), isDelivered);
    const { log, readers } = this;
    this.recorder = new WorldRecorder({ world, clock, store, subscriptions, refusal, deliver, log, readers });
  }

  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  list({ match, since, limit = DEFAULT_LIMIT }: EventQuery): EventPage {
    const { log } = this;
    const { matches } = eventMatcher(match, this.#types());
    const found: RecordedEvent[] = [];
    for (const event of log.listNewestFirst(since)) {
      if (found.length >= limit) break;
      if (matches(event)) found.push(event);
    }
    return log.page(found);
  }

  types(): readonly EventType[] {
    return this.#types().listTypes();
  }

  /**
   * Emits an event of a published type, as an operation does.
   * @throws ApiError INVALID_ARGUMENT for an unknown type or group
   */
  emit({ raw, ...wanted }: EventToEmit, url?: string): Promise<WorldEvent> {
    const { recorder } = this;
    if (!raw) {
      const known = this.#typeNamed(wanted.type, 'type');
      return recorder.record(draftWanted(known, wanted, this.#deps), { actor: wanted.actor, url });
    }
    if (!OWN_TYPE.test(wanted.type)) throw invalidField('type', 'must be ASCII without blanks, 256 characters at most');
    if (wanted.actor) throw invalidField('actor', 'does not go with raw, whose body is all of the data');
    return recorder.record(draftWanted(ownType(wanted.type), { body: {}, ...wanted }, this.#deps), { url });
  }

  /**
   * Emits an example of a type, with overrides for parts of it by their paths, such as `body.name`.
   * @throws ApiError INVALID_ARGUMENT for an unknown type, group or path
   */
  async trigger({ preset, overrides = {} }: TriggerEvent, url?: string): Promise<WorldEvent> {
    const known = this.#typeNamed(preset, 'preset');
    const { store, clock } = this.#deps;
    const sample = sampleOf(known, this.#deps, store.rows, clock.now());
    const { actor, ...wanted } = withOverrides(sample, overrides);
    return this.recorder.record(draftWanted(known, wanted, this.#deps, 'overrides.'), { actor, url });
  }

  /** The published types, and the types of raw events in the log. */
  #types(): EventTypes {
    const { settings } = this.#deps.world;
    return new EventTypes(eventTypesIn(profileIn(settings)), settings.eventPrefix, (name) => this.log.hasOwn(name));
  }

  #typeNamed(name: string, field: string): KnownType {
    const known = this.#types().findByName(name);
    if ('reason' in known) throw invalidField(field, known.reason);
    return known;
  }
}
