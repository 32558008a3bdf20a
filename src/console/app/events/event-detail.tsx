import { useState } from 'preact/hooks';
import type { Deliveries, Delivery, DeliveryAttempt, WorldEvent } from '../../../../generated/nouns.ts';
import { WORLD } from '../address.ts';
import type { Connection } from '../connection.ts';
import { JsonView, TextBlock } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Name, PartLink, Section, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Failure, Field, Form, Report, useAction } from '../frame/forms.tsx';
import { dayText, showHidden } from '../frame/text.ts';
import { JsonEditor } from '../rows/json-editor.tsx';
import { useVerdict } from './checks.tsx';
import { redeliver } from './event-list.ts';
import { shortType } from './events-tab.tsx';

const Attempt = (props: { attempt: DeliveryAttempt; of: string; isLast: boolean; connection: Connection }) => {
  const { attempt, of, isLast, connection } = props;
  const { time, durationMs, request, status = 0, answer, error, duplicate } = attempt;
  const { isReadOnly } = useConsole();
  const { report, verify } = useVerdict(connection);
  return (
    <li>
      <span class={`dot ${isLast ? 'cur' : ''}`} />
      <span class={`st ${status >= 200 && status < 300 ? '' : 'b bad'}`}>{status || '—'}</span>
      <div>
        <div class="h">
          <span class="num t2">{dayText(time)}</span>
          <span class="num t2">{`${Math.round(durationMs)} ms${duplicate ? ', duplicate' : ''}`}</span>
        </div>
        {answer && (
          <p class="m wrap">
            <bdi>{showHidden(answer)}</bdi>
          </p>
        )}
        {error !== undefined && (
          <p class="bad wrap">
            <bdi>{showHidden(error)}</bdi>
          </p>
        )}
        {request && (
          <details>
            <summary aria-label={`What was sent in ${of}`}>What was sent</summary>
            <JsonView label="Headers" value={request.headers} />
            <TextBlock label="Body">{request.body}</TextBlock>
          </details>
        )}
        {request && !isReadOnly && (
          <Button label="Verify" look="small" name={`Verify ${of}`} run={() => verify(request)} />
        )}
        {report}
      </div>
    </li>
  );
};

const STATES: Readonly<Record<Delivery['state'], string>> = {
  pending: 'pending',
  held: 'held',
  delivered: 'delivered',
  dropped: 'given up',
  suppressed: 'not sent',
};

const DeliveryCard = (props: {
  delivery: Delivery;
  connection: Connection;
  onAgain: (to: Readonly<Record<string, string>>) => void;
}) => {
  const { delivery, connection, onAgain } = props;
  const { isReadOnly } = useConsole();
  const { url, subscription, state, reason, redelivery, nextTime, attempts } = delivery;
  return (
    <li class="delivery">
      <p class="cap">
        <Name look="cut">{url}</Name>
        <span class={state === 'dropped' ? 'bad' : 't2'}>{`${STATES[state]}${redelivery ? ', sent again' : ''}`}</span>
        <span class="sp" />
        {!isReadOnly && (
          <Button
            label="Send once more"
            look="small"
            name={`Send once more to ${url}`}
            run={() => onAgain(subscription ? { subscription } : { url })}
          />
        )}
      </p>
      {reason !== undefined && <p class="t2 wrap">{reason}</p>}
      <ol class="att" aria-label={`Attempts to ${url}`}>
        {attempts.map((attempt, nth) => (
          <Attempt
            key={String(nth)}
            attempt={attempt}
            of={`attempt ${nth + 1} to ${url}`}
            isLast={nth === attempts.length - 1}
            connection={connection}
          />
        ))}
      </ol>
      {nextTime !== undefined && (
        <p class="t2">
          Next attempt at{' '}
          {isReadOnly ? (
            dayText(nextTime)
          ) : (
            <PartLink to="faults" params={{ [WORLD]: connection.world }}>
              {dayText(nextTime)}
            </PartLink>
          )}{' '}
          of the world's clock.
        </p>
      )}
    </li>
  );
};

const EventDeliveries = ({ id, connection }: { id: string; connection: Connection }) => {
  const { isReadOnly } = useConsole();
  const { value, error, reload } = useLoaded(
    () => connection.steer<Deliveries>('GET', `events/${encodeURIComponent(id)}/deliveries`),
    [connection, id],
    isReadOnly ? undefined : WATCHED_EVERY_MS,
  );
  const [outcome, act] = useAction(reload);
  const send = (to: Readonly<Record<string, string>>): void => act(() => redeliver(connection, id, to));
  const again = !isReadOnly && <Button label="Send once more" look="q small" keyName="o" run={() => send({})} />;
  return (
    <Section title="Deliveries" beside={again}>
      <Failure error={error} />
      <Report outcome={outcome} />
      {value?.deliveries.length === 0 && <p class="t3">None: it has no subscription.</p>}
      <ul aria-label="Deliveries">
        {value?.deliveries.map((delivery) => (
          <DeliveryCard key={delivery.id} delivery={delivery} connection={connection} onAgain={send} />
        ))}
      </ul>
      {!isReadOnly && (
        <Form send="Send" label="Send it elsewhere" onSend={send}>
          <Field label="To another receiver" name="url" placeholder="sink://inbox" required />
        </Form>
      )}
    </Section>
  );
};

/** Emits an event like another one, with whatever is changed in it before. */
const EmitAlike = (props: { event: WorldEvent; connection: Connection; onEmitted: (id: string) => void }) => {
  const { event, connection, onEmitted } = props;
  const { type, subject, group, actor, body } = event;
  // `POST events` takes these to make another one like it.
  const taken = Object.entries({ type, subject, group, actor, body }).filter(([, each]) => each);
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
          text={JSON.stringify(Object.fromEntries(taken), null, 2)}
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
      {body === undefined ? <p class="t3">Nothing of it may be shown.</p> : <JsonView label="Body" value={body} />}
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
  listed: WorldEvent | undefined;
  onEmitted: (id: string) => void;
  onClose: () => void;
}) => {
  const { id, world, listed, onEmitted, onClose } = props;
  const { connectTo, worlds, isReadOnly } = useConsole();
  const connection = connectTo(world);
  const isThere = isReadOnly || worlds.get(world)?.isEnded !== true;
  const loaded = useLoaded(
    async () => (isThere ? connection.steer<WorldEvent>('GET', `events/${encodeURIComponent(id)}`) : listed),
    [connection, id, isThere],
  );
  const value = loaded.value ?? listed;
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
      <Failure error={loaded.error} />
      {isThere ? (
        <EventDeliveries id={id} connection={connection} />
      ) : (
        <p class="t3">Its world has ended, so its deliveries are not known any more.</p>
      )}
      {value && isThere && !isReadOnly && <EmitAlike event={value} connection={connection} onEmitted={onEmitted} />}
      {value && <Contents event={value} />}
    </Aside>
  );
};
