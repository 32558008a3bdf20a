import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
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
} from '../address.ts';
import { CallsPart } from '../calls/calls-part.tsx';
import type { Connection } from '../connection.ts';
import { CoveragePart } from '../coverage/coverage-part.tsx';
import { EventsPart } from '../events/events-part.tsx';
import { FaultRules } from '../faults/fault-rules.tsx';
import { Name, PartLink, Text } from '../frame/bits.tsx';
import { type MomentView, useConsole, useSteered } from '../frame/console-context.ts';
import { NoticeLine } from '../frame/messages.tsx';
import { PARTS, PageFrame } from '../frame/page-frame.tsx';
import { count, dayText, group } from '../frame/text.ts';
import { TwoSides } from '../frame/two-sides.tsx';
import { WorldList, WorldPicker } from '../frame/worlds.tsx';
import { RowsPart } from '../rows/rows-part.tsx';
import { callToShow } from '../tests/test-columns.tsx';
import { ALL_WORLDS } from './coverage-of-trace.ts';
import type { ReadTrace, TraceFile } from './har-log.ts';
import type { Moment } from './rows-at.ts';
import { showTrace, type TraceConnection, type TraceView } from './trace-view.ts';

/** The faults that were set in a world of a trace, with how often each has acted. */
const FaultsOfTrace = () => {
  const { connection, worlds } = useConsole();
  const { value } = useSteered<Faults>('faults');
  const title = worlds.get(connection.world)?.title ?? connection.world;
  const rules = value?.faults ?? [];
  return (
    <TwoSides
      title="Faults"
      label="Faults of the world"
      bar={
        <>
          <h2 class="cut">
            {rules.length === 0 ? 'No fault was set' : `${count(rules.length, 'fault')} set`} in <Text>{title}</Text>
          </h2>
          <span class="sp" />
          {rules.length > 0 && (
            <PartLink to="calls" params={{ world: connection.world, q: 'is:faulted' }}>
              The calls that met one
            </PartLink>
          )}
        </>
      }
    >
      <div class="within">
        {rules.length > 0 ? (
          <FaultRules rules={rules} />
        ) : (
          value && <p class="t2">Its calls failed only as the API would, or by their own header.</p>
        )}
      </div>
    </TwoSides>
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
  const other = moment?.at === 'before' ? (['After it', 'after'] as const) : (['Before it', 'before'] as const);
  const ways = moment
    ? [
        { label: other[0], run: to(moment.call, other[1]) },
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

const COMPONENTS: ReadonlyMap<string, FunctionComponent> = new Map(
  Object.entries({
    calls: CallsPart,
    rows: RowsPart,
    events: EventsPart,
    faults: FaultsOfTrace,
    coverage: CoveragePart,
  }),
);
const TRACE_PARTS = PARTS.filter(([name]) => COMPONENTS.has(name));

/**
 * The event at which a trace opens, if no call of the first test that failed has failed, but an event of it was
 * delivered: the first that was delivered more than once, or was not accepted, else the last. An event that was not
 * sent, since its receiver is not allowed, counts only if none was delivered.
 */
const eventToShow = (
  { worlds, calls }: TraceView,
  { log }: ReadTrace,
): Readonly<Record<string, string>> | undefined => {
  const world = worlds.all.find(({ standing }) => standing === 'failed')?.id;
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
  const isRed = (world: string): boolean => worlds.get(world)?.standing === 'failed';
  const inRed = all.find(({ failed, world }) => failed && isRed(world));
  const answer = inRed && callToShow(all.filter(({ world }) => world === inRed.world));
  const first = answer ?? all.find(({ failed, faulted }) => failed && !faulted) ?? all.find(({ failed }) => failed);
  if (!first) return;
  const world = isRed(first.world) ? first.world : '';
  replaceAddress({ part: 'calls', params: { [CALL]: String(first.number), [WORLD]: world } });
};

/** The state that the parts share, at an address of a trace. */
const sharedAt = (view: TraceView, address: Address) => {
  const { connectAt, notices: _, ...rest } = view;
  const { part, params } = address;
  const isRows = part === 'rows';
  const number = Number(params[CALL]);
  const first = rest.worlds.all.find(({ standing }) => standing === 'failed') ?? rest.worlds.all[0];
  // These two are about one world: the address's, else its call's, else the first failed test's, else the first.
  const isOfOne = isRows || part === 'faults';
  const ofCall = isOfOne ? rest.calls.list.get(number)?.world : undefined;
  const world = params[WORLD] || (isOfOne ? (ofCall ?? first?.id ?? 'default') : undefined);
  const everywhere = part === 'coverage' ? ALL_WORLDS : 'default';
  const connection = connectAt(world ?? everywhere, isRows ? momentIn(params) : undefined);
  const moment = isRows && { moment: momentView(connection, view, address) };
  const connectTo = (id: string): Connection => connectAt(id);
  return { ...rest, address, world, connection, connectTo, isReadOnly: true, ...moment };
};

/** A trace: its worlds with their calls, rows, events, faults and coverage. Nothing can be done here, only looked at. */
export const TracePage = ({ trace, file }: { trace: ReadTrace; file: TraceFile }) => {
  const view = useMemo(() => {
    const made = showTrace(trace, file);
    openAtFailure(made, trace);
    return made;
  }, [trace, file]);
  const inBar = useAddress();
  const { all } = view.calls.list;
  const { all: worlds } = view.worlds;
  const tests = worlds.filter(({ isTest }) => isTest).length;
  const red = worlds.filter(({ standing }) => standing === 'failed').length;
  const failed = all.filter((call) => call.failed).length;
  const part = COMPONENTS.has(inBar.part) ? inBar.part : 'calls';
  const address = useMemo(() => ({ part, params: inBar.params }), [part, JSON.stringify(inBar.params)]);
  const open = (world: string): void => {
    const answer = world === '' ? undefined : callToShow(all.filter((call) => call.world === world));
    const call = part === 'calls' && answer ? { [CALL]: String(answer.number) } : {};
    goTo(partOf(part, address, { [WORLD]: world, ...call }));
  };
  const shared = useMemo(() => sharedAt(view, address), [view, address]);
  const Part = COMPONENTS.get(part) ?? CallsPart;
  return (
    <PageFrame
      shared={shared}
      parts={TRACE_PARTS}
      start={
        <>
          <Name look="cut">{file.name}</Name>
          <span class={part === 'calls' ? 'in' : ''}>
            <WorldPicker onChoose={open} />
          </span>
        </>
      }
      about={
        <span class="t2 cut wide">
          {tests > 0 ? count(tests, 'test') : count(worlds.length, 'world')}
          {red > 0 && <b class="bad"> · {group(red)} failed</b>} · {count(all.length, 'call')}
          {red === 0 && failed > 0 && `, of which ${group(failed)} failed`}
          {all[0] && ` · recorded ${dayText(all[0].millis)}`}
        </span>
      }
      end={<span class="tag">Read only</span>}
      look={`traced ${part === 'calls' ? 'indexed' : ''}`}
    >
      <div class="msgs">
        {view.notices.map((notice) => (
          <NoticeLine key={notice.text} notice={notice} />
        ))}
      </div>
      {part === 'calls' && (
        <nav class="idx" aria-label="Worlds">
          <WorldList onChoose={open} />
        </nav>
      )}
      <Part key={`${part} ${shared.world ?? ''} ${address.params.at ?? ''}`} />
    </PageFrame>
  );
};
