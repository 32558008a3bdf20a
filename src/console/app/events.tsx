import type { WorldEvent } from '../../steering/contract/nouns.ts';
import { type Address, withParams, writeAddress } from './address.ts';
import { VerifyByHand } from './checks.tsx';
import { EventDetail } from './event-detail.tsx';
import { type Filter, Filters, filterQuery } from './filters.tsx';
import { isObject } from './json.ts';
import type { PaneProps } from './pane.ts';
import { Failure, formatCount } from './parts.tsx';
import { Sink } from './sink.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { Trigger } from './trigger.tsx';
import { goTo } from './use-address.ts';
import { type FollowedList, useFollowed } from './use-followed.ts';
import { useLoaded } from './use-loaded.ts';

/** The events of a world as a list that is followed. Ids begin anew with a reset: the event of before is gone. */
const EVENTS: FollowedList<WorldEvent> = {
  path: 'events',
  field: 'events',
  withItem: (events, event) => [event, ...events.filter(({ id }) => id !== event.id)],
};

/** The id of the list that the field of a type completes from. */
const TYPE_NAMES = 'event-types';

const FILTERS: readonly Filter[] = [
  { name: 'type', label: 'Type', list: TYPE_NAMES },
  { name: 'group', label: 'Group' },
  { name: 'subject', label: 'Subject' },
];

/** The subject of an event, in a word where its body has a name. */
const subjectOf = ({ body, subject }: WorldEvent): string =>
  isObject(body) && typeof body.name === 'string' ? body.name : subject;

const EventLine = ({ event, address }: { event: WorldEvent; address: Address }) => (
  <li>
    <a
      class="call"
      href={writeAddress(withParams(address, { event: event.id }))}
      aria-current={address.params.event === event.id ? 'true' : 'false'}
    >
      <strong>{event.type}</strong> {subjectOf(event)}{' '}
      <span class="quiet">{[event.audience === 'internal' && 'internal', event.time].filter(Boolean).join(' · ')}</span>
    </a>
  </li>
);

/** The events of the world, live, by filters that the address has; one of them in full, and their receivers. */
export const EventsPane = ({ connection, address }: PaneProps) => {
  const { items, error, isLive } = useFollowed(connection, EVENTS, filterQuery(address, FILTERS));
  type Types = { readonly types: readonly { readonly type: string }[] };
  const known = useLoaded(() => connection.steer<Types>('GET', 'events/types'), [connection]);
  const types = (known.value?.types ?? []).map(({ type }) => type);
  const show = (event: string): void => goTo(withParams(address, { event }));
  const { event: shown } = address.params;
  return (
    <div>
      <h2>Events</h2>
      <datalist id={TYPE_NAMES}>
        {types.map((type) => (
          <option value={type} />
        ))}
      </datalist>
      <Filters address={address} filters={FILTERS} shown="event" all="All events" />
      <Trigger types={types} connection={connection} onEmitted={show} />
      <VerifyByHand connection={connection} />
      <p class="quiet" role="status">
        {formatCount(items.length, 'event') + (isLive ? ', live' : '')}
      </p>
      <Failure error={error ?? known.error} />
      <div class={shown ? 'columns' : ''}>
        {shown && <EventDetail key={shown} id={shown} {...{ connection, address }} onEmitted={show} />}
        <ul class="list scrolled" aria-label="Events">
          {items.map((event) => (
            <EventLine key={event.id} event={event} address={address} />
          ))}
        </ul>
      </div>
      {items.length === 0 && error === undefined && <p class="quiet">No event yet, or none that matches.</p>}
      <Subscriptions connection={connection} address={address} />
      <Sink connection={connection} address={address} />
    </div>
  );
};
