import type { Timer } from '../../../../generated/nouns.ts';
import { type Address, writeAddress } from '../address.ts';
import { shortType } from '../events/events-tab.tsx';
import { Button } from '../frame/bits.tsx';

const labelOf = ({ kind, attempt }: Timer): string => (attempt === undefined ? kind : `${kind}, attempt ${attempt}`);

/** Timers that wait or have fired, each with its event; `onAdvance` moves the clock to the time of one. */
export const TimerList = (props: {
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
              {labelOf(timer)}{' '}
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
