import type { ComponentChildren } from 'preact';
import type { LagReading, Quotas } from '../../../../generated/nouns.ts';
import type { JsonObject } from '../../../features/evidence/json-value.ts';
import { dayText } from '../calls/time-text.ts';
import { Button, count, Text } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Choice, Failure, Field, Form, Report, useAction } from '../frame/forms.tsx';
import { type Loaded, WATCHED_EVERY_MS } from '../use-loaded.ts';

/** A setting of the world: how it is, a form that changes it, and its end. */
const Setting = (props: {
  path: string;
  name: string;
  loaded: Loaded<unknown>;
  isSet: boolean;
  state: ComponentChildren;
  form: (set: (body: unknown) => void) => ComponentChildren;
}) => {
  const { connection } = useConsole();
  const { path, name, loaded, isSet, state, form } = props;
  const [outcome, act] = useAction();
  const change = (method: string, body?: unknown): void =>
    act(async () => {
      await connection.steer(method, path, body);
      loaded.reload();
      return method === 'DELETE' ? `${name} has ended.` : `${name} is set.`;
    });
  return (
    <section aria-labelledby={path}>
      <h3 id={path} class="cap">
        <span>{name}</span>
        {isSet && (
          <Button look="q small" onClick={() => change('DELETE')} label={`End ${path}`}>
            End
          </Button>
        )}
      </h3>
      {isSet ? state : <p class="t3">None is set.</p>}
      <Failure error={loaded.error} />
      {form((body) => change('PUT', body))}
      <Report outcome={outcome} />
    </section>
  );
};

const KEYS = [
  ['caller', 'each caller'],
  ['operation', 'each operation'],
  ['world', 'the world'],
] as const;

const QuotaState = ({ quota }: Quotas) => (
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
);

/** Shows and changes how many calls are answered. */
export const Quota = () => {
  const loaded = useSteered<Quotas>('quota', WATCHED_EVERY_MS);
  const quota = loaded.value?.quota ?? [];
  return (
    <Setting
      path="quota"
      name="Quota"
      loaded={loaded}
      isSet={quota.length > 0}
      state={<QuotaState quota={quota} />}
      form={(set) => (
        <Form
          send="Set quota"
          label="Set a quota"
          onSend={({ requests, ...rest }) => set({ requests: Number(requests), ...rest })}
        >
          <Field label="Calls" name="requests" type="number" required />
          <Field label="In" name="per" defaultValue="1m" required />
          <Choice label="Of" name="by" options={KEYS} />
        </Form>
      )}
    />
  );
};

/** Shows and changes how late changes are seen. */
export const Lag = () => {
  const loaded = useSteered<LagReading>('consistency', WATCHED_EVERY_MS);
  const { authz, lists, settledTime } = loaded.value ?? {};
  const given = (fields: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return (
    <Setting
      path="consistency"
      name="Lag"
      loaded={loaded}
      isSet={authz !== undefined || lists !== undefined}
      state={
        <p>
          {authz && `Rights are seen ${authz.lag} late. `}
          {lists && `Lists are seen ${lists.lag} late. `}
          {settledTime !== undefined && <span class="t2">All is seen at {dayText(settledTime)}.</span>}
        </p>
      }
      form={(set) => (
        <Form
          send="Set lag"
          label="Set a lag"
          onSend={({ authz: ofRights, lists: ofLists }) =>
            set(given({ authz: ofRights && { lag: ofRights }, lists: ofLists && { lag: ofLists } }))
          }
        >
          <Field label="Of rights" name="authz" placeholder="20s" />
          <Field label="Of lists" name="lists" placeholder="2s" />
        </Form>
      )}
    />
  );
};
