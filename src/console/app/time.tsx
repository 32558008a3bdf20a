import { Faults } from './faults.tsx';
import type { PaneProps } from './pane.ts';
import { Failure, Field, Form, Report } from './parts.tsx';
import { QuotaAndLag } from './quota-and-lag.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

interface ShownClock {
  readonly mode: string;
  readonly now: string;
  readonly scale: number;
}

const STEPS = [
  ['1h', '+1 h'],
  ['72h', '+72 h'],
] as const;

const Clock = ({ connection }: Pick<PaneProps, 'connection'>) => {
  const { value, error, reload } = useLoaded(() => connection.steer<ShownClock>('GET', 'clock'), [connection]);
  const [outcome, act] = useAction();
  const change = (method: string, path: string, body: unknown): void =>
    act(async () => {
      const { now } = await connection.steer<ShownClock>(method, path, body);
      reload();
      return `The clock shows ${now}.`;
    });
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        {value && (
          <>
            <strong>{value.now}</strong> <span class="quiet">{value.mode}</span>
          </>
        )}
      </p>
      <Failure error={error} />
      <div class="row">
        <button type="button" onClick={() => change('PUT', 'clock', { mode: 'frozen' })}>
          Freeze
        </button>
        <button type="button" onClick={() => change('PUT', 'clock', { mode: 'real' })}>
          Run
        </button>
        {STEPS.map(([by, text]) => (
          <button type="button" onClick={() => change('POST', 'clock:advance', { by })}>
            {text}
          </button>
        ))}
        <button type="button" onClick={reload}>
          Read
        </button>
      </div>
      <Form label="Advance" onSend={({ by = '' }) => change('POST', 'clock:advance', { by })}>
        <Field label="How far" name="by" placeholder="72h1s" required />
        <button type="submit">Advance</button>
      </Form>
      <Report outcome={outcome} />
    </section>
  );
};

/** The clock of the world, and what makes its calls fail, wait or see changes late. */
export const Time = ({ connection }: PaneProps) => (
  <div>
    <Clock connection={connection} />
    <Faults connection={connection} />
    <QuotaAndLag connection={connection} />
  </div>
);
