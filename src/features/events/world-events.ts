import type { EventPage, EventToEmit, EventType, NearestEvent, WorldEvent } from '../../../generated/nouns.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Store } from '../../kernel/rows.ts';
import type { Followed, Listener } from '../../plane/listener.ts';
import type { Waited } from '../../plane/waiter.ts';
import type { EventControl, EventQuery, EventWait, FollowedEvent, FollowQuery } from './event-control.ts';
import type { EventLog } from './event-log.ts';
import { eventMatcher } from './event-match.ts';
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
export class WorldEvents implements EventControl {
  readonly #deps: WorldEventsDeps;

  constructor(deps: WorldEventsDeps) {
    this.#deps = deps;
  }

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

  follow(query: FollowQuery, listener: Listener<FollowedEvent>): Followed {
    return this.#deps.readers.follow(query, listener);
  }

  show(id: string): WorldEvent {
    return this.#deps.log.show(id);
  }

  types(): readonly EventType[] {
    return this.#deps.types().listShown();
  }

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

  async trigger(preset: string, overrides: Readonly<Record<string, unknown>>, url?: string): Promise<WorldEvent> {
    const known = this.#typeNamed(preset, 'preset');
    const { store, clock, recorder } = this.#deps;
    const sample = sampleOf(known, this.#deps, store.rows, clock.now());
    const { actor, ...wanted } = withOverrides(sample, overrides);
    return recorder.record(draftWanted(known, wanted, this.#deps, 'overrides.'), { actor, url });
  }

  await(query: EventWait, aborted: AbortSignal): Promise<Waited<EventPage, NearestEvent>> {
    return this.#deps.readers.await(query, aborted);
  }

  #typeNamed(name: string, field: string): KnownType {
    const known = this.#deps.types().findByName(name);
    if ('reason' in known) throw invalidField(field, known.reason);
    return known;
  }
}
