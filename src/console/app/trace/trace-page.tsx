import { useMemo, useState } from 'preact/hooks';
import { CALL, partOf, readAddress, WORLD } from '../address.ts';
import type { Call } from '../calls/call.ts';
import { CallList } from '../calls/call-list.ts';
import type { Calls } from '../calls/call-store.ts';
import { CallsPart } from '../calls/calls-part.tsx';
import { dayText } from '../calls/time-text.ts';
import type { Connection } from '../connection.ts';
import type { Facts } from '../facts.ts';
import { count, group, Text } from '../frame/bits.tsx';
import { type ConsoleContext, Context, type Notice } from '../frame/console-context.ts';
import { useKeys } from '../frame/keys.ts';
import { KeysDialog } from '../frame/keys-dialog.tsx';
import { NoticeLine } from '../frame/notice-line.tsx';
import { ThemeSwitch } from '../frame/theme-switch.tsx';
import type { WorldBook } from '../frame/world-book.ts';
import { WorldPicker } from '../frame/world-picker.tsx';
import { callToShow } from '../tests/test-rows.ts';
import { goTo, replaceAddress, useAddress } from '../use-address.ts';
import { factsOf } from './har-calls.ts';
import type { HarLog, ReadTrace } from './har-log.ts';
import { TraceIndex } from './trace-index.tsx';
import { traceSource } from './trace-source.ts';
import { traceWorlds } from './trace-worlds.ts';

/** The facts of the file beside its trace. */
export interface TraceFile {
  readonly name: string;
  /** The version of the mock that made the page. */
  readonly version: string;
  readonly fields: Facts['fields'];
}

/** What a trace shows, made of its log once. */
interface Shown {
  readonly calls: Calls;
  readonly worlds: WorldBook;
  readonly facts: Facts;
  readonly source: ConsoleContext['source'];
  readonly lines: readonly Notice[];
}

const refuse = async (): Promise<never> => {
  throw new Error('A trace is read only.');
};

const NOWHERE: Connection = {
  world: 'default',
  steer: refuse,
  steerText: refuse,
  follow: refuse,
  call: refuse,
  again: refuse,
};

/** The calls of a trace, which do not change. */
const heldCalls = (log: HarLog): Calls => {
  const list = new CallList();
  list.take(log.entries.map(factsOf));
  return {
    list,
    following: { state: 'live' },
    isPaused: false,
    dropped: log._cut.reduce((sum, { calls = 0 }) => sum + calls, 0),
    isLoadingOlder: false,
    waitingIn: () => 0,
    watch: () => () => undefined,
    pause: () => undefined,
  };
};

/** What is to be said of a trace as a whole. */
const linesOf = ({ log, isCutOff }: ReadTrace, { version }: TraceFile, dropped: number): readonly Notice[] => {
  const written = log.creator?.version ?? 'another program';
  return [
    ...(isCutOff ? [{ text: `This file ends early: ${count(log.entries.length, 'call')} of it can be read.` }] : []),
    ...(written === version
      ? []
      : [
          {
            text: `Written by platform-mock ${written}; this page knows ${version}. What it does not know is shown as it came.`,
          },
        ]),
    ...(dropped > 0 ? [{ text: `${count(dropped, 'call')} of the run were dropped to keep its bounds.` }] : []),
  ];
};

const show = (trace: ReadTrace, file: TraceFile): Shown => {
  const { log } = trace;
  const calls = heldCalls(log);
  const facts = {
    url: log._mock?.publicUrl ?? 'http://127.0.0.1:8484',
    version: file.version,
    token: '',
    kinds: [],
    fields: file.fields,
  };
  return {
    calls,
    worlds: traceWorlds(log),
    facts,
    source: traceSource(log),
    lines: linesOf(trace, file, calls.dropped),
  };
};

/** The call at which a trace opens: the one that answers in the first test that failed, else the first that failed. */
const firstToShow = (worlds: WorldBook, calls: readonly Call[]): Call | undefined => {
  const red = new Set(worlds.all.filter(({ result }) => result === 'failed').map(({ id }) => id));
  const inRed = calls.find(({ failed, world }) => failed && red.has(world));
  const answer = inRed && callToShow(calls.filter(({ world }) => world === inRed.world));
  return answer ?? calls.find(({ failed, faulted }) => failed && !faulted) ?? calls.find(({ failed }) => failed);
};

/** Opens that call, within its test, unless the address names another. Before the first drawing, which then begins there. */
const openAtFailure = ({ worlds, calls }: Shown): void => {
  const first = readAddress(location.hash).part === '' ? firstToShow(worlds, calls.list.all) : undefined;
  if (!first) return;
  const world = worlds.get(first.world)?.result === 'failed' ? first.world : '';
  replaceAddress({ part: 'calls', params: { [CALL]: String(first.number), [WORLD]: world } });
};

const TraceBar = (props: { file: TraceFile; shown: Shown; onOpen: (world: string) => void }) => {
  const { worlds, calls } = props.shown;
  const { all } = calls.list;
  const [first] = all;
  const tests = worlds.all.filter(({ isTest }) => isTest).length;
  const red = worlds.all.filter(({ result }) => result === 'failed').length;
  const failed = all.filter((call) => call.failed).length;
  return (
    <header class="top">
      <b class="cut">
        <Text>{props.file.name}</Text>
      </b>
      <span class="in">
        <WorldPicker onChoose={props.onOpen} />
      </span>
      <span class="t2 cut wide">
        {tests > 0 ? count(tests, 'test') : count(worlds.all.length, 'world')}
        {red > 0 && <b class="bad"> · {group(red)} failed</b>} · {count(all.length, 'call')}
        {red === 0 && failed > 0 && `, of which ${group(failed)} failed`}
        {first && ` · recorded ${dayText(first.millis)}`}
      </span>
      <span class="sp" />
      <span class="tag">Read only</span>
      <ThemeSwitch />
    </header>
  );
};

/** A trace: its worlds, their calls, and one of them. Nothing can be done here, only looked at. */
export const TracePage = ({ trace, file }: { trace: ReadTrace; file: TraceFile }) => {
  const shown = useMemo(() => {
    const made = show(trace, file);
    openAtFailure(made);
    return made;
  }, [trace, file]);
  const inBar = useAddress();
  const [notice, say] = useState<Notice | undefined>(undefined);
  const [isHelp, setIsHelp] = useState(false);
  const { all } = shown.calls.list;
  const address = { part: 'calls', params: inBar.params };
  const open = (world: string): void => {
    const answer = world === '' ? undefined : callToShow(all.filter((call) => call.world === world));
    goTo(partOf('calls', address, { [WORLD]: world, [CALL]: answer ? String(answer.number) : '' }));
  };
  useKeys({ '?': () => setIsHelp(true) });
  const context: ConsoleContext = {
    ...shown,
    address,
    world: address.params[WORLD] || undefined,
    connection: NOWHERE,
    connectTo: () => NOWHERE,
    isReadOnly: true,
    notice,
    say,
  };
  return (
    <Context.Provider value={context}>
      <TraceBar file={file} shown={shown} onOpen={open} />
      <main class="traced" id="content" tabIndex={-1}>
        <div class="msgs">
          {shown.lines.map((line) => (
            <NoticeLine key={line.text} notice={line} />
          ))}
        </div>
        <TraceIndex calls={all} onOpen={open} />
        <CallsPart key={context.world ?? ''} />
      </main>
      {isHelp && <KeysDialog onClose={() => setIsHelp(false)} />}
    </Context.Provider>
  );
};
