import type { EventPage, EventToEmit, EventType, NearestEvent, WorldEvent } from '../../../generated/nouns.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Store } from '../../kernel/rows.ts';
import type { Followed, Listener } from '../../plane/listener.ts';
import type { Waited } from '../../plane/waiter.ts';
import type { EventLog } from './event-log.ts';
import { eventMatcher } from './event-match.ts';
import type { EventQuery, EventWait, FollowedEvent, FollowQuery } from './event-query.ts';
import type { EventReaders } from './event-readers.ts';
import { draftWanted, type SampleDeps, sampleOf, withOverrides } from './event-sample.ts';
import { type EventTypes, type KnownType, ownType } from './event-types.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { WorldRecorder } from './world-recorder.ts';

/** The parts that read and make the events of a world. */
export interface WorldEventsDeps extends SampleDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** The published types; a function, since they are read only if they are asked for. */
  readonly types: () => EventTypes;
  readonly log: EventLog;
  readonly readers: EventReaders;
  readonly recorder: WorldRecorder;
}

const DEFAULT_LIMIT = 100;
/** A type as a header carries it. */
const OWN_TYPE = /^[\x21-\x7e]{1,256}$/;

/** Lets tests read, await and make the events of one world (behaviour E14 to E19). */
export class WorldEvents {
  readonly #deps: WorldEventsDeps;

  constructor(deps: WorldEventsDeps) {
    this.#deps = deps;
  }

  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  list({ match, since, limit = DEFAULT_LIMIT }: EventQuery): EventPage {
    const { log, types } = this.#deps;
    const { matches } = eventMatcher(match, types());
    const found: RecordedEvent[] = [];
    for (const event of log.listNewestFirst(since)) {
      if (found.length >= limit) break;
      if (matches(event)) found.push(event);
    }
    return log.page(found);
  }

  /** Hands events over as they are emitted, those behind `since` first. @throws ApiError as `list` */
  follow(query: FollowQuery, listener: Listener<FollowedEvent>): Followed {
    return this.#deps.readers.follow(query, listener);
  }

  /** The event of an id. @throws ApiError NOT_FOUND */
  show(id: string): WorldEvent {
    return this.#deps.log.show(id);
  }

  types(): readonly EventType[] {
    return this.#deps.types().listShown();
  }

  /**
   * Emits an event of a published type, as an operation does.
   * @throws ApiError INVALID_ARGUMENT for an unknown type or group
   */
  emit({ raw, ...wanted }: EventToEmit, url?: string): Promise<WorldEvent> {
    const { recorder } = this.#deps;
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
  async trigger(preset: string, overrides: Readonly<Record<string, unknown>>, url?: string): Promise<WorldEvent> {
    const known = this.#typeNamed(preset, 'preset');
    const { store, clock, recorder } = this.#deps;
    const sample = sampleOf(known, this.#deps, store.rows, clock.now());
    const { actor, ...wanted } = withOverrides(sample, overrides);
    return recorder.record(draftWanted(known, wanted, this.#deps, 'overrides.'), { actor, url });
  }

  /** Resolves once enough events match, or when that is not to be expected any more. @throws ApiError as `list` */
  await(query: EventWait, aborted: AbortSignal): Promise<Waited<EventPage, NearestEvent>> {
    return this.#deps.readers.await(query, aborted);
  }

  #typeNamed(name: string, field: string): KnownType {
    const known = this.#deps.types().findByName(name);
    if ('reason' in known) throw invalidField(field, known.reason);
    return known;
  }
}
