import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { WorldEnvironment } from '../../../../generated/nouns.ts';
import { type Address, CALL, goTo, replaceAddress, WORLD, withParams, writeAddress } from '../address.ts';
import { CallDetail, rememberTab, TABS, type TabName, tabFor } from '../detail/call-detail.tsx';
import { Button, Copy, CountButton, copyText, count, Empty, group, isOrAre, SCROLLS } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { CallsMessages } from '../frame/messages.tsx';
import { useFirstFound } from '../frame/use-first-found.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { Grid, type GridHandle } from '../grid/grid.tsx';
import { maskedToken, useVariables } from '../start/variables.ts';
import type { Call } from './call.ts';
import { type CallItem, callColumns, callLook, itemsOf, threadOf } from './call-columns.tsx';
import type { CallList } from './call-list.ts';
import { CallsFoot } from './calls-foot.tsx';
import { DensityBar } from './density-bar.tsx';
import { suggestionsFor, toggleTerm } from './search.ts';
import { SearchBar } from './search-bar.tsx';
import { dayText } from './time-text.ts';
import { type FoundCalls, useFoundCalls, useIsLoading } from './use-calls.ts';

/** Shown if no call matches: how many there are, and the way back to them. */
const NoMatch = ({ search, total, onClear }: { search: string; total: number; onClear: () => void }) => (
  <Empty
    title={
      <>
        No call matches <code>{search}</code>
      </>
    }
    text={`${count(total, 'call')} ${isOrAre(total)} there.`}
  >
    <Button onClick={onClear}>Clear the search</Button>
  </Empty>
);

/** Shown if there is no call yet: the purpose of the part, and how to make a call. */
const NoCall = ({ elsewhere }: { elsewhere: number }) => {
  const { world, worlds, connection, address, isReadOnly, say } = useConsole();
  const { value: env } = useVariables();
  const isThere = worlds.get(connection.world)?.isEnded !== true && !worlds.isMissing(connection.world);
  const isHere = !isReadOnly && isThere;
  const lines = (token: string): string =>
    `export PLATFORM_API_URL=${env?.PLATFORM_API_URL ?? ''}\nexport PLATFORM_TOKEN=${token}`;
  const token = env?.PLATFORM_TOKEN ?? '';
  const first = async (): Promise<void> => {
    const { env: made } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}:variables`);
    const asked = { authorization: `Bearer ${made.PLATFORM_TOKEN}`, cgclientid: 'first-call' };
    await fetch('/registry/v2/repos?page_size=3', { headers: asked, credentials: 'omit' });
  };
  const copy = async (): Promise<void> =>
    say({ text: (await copyText(lines(token))) ? 'Copied both lines.' : 'The browser does not let this page copy.' });
  useKeys({ c: () => isHere && void copy() });
  return (
    <div class="empty">
      <h1>
        No call in {world === undefined ? 'any world' : `world ${world}`}
        {isThere && !isReadOnly && ' yet'}
      </h1>
      {isThere && !isReadOnly && (
        <p class="t2">
          Each call that a client makes appears here the moment it begins: what it sent, what it got, what it changed,
          and why.
        </p>
      )}
      {isHere && (
        <>
          <pre class="code" {...SCROLLS}>
            {`export PLATFORM_API_URL=${env?.PLATFORM_API_URL ?? ''}\nexport PLATFORM_TOKEN=`}
            <span class="t3">{maskedToken(token)}</span>
            {world === undefined ? '' : '   # of this world'}
          </pre>
          <div class="acts">
            <Copy look="pri" keyName="c" text={() => lines(token)}>
              Copy both lines
            </Copy>
            <Button onClick={first}>Make a first call</Button>
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
const KEPT_AFTER_MS = 300;
const HINT = 'also operation: caller: client: changed: test: is: ms:>';

/** A number of seconds to the millisecond, as a search has it. */
const secondsIn = (seconds: number): number => Number(seconds.toFixed(3));

const keyOf = (item: CallItem): number | string => ('call' in item ? item.call.number : item.key);

const Jump = ({ item }: { item: Extract<CallItem, { readonly jump: string }> }) => (
  <span class="jump">
    <Icon name="clock" look="t3" />
    <span class="cut">
      The clock of the world was moved: {item.jump}, {dayText(item.to)}
    </span>
  </span>
);

/** The number of the call in an address: it has that, or a world and the id that the call has there. */
const numberIn = ({ [CALL]: number, entry, world = '' }: Address['params'], list: CallList): number | undefined => {
  if (number !== undefined) return Number(number);
  return entry === undefined ? undefined : list.find(world, entry)?.number;
};

/** The search in the address, and as it is being written. */
const useSearch = () => {
  const { address } = useConsole();
  const committed = address.params.q ?? '';
  const [search, setSearch] = useState(committed);
  const latest = useRef(address);
  latest.current = address;
  const written = useRef(committed);
  const write = (next: string): void => {
    written.current = next;
    // Where the page has gone meanwhile, it stays.
    replaceAddress(withParams(latest.current, { q: next }));
  };
  useEffect(() => {
    // The address lags behind the text that has been typed since.
    if (committed !== written.current) setSearch(committed);
    written.current = committed;
  }, [committed]);
  useEffect(() => {
    if (search === committed) return undefined;
    const rest = setTimeout(() => write(search), KEPT_AFTER_MS);
    return () => clearTimeout(rest);
  }, [search, committed]);
  const set = (next: string): void => {
    setSearch(next);
    write(next);
  };
  return { search, setSearch, set };
};

/** The call that the address names, and the ways to another one. */
const useChosenCall = (search: string, { matching, error, triesOf }: FoundCalls) => {
  const { address, calls: store } = useConsole();
  const number = numberIn(address.params, store.list);
  const selected = number === undefined ? undefined : store.list.get(number);
  const show = (call: Call): void => {
    const next = withParams(address, { [CALL]: String(call.number), entry: '', tab: '', q: search });
    if (number === undefined) goTo(next);
    else replaceAddress(next);
  };
  const step = (by: 1 | -1, of: (call: Call) => boolean = () => true): void => {
    const from = number ?? (by > 0 ? 0 : Number.POSITIVE_INFINITY);
    const next =
      by > 0
        ? matching.find((call) => call.number > from && of(call))
        : matching.findLast((call) => call.number < from && of(call));
    if (next) show(next);
  };
  const tries = selected ? triesOf(selected) : [];
  const inAddress = TABS.find(([name]) => name === address.params.tab)?.[0];
  const tab: TabName = inAddress ?? (selected ? tabFor(selected, tries, search) : 'request');
  return {
    number,
    selected,
    tries,
    tab,
    isHidden: selected !== undefined && error === undefined && !matching.includes(selected),
    show,
    step,
    close: (): void => goTo(withParams(address, { [CALL]: '', entry: '', tab: '' })),
    setTab: (name: TabName): void => {
      if (selected) rememberTab(selected, tries, name);
      replaceAddress(withParams(address, { tab: name }));
    },
  };
};

const CallSearch = (props: {
  searching: ReturnType<typeof useSearch>;
  found: FoundCalls;
  input: RefObject<HTMLInputElement>;
  onEnter: () => void;
}) => {
  const { searching, found, input, onEnter } = props;
  const { search, setSearch, set } = searching;
  const { all, matching, context } = found;
  const isLoading = useIsLoading();
  const failedOnly = (): void => set(toggleTerm(search, 'is:failed'));
  const words = search.trim() === '' ? count(all.length, 'call') : `${group(matching.length)} of ${group(all.length)}`;
  useKeys({ e: failedOnly });
  return (
    <SearchBar
      value={search}
      label="Search the calls"
      placeholder="text, or status:4xx operation:CreateRepo caller:ci-bot is:refused"
      count={isLoading && all.length === 0 ? 'loading' : words}
      input={input}
      onInput={setSearch}
      onEnter={onEnter}
      onEscape={() => {
        if (search !== '') set('');
        else input.current?.blur();
      }}
      suggest={(value, caret) => suggestionsFor(value, caret, { ...context, calls: all })}
      hint={HINT}
    >
      <CountButton
        keyName="e"
        count={matching.filter(({ failed }) => failed).length}
        isPressed={/(?:^|\s)is:failed(?:\s|$)/.test(search)}
        onClick={failedOnly}
      >
        Errors only
      </CountButton>
    </SearchBar>
  );
};

const CallTable = (props: {
  items: readonly CallItem[];
  found: FoundCalls;
  chosen: ReturnType<typeof useChosenCall>;
  grid: RefObject<GridHandle>;
  onSeen: (last: number) => void;
}) => {
  const { items, found, chosen, grid, onSeen } = props;
  const { isReadOnly } = useConsole();
  const { number, selected, show } = chosen;
  const { triesOf, all } = found;
  const thread = useMemo(() => threadOf(selected, triesOf), [selected, all]);
  const shown = { triesOf, thread, selected: number };
  return (
    <Grid
      label="Calls"
      look="calls"
      items={items}
      columns={callColumns(shown)}
      keyOf={keyOf}
      selected={number}
      rowLook={callLook(shown)}
      line={(item) => ('call' in item ? undefined : <Jump item={item} />)}
      onSelect={(item) => 'call' in item && show(item.call)}
      onOpen={() => document.querySelector<HTMLElement>('.det .db')?.focus()}
      follows={number === undefined && !isReadOnly}
      onSight={(_, to) => onSeen(to)}
      handle={grid}
    />
  );
};

const Nothing = ({ search, total, onClear }: { search: string; total: number; onClear: () => void }) => {
  const { calls: store, world } = useConsole();
  const elsewhere = world === undefined ? 0 : store.list.all.filter(({ own }) => !own).length;
  return (
    <div class="tbl">
      {total === 0 && search.trim() === '' ? (
        <NoCall elsewhere={elsewhere} />
      ) : (
        <NoMatch search={search} total={total} onClear={onClear} />
      )}
    </div>
  );
};

const useCallKeys = (
  { number, step, close }: ReturnType<typeof useChosenCall>,
  { search, set }: ReturnType<typeof useSearch>,
): void => {
  const { calls: store, isReadOnly } = useConsole();
  useKeys({
    p: () => !isReadOnly && store.pause(!store.isPaused),
    '[': () => step(-1, ({ failed }) => failed),
    ']': () => step(1, ({ failed }) => failed),
    Escape: () => {
      if (number !== undefined) close();
      else if (search !== '') set('');
      else return false;
      return true;
    },
  });
};

/** The calls of a world, or of all: by a search, over time, in a table, and one of them beside it. */
export const CallsPart = () => {
  const searching = useSearch();
  const { search, set } = searching;
  const found = useFoundCalls(search);
  const { all, matching, error, triesOf } = found;
  const chosen = useChosenCall(search, found);
  const { selected, isHidden, show, step, close } = chosen;
  const isSheet = useMedia(FOLDS.sheet);
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const [lastSeen, setLastSeen] = useState(0);
  const items = useMemo(() => itemsOf(all, matching), [matching]);
  useCallKeys(chosen, searching);
  const isLoading = useIsLoading();
  const enter = useFirstFound({ search, input, first: matching[0], isLoading }, (first) => {
    if (first && (!selected || isHidden)) show(first);
    queueMicrotask(() => grid.current?.focus());
  });
  const span = (from: number, to: number): void =>
    set(`${search.replace(/\s*at:\S+/, '')} at:${secondsIn(from)}s..${secondsIn(to)}s`.trim());
  return (
    <div class={`view ${selected ? 'split' : ''} ${selected && isSheet ? 'sheeted' : ''}`}>
      <h1 class="vh">Calls</h1>
      <div class="list">
        <CallSearch searching={searching} found={found} input={input} onEnter={enter} />
        <DensityBar calls={all} matching={matching} selected={selected} onSpan={span} />
        <CallsMessages error={error} hidden={isHidden ? () => set('') : undefined} />
        {matching.length === 0 && !isLoading ? (
          <Nothing search={search} total={all.length} onClear={() => set('')} />
        ) : (
          <CallTable items={items} found={found} chosen={chosen} grid={grid} onSeen={setLastSeen} />
        )}
        <CallsFoot
          matching={matching}
          triesOf={triesOf}
          below={Math.max(0, items.length - lastSeen)}
          onEnd={() => grid.current?.toEnd()}
          onTerm={(term) => set(toggleTerm(search, term))}
        />
      </div>
      {selected && (
        <CallDetail
          key={selected.number}
          call={selected}
          tries={chosen.tries}
          tab={chosen.tab}
          onTab={chosen.setTab}
          onStep={step}
          onShow={show}
          onClose={close}
        />
      )}
    </div>
  );
};
