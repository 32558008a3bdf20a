import type { Connection } from './connection.ts';
import { type JsonObject, jsonText } from './json.ts';
import { Choice, Failure, Field, Form, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

/** A setting as the control plane has it, with a form that changes it. */
const Setting = (props: {
  connection: Connection;
  path: string;
  name: string;
  form: (set: (body: unknown) => void) => unknown;
}) => {
  const { connection, path, name, form } = props;
  const { value, error, reload } = useLoaded(() => connection.steer<JsonObject>('GET', path), [connection]);
  const [outcome, act] = useAction();
  const change = (method: string, body?: unknown): void =>
    act(async () => {
      await connection.steer(method, path, body);
      reload();
      return method === 'DELETE' ? `${name} has ended.` : `${name} is set.`;
    });
  const isSet = value !== undefined && !/^\{(?:"quota":\[\])?\}$/.test(JSON.stringify(value));
  return (
    <section aria-labelledby={path}>
      <h2 id={path}>{name}</h2>
      {form((body) => change('PUT', body))}
      <Failure error={error} />
      {isSet && (
        <>
          <pre tabindex={0}>{jsonText(value)}</pre>
          <div class="row">
            <button type="button" onClick={reload} aria-label={`Read ${path}`}>
              Read
            </button>
            <button type="button" onClick={() => change('DELETE')} aria-label={`End ${path}`}>
              End
            </button>
          </div>
        </>
      )}
      <Report outcome={outcome} />
    </section>
  );
};

const KEYS = [
  ['caller', 'each caller'],
  ['operation', 'each operation'],
  ['world', 'the world'],
] as const;

/** Shows and changes how many calls are answered, and how late changes are seen. */
export const QuotaAndLag = ({ connection }: { connection: Connection }) => (
  <div>
    <Setting
      connection={connection}
      path="quota"
      name="Quota"
      form={(set) => (
        <Form label="Set a quota" onSend={({ requests, ...rest }) => set({ requests: Number(requests), ...rest })}>
          <Field label="Calls" name="requests" type="number" required />
          <Field label="In" name="per" value="1m" required />
          <Choice label="Of" name="by" options={KEYS} />
          <button type="submit">Set quota</button>
        </Form>
      )}
    />
    <Setting
      connection={connection}
      path="consistency"
      name="Lag"
      form={(set) => (
        <Form
          label="Set a lag"
          onSend={({ authz, lists }) =>
            set({ ...(authz && { authz: { lag: authz } }), ...(lists && { lists: { lag: lists } }) })
          }
        >
          <Field label="Of rights" name="authz" placeholder="20s" />
          <Field label="Of lists" name="lists" placeholder="2s" />
          <button type="submit">Set lag</button>
        </Form>
      )}
    />
  </div>
);
