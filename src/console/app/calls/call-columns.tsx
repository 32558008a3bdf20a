import type { ComponentChildren } from 'preact';
import { triesWith } from '../../../features/evidence/attempts.ts';
import { CALL } from '../address.ts';
import { Icon, PartLink, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { count, millisText, plainLine, timeParts } from '../frame/text.ts';
import type { Column } from '../grid/grid.tsx';
import { type Call, isRetry, messageOf, rowsText } from './call.ts';

/** A line of the table of calls: a call, or a jump of the clock of its world before it. */
export type CallItem = { readonly call: Call } | { readonly jump: string; readonly to: number; readonly key: string };

const HOUR = 3_600_000;

const cell = (draw: (call: Call) => ComponentChildren) => (item: CallItem) => ('call' in item ? draw(item.call) : '');

/** The lines of the table: the calls that match, with a line before each one before which its world's clock was moved. */
export const itemsOf = (all: readonly Call[], matching: readonly Call[]): readonly CallItem[] => {
  // By the number of a call, the milliseconds by which the clock has passed more, or less, than the machine's.
  const jumps = new Map<number, number>();
  const last = new Map<string, Call>();
  for (const call of all) {
    const { worldMillis = call.worldMillis, millis = call.millis } = last.get(call.world) ?? {};
    const passed = call.worldMillis - worldMillis;
    const real = Number.isNaN(call.millis - millis) ? 0 : call.millis - millis;
    if (Math.abs(passed - real) >= HOUR && passed !== 0) jumps.set(call.number, passed);
    last.set(call.world, call);
  }
  return matching.flatMap((call): readonly CallItem[] => {
    const jump = jumps.get(call.number);
    if (jump === undefined) return [{ call }];
    const minutes = Math.round(Math.abs(jump) / 60_000);
    const words = `${Math.floor(minutes / 60)} h ${minutes % 60} min ${jump > 0 ? 'later' : 'back'}`;
    return [{ jump: words, to: call.worldMillis, key: `jump ${call.number}` }, { call }];
  });
};

/** The numbers of the calls that are tries for the same as a call, that one included; none if it is the only one. */
export const threadOf = (call: Call | undefined, triesOf: (call: Call) => readonly Call[]): ReadonlySet<number> => {
  if (!call) return new Set();
  const tries = triesOf(call);
  const entries = triesWith(
    call.entry,
    tries.map(({ entry }) => entry),
  );
  const numbers = [call, ...tries].filter(({ entry }) => entries.includes(entry)).map(({ number }) => number);
  return numbers.length < 2 ? new Set() : new Set(numbers);
};

const UID = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/;

/** The name of what a call is about, or the ends of its uid, and the words behind it. */
const About = ({ call, tries }: { call: Call; tries: readonly Call[] }) => {
  const { about = {}, path } = call.entry;
  const [uid = ''] = UID.exec(decodeURIComponent(path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))) ?? [];
  const uidText = uid.includes('/')
    ? `${uid.slice(0, 8)}…${uid.slice(uid.lastIndexOf('/'))}`
    : uid.replace(/^(.{8}).*(.{4})$/, '$1…$2');
  const name = about.name ?? about.group ?? uidText;
  const where = about.name !== undefined && about.group !== undefined ? `in ${about.group}` : '';
  const rows = about.rows === undefined ? '' : count(about.rows, 'row');
  const words = messageOf(call, tries) ?? (call.open ? 'open' : rows || where);
  return (
    <span class="what" title={plainLine(`${about.group ?? ''} ${name}: ${words}`)}>
      {name !== '' && <Text look="p cut">{name}</Text>}
      <Text look="e cut t3">{words}</Text>
    </span>
  );
};

/** The columns of calls; `thread` has the numbers of the tries of the chosen call, its own included. */
export const callColumns = (
  triesOf: (call: Call) => readonly Call[],
  thread: ReadonlySet<number>,
  chosen: number | undefined,
): readonly Column<CallItem>[] => [
  {
    name: 'Try',
    head: '',
    cell: cell((call) =>
      thread.has(call.number) && call.number !== chosen ? (
        <i class="thr" title="Another try of the selected call" />
      ) : null,
    ),
  },
  {
    name: 'Time',
    look: 'num t2 c-t',
    cell: cell(({ worldMillis }) => (
      <>
        <span class="t3 hm">{timeParts(worldMillis)[0]}</span>
        {timeParts(worldMillis)[1]}
      </>
    )),
  },
  { name: 'Status', head: '', look: 'st', cell: cell((call) => (call.open ? '…' : String(call.entry.status || '—'))) },
  {
    name: 'Operation',
    look: 'op',
    cell: cell((call) => (
      <>
        <span class="v">{call.entry.method}</span>
        <Text look="cut" title={plainLine(call.operation)}>
          {call.operation}
        </Text>
      </>
    )),
  },
  { name: 'About', cell: cell((call) => <About call={call} tries={triesOf(call)} />) },
  { name: 'Caller', look: 'cut t2 c-c', cell: cell((call) => <Text>{call.caller}</Text>) },
  { name: 'Client', look: 'cut t2 c-cl', cell: cell((call) => <Text>{call.client}</Text>) },
  { name: 'Rows', look: 'num t2 c-r', cell: cell((call) => rowsText([call])) },
  {
    name: 'Marks',
    head: '',
    cell: cell((call) => (
      <span class="mk">
        <i>{call.refused && <Icon name="deny" look="bad" title="Refused" />}</i>
        <i>{call.faulted && <Icon name="fault" look="fault" title="A test had the mock act" />}</i>
        <i>{isRetry(call, triesOf(call)) && <Icon name="retry" look="t2" title="A retry of an earlier call" />}</i>
        <i>{call.unread && <Icon name="unread" look="t2" title="Sent a field that nobody read" />}</i>
      </span>
    )),
  },
  { name: 'Milliseconds', head: 'ms', look: 'num r t2 ms', cell: cell((call) => millisText(call.entry.durationMs)) },
];

/** The classes of the row of a call, of which the tries are joined by a line. */
export const callLook = (item: CallItem, thread: ReadonlySet<number>): string => {
  if (!('call' in item)) return '';
  const { number, faulted, failed, own, entry } = item.call;
  // Of no number, the least is above the greatest.
  const [first, last] = [Math.min(...thread), Math.max(...thread)];
  return [
    faulted && (failed || entry.handled) ? 'ft' : failed ? 'f' : '',
    own ? 'own' : '',
    number >= first && number <= last ? `tl ${number === first ? 'a' : number === last ? 'z' : ''}` : '',
  ].join(' ');
};

/** A line of a list of calls, which opens one: when it was, its status, its operation, and its failure unless else is said. */
export const CallLine = (props: { call: Call; said?: string; address?: Readonly<Record<string, string>> }) => {
  const { call, said, address } = props;
  const { list } = useConsole().calls;
  const { number, worldMillis, failed, faulted, entry, operation } = call;
  const isOfFault = failed && faulted;
  return (
    <li>
      <PartLink
        to="calls"
        look={`lrow ${isOfFault ? 'ft' : failed ? 'f' : ''}`}
        params={{ ...address, [CALL]: String(number) }}
      >
        <span class="num t2">{timeParts(worldMillis).join('').slice(0, 8)}</span>
        <span class="st">{entry.status || '—'}</span>
        <span class="cut">
          <Text>{operation}</Text>{' '}
          <Text look={said !== undefined ? 't2' : isOfFault ? 'fault' : 'bad'}>
            {said ?? messageOf(call, list.triesOf(call)) ?? ''}
          </Text>
        </span>
      </PartLink>
    </li>
  );
};
