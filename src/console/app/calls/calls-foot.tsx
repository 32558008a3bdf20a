import { useMemo } from 'preact/hooks';
import { count, Key, SCROLLS } from '../frame/bits.tsx';
import { useConsole, useRun } from '../frame/console-context.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { type Call, isRetry } from './call.ts';

const LEGEND: readonly (readonly [term: string, icon: IconName, look: string, one: string, several: string])[] = [
  ['is:failed', 'bad', 'bad', 'failed', 'failed'],
  ['is:refused', 'deny', 'bad', 'refused', 'refused'],
  ['is:faulted', 'fault', 'fault', 'faulted', 'faulted'],
  ['is:retry', 'retry', '', 'retry', 'retries'],
  ['is:unread', 'unread', '', 'with unread fields', 'with unread fields'],
];

const countsOf = (matching: readonly Call[], triesOf: (call: Call) => readonly Call[]): readonly number[] => [
  matching.filter(({ failed }) => failed).length,
  matching.filter(({ refused }) => refused).length,
  matching.filter(({ faulted }) => faulted).length,
  matching.filter((call) => isRetry(call, triesOf(call))).length,
  matching.filter(({ unread }) => unread).length,
];

/** Saves the run of the world that is shown, or of all, as a page that opens without the mock. */
const SaveRun = () => {
  const { connectTo, world } = useConsole();
  const run = useRun();
  const save = async (): Promise<string> => {
    const page = await connectTo(world ?? 'default').steerText(
      `trace?${world === undefined ? 'world=*&' : ''}format=html`,
    );
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
    link.download = `${world ?? 'run'}.html`;
    link.click();
    URL.revokeObjectURL(link.href);
    return `The run is saved as ${link.download}.`;
  };
  return (
    <button type="button" class="link" onClick={() => run(save)}>
      Save this run as a page
    </button>
  );
};

/** The state of following, and each mark with its number of calls: the legend of the table, which filters. */
export const CallsFoot = (props: {
  matching: readonly Call[];
  triesOf: (call: Call) => readonly Call[];
  below: number;
  onEnd: () => void;
  onTerm: (term: string) => void;
}) => {
  const { matching, triesOf, below, onEnd, onTerm } = props;
  const { calls, isReadOnly } = useConsole();
  const { state } = calls.following;
  const isLive = !isReadOnly && !calls.isPaused && (state === 'live' || state === 'back');
  // The tries of thousands of calls take longer to find than all the rest of a key press.
  const counts = useMemo(() => countsOf(matching, triesOf), [matching]);
  return (
    <div class="foot">
      {isLive && (
        <span class="live">
          <i />
          Live
        </span>
      )}
      {below > 0 && (
        <button type="button" class="link below" onClick={onEnd}>
          {count(below, 'call')} below <Key name="End" />
        </button>
      )}
      <span class="sp" />
      <div class="lg" role="group" aria-label="Marks" {...SCROLLS}>
        {LEGEND.map(([term, icon, look, one, several], nth) => (
          <button type="button" key={term} class={nth === 0 ? 'narrow' : ''} onClick={() => onTerm(term)}>
            <Icon name={icon} look={look} /> {counts[nth]} {counts[nth] === 1 ? one : several}
          </button>
        ))}
      </div>
      {!isReadOnly && <SaveRun />}
      <span class="t3 wide k">
        <Key name="?" /> keys
      </span>
    </div>
  );
};
