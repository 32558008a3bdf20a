import type { JournalEntry } from '../../../../generated/nouns.ts';
import { attemptsOf, attemptsSentence, clientHabits, secondsText } from '../../../features/evidence/attempts.ts';
import { hasFailedAnswer, isFaulted } from '../../../features/evidence/call-facts.ts';
import { Icon, Pairs, Said } from '../frame/bits.tsx';
import { Section } from '../frame/outcome.tsx';
import { timeParts } from '../frame/text.ts';

/** The tries of a call, each with what came of it, and what they say of the client. */
export const AttemptsTab = (props: {
  entry: JournalEntry;
  tries: readonly JournalEntry[];
  onShow: (call: JournalEntry) => void;
}) => {
  const { entry, tries, onShow } = props;
  const attempts = attemptsOf(entry, tries);
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
          {attempts.map(({ call, afterMs, title, text }, nth) => (
            <li key={call.id}>
              <span class={`dot ${call === entry ? 'cur' : ''}`} />
              <span class={`st b ${isFaulted(call) ? 'fault' : hasFailedAnswer(call) ? 'bad' : ''}`}>
                {call.status || '…'}
              </span>
              <div>
                <div class="h">
                  <span>
                    {call === entry ? (
                      <>
                        <b>{title}</b>, this call
                      </>
                    ) : (
                      <button type="button" class="link b" onClick={() => onShow(call)}>
                        {title}
                      </button>
                    )}{' '}
                    {isFaulted(call) && <Icon name="fault" look="fault" title="A test had the mock act" />}
                  </span>
                  <span class="num t2">
                    {nth === 0 ? timeParts(Date.parse(call.time)).join('') : `+ ${secondsText(afterMs)}`}
                  </span>
                </div>
                <span class="t2">{text}</span>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <Section title="What this says of the client">
        <Pairs pairs={clientHabits(attempts)} />
      </Section>
    </>
  );
};
