import type { SinkReading, SinkRequest } from '../../steering/contract/nouns.ts';
import { type Address, withParams } from './address.ts';
import { Checks } from './checks.tsx';
import type { Connection } from './connection.ts';
import { numberIn } from './json.ts';
import { Failure, Field, Form, Json, Report, Snippet } from './parts.tsx';
import { useAction } from './use-action.ts';
import { goTo } from './use-address.ts';
import { useLoaded, WATCHED_EVERY_MS } from './use-loaded.ts';

/** How many requests are shown, the newest first. */
const MOST = 50;

/** The name of the sink that a subscription of the mock itself has; undefined for any other receiver. */
export const sinkIn = (url: string): string | undefined => /^sink:\/\/([^/]+)\/?$/.exec(url)?.[1];

/** The answers in a text of statuses, such as `500, 204`; other words are refused by the control plane. */
const answersIn = (text: string): readonly unknown[] =>
  text.split(/[\s,]+/).flatMap((status) => (status === '' ? [] : [{ status: numberIn(status) }]));

const typeOf = ({ headers }: SinkRequest): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'ce-type')?.[1] ?? 'no event';

const Received = ({ request }: { request: SinkRequest }) => (
  <li class="card">
    <p>
      <span class={request.valid ? 'good' : 'bad'}>{request.valid ? 'valid' : 'not valid'}</span>{' '}
      <strong>{typeOf(request)}</strong> <span class="quiet">{`answered ${request.status}, ${request.time}`}</span>
    </p>
    <details>
      <summary aria-label={`Request ${request.id}`}>Request</summary>
      <Checks checks={request.checks} />
      <Json name="Headers" value={request.headers} />
      <Json name="Body" value={request.body} />
    </details>
  </li>
);

const OpenSink = ({ name, connection }: { name: string; connection: Connection }) => {
  const path = `sink/${encodeURIComponent(name)}`;
  const { value, error, reload } = useLoaded(
    () => connection.steer<SinkReading>('GET', path),
    [connection, path],
    WATCHED_EVERY_MS,
  );
  const [outcome, act] = useAction();
  const change = (method: string, body: unknown, done: string): void =>
    act(async () => {
      await connection.steer(method, path, body);
      reload();
      return done;
    });
  const answers = value?.answers.map(({ status }) => status).join(', ') || '204';
  return (
    <section class="card" aria-label={`Sink ${name}`}>
      <h3>{value?.sink ?? name}</h3>
      <Failure error={error} />
      {value && <Snippet text={value.url} of="the URL of the sink" />}
      <p>{`Answers next: ${answers}; the last is repeated.`}</p>
      <Form
        label="Script of the sink"
        onSend={({ statuses = '' }) => change('PUT', { answers: answersIn(statuses) }, 'The script is set.')}
      >
        <Field label="Statuses in turn" name="statuses" placeholder="500, 503, 204" />
        <button type="submit">Set</button>
        <button type="button" onClick={() => change('DELETE', undefined, 'The sink is empty.')}>
          Empty
        </button>
      </Form>
      <Report outcome={outcome} />
      <p class="quiet">{`${value?.received.length ?? 0} requests`}</p>
      <ul class="list" aria-label="Received">
        {value?.received
          .toReversed()
          .slice(0, MOST)
          .map((request) => (
            <Received key={request.id} request={request} />
          ))}
      </ul>
    </section>
  );
};

/** A receiver of the mock itself, by the name that the address has: its answers, and the received requests. */
export const Sink = ({ connection, address }: { connection: Connection; address: Address }) => {
  const { sink: name = '' } = address.params;
  return (
    <section aria-labelledby="sink">
      <h2 id="sink">Sink</h2>
      <Form label="Open a sink" onSend={({ sink = '' }) => goTo(withParams(address, { sink }))}>
        <Field label="Name of the sink" name="sink" value={name} placeholder="inbox" required />
        <button type="submit">Open</button>
      </Form>
      {name !== '' && <OpenSink key={name} name={name} connection={connection} />}
    </section>
  );
};
