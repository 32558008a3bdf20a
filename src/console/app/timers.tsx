import type { Timer } from '../../steering/contract/nouns.ts';
import { type Address, writeAddress } from './address.ts';

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
    <div>
      <h3>{name}</h3>
      {timers.length === 0 && <p class="quiet">None.</p>}
      <ul class="list" aria-label={name}>
        {timers.map((timer) => (
          <li class="card">
            <p>
              <strong>{timer.time}</strong> {labelOf(timer)}{' '}
              {timer.event !== undefined && (
                <a href={writeAddress(eventOf(timer.event))}>{timer.type ?? timer.event}</a>
              )}{' '}
              {timer.subscription !== undefined && <span class="quiet">{`to ${timer.subscription}`}</span>}
            </p>
            {onAdvance && (
              <button type="button" onClick={() => onAdvance(timer.time)} aria-label={`Advance to ${timer.time}`}>
                Advance
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
