import type { Faults as Answer, FaultWithHits, UnfiredFault } from '../../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { FAILURES, PHASES, ruleFrom } from './fault-rule.ts';
import type { JsonObject } from './json.ts';
import { OPERATION_NAMES, OperationNames } from './operation-names.tsx';
import { Choice, Failure, Field, Form, formatCount, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

const toWords = (value: unknown): string => JSON.stringify(value ?? {}).replace(/^\{\}$/, 'every call');

const Rules = ({ rules, onDrop }: { rules: readonly FaultWithHits[]; onDrop: (index: number) => void }) => (
  <ul class="list" aria-label="Faults">
    {rules.map(({ match, phase, do: effect, times, hits }, index) => (
      <li class="card">
        <code>{toWords(match)}</code> {phase}: <code>{toWords(effect)}</code>
        {times !== undefined && `, at most ${formatCount(times, 'time')}`} <strong>{formatCount(hits, 'hit')}</strong>{' '}
        <button type="button" onClick={() => onDrop(index)} aria-label={`Drop fault ${index + 1}`}>
          Drop
        </button>
      </li>
    ))}
  </ul>
);

const NewFault = ({ onSend }: { onSend: (rule: JsonObject) => void }) => (
  <Form label="Add a fault" onSend={(fields) => onSend(ruleFrom(fields))}>
    <Field label="Operation" name="operation" placeholder="CreateRepo" list={OPERATION_NAMES} />
    <Field label="Caller" name="caller" placeholder="ci-bot" />
    <Field label="Only attempt" name="attempt" placeholder="1" />
    <Choice label="Ends as" name="failure" options={FAILURES} />
    <Choice label="When" name="phase" options={PHASES} />
    <Field label="At most, times" name="times" placeholder="1" />
    <Field label="Held for, ms" name="latency" />
    <Field label="Retry after, s" name="retryAfter" />
    <button type="submit">Add</button>
  </Form>
);

/** The faults of the world with their hits, and a form that adds one. */
export const Faults = ({ connection }: { connection: Connection }) => {
  const { value, error, reload } = useLoaded(() => connection.steer<Answer>('GET', 'faults'), [connection]);
  const [outcome, act] = useAction();
  // The rules as they are now: another tab, or a test, may have set some.
  const change = (next: (rules: readonly UnfiredFault[]) => readonly (UnfiredFault | JsonObject)[]): void =>
    act(async () => {
      const { faults } = await connection.steer<Answer>('GET', 'faults');
      const rules = next(faults.map(({ hits, ...rule }) => rule));
      const set = await connection.steer<Answer>('PUT', 'faults', rules);
      reload();
      return set.faults.length === 0 ? 'No fault is set.' : `Faults set: ${set.faults.length}.`;
    });
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <OperationNames connection={connection} />
      <NewFault onSend={(rule) => change((rules) => [...rules, rule])} />
      <Failure error={error} />
      <Rules rules={value?.faults ?? []} onDrop={(index) => change((rules) => rules.toSpliced(index, 1))} />
      <div class="row">
        <button type="button" onClick={reload}>
          Read hits
        </button>
        <button type="button" onClick={() => change(() => [])}>
          Drop all faults
        </button>
      </div>
      <Report outcome={outcome} />
    </section>
  );
};
