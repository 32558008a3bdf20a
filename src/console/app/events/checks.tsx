import { useState } from 'preact/hooks';
import type { DeliveryRequest, DeliveryVerdict } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';
import { Icon, Section } from '../frame/bits.tsx';
import { type Fields, Form, Report, TextArea, useAction } from '../frame/forms.tsx';

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

/** Has deliveries verified as receivers do: the report on the last one, as elements, and what verifies another. */
export const useVerdict = (connection: Connection) => {
  const [verdict, setVerdict] = useState<DeliveryVerdict | undefined>(undefined);
  const [outcome, act] = useAction();
  const verify = ({ headers, body }: Pick<DeliveryRequest, 'headers' | 'body'>): void =>
    act(async () => {
      setVerdict(undefined);
      const found = await connection.steer<DeliveryVerdict>('POST', 'events:verify', { headers, body });
      setVerdict(found);
      return found.valid ? 'A receiver accepts it.' : 'A receiver refuses it.';
    });
  const report = (
    <>
      <Report outcome={outcome} />
      {verdict && <Checks checks={verdict.checks} />}
    </>
  );
  return { report, verify };
};

/** A form that verifies any delivery, such as one that a receiver has refused. */
export const VerifyByHand = ({ connection }: { connection: Connection }) => {
  const { report, verify } = useVerdict(connection);
  const send = ({ headers = '', body = '' }: Fields): void => {
    const found = headers.matchAll(/^\s*([^\s:]+):[^\S\n]*(.*?)\s*$/gm);
    verify({ headers: Object.fromEntries([...found].map(([, name, value]) => [name, value])), body });
  };
  return (
    <Section title="Verify a delivery">
      <Form send="Verify" label="Verify a delivery" onSend={send}>
        <TextArea label="Headers, one a line" name="headers" rows={4} />
        <TextArea label="Body, as it was received" name="body" rows={3} />
      </Form>
      {report}
    </Section>
  );
};
