import { useState } from 'preact/hooks';
import type {
  AdvanceClock,
  AdvancedClock,
  ClockMode,
  ClockReading,
  Timer,
  Timers,
} from '../../../../generated/nouns.ts';
import { type Address, partOf, WORLD } from '../address.ts';
import type { Connection } from '../connection.ts';
import { Button } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Failure, Field, Form, Report, Send, useAction } from '../frame/forms.tsx';
import { useLoaded, WATCHED_EVERY_MS } from '../use-loaded.ts';
import { TimerList } from './timers.tsx';

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
  <>
    <div class="acts">
      {MODES.map(([mode, text]) => (
        <Button key={mode} onClick={() => onRun(mode)}>
          {text}
        </Button>
      ))}
      {STEPS.map(([step, text]) => (
        <Button key={text} onClick={() => onAdvance(step)}>
          {text}
        </Button>
      ))}
    </div>
    <Form label="Advance" onSend={({ by = '' }) => onAdvance({ by })}>
      <Field label="How far" name="by" placeholder="72h1s" required />
      <Send>Advance</Send>
    </Form>
  </>
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
export const Clock = () => {
  const { connection, address } = useConsole();
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
  const eventOf = (event: string): Address =>
    partOf('events', address, { event, in: connection.world, [WORLD]: connection.world });
  return (
    <>
      <section aria-labelledby="clock">
        <h3 id="clock">Clock of {connection.world}</h3>
        <p class="lead">
          <span class="num">{value?.now}</span> <span class="t2">{value?.mode}</span>
        </p>
        <Failure error={error} />
        <Buttons onRun={run} onAdvance={advance} />
        <Report outcome={outcome} />
      </section>
      {fired.length > 0 && <TimerList name="Fired" timers={fired} eventOf={eventOf} />}
      <TimerList name="Timers" timers={timers} eventOf={eventOf} onAdvance={(to) => advance({ to })} />
      {furtherTimers > 0 && <p class="t3">{`and ${furtherTimers} more`}</p>}
    </>
  );
};
