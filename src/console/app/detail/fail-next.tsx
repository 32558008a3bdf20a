import { useState } from 'preact/hooks';
import type { Fault, FaultPreset } from '../../../../generated/nouns.ts';
import type { Call } from '../calls/call.ts';
import { type ALL_SURPRISES, surprisesFor } from '../faults/fault-rule.ts';
import { Button, Name, Text } from '../frame/bits.tsx';
import { type Fields, fieldsOf, Options } from '../frame/forms.tsx';
import { type Notice, useAct } from '../frame/outcome.tsx';

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

/** The choice of a surprise in the place of an effect. */
const SURPRISE = 'surprise';

/** The fault that the fields of the form describe, and the message about it; without `times` it acts always. */
const faultOf = (
  { operation, entry }: Call,
  { effect: chosen, [SURPRISE]: preset = '', own }: Fields,
  times: number | undefined,
): readonly [fault: Fault | FaultPreset, message: string] => {
  const { caller, operation: called, method, path } = entry;
  const match = {
    ...(called === undefined ? { method, path } : { operation: called }),
    ...(own && caller && { caller: caller.identity }),
  };
  const [, message, effect] = EFFECTS[Number(chosen)] ?? [];
  if (effect) return [{ match, ...effect, ...(times && { times }) } as Fault, `${operation} ${message}.`];
  const words = surprisesFor(entry).find(([name]) => name === preset)?.[1];
  return [{ preset, match } as FaultPreset, `${operation} meets ${preset} next: ${words}.`];
};

/** Chooses a surprise, and says what it does to the call. */
const Surprise = (props: { choices: typeof ALL_SURPRISES; fields: Fields; onFocus: () => void }) => {
  const { choices, fields, onFocus } = props;
  const { effect, [SURPRISE]: chosen } = fields;
  return (
    <div class="o surprise">
      <input type="radio" name="effect" value={SURPRISE} checked={effect === SURPRISE} aria-label="Meet a surprise" />
      <span>
        <select aria-label="Surprise" name={SURPRISE} value={chosen} onFocus={onFocus}>
          <Options of={choices.map(([name]) => [name, name])} />
        </select>
        <span class="t2">{choices.find(([name]) => name === chosen)?.[1]}</span>
      </span>
    </div>
  );
};

/** Chooses how the next call of an operation fails. */
export const FailNext = (props: {
  call: Call;
  /** Sets the fault; resolves to the message about it. */
  onChosen: (fault: Fault | FaultPreset, message: string) => Promise<Notice>;
  onClose: () => void;
}) => {
  const { call, onChosen, onClose } = props;
  const choices = surprisesFor(call.entry);
  const [fields, setFields] = useState<Fields>({ effect: '0', [SURPRISE]: choices[0]?.[0] ?? '' });
  const chosen = fields.effect;
  const act = useAct();
  const choose = (times?: number): Promise<Notice> => {
    onClose();
    return onChosen(...faultOf(call, fields, times));
  };
  return (
    <form
      class="pop form"
      role="dialog"
      aria-label="Fail next time"
      onInput={({ currentTarget, target }) =>
        setFields({ ...fieldsOf(currentTarget), ...(target instanceof HTMLSelectElement && { effect: SURPRISE }) })
      }
      onSubmit={(event) => {
        event.preventDefault();
        act(() => choose(1));
      }}
    >
      <h2>
        Fail the next <Text>{call.operation}</Text>
      </h2>
      {EFFECTS.map(([choice], nth) => (
        <label class="o" key={choice}>
          <input type="radio" name="effect" value={nth} checked={chosen === String(nth)} />
          <span>{choice}</span>
        </label>
      ))}
      <Surprise choices={choices} fields={fields} onFocus={() => setFields({ ...fields, effect: SURPRISE })} />
      {call.caller !== '' && (
        <label class="o">
          <input type="checkbox" name="own" />
          <span>
            only when <Name>{call.caller}</Name> calls
          </span>
        </label>
      )}
      <div class="acts">
        <Button label="Once" look="pri" keyName="Enter" run={() => choose(1)} />
        {chosen !== SURPRISE && <Button label="Always" run={() => choose()} />}
        <Button label="Cancel" look="q" keyName="Escape" run={onClose} />
      </div>
    </form>
  );
};
