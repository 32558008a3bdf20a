import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { WorldEnvironment } from '../../../../generated/nouns.ts';
import { CALL, replaceAddress, WORLD, withParams, writeAddress } from '../address.ts';
import { CallDetail } from '../detail/call-detail.tsx';
import { type ChosenCall, useChosenCall } from '../detail/chosen-call.ts';
import { Button, Copy, Empty, Icon, type IconName, Key, SCROLLS } from '../frame/bits.tsx';
import { download, useConsole, useCopy, useVariables } from '../frame/console-context.ts';
import { useKeys } from '../frame/keys.ts';
import { ListPart } from '../frame/list-part.tsx';
import { useAct } from '../frame/outcome.tsx';
import { count, dayText, group, isOrAre, maskedToken } from '../frame/text.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { type Call, isRetry } from './call.ts';
import { type CallItem, callColumns, callLook, itemsOf, threadOf } from './call-columns.tsx';
import { DensityBar } from './density-bar.tsx';
import { suggestionsFor, toggleTerm } from './search.ts';
import { type FoundCalls, useFoundCalls, useIsLoading } from './use-calls.ts';

/** Drawn if there is no call yet: the purpose of the part, and how to make a call. */
const NoCall = () => {
  const { world, worlds, connection, address, isReadOnly, calls } = useConsole();
  const copy = useCopy();
  const { value: env } = useVariables();
  const elsewhere = world === undefined ? 0 : calls.list.all.filter(({ own }) => !own).length;
  const isEnded = worlds.get(connection.world)?.isEnded === true || worlds.isMissing(connection.world);
  const isOpen = !isReadOnly && !isEnded;
  const token = env?.PLATFORM_TOKEN ?? '';
  const head = `export PLATFORM_API_URL=${env?.PLATFORM_API_URL ?? ''}\nexport PLATFORM_TOKEN=`;
  const first = async (): Promise<void> => {
    const { env: made } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}:variables`);
    const asked = { authorization: `Bearer ${made.PLATFORM_TOKEN}`, cgclientid: 'first-call' };
    await fetch('/registry/v2/repos?page_size=3', { headers: asked, credentials: 'omit' });
  };
  useKeys({ c: () => isOpen && copy(`${head}${token}`, 'Copied both lines.') });
  return (
    <div class="empty">
      <h1>
        No call in {world === undefined ? 'any world' : `world ${world}`}
        {isOpen && ' yet'}
      </h1>
      {isOpen && (
        <>
          <p class="t2">
            Each call that a client makes appears here the moment it begins: what it sent, what it got, what it changed,
            and why.
          </p>
          <pre class="code" {...SCROLLS}>
            {head}
            <span class="t3">{maskedToken(token)}</span>
            {world === undefined ? '' : '   # of this world'}
          </pre>
          <div class="acts">
            <Copy look="pri" keyName="c" text={() => `${head}${token}`}>
              Copy both lines
            </Copy>
            <Button label="Make a first call" run={first} />
          </div>
        </>
      )}
      {elsewhere > 0 && (
        <p class="t3">
          {count(elsewhere, 'call')} {isOrAre(elsewhere)} in other worlds.{' '}
          <a href={writeAddress(withParams(address, { [WORLD]: '', [CALL]: '' }))}>Show all worlds</a>
        </p>
      )}
    </div>
  );
};

/** The time for which a search rests before it is in the address, in milliseconds. */
const COMMITTED_AFTER_MS = 300;

/** The search as it is being written, which follows the one in the address, and the function that sets both. */
const useSearch = () => {
  const { address } = useConsole();
  const committed = address.params.q ?? '';
  const [search, setSearch] = useState(committed);
  const latest = useRef(address);
  latest.current = address;
  const written = useRef(committed);
  const write = (next: string): void => {
    written.current = next;
    // The page stays at the part that it has gone to meanwhile.
    replaceAddress(withParams(latest.current, { q: next }));
  };
  useEffect(() => {
    // The address lags behind the text that has been typed since.
    if (committed !== written.current) setSearch(committed);
    written.current = committed;
  }, [committed]);
  useEffect(() => {
    if (search === committed) return undefined;
    const rest = setTimeout(() => write(search), COMMITTED_AFTER_MS);
    return () => clearTimeout(rest);
  }, [search, committed]);
  const set = (next: string): void => {
    setSearch(next);
    write(next);
  };
  return { search, setSearch, set };
};

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
const CallsFoot = (props: {
  matching: readonly Call[];
  triesOf: (call: Call) => readonly Call[];
  below: number;
  onEnd: () => void;
  onTerm: (term: string) => void;
}) => {
  const { matching, triesOf, below, onEnd, onTerm } = props;
  const { calls, connectTo, world, isReadOnly } = useConsole();
  const act = useAct();
  // The run of the chosen world, or of all, as a page that opens without the mock.
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
        <button type="button" class="link" onClick={() => act(save)}>
          Save this run as a page
        </button>
      )}
      <span class="t3 wide k">
        <Key name="?" /> keys
      </span>
    </div>
  );
};

/** The words in place of the table if no call is found. */
const Nothing = ({ search, all, set }: { search: string; all: readonly Call[]; set: (search: string) => void }) => {
  if (all.length === 0 && search.trim() === '') return <NoCall />;
  const title = (
    <>
      No call matches <code>{search}</code>
    </>
  );
  return (
    <Empty title={title} text={`${count(all.length, 'call')} ${isOrAre(all.length)} there.`}>
      <Button label="Clear the search" run={() => set('')} />
    </Empty>
  );
};

/** The table of the found calls, in which the tries of the chosen one are joined; `onSeen` gets the last place in sight. */
const useCallTable = (found: FoundCalls, chosen: ChosenCall, onSeen: (last: number) => void) => {
  const { isReadOnly } = useConsole();
  const { number, selected, show } = chosen;
  const { triesOf, all, matching } = found;
  const items = useMemo(() => itemsOf(all, matching), [matching]);
  const thread = useMemo(() => threadOf(selected, triesOf), [selected, all]);
  return {
    label: 'Calls',
    look: 'calls',
    items,
    columns: callColumns(triesOf, thread, number),
    keyOf: (item: CallItem) => ('call' in item ? item.call.number : item.key),
    selected: number,
    rowLook: (item: CallItem) => callLook(item, thread),
    line: (item: CallItem) =>
      'call' in item ? undefined : (
        <span class="jump">
          <Icon name="clock" look="t3" />
          <span class="cut">
            The clock of the world was moved: {item.jump}, {dayText(item.to)}
          </span>
        </span>
      ),
    onSelect: (item: CallItem) => 'call' in item && show(item.call),
    onOpen: () => document.querySelector<HTMLElement>('.det .db')?.focus(),
    follows: number === undefined && !isReadOnly,
    onSight: (_: number, to: number) => onSeen(to),
  };
};

/** The calls of a world, or of all: by a search, over time, in a table, and one of them beside it. */
export const CallsPart = () => {
  const { calls: store, isReadOnly } = useConsole();
  const { search, setSearch, set } = useSearch();
  const found = useFoundCalls(search);
  const { all, matching, error, triesOf, context } = found;
  const chosen = useChosenCall(search, found);
  const { number, selected, isHidden, show, step, close } = chosen;
  const isSheet = useMedia(FOLDS.sheet);
  const [lastSeen, setLastSeen] = useState(0);
  const table = useCallTable(found, chosen, setLastSeen);
  const isLoading = useIsLoading();
  const words = search.trim() === '' ? count(all.length, 'call') : `${group(matching.length)} of ${group(all.length)}`;
  useKeys({
    p: () => !isReadOnly && store.pause(!store.isPaused),
    '[': () => step(-1, ({ failed }) => failed),
    ']': () => step(1, ({ failed }) => failed),
  });
  return (
    <ListPart
      title="Calls"
      look={selected ? `split ${isSheet ? 'sheeted' : ''}` : ''}
      body="list"
      search={{
        value: search,
        label: 'Search the calls',
        placeholder: 'text, or status:4xx operation:CreateRepo caller:ci-bot is:refused',
        count: isLoading && all.length === 0 ? 'loading' : words,
        set,
        onWrite: setSearch,
        narrow: ['Errors only', 'is:failed', matching.filter(({ failed }) => failed).length],
        suggest: (value, caret) => suggestionsFor(value, caret, { ...context, calls: all }),
        hint: 'also operation: caller: client: changed: test: is: ms:>',
      }}
      above={<DensityBar calls={all} matching={matching} selected={selected} search={search} set={set} />}
      error={error}
      onShowHidden={isHidden ? () => set('') : undefined}
      table={table}
      empty={<Nothing search={search} all={all} set={set} />}
      isLoaded={!isLoading}
      onFirst={() => matching[0] && (!selected || isHidden) && show(matching[0])}
      onClose={number === undefined ? undefined : close}
      foot={(toEnd) => (
        <CallsFoot
          matching={matching}
          triesOf={triesOf}
          below={Math.max(0, table.items.length - lastSeen)}
          onEnd={toEnd}
          onTerm={(term) => set(toggleTerm(search, term))}
        />
      )}
    >
      {selected && <CallDetail key={selected.number} chosen={chosen} call={selected} />}
    </ListPart>
  );
};
