import { useState } from 'preact/hooks';
import type { Fault, Faults } from '../../../../generated/nouns.ts';
import type { Call } from '../calls/call.ts';
import type { Connection } from '../connection.ts';
import { Button, Text } from '../frame/bits.tsx';
import { useKeys } from '../frame/keys.ts';

type Effect = Pick<Fault, 'do' | 'phase'>;

/** What may happen to the next call, with the words of its choice and of the message. */
const EFFECTS: readonly (readonly [choice: string, message: string, effect: Effect])[] = [
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
  onChosen: (fault: Fault, message: string) => void;
  onClose: () => void;
}) => {
  const { call, onChosen, onClose } = props;
  const [at, setAt] = useState(0);
  const [isForCaller, setIsForCaller] = useState(false);
  const choose = (times: number | undefined): void => {
    const [, words, effect] = EFFECTS[at] as (typeof EFFECTS)[number];
    const { operation, caller } = call.entry;
    const match = {
      ...(operation !== undefined ? { operation } : { method: call.entry.method, path: call.entry.path }),
      ...(isForCaller && caller && { caller: caller.identity }),
    };
    onChosen({ match, ...effect, ...(times !== undefined && { times }) } as Fault, `${call.operation} ${words}.`);
  };
  useKeys({ Enter: () => choose(1), Escape: onClose });
  return (
    <div class="pop form" role="dialog" aria-label="Fail next time">
      <h2>
        Fail the next <Text>{call.operation}</Text>
      </h2>
      <Effects at={at} onChoose={setAt} onEnter={() => choose(1)} />
      {call.caller !== '' && (
        <label class="o">
          <input
            type="checkbox"
            checked={isForCaller}
            onChange={(event) => setIsForCaller(event.currentTarget.checked)}
          />
          <span>
            only when{' '}
            <b>
              <Text>{call.caller}</Text>
            </b>{' '}
            calls
          </span>
        </label>
      )}
      <div class="acts">
        <Button look="pri" keyName="Enter" onClick={() => choose(1)}>
          Once
        </Button>
        <Button onClick={() => choose(undefined)}>Always</Button>
        <Button look="q" onClick={onClose}>
          Cancel <kbd aria-hidden="true">esc</kbd>
        </Button>
      </div>
    </div>
  );
};
