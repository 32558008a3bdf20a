import type { Delivery } from '../../../../generated/nouns.ts';
import type { CausedEvent } from '../calls/call-source.ts';
import { Button, Name, PartLink, Text } from '../frame/bits.tsx';
import { count, timeParts } from '../frame/text.ts';

/** The words of an event's type without what all begin with. */
export const shortType = (type: string): string =>
  type.replace(/^.*?\bplatform\.(?:api\.)?|^dev\.[a-z]+\.(?:api\.)?(?:platform\.)?/, '');

const DeliveryAttempt = (props: { delivery: Delivery; attempt: Delivery['attempts'][number]; isLast: boolean }) => {
  const { url, state, reason, nextTime } = props.delivery;
  const { time, status, error, answer } = props.attempt;
  const { isLast } = props;
  const isTaken = status !== undefined && status < 300;
  return (
    <li>
      <span class={`dot ${isLast ? 'cur' : ''}`} />
      <span class={`st ${isTaken ? '' : 'b bad'}`}>{status ?? '—'}</span>
      <div>
        <div class="h">
          <Name>{url}</Name>
          <span class="num t2">{timeParts(Date.parse(time)).join('')}</span>
        </div>
        {(error !== undefined || answer) && (
          <div class="t2 wrap">
            <Text>{error ?? answer ?? ''}</Text>
          </div>
        )}
        {isLast && state !== 'delivered' && (
          <div class="t2">
            {nextTime !== undefined
              ? `next attempt at ${timeParts(Date.parse(nextTime)).join('')}`
              : `${state}${reason ? `: ${reason}` : ''}`}
          </div>
        )}
      </div>
    </li>
  );
};

/** The attempts of the deliveries of an event, in order. */
const DeliveryAttempts = ({ deliveries }: Pick<CausedEvent, 'deliveries'>) => (
  <ol class="att">
    {deliveries.map((delivery) => {
      const { id, url, state, reason, attempts } = delivery;
      return attempts.length === 0 ? (
        <li key={id}>
          <span class="dot" />
          <span class="st">…</span>
          <div>
            <Name>{url}</Name>{' '}
            <span class="t2">
              {state}
              {reason !== undefined && `: ${reason}`}
            </span>
          </div>
        </li>
      ) : (
        attempts.map((attempt, nth) => (
          <DeliveryAttempt
            key={`${id} ${String(nth)}`}
            delivery={delivery}
            attempt={attempt}
            isLast={nth === attempts.length - 1}
          />
        ))
      );
    })}
  </ol>
);

/** The events that a call has caused, with their deliveries. */
export const EventsTab = (props: {
  events: readonly CausedEvent[] | undefined;
  world: string;
  onAgain: ((event: string) => void) | undefined;
}) => {
  const { events, world, onAgain } = props;
  if (events === undefined) return null;
  if (events.length === 0) return <p class="t3">No event: this call changed nothing.</p>;
  const deliveries = events[0]?.deliveries ?? [];
  const tries = deliveries[0]?.attempts.length ?? 0;
  const delivered = deliveries.filter(({ state }) => state === 'delivered').length;
  const outcome =
    deliveries.length === 0
      ? 'sent nowhere: nobody subscribes to it'
      : delivered < deliveries.length
        ? `delivered to ${delivered} of ${count(deliveries.length, 'receiver')}`
        : tries > 1
          ? `delivered at its try ${tries}`
          : 'delivered';
  return (
    <>
      <section>
        <p class="lead">
          <b>{count(events.length, 'event')},</b> {outcome}.
        </p>
      </section>
      {events.map((caused) => (
        <section key={caused.event.id}>
          <h3 class="cap">
            <PartLink to="events" params={{ world, event: caused.event.id, in: world }}>
              <Text>{shortType(caused.event.type)}</Text>
            </PartLink>
            <span class="m t3">{caused.event.id.slice(0, 8)}</span>
          </h3>
          <DeliveryAttempts deliveries={caused.deliveries} />
          {onAgain && (
            <div class="acts">
              <Button label="Send once more" keyName="o" run={() => onAgain(caused.event.id)} />
            </div>
          )}
        </section>
      ))}
    </>
  );
};
