import { useState } from 'preact/hooks';
import type {
  AdvanceClock,
  AdvancedClock,
  ClockMode,
  ClockReading,
  Timer,
  Timers,
} from '../../../../generated/nouns.ts';
import { type Address, partOf, WORLD, writeAddress } from '../address.ts';
import { shortType } from '../events/events-tab.tsx';
import { Button } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Failure, Field, Form, Report, useAction } from '../frame/forms.tsx';
import { useLoaded, WATCHED_EVERY_MS } from '../use-loaded.ts';

/** Timers that wait or have fired, each with its event; `onAdvance` moves the clock to the time of one. */
const TimerList = (props: {
  name: string;
  timers: readonly Timer[];
  eventOf: (event: string) => Address;
  onAdvance?: (time: string) => void;
}) => {
  const { name, timers, eventOf, onAdvance } = props;
  return (
    <section>
      <h3>{name}</h3>
      {timers.length === 0 && <p class="t3">None.</p>}
      <ul class="lines" aria-label={name}>
        {timers.map((timer) => (
          <li class="cap two" key={`${timer.time} ${timer.event} ${timer.subscription} ${timer.attempt}`}>
            <span class="num">{timer.time}</span>
            <span class="under cut t2">
              {timer.kind}
              {timer.attempt !== undefined && `, attempt ${timer.attempt}`}{' '}
              {timer.event !== undefined && (
                <a href={writeAddress(eventOf(timer.event))}>
                  {timer.type === undefined ? timer.event : shortType(timer.type)}
                </a>
              )}
            </span>
            <span class="sp" />
            {onAdvance && (
              <Button look="small" onClick={() => onAdvance(timer.time)} label={`Advance to ${timer.time}`}>
                Advance
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Shows the clock of the world with its timers, and moves it. */
export const Clock = () => {
  const { connection, address } = useConsole();
  const { value, error, reload } = useLoaded(
    async () => ({
      ...(await connection.steer<ClockReading>('GET', 'clock')),
      ...(await connection.steer<Timers>('GET', 'clock/timers')),
    }),
    [connection],
    WATCHED_EVERY_MS,
  );
  const [outcome, act] = useAction();
  const [fired, setFired] = useState<readonly Timer[]>([]);
  const run = (mode: ClockMode): void =>
    act(async () => {
      const { now } = await connection.steer<ClockReading>('PUT', 'clock', { mode });
      reload();
      return `The clock shows ${now}.`;
    });
  const advance = (step: AdvanceClock): void =>
    act(async () => {
      const advanced = await connection.steer<AdvancedClock>('POST', 'clock:advance', { ...step, settle: true });
      setFired(advanced.fired);
      reload();
      const number = advanced.fired.length + (advanced.furtherFired ?? 0);
      return `The clock shows ${advanced.now}. ${number === 0 ? 'No timer' : number} fired.`;
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
        <div class="acts">
          <Button onClick={() => run('frozen')}>Freeze</Button>
          <Button onClick={() => run('real')}>Run</Button>
          <Button onClick={() => advance({ by: '1h' })}>+1 h</Button>
          <Button onClick={() => advance({ by: '72h' })}>+72 h</Button>
          <Button onClick={() => advance({ to: 'next' })}>To the next timer</Button>
        </div>
        <Form send="Advance" label="Advance" onSend={({ by = '' }) => advance({ by })}>
          <Field label="How far" name="by" placeholder="72h1s" required />
        </Form>
        <Report outcome={outcome} />
      </section>
      {fired.length > 0 && <TimerList name="Fired" timers={fired} eventOf={eventOf} />}
      <TimerList name="Timers" timers={timers} eventOf={eventOf} onAdvance={(to) => advance({ to })} />
      {furtherTimers > 0 && <p class="t3">{`and ${furtherTimers} more`}</p>}
    </>
  );
};
