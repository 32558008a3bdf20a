import { useState } from 'preact/hooks';
import type { Faults } from '../../../../generated/nouns.ts';
import { OPERATION_NAMES, OperationNames } from '../access/matrix.tsx';
import { Button, Empty } from '../frame/bits.tsx';
import { useConsole, useSetting, WATCHED_EVERY_MS } from '../frame/console-context.ts';
import { Choice, Field, Form } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';
import { Failure } from '../frame/outcome.tsx';
import { count } from '../frame/text.ts';
import { TwoSides } from '../frame/two-sides.tsx';
import { Clock } from './clock.tsx';
import { FAILURES, PHASES, ruleFrom } from './fault-rule.ts';
import { FaultRules } from './fault-rules.tsx';
import { QuotaAndLag } from './quota-and-lag.tsx';

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
  const { value, error, change } = useSetting<Faults>('faults', WATCHED_EVERY_MS);
  const words = ({ faults }: Faults): string =>
    faults.length === 0 ? 'No fault is set.' : `Faults set: ${faults.length}.`;
  const add = (rule: object): unknown => change('POST', [rule], words);
  const drop = (id: string): unknown => change('DELETE', undefined, words, `faults/${encodeURIComponent(id)}`);
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
          <Button label="New fault" keyName="n" isPressed={isMaking} run={() => setIsMaking(!isMaking)} />
          <Button label="Drop all faults" isOff={rules.length === 0} run={() => change('DELETE', undefined, words)} />
        </>
      }
      beside={
        <>
          <OperationNames />
          <Clock />
          <QuotaAndLag />
        </>
      }
    >
      <div class="within">
        {(isMaking || isEmpty) && (
          <Form send="Add" label="Add a fault" onSend={(fields) => add(ruleFrom(fields))}>
            <Field label="Operation" name="operation" placeholder="CreateRepo" list={OPERATION_NAMES} />
            <Field label="Caller" name="caller" placeholder="ci-bot" />
            <Choice label="Effect" name="failure" options={FAILURES} />
            <Choice label="When" name="phase" options={PHASES} />
            <Field label="Maximum hits" name="times" placeholder="1" />
            <Field label="Only attempt" name="attempt" placeholder="1" />
            <Field label="Delay, ms" name="latency" />
            <Field label="Retry after, s" name="retryAfter" />
          </Form>
        )}
        <Failure error={error} />
        {isEmpty && (
          <Empty title="No fault is set" text="Calls fail only as the API would.">
            <Button label="Lose the answer of the next CreateRepo" run={() => add(LOST_ANSWER)} />
          </Empty>
        )}
        {rules.length > 0 && <FaultRules rules={rules} onDrop={drop} />}
      </div>
    </TwoSides>
  );
};
