import { useMemo } from 'preact/hooks';
import { count, Key, SCROLLS } from '../frame/bits.tsx';
import { download, useConsole, useRun } from '../frame/console-context.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { type Call, isRetry } from './call.ts';

/** The marks: `has` is true for a call with that mark, and `triesOf` finds the other calls for the same. */
const LEGEND: readonly (readonly [
  term: string,
  has: (call: Call, triesOf: (call: Call) => readonly Call[]) => boolean,
  icon: IconName,
  look: string,
  one: string,
  several: string,
])[] = [
  ['is:failed', ({ failed }) => failed, 'bad', 'bad', 'failed', 'failed'],
  ['is:refused', ({ refused }) => refused, 'deny', 'bad', 'refused', 'refused'],
  ['is:faulted', ({ faulted }) => faulted, 'fault', 'fault', 'faulted', 'faulted'],
  ['is:retry', (call, triesOf) => isRetry(call, triesOf(call)), 'retry', '', 'retry', 'retries'],
  ['is:unread', ({ unread }) => unread, 'unread', '', 'with unread fields', 'with unread fields'],
];

/** The state of following, and each mark with its number of calls: the legend of the table, which filters. */
export const CallsFoot = (props: {
  matching: readonly Call[];
  triesOf: (call: Call) => readonly Call[];
  below: number;
  onEnd: () => void;
  onTerm: (term: string) => void;
}) => {
  const { matching, triesOf, below, onEnd, onTerm } = props;
  const { calls, connectTo, world, isReadOnly } = useConsole();
  const run = useRun();
  // The run of the world that is shown, or of all, as a page that opens without the mock.
  const save = async (): Promise<string> => {
    const query = `trace?${world === undefined ? 'world=*&' : ''}format=html`;
    const file = `${world ?? 'run'}.html`;
    download(file, await connectTo(world ?? 'default').steerText(query), 'text/html');
    return `The run is saved as ${file}.`;
  };
  const { state } = calls.following;
  const isLive = !isReadOnly && !calls.isPaused && (state === 'live' || state === 'back');
  // The tries of thousands of calls take longer to find than all the rest of a key press.
  const counts = useMemo(
    () => LEGEND.map(([, has]) => matching.filter((call) => has(call, triesOf)).length),
    [matching],
  );
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
        {LEGEND.map(([term, , icon, look, one, several], nth) => (
          <button type="button" key={term} class={nth === 0 ? 'narrow' : ''} onClick={() => onTerm(term)}>
            <Icon name={icon} look={look} /> {counts[nth]} {counts[nth] === 1 ? one : several}
          </button>
        ))}
      </div>
      {!isReadOnly && (
        <button type="button" class="link" onClick={() => run(save)}>
          Save this run as a page
        </button>
      )}
      <span class="t3 wide k">
        <Key name="?" /> keys
      </span>
    </div>
  );
};
