import { partOf, writeAddress } from '../address.ts';
import type { CausedEvent } from '../calls/call-source.ts';
import { timeParts } from '../calls/time-text.ts';
import { Button, count, Name, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';

/** The words of an event's type without what all begin with. */
export const shortType = (type: string): string =>
  type.replace(/^.*?\bplatform\.(?:api\.)?|^dev\.[a-z]+\.(?:api\.)?(?:platform\.)?/, '');

const stateOf = ({ deliveries }: CausedEvent): string => {
  if (deliveries.length === 0) return 'sent nowhere: nobody subscribes to it';
  const [first] = deliveries;
  const tries = first?.attempts.length ?? 0;
  const delivered = deliveries.filter(({ state }) => state === 'delivered').length;
  if (delivered === deliveries.length) return tries > 1 ? `delivered at its try ${tries}` : 'delivered';
  return `delivered to ${delivered} of ${count(deliveries.length, 'receiver')}`;
};

/** The attempts of the deliveries of an event, in order. */
const DeliveryAttempts = ({ deliveries }: Pick<CausedEvent, 'deliveries'>) => (
  <ol class="att">
    {deliveries.flatMap(({ id, url, state, reason, nextTime, attempts }) =>
      attempts.length === 0 ? (
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
        attempts.map((attempt, nth) => {
          const { time, status, error, answer } = attempt;
          const isLast = nth === attempts.length - 1;
          const isTaken = status !== undefined && status < 300;
          return (
            <li key={`${id} ${String(nth)}`}>
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
        })
      ),
    )}
  </ol>
);

/** The events that a call has caused, with their deliveries. */
export const EventsTab = (props: {
  events: readonly CausedEvent[] | undefined;
  world: string;
  onAgain: ((event: string) => void) | undefined;
}) => {
  const { address } = useConsole();
  const { events, world, onAgain } = props;
  if (events === undefined) return null;
  if (events.length === 0) return <p class="t3">No event: this call changed nothing.</p>;
  const [first] = events;
  return (
    <>
      <section>
        <p class="lead">
          <b>{count(events.length, 'event')},</b> {first && stateOf(first)}.
        </p>
      </section>
      {events.map((caused) => (
        <section key={caused.event.id}>
          <h3 class="cap">
            <a href={writeAddress(partOf('events', address, { world, event: caused.event.id, in: world }))}>
              <Text>{shortType(caused.event.type)}</Text>
            </a>
            <span class="m t3">{caused.event.id.slice(0, 8)}</span>
          </h3>
          <DeliveryAttempts deliveries={caused.deliveries} />
          {onAgain && (
            <div class="acts">
              <Button keyName="o" onClick={() => onAgain(caused.event.id)}>
                Send once more
              </Button>
            </div>
          )}
        </section>
      ))}
    </>
  );
};
