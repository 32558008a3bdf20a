import { type Address, withParams, writeAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { Failure, Field, Form, Report } from './parts.tsx';
import { sinkIn } from './sink.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

interface Subscription {
  readonly uid: string;
  readonly sink: string;
}

/** How many subscriptions are listed. */
const MOST = 100;

const LIST = `/events/v2/subscriptions?page_size=${MOST}`;

const parentOf = (uid: string): string => uid.slice(0, Math.max(0, uid.lastIndexOf('/')));

/** The subscriptions of the world, made and deleted through the API. */
export const Subscriptions = ({ connection, address }: { connection: Connection; address: Address }) => {
  type Answer = { readonly subscriptions: readonly Subscription[]; readonly totalCount: string };
  const { value, error, reload } = useLoaded(() => connection.call<Answer>('', 'GET', LIST), [connection]);
  const info = useLoaded(() => connection.steer<{ orgId: string }>('GET', 'info'), [connection]);
  const [outcome, act] = useAction();
  const subscribe = ({ group = '', sink }: Readonly<Record<string, string>>): void =>
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
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      <Form label="Subscribe" onSend={subscribe}>
        <Field label="Receiver" name="sink" placeholder="sink://inbox" required />
        <Field label="For the group" name="group" value={info.value?.orgId ?? ''} required />
        <button type="submit">Subscribe</button>
        <button type="button" onClick={reload}>
          Read
        </button>
      </Form>
      <Failure error={error} />
      <ul class="list" aria-label="Subscriptions">
        {value?.subscriptions.map((subscription) => {
          const { uid, sink } = subscription;
          const name = sinkIn(sink);
          return (
            <li key={uid} class="card">
              <p>
                <strong>{sink}</strong> <span class="quiet">{`for ${parentOf(uid)}`}</span>{' '}
                {name !== undefined && <a href={writeAddress(withParams(address, { sink: name }))}>{`Open ${sink}`}</a>}
              </p>
              <button
                type="button"
                aria-label={`Delete the subscription of ${sink}`}
                onClick={() => remove(subscription)}
              >
                Delete
              </button>
            </li>
          );
        })}
      </ul>
      {further > 0 && <p class="quiet">{`and ${further} more`}</p>}
      <Report outcome={outcome} />
    </section>
  );
};
