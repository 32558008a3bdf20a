import { useState } from 'preact/hooks';
import type { Fault, FaultPreset, Faults } from '../../../../generated/nouns.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { surprisesFor } from '../faults/fault-rule.ts';
import { Button, Name, Text } from '../frame/bits.tsx';
import { Options } from '../frame/forms.tsx';

/** The failures to choose for the next call, each with its label and its message. */
const EFFECTS: readonly (readonly [choice: string, message: string, effect: Pick<Fault, 'do' | 'phase'>])[] = [
  [
    'Lose the answer after the write',
    'will lose its next answer',
    { phase: 'after_commit', do: { code: 'UNAVAILABLE' } },
  ],
  ['Answer 503 before the call', 'will be answered 503 next', { phase: 'before', do: { code: 'UNAVAILABLE' } }],
  ['Break the connection', 'will have its next connection broken', { phase: 'before', do: { drop: true } }],
  ['Answer 2 s late', 'will be answered 2 s late next', { phase: 'before', do: { latency: 2_000 } }],
];

/** Adds a fault behind those that are there; returns what takes it away. The hits of the others go on. */
export const addFault = async (connection: Connection, fault: object): Promise<() => Promise<void>> => {
  const { faults: added } = await connection.steer<Faults>('POST', 'faults', [fault]);
  const { id = '' } = added.at(-1) ?? {};
  return async () => void (await connection.steer('DELETE', `faults/${encodeURIComponent(id)}`));
};

const Effect = (props: { choice: string; isChosen: boolean; onChoose: () => void; onEnter: () => void }) => {
  const { choice, isChosen, onChoose, onEnter } = props;
  return (
    <label class="o">
      <input
        type="radio"
        name="effect"
        checked={isChosen}
        onChange={onChoose}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      <span>{choice}</span>
    </label>
  );
};

/** Chooses a surprise, and says what it does to the call. */
const Surprise = (props: {
  choices: ReturnType<typeof surprisesFor>;
  isChosen: boolean;
  name: string;
  onChoose: (name: string) => void;
}) => {
  const { choices, isChosen, name, onChoose } = props;
  return (
    <div class="o surprise">
      <input
        type="radio"
        name="effect"
        aria-label="Meet a surprise"
        checked={isChosen}
        onChange={() => onChoose(name)}
      />
      <span>
        <select
          aria-label="Surprise"
          value={name}
          onInput={(event) => onChoose(event.currentTarget.value)}
          onFocus={() => onChoose(name)}
        >
          <Options of={choices.map(([each]) => [each, each])} />
        </select>
        <span class="t2">{choices.find(([each]) => each === name)?.[1]}</span>
      </span>
    </div>
  );
};

/** The further calls of the same kind. */
const matchOf = ({ entry: { operation, method, path } }: Call) =>
  operation === undefined ? { method, path } : { operation };

/** Chooses how the next call of an operation fails. */
export const FailNext = (props: {
  call: Call;
  onChosen: (fault: Fault | FaultPreset, message: string) => void;
  onClose: () => void;
}) => {
  const { call, onChosen, onClose } = props;
  const { caller } = call.entry;
  const choices = surprisesFor(call.entry);
  // Behind all effects, the surprise is chosen.
  const [at, setAt] = useState(0);
  const [surprise, setSurprise] = useState<string>(choices[0]?.[0] ?? '');
  const [isForCaller, setIsForCaller] = useState(false);
  const words = choices.find(([name]) => name === surprise)?.[1];
  const choose = (times?: number): void => {
    onClose();
    const match = isForCaller && caller ? { ...matchOf(call), caller: caller.identity } : matchOf(call);
    const [, message, effect] = EFFECTS[at] ?? [];
    if (effect) onChosen({ match, ...effect, ...(times && { times }) } as Fault, `${call.operation} ${message}.`);
    else onChosen({ preset: surprise, match } as FaultPreset, `${call.operation} meets ${surprise} next: ${words}.`);
  };
  const meet = (name: string): void => {
    setSurprise(name);
    setAt(EFFECTS.length);
  };
  return (
    <div class="pop form" role="dialog" aria-label="Fail next time">
      <h2>
        Fail the next <Text>{call.operation}</Text>
      </h2>
      {EFFECTS.map(([choice], nth) => (
        <Effect
          key={choice}
          choice={choice}
          isChosen={nth === at}
          onChoose={() => setAt(nth)}
          onEnter={() => choose(1)}
        />
      ))}
      <Surprise choices={choices} isChosen={at === EFFECTS.length} name={surprise} onChoose={meet} />
      {call.caller !== '' && (
        <label class="o">
          <input type="checkbox" checked={isForCaller} onChange={() => setIsForCaller(!isForCaller)} />
          <span>
            only when <Name>{call.caller}</Name> calls
          </span>
        </label>
      )}
      <div class="acts">
        <Button label="Once" look="pri" keyName="Enter" run={() => choose(1)} />
        {at < EFFECTS.length && <Button label="Always" run={() => choose()} />}
        <Button label="Cancel" look="q" keyName="Escape" run={onClose} />
      </div>
    </div>
  );
};
