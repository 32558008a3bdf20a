import { useState } from 'hono/jsx/dom';
import type {
  AdvanceClock,
  AdvancedClock,
  ClockMode,
  ClockReading,
  Timer,
  Timers,
} from '../../steering/contract/nouns.ts';
import { type Address, paneOf } from './address.ts';
import type { Connection } from './connection.ts';
import { Failure, Field, Form, Report } from './parts.tsx';
import { TimerList } from './timers.tsx';
import { useAction } from './use-action.ts';
import { useLoaded, WATCHED_EVERY_MS } from './use-loaded.ts';

/** A step of the clock: by a duration, or to a time. */
type Step = Pick<AdvanceClock, 'by'> | Pick<AdvanceClock, 'to'>;

const MODES = [
  ['frozen', 'Freeze'],
  ['real', 'Run'],
] as const;

const STEPS = [
  [{ by: '1h' }, '+1 h'],
  [{ by: '72h' }, '+72 h'],
  [{ to: 'next' }, 'To the next timer'],
] as const;

const outcomeOf = ({ now, fired, furtherFired = 0 }: AdvancedClock): string =>
  `The clock shows ${now}. ${fired.length === 0 ? 'No timer' : String(fired.length + furtherFired)} fired.`;

const Buttons = ({ onRun, onAdvance }: { onRun: (mode: ClockMode) => void; onAdvance: (step: Step) => void }) => (
  <div>
    <div class="row">
      {MODES.map(([mode, text]) => (
        <button type="button" onClick={() => onRun(mode)}>
          {text}
        </button>
      ))}
      {STEPS.map(([step, text]) => (
        <button type="button" onClick={() => onAdvance(step)}>
          {text}
        </button>
      ))}
    </div>
    <Form label="Advance" onSend={({ by = '' }) => onAdvance({ by })}>
      <Field label="How far" name="by" placeholder="72h1s" required />
      <button type="submit">Advance</button>
    </Form>
  </div>
);

const useClock = (connection: Connection) =>
  useLoaded(
    async () => {
      const [clock, pending] = await Promise.all([
        connection.steer<ClockReading>('GET', 'clock'),
        connection.steer<Timers>('GET', 'clock/timers'),
      ]);
      return { ...clock, ...pending };
    },
    [connection],
    WATCHED_EVERY_MS,
  );

/** Shows the clock of the world with its timers, and moves it. */
export const Clock = ({ connection, address }: { connection: Connection; address: Address }) => {
  const { value, error, reload } = useClock(connection);
  const [outcome, act] = useAction();
  const [fired, setFired] = useState<readonly Timer[]>([]);
  const run = (mode: ClockMode): void =>
    act(async () => {
      const { now } = await connection.steer<ClockReading>('PUT', 'clock', { mode });
      reload();
      return `The clock shows ${now}.`;
    });
  const advance = (step: Step): void =>
    act(async () => {
      const advanced = await connection.steer<AdvancedClock>('POST', 'clock:advance', { ...step, settle: true });
      setFired(advanced.fired);
      reload();
      return outcomeOf(advanced);
    });
  const { timers = [], furtherTimers = 0 } = value ?? {};
  const eventOf = (event: string): Address => paneOf('events', address, { event });
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        <strong>{value?.now}</strong> <span class="quiet">{value?.mode}</span>
      </p>
      <Failure error={error} />
      <Buttons onRun={run} onAdvance={advance} />
      <Report outcome={outcome} />
      {fired.length > 0 && <TimerList name="Fired" timers={fired} eventOf={eventOf} />}
      <TimerList name="Timers" timers={timers} eventOf={eventOf} onAdvance={(to) => advance({ to })} />
      {furtherTimers > 0 && <p class="quiet">{`and ${furtherTimers} more`}</p>}
    </section>
  );
};
