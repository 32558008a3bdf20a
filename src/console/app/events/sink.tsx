import type { SinkReading, SinkRequest } from '../../../../generated/nouns.ts';
import { dayText } from '../calls/time-text.ts';
import type { Connection } from '../connection.ts';
import { JsonView, TextBlock } from '../detail/json-view.tsx';
import { Button, Copy, count, Name, Text } from '../frame/bits.tsx';
import { useSteered } from '../frame/console-context.ts';
import { Failure, Field, Form, Report, useAction } from '../frame/forms.tsx';
import { numberIn } from '../frame/numbers.ts';
import { WATCHED_EVERY_MS } from '../use-loaded.ts';
import { Checks } from './checks.tsx';
import { shortType } from './events-tab.tsx';

/** The largest number of requests that are listed, the newest first. */
const MAX_SHOWN = 50;

/** The name of the sink that a subscription of the mock itself has; undefined for any other receiver. */
export const sinkIn = (url: string): string | undefined => /^sink:\/\/([^/]+)\/?$/.exec(url)?.[1];

/** The answers in a text of statuses, such as `500, 204`; other words are refused by the control plane. */
const answersIn = (text: string): readonly unknown[] =>
  text.split(/[\s,]+/).flatMap((status) => (status === '' ? [] : [{ status: numberIn(status) }]));

const typeOf = ({ headers }: SinkRequest): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'ce-type')?.[1] ?? 'no event';

const Received = ({ request }: { request: SinkRequest }) => (
  <li>
    <details>
      <summary>
        <span class="st">{request.status}</span>{' '}
        <b class={request.valid ? '' : 'bad'}>{request.valid ? 'valid' : 'not valid'}</b>{' '}
        <Text>{shortType(typeOf(request))}</Text> <span class="num t2">{dayText(request.time)}</span>
      </summary>
      <Checks checks={request.checks} />
      <JsonView label="Headers" value={request.headers} />
      <TextBlock label="Body">{request.body}</TextBlock>
    </details>
  </li>
);

/** A receiver of the mock itself: its answers, and the received requests. */
export const OpenSink = ({ name, connection }: { name: string; connection: Connection }) => {
  const path = `sink/${encodeURIComponent(name)}`;
  const { value, error, reload } = useSteered<SinkReading>(path, WATCHED_EVERY_MS);
  const [outcome, act] = useAction();
  const change = (method: string, body: unknown, done: string): void =>
    act(async () => {
      await connection.steer(method, path, body);
      reload();
      return done;
    });
  const answers = value?.answers.map(({ status }) => status).join(', ') || '204';
  return (
    <section aria-label={`Sink ${name}`}>
      <h3 class="cap">
        <Name>{value?.sink ?? name}</Name>
        {value && (
          <Copy look="q small" text={() => value.url} of="of the sink">
            Copy URL
          </Copy>
        )}
      </h3>
      <Failure error={error} />
      <p class="t2">{`Answers next: ${answers}; the last is repeated.`}</p>
      <Form
        send="Set"
        label="Script of the sink"
        onSend={({ statuses = '' }) => change('PUT', { answers: answersIn(statuses) }, 'The script is set.')}
      >
        <Field label="Statuses in turn" name="statuses" placeholder="500, 503, 204" />
        <Button onClick={() => change('DELETE', undefined, 'The sink is empty.')}>Empty</Button>
      </Form>
      <Report outcome={outcome} />
      <p class="t3">{count(value?.received.length ?? 0, 'request')}</p>
      <ul aria-label="Received">
        {value?.received
          .toReversed()
          .slice(0, MAX_SHOWN)
          .map((request) => (
            <Received key={request.id} request={request} />
          ))}
      </ul>
    </section>
  );
};
