import { useState } from 'preact/hooks';
import type { Faults } from '../../../../generated/nouns.ts';
import type { JsonObject } from '../../../features/evidence/json-value.ts';
import { OPERATION_NAMES, OperationNames } from '../access/matrix.tsx';
import { Button, count, Empty } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Choice, Failure, Field, Form, Report, useAction } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';
import { TwoSides } from '../frame/two-sides.tsx';
import { WATCHED_EVERY_MS } from '../use-loaded.ts';
import { Clock } from './clock.tsx';
import { FAILURES, PHASES, ruleFrom } from './fault-rule.ts';
import { FaultRules } from './fault-rules.tsx';
import { Lag, Quota } from './quota-and-lag.tsx';

const NewFault = ({ onSend }: { onSend: (rule: JsonObject) => void }) => (
  <Form send="Add" label="Add a fault" onSend={(fields) => onSend(ruleFrom(fields))}>
    <Field label="Operation" name="operation" placeholder="CreateRepo" list={OPERATION_NAMES} />
    <Field label="Caller" name="caller" placeholder="ci-bot" />
    <Choice label="Ends as" name="failure" options={FAILURES} />
    <Choice label="When" name="phase" options={PHASES} />
    <Field label="At most, times" name="times" placeholder="1" />
    <Field label="Only attempt" name="attempt" placeholder="1" />
    <Field label="Held for, ms" name="latency" />
    <Field label="Retry after, s" name="retryAfter" />
  </Form>
);

/** The fault that is offered first. */
const LOST_ANSWER = {
  match: { operation: 'CreateRepo' },
  phase: 'after_commit',
  do: { code: 'UNAVAILABLE' },
  times: 1,
};

/** The faults of the world, and beside them its clock, quota and lag. */
export const FaultsPart = () => {
  const { connection } = useConsole();
  const { value, error, reload } = useSteered<Faults>('faults', WATCHED_EVERY_MS);
  const [outcome, act] = useAction();
  const send = (method: 'POST' | 'DELETE', path: string, rules?: readonly object[]): void =>
    act(async () => {
      const set = await connection.steer<Faults>(method, path, rules);
      reload();
      return set.faults.length === 0 ? 'No fault is set.' : `Faults set: ${set.faults.length}.`;
    });
  const add = (rule: object): void => send('POST', 'faults', [rule]);
  const [isMaking, setIsMaking] = useState(false);
  const rules = value?.faults ?? [];
  const isEmpty = value !== undefined && rules.length === 0;
  useKeys({ n: () => setIsMaking(true) });
  return (
    <TwoSides
      title="Faults"
      label="Faults of the world"
      besideLabel="Clock, quota and lag"
      bar={
        <>
          <h2>
            {rules.length === 0 ? 'Faults' : count(rules.length, 'fault')} in {connection.world}
          </h2>
          <span class="sp" />
          <Button keyName="n" isPressed={isMaking} onClick={() => setIsMaking(!isMaking)}>
            New fault
          </Button>
          <Button isOff={rules.length === 0} onClick={() => send('DELETE', 'faults')}>
            Drop all faults
          </Button>
        </>
      }
      beside={
        <>
          <OperationNames />
          <Clock />
          <Quota />
          <Lag />
        </>
      }
    >
      <div class="within">
        {(isMaking || isEmpty) && <NewFault onSend={add} />}
        <Report outcome={outcome} />
        <Failure error={error} />
        {isEmpty && (
          <Empty title="No fault is set" text="Calls fail only as the API would.">
            <Button onClick={() => add(LOST_ANSWER)}>Lose the answer of the next CreateRepo</Button>
          </Empty>
        )}
        {rules.length > 0 && (
          <FaultRules rules={rules} onDrop={(id) => send('DELETE', `faults/${encodeURIComponent(id)}`)} />
        )}
      </div>
    </TwoSides>
  );
};
