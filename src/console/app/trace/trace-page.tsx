import { useMemo, useState } from 'preact/hooks';
import type { Faults } from '../../../../generated/nouns.ts';
import {
  type Address,
  CALL,
  goTo,
  partOf,
  readAddress,
  replaceAddress,
  useAddress,
  WORLD,
  withParams,
  writeAddress,
} from '../address.ts';
import { CallsPart } from '../calls/calls-part.tsx';
import { dayText } from '../calls/time-text.ts';
import { CoveragePart } from '../coverage/coverage-part.tsx';
import { EventsPart } from '../events/events-part.tsx';
import { FaultRules } from '../faults/fault-rules.tsx';
import { count, group, Name, SCROLLS, Text } from '../frame/bits.tsx';
import { type ConsoleContext, Context, type MomentView, useConsole, useSteered } from '../frame/console-context.ts';
import type { Notice } from '../frame/error-words.ts';
import { useKeys } from '../frame/keys.ts';
import { KeysDialog } from '../frame/keys-dialog.tsx';
import { Messages, NoticeLine } from '../frame/messages.tsx';
import { ThemeSwitch } from '../frame/theme.tsx';
import { PARTS, PartsBar, PartsMenu } from '../frame/top-bar.tsx';
import { WorldPicker } from '../frame/world-picker.tsx';
import { RowsPart } from '../rows/rows-part.tsx';
import { callToShow } from '../tests/test-columns.tsx';
import { ALL_WORLDS } from './coverage-of-trace.ts';
import type { ReadTrace, TraceFile } from './har-log.ts';
import type { Moment } from './rows-at.ts';
import { TraceIndex } from './trace-index.tsx';
import { showTrace, type TraceConnection, type TraceView } from './trace-view.ts';

/** The faults that were set in a world of a trace, with how often each has acted. */
const FaultsOfTrace = () => {
  const { connection, address, worlds } = useConsole();
  const { value } = useSteered<Faults>('faults');
  const title = worlds.get(connection.world)?.title ?? connection.world;
  const rules = value?.faults ?? [];
  return (
    <div class="view">
      <h1 class="vh">Faults</h1>
      <div class="pg scrolls" {...SCROLLS} role="group" aria-label="Faults of the world">
        <div class="bar">
          <h2 class="cut">
            {rules.length === 0 ? 'No fault was set' : `${count(rules.length, 'fault')} set`} in <Text>{title}</Text>
          </h2>
          <span class="sp" />
          {rules.length > 0 && (
            <a href={writeAddress(partOf('calls', address, { world: connection.world, q: 'is:faulted' }))}>
              The calls that met one
            </a>
          )}
        </div>
        <Messages />
        <div class="within">
          {rules.length > 0 ? (
            <FaultRules rules={rules} />
          ) : (
            value && <p class="t2">Its calls failed only as the API would, or by their own header.</p>
          )}
        </div>
      </div>
    </div>
  );
};

/** The moment of a world that an address names: before or after a call; undefined for its end. */
const momentIn = ({ [CALL]: call, at }: Address['params']): Moment | undefined =>
  call !== undefined && (at === 'before' || at === 'after') ? { call: Number(call), at } : undefined;

/** The moment of the rows, the gaps in them, and the ways to other moments. */
const momentView = (
  { rowsAtMoment, world }: TraceConnection,
  { calls: { list }, worlds }: TraceView,
  address: Address,
): MomentView => {
  const { all } = list;
  const moment = momentIn(address.params);
  const { gaps, partial } = rowsAtMoment();
  const call = moment && all.find(({ number }) => number === moment.call);
  const own = all.filter((each) => each.world === world);
  const to = (number: number | undefined, at: string) => (): void =>
    goTo(withParams(address, { [WORLD]: world, [CALL]: number === undefined ? '' : String(number), at, row: '' }));
  const title = worlds.get(world)?.title ?? world;
  const first = own[0]?.number;
  const other = moment?.at === 'before' ? 'after' : 'before';
  const ways = moment
    ? [
        { label: `${other === 'after' ? 'After' : 'Before'} it`, run: to(moment.call, other) },
        { label: 'At the end', run: to(undefined, '') },
        { label: 'The call', run: () => goTo(partOf('calls', address, { [CALL]: String(moment.call) })) },
      ]
    : first === undefined
      ? []
      : [{ label: 'At the beginning', run: to(first, 'before') }];
  const text = moment
    ? `World ${title} as it was ${moment.at} call ${moment.call}${call ? `, ${call.operation}` : ''}.`
    : `World ${title} as it was at its end.`;
  return {
    notice: { text, icon: 'clock', actions: ways },
    gaps,
    isPartial: (uid) => partial.has(uid),
    isBehind: ({ number }) => moment === undefined || number < moment.call + (moment.at === 'after' ? 1 : 0),
  };
};

/** The world that a part about one shows: the address's, else its call's, else the first failed test's, else the first. */
const worldToShow = ({ worlds, calls }: TraceView, { [WORLD]: world, [CALL]: call }: Address['params']): string => {
  if (world) return world;
  const number = Number(call);
  const ofCall = calls.list.all.find((each) => each.number === number)?.world;
  const first = worlds.all.find(({ result }) => result === 'failed') ?? worlds.all[0];
  return ofCall ?? first?.id ?? 'default';
};

const COMPONENTS = {
  calls: CallsPart,
  rows: RowsPart,
  events: EventsPart,
  faults: FaultsOfTrace,
  coverage: CoveragePart,
} as const;

const isPart = (name: string): name is keyof typeof COMPONENTS => Object.hasOwn(COMPONENTS, name);

const TRACE_PARTS = PARTS.filter(([name]) => isPart(name));

/**
 * The event at which a trace opens, if no call of the first test that failed has failed, but an event of it was
 * delivered: the first that was delivered more than once, or was not accepted, else the last. What was not sent, as to
 * the receiver in a fixture that is not allowed, counts only if nothing was.
 */
const eventToShow = (
  { worlds, calls }: TraceView,
  { log }: ReadTrace,
): Readonly<Record<string, string>> | undefined => {
  const world = worlds.all.find(({ result }) => result === 'failed')?.id;
  if (world === undefined || calls.list.all.some((call) => call.failed && call.world === world)) return undefined;
  const deliveries = log._steps.flatMap((step) => (step.world === world && step.delivery ? [step.delivery] : []));
  const countOf = (event: string): number =>
    deliveries.filter((each) => each.event === event).reduce((sum, { attempts }) => sum + attempts.length, 0);
  const sent = deliveries.filter(({ attempts }) => attempts.length > 0);
  const failing = sent.find(({ event, state }) => state !== 'delivered' || countOf(event) > 1);
  const event = (failing ?? sent.at(-1) ?? deliveries.at(-1))?.event;
  return event === undefined ? undefined : { event, in: world, [WORLD]: world };
};

/**
 * Opens what answers, within its test, unless the address names another: the call that answers in the first test that
 * failed, else the first that failed. Before the first drawing, which then begins there.
 */
const openAtFailure = (view: TraceView, trace: ReadTrace): void => {
  if (readAddress(location.hash).part !== '') return;
  const { worlds, calls } = view;
  const event = eventToShow(view, trace);
  if (event) {
    replaceAddress({ part: 'events', params: event });
    return;
  }
  const { all } = calls.list;
  const isRed = (world: string): boolean => worlds.get(world)?.result === 'failed';
  const inRed = all.find(({ failed, world }) => failed && isRed(world));
  const answer = inRed && callToShow(all.filter(({ world }) => world === inRed.world));
  const first = answer ?? all.find(({ failed, faulted }) => failed && !faulted) ?? all.find(({ failed }) => failed);
  if (!first) return;
  const world = isRed(first.world) ? first.world : '';
  replaceAddress({ part: 'calls', params: { [CALL]: String(first.number), [WORLD]: world } });
};

const TraceBar = (props: { file: TraceFile; view: TraceView; onOpen: (world: string) => void }) => {
  const { worlds, calls } = props.view;
  const { part } = useConsole().address;
  const { all } = calls.list;
  const [first] = all;
  const tests = worlds.all.filter(({ isTest }) => isTest).length;
  const red = worlds.all.filter(({ result }) => result === 'failed').length;
  const failed = all.filter((call) => call.failed).length;
  return (
    <header class="top">
      <Name look="cut">{props.file.name}</Name>
      <span class={part === 'calls' ? 'in' : ''}>
        <WorldPicker onChoose={props.onOpen} />
      </span>
      <PartsBar parts={TRACE_PARTS} />
      <span class="t2 cut wide">
        {tests > 0 ? count(tests, 'test') : count(worlds.all.length, 'world')}
        {red > 0 && <b class="bad"> · {group(red)} failed</b>} · {count(all.length, 'call')}
        {red === 0 && failed > 0 && `, of which ${group(failed)} failed`}
        {first && ` · recorded ${dayText(first.millis)}`}
      </span>
      <span class="sp" />
      <span class="tag">Read only</span>
      <ThemeSwitch />
      <PartsMenu parts={TRACE_PARTS} />
    </header>
  );
};

const contextOf = (view: TraceView, address: Address, notice: Notice | undefined, say: ConsoleContext['say']) => {
  const { connectAt, lines: _, ...rest } = view;
  const isRows = address.part === 'rows';
  // These two are about one world.
  const world =
    isRows || address.part === 'faults' ? worldToShow(view, address.params) : address.params[WORLD] || undefined;
  const everywhere = address.part === 'coverage' ? ALL_WORLDS : 'default';
  const connection = connectAt(world ?? everywhere, isRows ? momentIn(address.params) : undefined);
  const context: ConsoleContext = {
    ...rest,
    address,
    world,
    connection,
    connectTo: (id) => connectAt(id),
    isReadOnly: true,
    ...(isRows && { moment: momentView(connection, view, address) }),
    notice,
    say,
  };
  return context;
};

/** A trace: its worlds with their calls, rows, events, faults and coverage. Nothing can be done here, only looked at. */
export const TracePage = ({ trace, file }: { trace: ReadTrace; file: TraceFile }) => {
  const view = useMemo(() => {
    const made = showTrace(trace, file);
    openAtFailure(made, trace);
    return made;
  }, [trace, file]);
  const inBar = useAddress();
  const [notice, say] = useState<Notice | undefined>(undefined);
  const [isHelp, setIsHelp] = useState(false);
  const { all } = view.calls.list;
  const part = isPart(inBar.part) ? inBar.part : 'calls';
  const address = useMemo(() => ({ part, params: inBar.params }), [part, JSON.stringify(inBar.params)]);
  const open = (world: string): void => {
    const answer = world === '' ? undefined : callToShow(all.filter((call) => call.world === world));
    const call = part === 'calls' && answer ? { [CALL]: String(answer.number) } : {};
    goTo(partOf(part, address, { [WORLD]: world, ...call }));
  };
  useKeys({ '?': () => setIsHelp(true) });
  const context = useMemo(() => contextOf(view, address, notice, say), [view, address, notice]);
  const Part = COMPONENTS[part];
  return (
    <Context.Provider value={context}>
      <TraceBar file={file} view={view} onOpen={open} />
      <main class={`traced ${part === 'calls' ? 'indexed' : ''}`} id="content" tabIndex={-1}>
        <div class="msgs">
          {view.lines.map((line) => (
            <NoticeLine key={line.text} notice={line} />
          ))}
        </div>
        {part === 'calls' && <TraceIndex calls={all} onOpen={open} />}
        <Part key={`${part} ${context.world ?? ''} ${context.address.params.at ?? ''}`} />
      </main>
      {isHelp && <KeysDialog parts={TRACE_PARTS.length} onClose={() => setIsHelp(false)} />}
    </Context.Provider>
  );
};
