import type { DeliveryPlan } from '../../../../generated/nouns.ts';
import { withParams } from '../address.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, Name } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Choice, Failure, Field, type Fields, Form, Report, useAction } from '../frame/forms.tsx';
import { numberIn } from '../frame/numbers.ts';
import { uidAbove } from '../frame/short-uid.ts';
import { goTo } from '../use-address.ts';
import { useLoaded } from '../use-loaded.ts';
import { OpenSink, sinkIn } from './sink.tsx';

interface Subscription {
  readonly uid: string;
  readonly sink: string;
}

/** The largest number of subscriptions that are listed. */
const MAX_LISTED = 100;

const LIST = `/events/v2/subscriptions?page_size=${MAX_LISTED}`;

const Line = ({ subscription, onDelete }: { subscription: Subscription; onDelete: () => void }) => {
  const { address } = useConsole();
  const { uid, sink } = subscription;
  const name = sinkIn(sink);
  return (
    <li class="cap two">
      <Name look="cut">{sink}</Name>
      <span class="under m t3 cut" title={uid}>
        for {uidAbove(uid)}
      </span>
      <span class="sp" />
      {name !== undefined && (
        <Button look="small" onClick={() => goTo(withParams(address, { sink: name }))} label={`Open ${sink}`}>
          Open
        </Button>
      )}
      <Button look="small" label={`Delete the subscription of ${sink}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
};

const Subscriptions = () => {
  const { connection } = useConsole();
  type Answer = { readonly subscriptions: readonly Subscription[]; readonly totalCount: string };
  const { value, error, reload } = useLoaded(() => connection.call<Answer>('', 'GET', LIST), [connection]);
  const info = useSteered<{ orgId: string }>('info');
  const [outcome, act] = useAction();
  const subscribe = ({ group = '', sink }: Fields): void =>
    act(async () => {
      await connection.call('', 'POST', `/events/v2/subscriptions/${group}`, { sink });
      reload();
      return `${sink} is subscribed.`;
    });
  const remove = ({ uid, sink }: Subscription): void =>
    act(async () => {
      await connection.call('', 'DELETE', `/events/v2/subscriptions/${uid}`);
      reload();
      return `${sink} is not subscribed any more.`;
    });
  const further = Number(value?.totalCount ?? 0) - (value?.subscriptions.length ?? 0);
  return (
    <section>
      <h3>Subscriptions of {connection.world}</h3>
      <Failure error={error} />
      <ul class="lines" aria-label="Subscriptions">
        {value?.subscriptions.map((subscription) => (
          <Line key={subscription.uid} subscription={subscription} onDelete={() => remove(subscription)} />
        ))}
      </ul>
      {value?.subscriptions.length === 0 && <p class="t3">None yet: what happens is sent nowhere.</p>}
      {further > 0 && <p class="t3">{`and ${further} more`}</p>}
      <Form send="Subscribe" label="Subscribe" onSend={subscribe}>
        <Field label="Receiver" name="sink" placeholder="sink://inbox" required />
        <Field
          key={info.value?.orgId ?? ''}
          label="For the group"
          name="group"
          value={info.value?.orgId ?? ''}
          required
        />
      </Form>
      <Report outcome={outcome} />
    </section>
  );
};

const MODES = [
  ['async', 'after the call that caused it'],
  ['sync', 'before the call that caused it is answered'],
  ['collect', 'not until the mode is another'],
] as const;

const planIn = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'mode' || name === 'delay' || name === 'flaw' ? value : numberIn(value),
    ]),
  );

/** A plan in words: when, and then what is wrong with the deliveries. */
const planText = ({ mode, ...rest }: DeliveryPlan): string => {
  const when = MODES.find(([name]) => name === mode)?.[1] ?? mode;
  const others = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return `${[`Each is sent ${when}`, ...others].join(', ')}.`;
};

/** The plan by which the events of the world are delivered, with the faults that it makes. */
const Plan = () => {
  const { connection } = useConsole();
  const { value, reload } = useSteered<DeliveryPlan>('events:plan');
  const set = async (fields: Fields): Promise<string> => {
    await connection.steer('PUT', 'events:plan', planIn(fields));
    reload();
    return 'The plan is set.';
  };
  return (
    <section>
      <h3>How they are delivered</h3>
      {value && <p class="t2">{planText(value)}</p>}
      <Form send="Set" label="Plan of deliveries" onSend={set}>
        <Choice label="When" name="mode" options={MODES} isTall />
        <Field label="Duplicates" name="duplicate" placeholder="none" />
        <Field label="Lost first attempts" name="dropFirst" placeholder="none" />
        <Field label="Delay" name="delay" placeholder="5s" />
      </Form>
    </section>
  );
};

/** The receivers of the events of the world: its subscriptions, one in the mock itself, and the plan of deliveries. */
export const Receivers = ({ onClose }: { onClose: () => void }) => {
  const { connection, address } = useConsole();
  const { sink = '' } = address.params;
  return (
    <Aside label="Receivers" title="Receivers" onClose={onClose}>
      <Subscriptions />
      <section>
        <h3>A sink of the mock</h3>
        <Form send="Open" label="Open a sink" onSend={({ name = '' }) => goTo(withParams(address, { sink: name }))}>
          <Field key={sink} label="Name of the sink" name="name" value={sink} placeholder="inbox" required />
        </Form>
      </section>
      {sink !== '' && <OpenSink key={sink} name={sink} connection={connection} />}
      <Plan />
    </Aside>
  );
};
