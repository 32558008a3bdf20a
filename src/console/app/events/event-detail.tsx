import { useState } from 'preact/hooks';
import type { EventPage, WorldEvent } from '../../../../generated/nouns.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { JsonView } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { PartLink, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded } from '../frame/console-context.ts';
import { Failure, Section } from '../frame/outcome.tsx';
import { count, dayText } from '../frame/text.ts';
import { JsonEditor } from '../rows/json-editor.tsx';
import { EventDeliveries } from './deliveries.tsx';
import { MAX_EVENTS, shortType } from './event-list.ts';

/** Reads an event of a world, which of an ended one is found among all events. */
const useEvent = (id: string, world: string) => {
  const { connectTo, worlds, isReadOnly } = useConsole();
  const connection = connectTo(world);
  const isThere = isReadOnly || worlds.get(world)?.isEnded !== true;
  const loaded = useLoaded(async () => {
    if (isThere) return connection.steer<WorldEvent>('GET', `events/${encodeURIComponent(id)}`);
    const { events } = await connection.steer<EventPage>('GET', `events?world=*&limit=${MAX_EVENTS}`);
    return events.find((each) => each.id === id && each.world === world);
  }, [connection, id, isThere]);
  return { ...loaded, connection, isThere };
};

const NOT_THERE = <p class="t3">Its world has ended, so its deliveries are not known any more.</p>;

/** Emits an event like another one, with whatever is changed in it before. */
const EmitAlike = (props: { event: WorldEvent; connection: Connection; onEmitted: (id: string) => void }) => {
  const { event, connection, onEmitted } = props;
  const { type, subject, group, actor, body } = event;
  // `POST events` takes these to make another one like it.
  const accepted = Object.entries({ type, subject, group, actor, body }).filter(([, each]) => each);
  const [isEmitting, setIsEmitting] = useState(false);
  const emit = async (text: string): Promise<void> => {
    const emitted = await connection.steer<WorldEvent>('POST', 'events', JSON.parse(text));
    setIsEmitting(false);
    onEmitted(emitted.id);
  };
  return (
    <section>
      <h3>
        <button type="button" class="link" onClick={() => setIsEmitting(!isEmitting)}>
          Emit one like it
        </button>
      </h3>
      {isEmitting && (
        <JsonEditor
          text={JSON.stringify(Object.fromEntries(accepted), null, 2)}
          label="Event, as JSON"
          send="Emit"
          onCancel={() => setIsEmitting(false)}
          onSend={emit}
        />
      )}
    </section>
  );
};

const Contents = ({ event: { body, world: _, ...envelope } }: { event: WorldEvent }) => (
  <>
    <Section title="Body">
      {body === undefined ? <p class="t3">All of it is secret.</p> : <JsonView label="Body" value={body} />}
    </Section>
    <Section title="Envelope">
      <JsonView label="Envelope" value={envelope} />
    </Section>
  </>
);

/** One event in full: its deliveries, its contents, and one like it to emit. */
export const EventDetail = (props: {
  id: string;
  world: string;
  onEmitted: (id: string) => void;
  onClose: () => void;
}) => {
  const { id, world, onEmitted, onClose } = props;
  const { worlds, isReadOnly } = useConsole();
  const { connection, value, error, isThere } = useEvent(id, world);
  return (
    <Aside
      label={`Event ${id}`}
      title={<Text>{value ? shortType(value.type) : id}</Text>}
      onClose={onClose}
      head={
        <>
          <p class="m t2 cut" title={value?.type}>
            {value?.type}
          </p>
          <div class="facts">
            <span class="num">{value && dayText(value.time)}</span>
            <span>{value?.audience}</span>
            <span>
              in <Text>{worlds.get(world)?.title ?? world}</Text>
            </span>
          </div>
        </>
      }
    >
      <Failure error={error} />
      {isThere ? <EventDeliveries id={id} connection={connection} title="Deliveries" /> : NOT_THERE}
      {value && isThere && !isReadOnly && <EmitAlike event={value} connection={connection} onEmitted={onEmitted} />}
      {value && <Contents event={value} />}
    </Aside>
  );
};

/** An event that a call has caused, with its deliveries. */
const CausedEvent = ({ id, world }: { id: string; world: string }) => {
  const { connection, value, isThere } = useEvent(id, world);
  const title = (
    <>
      <PartLink to="events" params={{ world, event: id, in: world }}>
        <Text>{value ? shortType(value.type) : id}</Text>
      </PartLink>{' '}
      <span class="m t3">{id.slice(0, 8)}</span>
    </>
  );
  return isThere ? (
    <EventDeliveries id={id} connection={connection} title={title} />
  ) : (
    <Section title={title}>{NOT_THERE}</Section>
  );
};

/** The events that a call has caused, with their deliveries. */
export const EventsTab = ({ call: { entry, world } }: { call: Call }) => {
  const { events = [] } = entry;
  if (events.length === 0) return <p class="t3">No event: this call changed nothing.</p>;
  return (
    <>
      <section>
        <p class="lead">
          <b>{count(events.length, 'event')}.</b>
        </p>
      </section>
      {events.map((id) => (
        <CausedEvent key={id} id={id} world={world} />
      ))}
    </>
  );
};
