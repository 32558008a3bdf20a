import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type {
  Deliveries,
  Delivery,
  DeliveryAttempt,
  DeliveryRequest,
  DeliveryVerdict,
} from '../../../../generated/nouns.ts';
import { WORLD } from '../address.ts';
import type { Connection } from '../connection.ts';
import { JsonView, TextBlock } from '../detail/json-view.tsx';
import { Button, Icon, Name, PartLink } from '../frame/bits.tsx';
import { useConsole, useLoaded, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Field, type Fields, Form, TextArea } from '../frame/forms.tsx';
import { Reporting, Section } from '../frame/outcome.tsx';
import { dayText, showHidden } from '../frame/text.ts';

/** The checks of a delivery, each with its result and detail. */
export const Checks = ({ checks }: Pick<DeliveryVerdict, 'checks'>) => (
  <ul class="checks" aria-label="Checks">
    {checks.map(({ check, result, detail }) => (
      <li key={check}>
        {result === 'fail' ? (
          <Icon name="bad" look="bad" />
        ) : (
          <Icon name={result === 'pass' ? 'ok' : 'dot'} look="t3" />
        )}
        <span class={result === 'fail' ? 'bad' : 't2'}>{result}</span> <b>{check}</b>{' '}
        <span class="t2 wrap">{detail}</span>
      </li>
    ))}
  </ul>
);

/** Has deliveries verified as receivers do: the checks of the last one, and a function that verifies another. */
const useVerdict = (connection: Connection) => {
  const [verdict, setVerdict] = useState<DeliveryVerdict | undefined>(undefined);
  const verify = async ({ headers, body }: Pick<DeliveryRequest, 'headers' | 'body'>): Promise<string> => {
    setVerdict(undefined);
    const found = await connection.steer<DeliveryVerdict>('POST', 'events:verify', { headers, body });
    setVerdict(found);
    return found.valid ? 'A receiver accepts it.' : 'A receiver refuses it.';
  };
  return { checks: verdict && <Checks checks={verdict.checks} />, verify };
};

/** A form that verifies any delivery, such as one that a receiver has refused. */
export const VerifyByHand = () => {
  const { checks, verify } = useVerdict(useConsole().connection);
  const send = ({ headers = '', body = '' }: Fields): Promise<string> => {
    const found = headers.matchAll(/^\s*([^\s:]+):[^\S\n]*(.*?)\s*$/gm);
    return verify({ headers: Object.fromEntries([...found].map(([, name, value]) => [name, value])), body });
  };
  return (
    <Section title="Verify a delivery">
      <Form send="Verify" label="Verify a delivery" onSend={send}>
        <TextArea label="Headers, one a line" name="headers" rows={4} />
        <TextArea label="Body, as it was received" name="body" rows={3} />
      </Form>
      {checks}
    </Section>
  );
};

const Attempt = (props: { attempt: DeliveryAttempt; of: string; isLast: boolean; connection: Connection }) => {
  const { attempt, of, isLast, connection } = props;
  const { time, durationMs, request, status = 0, answer, error, duplicate } = attempt;
  const { isReadOnly } = useConsole();
  const { checks, verify } = useVerdict(connection);
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
          <Reporting>
            <Button label="Verify" look="small" name={`Verify ${of}`} run={() => verify(request)} />
          </Reporting>
        )}
        {checks}
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

const DeliveryCard = (props: { delivery: Delivery; connection: Connection; onAgain: (to: Fields) => unknown }) => {
  const { delivery, connection, onAgain } = props;
  const { isReadOnly } = useConsole();
  const { url, subscription, state, reason, redelivery, nextTime, attempts } = delivery;
  const again = (): unknown => onAgain(subscription ? { subscription } : { url });
  return (
    <li class="delivery">
      <p class="cap">
        <Name look="cut">{url}</Name>
        <span class={state === 'dropped' ? 'bad' : 't2'}>{`${STATES[state]}${redelivery ? ', sent again' : ''}`}</span>
        <span class="sp" />
        {!isReadOnly && <Button label="Send once more" look="small" name={`Send once more to ${url}`} run={again} />}
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

/** The deliveries of an event with all their attempts, under a title; each is sent once more, verified, or sent elsewhere. */
export const EventDeliveries = (props: { id: string; connection: Connection; title: ComponentChildren }) => {
  const { id, connection, title } = props;
  const { isReadOnly } = useConsole();
  const path = `events/${encodeURIComponent(id)}`;
  const { value, error, reload } = useLoaded(
    () => connection.steer<Deliveries>('GET', `${path}/deliveries`),
    [connection, id],
    isReadOnly ? undefined : WATCHED_EVERY_MS,
  );
  // All of its receivers get it if none is named.
  const send = async (to: Fields): Promise<string> => {
    const { deliveries } = await connection.steer<Deliveries>('POST', `${path}:redeliver`, to);
    reload();
    return deliveries.map(({ url, state }) => `Sent once more to ${url}: ${state}.`).join(' ') || 'It has no receiver.';
  };
  const again = !isReadOnly && <Button label="Send once more" look="q small" keyName="o" run={() => send({})} />;
  return (
    <Section title={title} beside={again} error={error}>
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
