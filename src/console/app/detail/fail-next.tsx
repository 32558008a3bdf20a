import { useState } from 'preact/hooks';
import type { Fault, FaultPreset, Faults } from '../../../../generated/nouns.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { surprisesFor } from '../faults/fault-rule.ts';
import { Button, Name, Text } from '../frame/bits.tsx';
import { Options } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';

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

/** Chooses a surprise, and says what it does to the call. */
const Surprise = (props: {
  choices: ReturnType<typeof surprisesFor>;
  isChosen: boolean;
  name: string;
  onChoose: (name: string) => void;
}) => {
  const { choices, isChosen, name, onChoose } = props;
  const words = choices.find(([each]) => each === name)?.[1];
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
        <span class="t2">{words}</span>
      </span>
    </div>
  );
};

const Effects = ({ at, onChoose, onEnter }: { at: number; onChoose: (nth: number) => void; onEnter: () => void }) => (
  <>
    {EFFECTS.map(([choice], nth) => (
      <label class="o" key={choice}>
        <input
          type="radio"
          name="effect"
          checked={nth === at}
          onChange={() => onChoose(nth)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          }}
        />
        <span>{choice}</span>
      </label>
    ))}
  </>
);

/** Chooses how the next call of an operation fails. */
export const FailNext = (props: {
  call: Call;
  onChosen: (fault: Fault | FaultPreset, message: string) => void;
  onClose: () => void;
}) => {
  const { call, onChosen, onClose } = props;
  const { operation, caller, method, path } = call.entry;
  const choices = surprisesFor(call.entry);
  // Behind all effects, the surprise is chosen.
  const [at, setAt] = useState(0);
  const [surprise, setSurprise] = useState<string>(choices[0]?.[0] ?? '');
  const [isForCaller, setIsForCaller] = useState(false);
  const choose = (times: number | undefined): void => {
    const match = {
      ...(operation !== undefined ? { operation } : { method, path }),
      ...(isForCaller && caller && { caller: caller.identity }),
    };
    const [, words, effect] = EFFECTS[at] ?? [];
    const met = choices.find(([name]) => name === surprise)?.[1];
    if (effect) {
      onChosen({ match, ...effect, ...(times !== undefined && { times }) } as Fault, `${call.operation} ${words}.`);
    } else onChosen({ preset: surprise, match } as FaultPreset, `${call.operation} meets ${surprise} next: ${met}.`);
  };
  useKeys({ Enter: () => choose(1), Escape: onClose });
  return (
    <div class="pop form" role="dialog" aria-label="Fail next time">
      <h2>
        Fail the next <Text>{call.operation}</Text>
      </h2>
      <Effects at={at} onChoose={setAt} onEnter={() => choose(1)} />
      <Surprise
        choices={choices}
        isChosen={at === EFFECTS.length}
        name={surprise}
        onChoose={(name) => {
          setSurprise(name);
          setAt(EFFECTS.length);
        }}
      />
      {call.caller !== '' && (
        <label class="o">
          <input type="checkbox" checked={isForCaller} onChange={() => setIsForCaller(!isForCaller)} />
          <span>
            only when <Name>{call.caller}</Name> calls
          </span>
        </label>
      )}
      <div class="acts">
        <Button look="pri" keyName="Enter" onClick={() => choose(1)}>
          Once
        </Button>
        {at < EFFECTS.length && <Button onClick={() => choose(undefined)}>Always</Button>}
        <Button look="q" onClick={onClose}>
          Cancel <kbd aria-hidden="true">esc</kbd>
        </Button>
      </div>
    </div>
  );
};
