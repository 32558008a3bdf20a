import type { JournalEntry } from '../../../../generated/nouns.ts';
import {
  attemptsOf,
  attemptsSentence,
  clientHabits,
  secondsText,
  type Attempt as Try,
} from '../../../features/evidence/attempts.ts';
import { hasFailedAnswer, isFaulted } from '../../../features/evidence/call-facts.ts';
import { timeParts } from '../calls/time-text.ts';
import { Pairs, Said } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';

const Attempt = (props: { attempt: Try; isFirst: boolean; isThis: boolean; onShow: () => void }) => {
  const { attempt, isFirst, isThis, onShow } = props;
  const { call, afterMs, title, text } = attempt;
  return (
    <li>
      <span class={`dot ${isThis ? 'cur' : ''}`} />
      <span class={`st b ${isFaulted(call) ? 'fault' : hasFailedAnswer(call) ? 'bad' : ''}`}>{call.status || '…'}</span>
      <div>
        <div class="h">
          <span>
            {isThis ? (
              <>
                <b>{title}</b>, this call
              </>
            ) : (
              <button type="button" class="link b" onClick={onShow}>
                {title}
              </button>
            )}{' '}
            {isFaulted(call) && <Icon name="fault" look="fault" title="The mock was told to act" />}
          </span>
          <span class="num t2">
            {isFirst ? timeParts(Date.parse(call.time)).join('') : `+ ${secondsText(afterMs)}`}
          </span>
        </div>
        <span class="t2">{text}</span>
      </div>
    </li>
  );
};

/** The tries of a call, each with what came of it, and what they say of the client. */
export const AttemptsTab = (props: {
  entry: JournalEntry;
  others: readonly JournalEntry[];
  onShow: (call: JournalEntry) => void;
}) => {
  const { entry, others, onShow } = props;
  const attempts = attemptsOf(entry, others);
  const habits = clientHabits(attempts);
  if (attempts.length < 2) return <p class="t3">1 try. No other call asked for the same.</p>;
  return (
    <>
      <section>
        <p class="lead">
          <Said sentence={attemptsSentence(attempts)} />
        </p>
      </section>
      <section>
        <ol class="att">
          {attempts.map((attempt, nth) => (
            <Attempt
              key={attempt.call.id}
              attempt={attempt}
              isFirst={nth === 0}
              isThis={attempt.call === entry}
              onShow={() => onShow(attempt.call)}
            />
          ))}
        </ol>
      </section>
      <section>
        <h3>What this says of the client</h3>
        <Pairs pairs={habits} />
      </section>
    </>
  );
};
