import type { WorldEvent } from '../../steering/contract/nouns.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { EventDeliveries } from './deliveries.tsx';
import { type JsonObject, jsonText, parseObject } from './json.ts';
import { Failure, Form, Json, Report, TextArea } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';
import { useShownFocus } from './use-shown-focus.ts';

/** The parts of an event that `POST events` takes to make another one like it. */
const toSimilarEvent = ({ type, subject, group, actor, body }: WorldEvent): JsonObject =>
  Object.fromEntries(
    Object.entries({ type, subject, group, actor, body }).filter(([, value]) => value !== undefined && value !== ''),
  );

const EmitAnother = (props: { event: WorldEvent; connection: Connection; onEmitted: (id: string) => void }) => {
  const { event, connection, onEmitted } = props;
  const [outcome, act] = useAction();
  const emit = ({ event: text = '' }: Readonly<Record<string, string>>): void =>
    act(async () => {
      const { id } = await connection.steer<WorldEvent>('POST', 'events', parseObject(text));
      onEmitted(id);
      return `Emitted ${id}.`;
    });
  return (
    <details>
      <summary>Emit one like it</summary>
      <Form label="Emit one like it" onSend={emit}>
        <TextArea label="Event, as JSON" name="event" rows={12} value={jsonText(toSimilarEvent(event))} />
        <button type="submit">Emit</button>
      </Form>
      <Report outcome={outcome} />
    </details>
  );
};

/** One event in full: its deliveries, its contents, and a form that emits another like it. */
export const EventDetail = (props: {
  id: string;
  connection: Connection;
  address: Address;
  onEmitted: (id: string) => void;
}) => {
  const { id, connection, address, onEmitted } = props;
  const { value, error } = useLoaded(
    () => connection.steer<WorldEvent>('GET', `events/${encodeURIComponent(id)}`),
    [connection, id],
  );
  const shown = useShownFocus<HTMLElement>();
  const { body, ...envelope } = value ?? {};
  return (
    <section class="card" aria-label={`Event ${id}`} ref={shown} tabindex={-1}>
      <h3>{value?.type ?? `Event ${id}`}</h3>
      <Failure error={error} />
      {value && (
        <div>
          <p class="quiet">{`${value.time}, ${value.audience}`}</p>
          <EventDeliveries event={id} connection={connection} address={address} />
          <EmitAnother event={value} connection={connection} onEmitted={onEmitted} />
          <Json name="Envelope" value={envelope} />
          <Json name="Event body" value={body} />
        </div>
      )}
    </section>
  );
};
