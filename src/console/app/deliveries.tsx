import type { Deliveries, Delivery, DeliveryAttempt } from '../../steering/contract/nouns.ts';
import { type Address, paneOf, writeAddress } from './address.ts';
import { Checks, useVerdict } from './checks.tsx';
import type { Connection } from './connection.ts';
import { Failure, Field, Form, Json, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded, WATCHED_EVERY_MS } from './use-loaded.ts';

const LOOKS: Readonly<Record<string, string>> = { delivered: 'good', dropped: 'bad', suppressed: 'bad' };

const isAccepted = ({ status = 0 }: DeliveryAttempt): boolean => status >= 200 && status < 300;

const AttemptLine = (props: { attempt: DeliveryAttempt; of: string; connection: Connection }) => {
  const { attempt, of, connection } = props;
  const { time, durationMs, request, status, answer, error, duplicate } = attempt;
  const { verdict, outcome, verify } = useVerdict(connection);
  return (
    <li>
      <span class={isAccepted(attempt) ? 'good' : 'bad'}>{status === undefined ? 'no answer' : String(status)}</span>{' '}
      <span class="quiet">{`${time}, ${Math.round(durationMs)} ms${duplicate ? ', duplicate' : ''}`}</span>{' '}
      {answer && <code>{answer}</code>} {error && <span class="bad">{error}</span>}
      {request && (
        <details>
          <summary aria-label={`What was sent in ${of}`}>What was sent</summary>
          <Json name="Headers" value={request.headers} />
          <Json name="Body" value={request.body} />
        </details>
      )}
      {request && (
        <button type="button" aria-label={`Verify ${of}`} onClick={() => verify(request)}>
          Verify
        </button>
      )}
      <Report outcome={outcome} />
      {verdict && <Checks checks={verdict.checks} />}
    </li>
  );
};

const DeliveryCard = (props: {
  delivery: Delivery;
  connection: Connection;
  clock: string;
  onRedeliver: () => void;
}) => {
  const { delivery, connection, clock, onRedeliver } = props;
  const { url, state, reason, redelivery, nextTime, attempts } = delivery;
  return (
    <li class="card">
      <p>
        <strong>{url}</strong>{' '}
        <span class={LOOKS[state] ?? 'quiet'}>{`${state}${redelivery ? ', sent again' : ''}`}</span>{' '}
        {reason && <span class="quiet">{reason}</span>}
      </p>
      {nextTime && (
        <p>
          Next attempt at <a href={clock}>{nextTime}</a>
        </p>
      )}
      <ol class="attempts" aria-label={`Attempts to ${url}`}>
        {attempts.map((attempt, index) => (
          <AttemptLine
            key={String(index)}
            attempt={attempt}
            of={`attempt ${index + 1} to ${url}`}
            connection={connection}
          />
        ))}
      </ol>
      <button type="button" aria-label={`Redeliver to ${url}`} onClick={onRedeliver}>
        Redeliver
      </button>
    </li>
  );
};

/** The deliveries of an event with each attempt, read again as they go on, and a form that sends it once more. */
export const EventDeliveries = (props: { event: string; connection: Connection; address: Address }) => {
  const { event, connection, address } = props;
  const path = `events/${encodeURIComponent(event)}`;
  const { value, error, reload } = useLoaded(
    () => connection.steer<Deliveries>('GET', `${path}/deliveries`),
    [connection, path],
    WATCHED_EVERY_MS,
  );
  const [outcome, act] = useAction();
  const redeliver = (to: Readonly<Record<string, string>>): void =>
    act(async () => {
      const { deliveries } = await connection.steer<Deliveries>('POST', `${path}:redeliver`, to);
      reload();
      return deliveries.map(({ url, state }) => `${url}: ${state}.`).join(' ');
    });
  return (
    <div>
      <h4>Deliveries</h4>
      <Failure error={error} />
      {value?.deliveries.length === 0 && <p class="quiet">None: it has no subscription.</p>}
      <ul class="list" aria-label="Deliveries">
        {value?.deliveries.map((delivery) => (
          <DeliveryCard
            key={delivery.id}
            delivery={delivery}
            connection={connection}
            clock={writeAddress(paneOf('time', address))}
            onRedeliver={() =>
              redeliver(
                delivery.subscription === undefined ? { url: delivery.url } : { subscription: delivery.subscription },
              )
            }
          />
        ))}
      </ul>
      <Form label="Send it elsewhere" onSend={redeliver}>
        <Field label="To another receiver" name="url" placeholder="sink://inbox" required />
        <button type="submit">Send</button>
      </Form>
      <Report outcome={outcome} />
    </div>
  );
};
