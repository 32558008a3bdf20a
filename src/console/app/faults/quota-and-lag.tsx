import type { ComponentChildren } from 'preact';
import type { LagReading, Quotas } from '../../../../generated/nouns.ts';
import { Button, Text } from '../frame/bits.tsx';
import { useSetting, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Choice, Field, type Fields, Form } from '../frame/forms.tsx';
import { Section } from '../frame/outcome.tsx';
import { count, dayText } from '../frame/text.ts';

/** A setting of the world: how it is, a form that changes it, and its end. */
const Setting = <T,>(props: {
  path: string;
  name: string;
  /** Draws how it is; nothing if it is not set. */
  draw: (value: T) => ComponentChildren;
  bodyOf: (fields: Fields) => unknown;
  /** The fields of its form. */
  children: ComponentChildren;
}) => {
  const { path, name, draw, bodyOf, children } = props;
  const { value, error, change } = useSetting<T>(path, WATCHED_EVERY_MS);
  const state = value && draw(value);
  const end = (): unknown => change('DELETE', undefined, () => `${name} has ended.`);
  const set = (fields: Fields): unknown => change('PUT', bodyOf(fields), () => `${name} is set.`);
  const beside = state && <Button label="End" look="q small" name={`End ${path}`} run={end} />;
  return (
    <Section title={name} id={path} error={error} beside={beside}>
      {state || <p class="t3">None is set.</p>}
      <Form send={`Set ${name.toLowerCase()}`} label={`Set a ${name.toLowerCase()}`} onSend={set}>
        {children}
      </Form>
    </Section>
  );
};

const KEYS = [
  ['caller', 'each caller'],
  ['operation', 'each operation'],
  ['world', 'the world'],
] as const;

/** Shows and changes how many calls are answered, and how late changes are seen. */
export const QuotaAndLag = () => (
  <>
    <Setting<Quotas>
      path="quota"
      name="Quota"
      draw={({ quota }) =>
        quota.length > 0 && (
          <ul class="lines">
            {quota.map(({ requests, per, by, match, refused, windows }, nth) => (
              <li key={String(nth)}>
                <b>{`${requests} per ${per}`}</b> of {KEYS.find(([key]) => key === by)?.[1]}
                {Object.keys(match).length > 0 && <span class="m t2"> {JSON.stringify(match)}</span>},{' '}
                <span class={refused > 0 ? 'fault' : 't2'}>{count(refused, 'call')} refused</span>
                {windows.map(({ key, remaining, resetTime }) => (
                  <div key={key} class="t2">
                    <Text>{key || 'the world'}</Text>: {remaining} left until {dayText(resetTime)}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        )
      }
      bodyOf={({ requests, ...rest }) => ({ requests: Number(requests), ...rest })}
    >
      <Field label="Calls" name="requests" type="number" required />
      <Field label="In" name="per" defaultValue="1m" required />
      <Choice label="Of" name="by" options={KEYS} />
    </Setting>
    <Setting<LagReading>
      path="consistency"
      name="Lag"
      draw={({ authz, lists, settledTime }) =>
        (authz || lists) && (
          <p>
            {authz && `Rights are seen ${authz.lag} late. `}
            {lists && `Lists are seen ${lists.lag} late. `}
            {settledTime !== undefined && <span class="t2">All is seen at {dayText(settledTime)}.</span>}
          </p>
        )
      }
      bodyOf={({ authz, lists }) => ({ authz: authz && { lag: authz }, lists: lists && { lag: lists } })}
    >
      <Field label="Lag of rights" name="authz" placeholder="20s" />
      <Field label="Lag of lists" name="lists" placeholder="2s" />
    </Setting>
  </>
);
