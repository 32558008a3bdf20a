import type { DeliveryPlan, SinkReading } from '../../../../generated/nouns.ts';
import { JsonView, TextBlock } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, Name, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded, useSetting, useSteered, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Choice, Field, type Fields, Form, numberIn } from '../frame/forms.tsx';
import { Section } from '../frame/outcome.tsx';
import { count, dayText } from '../frame/text.ts';
import { uidAbove } from '../rows/row.ts';
import { Checks } from './deliveries.tsx';
import { shortType } from './event-list.ts';

/** The largest number of requests that are listed, the newest first. */
const MAX_REQUESTS = 50;

/** A receiver of the mock itself: its answers, and the received requests. */
const OpenSink = ({ name }: { name: string }) => {
  const path = `sink/${encodeURIComponent(name)}`;
  const { value, error, change } = useSetting<SinkReading>(path, WATCHED_EVERY_MS);
  /** Sets the answers from a text such as `500, 204`; other words are refused by the control plane. */
  const script = (statuses: string): Promise<string> => {
    const set = statuses.split(/[\s,]+/).filter((status) => status !== '');
    return change('PUT', { answers: set.map((status) => ({ status: numberIn(status) })) }, () => 'The script is set.');
  };
  const copy = value && (
    <Copy look="q small" text={() => value.url} of="of the sink">
      Copy URL
    </Copy>
  );
  const answers = value?.answers.map(({ status }) => status).join(', ') || '204';
  return (
    <Section title={<Name>{value?.sink ?? name}</Name>} name={`Sink ${name}`} beside={copy} error={error}>
      <p class="t2">{`Answers next: ${answers}; the last is repeated.`}</p>
      <Form send="Set" label="Script of the sink" onSend={({ statuses = '' }) => script(statuses)}>
        <Field label="Statuses in turn" name="statuses" placeholder="500, 503, 204" />
        <Button label="Empty" run={() => change('DELETE', undefined, () => 'The sink is empty.')} />
      </Form>
      <p class="t3">{count(value?.received.length ?? 0, 'request')}</p>
      <ul aria-label="Received">
        {value?.received
          .toReversed()
          .slice(0, MAX_REQUESTS)
          .map(({ id, time, status, valid, headers, checks, body }) => {
            const type = Object.entries(headers).find(([header]) => header.toLowerCase() === 'ce-type')?.[1];
            return (
              <li key={id}>
                <details>
                  <summary>
                    <span class="st">{status}</span> <b class={valid ? '' : 'bad'}>{valid ? 'valid' : 'not valid'}</b>{' '}
                    <Text>{shortType(type ?? 'no event')}</Text> <span class="num t2">{dayText(time)}</span>
                  </summary>
                  <Checks checks={checks} />
                  <JsonView label="Headers" value={headers} />
                  <TextBlock label="Body">{body}</TextBlock>
                </details>
              </li>
            );
          })}
      </ul>
    </Section>
  );
};

/** The largest number of subscriptions that are listed. */
const MAX_LISTED = 100;

const Subscriptions = () => {
  const { connection, go } = useConsole();
  type Subscription = Readonly<Record<'uid' | 'sink', string>>;
  type Answer = { readonly subscriptions: readonly Subscription[]; readonly totalCount: string };
  const { value, error, reload } = useLoaded(
    () => connection.call<Answer>('', 'GET', `/events/v2/subscriptions?page_size=${MAX_LISTED}`),
    [connection],
  );
  const info = useSteered<{ orgId: string }>('info');
  const subscribe = async ({ group = '', sink }: Fields): Promise<string> => {
    await connection.call('', 'POST', `/events/v2/subscriptions/${group}`, { sink });
    reload();
    return `${sink} is subscribed.`;
  };
  const remove = async ({ uid, sink }: Subscription): Promise<string> => {
    await connection.call('', 'DELETE', `/events/v2/subscriptions/${uid}`);
    reload();
    return `${sink} is not subscribed any more.`;
  };
  const further = Number(value?.totalCount ?? 0) - (value?.subscriptions.length ?? 0);
  return (
    <Section title={`Subscriptions of ${connection.world}`} error={error}>
      <ul class="lines" aria-label="Subscriptions">
        {value?.subscriptions.map((subscription) => {
          const { uid, sink } = subscription;
          // Undefined for a receiver that is no sink of the mock itself.
          const name = /^sink:\/\/([^/]+)\/?$/.exec(sink)?.[1];
          return (
            <li class="cap two" key={uid}>
              <Name look="cut">{sink}</Name>
              <span class="under m t3 cut" title={uid}>
                for {uidAbove(uid)}
              </span>
              <span class="sp" />
              {name !== undefined && (
                <Button label="Open" look="small" run={() => go({ sink: name })} name={`Open ${sink}`} />
              )}
              <Button
                label="Delete"
                look="small"
                run={() => remove(subscription)}
                name={`Delete the subscription of ${sink}`}
              />
            </li>
          );
        })}
      </ul>
      {value?.subscriptions.length === 0 && <p class="t3">None yet: what happens is sent nowhere.</p>}
      {further > 0 && <p class="t3">{`and ${further} more`}</p>}
      <Form send="Subscribe" label="Subscribe" onSend={subscribe} needs={info}>
        <Field label="Receiver" name="sink" placeholder="sink://inbox" required />
        <Field label="For the group" name="group" defaultValue={info.value?.orgId} required={Boolean(info.value)} />
      </Form>
    </Section>
  );
};

const MODES = [
  ['async', 'after the call that caused it'],
  ['sync', 'before the call that caused it is answered'],
  ['collect', 'once another mode is set'],
] as const;

/** The plan by which the events of the world are delivered, with the faults that it makes. */
const Plan = () => {
  const { value, change } = useSetting<DeliveryPlan>('events:plan');
  const { mode, ...flaws } = value ?? {};
  const when = MODES.find(([name]) => name === mode)?.[1] ?? mode;
  const flawTexts = Object.entries(flaws).map(([name, flaw]) => `, ${name} ${String(flaw)}`);
  const set = (fields: Fields): Promise<string> => {
    const plan = Object.entries(fields).map(([name, text]) => [
      name,
      name === 'mode' || name === 'delay' ? text : numberIn(text),
    ]);
    return change('PUT', Object.fromEntries(plan), () => 'The plan is set.');
  };
  return (
    <Section title="How they are delivered">
      {value && <p class="t2">{`Each is sent ${when}${flawTexts.join('')}.`}</p>}
      <Form send="Set" label="Plan of deliveries" onSend={set}>
        <Choice label="When" name="mode" options={MODES} isTall />
        <Field label="Duplicates" name="duplicate" placeholder="none" />
        <Field label="Lost first attempts" name="dropFirst" placeholder="none" />
        <Field label="Delay" name="delay" placeholder="5s" />
      </Form>
    </Section>
  );
};

/** The receivers of the events of the world: its subscriptions, one in the mock itself, and the plan of deliveries. */
export const Receivers = ({ onClose }: { onClose: () => void }) => {
  const { address, go } = useConsole();
  const { sink = '' } = address.params;
  return (
    <Aside label="Receivers" title="Receivers" onClose={onClose}>
      <Subscriptions />
      <Section title="A sink of the mock">
        <Form send="Open" label="Open a sink" onSend={({ name = '' }) => go({ sink: name })}>
          <Field key={sink} label="Name of the sink" name="name" defaultValue={sink} placeholder="inbox" required />
        </Form>
      </Section>
      {sink !== '' && <OpenSink key={sink} name={sink} />}
      <Plan />
    </Aside>
  );
};
