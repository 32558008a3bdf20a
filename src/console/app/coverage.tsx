import type { Coverage, CoverageAnswer, CoverageOperation } from '../../steering/contract/nouns.ts';
import { withParams } from './address.ts';
import { CLIENT } from './connection.ts';
import type { PaneProps } from './pane.ts';
import { Failure } from './parts.tsx';
import { goTo } from './use-address.ts';
import { useLoaded } from './use-loaded.ts';

/** The ways in which a declared answer was met, each with its sign and words. */
const MET = {
  met: ['✓', 'met'],
  faulted: ['~', 'met by faults only'],
  never: ['○', 'never met'],
} as const;

const classifyAnswer = ({ clients }: CoverageOperation, { status, code }: CoverageAnswer): keyof typeof MET => {
  const isIt = (one: CoverageAnswer): boolean => one.status === status && one.code === code;
  // The page's own calls do not count.
  const others = clients.filter(({ client }) => client !== CLIENT);
  if (others.some(({ answers }) => answers.some(isIt))) return 'met';
  return others.some(({ faulted }) => faulted.some(isIt)) ? 'faulted' : 'never';
};

const Answers = ({ operation }: { operation: CoverageOperation }) => (
  <ul class="counts">
    {operation.declared.map((kind) => {
      const how = classifyAnswer(operation, kind);
      const [sign, words] = MET[how];
      return (
        <li class={how} title={`${kind.code}, ${words}`}>
          {sign} {String(kind.status)} <span class="unseen">{words}</span>
        </li>
      );
    })}
  </ul>
);

const isTouched = (operation: CoverageOperation): boolean =>
  operation.declared.some((kind) => classifyAnswer(operation, kind) !== 'never');

/** The operations of a version by the answers that clients have met, and those that they never met. */
export const CoveragePane = ({ connection, address }: PaneProps) => {
  const { value, error, reload } = useLoaded(() => connection.steer<Coverage>('GET', 'coverage'), [connection]);
  const version = address.params.version ?? 'v2';
  const isAll = address.params.all === 'yes';
  const summary = value?.versions.find((one) => one.version === version);
  const shown = (value?.operations ?? []).filter((one) => one.version === version && (isAll || isTouched(one)));
  return (
    <div>
      <h2>Coverage</h2>
      <Failure error={error} />
      <div class="row">
        {value?.versions.map((one) => (
          <button
            type="button"
            aria-pressed={one.version === version ? 'true' : 'false'}
            onClick={() => goTo(withParams(address, { version: one.version }))}
          >
            {one.version}
          </button>
        ))}
        <button type="button" onClick={() => goTo(withParams(address, { all: isAll ? '' : 'yes' }))}>
          {isAll ? 'Only what was called' : 'All operations'}
        </button>
        <button type="button" onClick={reload}>
          Read
        </button>
      </div>
      {summary && (
        <p role="status">
          {`${summary.covered} of ${summary.operations} operations, ${summary.met} of ${summary.answers} answers, calls of this page included.`}
        </p>
      )}
      <p class="quiet">✓ met by a client, ~ by faults only, ○ never met</p>
      <ul class="list" aria-label="Operations">
        {shown.map((operation) => (
          <li key={operation.operation}>
            <h3>{operation.operation}</h3>
            <Answers operation={operation} />
          </li>
        ))}
      </ul>
    </div>
  );
};
