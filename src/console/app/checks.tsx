import { useState } from 'hono/jsx/dom';
import type { DeliveryRequest, DeliveryVerdict } from '../../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { Form, Report, TextArea } from './parts.tsx';
import { useAction } from './use-action.ts';

/** A delivery as it was received. */
export type ReceivedRequest = Pick<DeliveryRequest, 'headers' | 'body'>;

const LOOKS: Readonly<Record<string, string>> = { pass: 'good', fail: 'bad' };

/** The checks of a delivery, each with its result and detail. */
export const Checks = ({ checks }: Pick<DeliveryVerdict, 'checks'>) => (
  <ul class="list" aria-label="Checks">
    {checks.map(({ check, result, detail }) => (
      <li key={check}>
        <span class={LOOKS[result] ?? 'quiet'}>{result}</span> <strong>{check}</strong>{' '}
        <span class="quiet">{detail}</span>
      </li>
    ))}
  </ul>
);

/** Has deliveries verified as receivers do; the verdict on the last one, its outcome, and a form for another. */
export const useVerdict = (connection: Connection) => {
  const [verdict, setVerdict] = useState<DeliveryVerdict | undefined>(undefined);
  const [outcome, act] = useAction();
  const verify = (request: ReceivedRequest): void =>
    act(async () => {
      setVerdict(undefined);
      const { headers, body } = request;
      const found = await connection.steer<DeliveryVerdict>('POST', 'events:verify', { headers, body });
      setVerdict(found);
      return found.valid ? 'A receiver accepts it.' : 'A receiver refuses it.';
    });
  return { verdict, outcome, verify };
};

/** The headers in a text that has one a line, as `Name: value`. */
const headersIn = (text: string): ReceivedRequest['headers'] =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*([^\s:]+):\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

/** A form that verifies any delivery, such as one that a receiver has refused. */
export const VerifyByHand = ({ connection }: { connection: Connection }) => {
  const { verdict, outcome, verify } = useVerdict(connection);
  return (
    <details>
      <summary>Verify a delivery</summary>
      <Form
        label="Verify a delivery"
        onSend={({ headers = '', body = '' }) => verify({ headers: headersIn(headers), body })}
      >
        <TextArea label="Headers, one a line" name="headers" rows={5} />
        <TextArea label="Body, as it was received" name="body" rows={3} />
        <button type="submit">Verify</button>
      </Form>
      <Report outcome={outcome} />
      {verdict && <Checks checks={verdict.checks} />}
    </details>
  );
};
