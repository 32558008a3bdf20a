import { useState } from 'preact/hooks';
import type {
  AdvanceClock,
  AdvancedClock,
  ClockMode,
  ClockReading,
  Timer,
  Timers,
} from '../../../../generated/nouns.ts';
import { WORLD } from '../address.ts';
import { shortType } from '../events/event-list.ts';
import { Button, PartLink } from '../frame/bits.tsx';
import { useConsole, useLoaded, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Field, Form } from '../frame/forms.tsx';
import { Section } from '../frame/outcome.tsx';

/** Timers of the page's world that wait or have fired, each with its event; `onAdvance` moves the clock to one. */
const TimerList = (props: { name: string; timers: readonly Timer[]; onAdvance?: (time: string) => unknown }) => {
  const { name, timers, onAdvance } = props;
  const { world } = useConsole().connection;
  return (
    <Section title={name}>
      {timers.length === 0 && <p class="t3">None.</p>}
      <ul class="lines" aria-label={name}>
        {timers.map(({ time, kind, event, subscription, attempt, type }) => (
          <li class="cap two" key={`${time} ${event} ${subscription} ${attempt}`}>
            <span class="num">{time}</span>
            <span class="under cut t2">
              {kind}
              {attempt !== undefined && `, attempt ${attempt}`}{' '}
              {event !== undefined && (
                <PartLink to="events" params={{ event, in: world, [WORLD]: world }}>
                  {type === undefined ? event : shortType(type)}
                </PartLink>
              )}
            </span>
            <span class="sp" />
            {onAdvance && (
              <Button label="Advance" look="small" run={() => onAdvance(time)} name={`Advance to ${time}`} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};

/** Shows the clock of the world with its timers, and moves it. */
export const Clock = () => {
  const { connection } = useConsole();
  const { value, error, reload } = useLoaded(
    async () => ({
      ...(await connection.steer<ClockReading>('GET', 'clock')),
      ...(await connection.steer<Timers>('GET', 'clock/timers')),
    }),
    [connection],
    WATCHED_EVERY_MS,
  );
  const [fired, setFired] = useState<readonly Timer[]>([]);
  const run = async (mode: ClockMode): Promise<string> => {
    const { now } = await connection.steer<ClockReading>('PUT', 'clock', { mode });
    reload();
    return `The clock shows ${now}.`;
  };
  const advance = async (step: AdvanceClock): Promise<string> => {
    const advanced = await connection.steer<AdvancedClock>('POST', 'clock:advance', { ...step, settle: true });
    setFired(advanced.fired);
    reload();
    const number = advanced.fired.length + (advanced.furtherFired ?? 0);
    return `The clock shows ${advanced.now}. ${number === 0 ? 'No timer' : number} fired.`;
  };
  const { timers = [], furtherTimers = 0 } = value ?? {};
  return (
    <>
      <Section title={`Clock of ${connection.world}`} id="clock" error={error}>
        <p class="lead">
          <span class="num">{value?.now}</span> <span class="t2">{value?.mode}</span>
        </p>
        <div class="acts">
          <Button label="Freeze" run={() => run('frozen')} />
          <Button label="Run" run={() => run('real')} />
          <Button label="+1 h" run={() => advance({ by: '1h' })} />
          <Button label="+72 h" run={() => advance({ by: '72h' })} />
          <Button label="To the next timer" run={() => advance({ to: 'next' })} />
        </div>
        <Form send="Advance" label="Advance" onSend={({ by = '' }) => advance({ by })}>
          <Field label="How far" name="by" placeholder="72h1s" required />
        </Form>
      </Section>
      {fired.length > 0 && <TimerList name="Fired" timers={fired} />}
      <TimerList name="Timers" timers={timers} onAdvance={(to) => advance({ to })} />
      {furtherTimers > 0 && <p class="t3">{`and ${furtherTimers} more`}</p>}
    </>
  );
};
