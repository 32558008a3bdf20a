import { count, plainLine, Text } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';
import type { Column } from '../grid/grid.tsx';
import { type Call, isRetry, messageOf, rowsText } from './call.ts';
import type { CallItem } from './call-items.ts';
import { millisText, timeParts } from './time-text.ts';

/** The facts that the cells of a call are drawn with. */
export interface CallListView {
  readonly triesOf: (call: Call) => readonly Call[];
  /** The other tries of the call that is chosen. */
  readonly thread: ReadonlySet<number>;
  readonly selected: number | undefined;
}

/** The end of a uid, which is whole in it, with the middle of its path left out. */
const shortUid = (uid: string): string => {
  const parts = uid.split('/');
  const last = parts.at(-1) ?? uid;
  return parts.length < 2
    ? uid.length > 20
      ? `${uid.slice(0, 8)}…${uid.slice(-4)}`
      : uid
    : `${parts[0]?.slice(0, 8)}…/${last}`;
};

const UID = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/;

/** The name of what a call is about, and the words behind it. */
const aboutParts = (call: Call, triesOf: CallListView['triesOf']): readonly [name: string, words: string] => {
  const { about = {} } = call.entry;
  const message = messageOf(call, triesOf(call));
  const uid = UID.exec(decodeURIComponent(call.entry.path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')))?.[0];
  const name = about.name ?? about.group ?? (uid === undefined ? '' : shortUid(uid));
  const where = about.name !== undefined && about.group !== undefined ? `in ${about.group}` : '';
  const rows = about.rows === undefined ? '' : count(about.rows, 'row');
  return [name, message ?? (call.open ? 'open' : rows || where)];
};

const About = ({ call, shown }: { call: Call; shown: CallListView }) => {
  const [name, words] = aboutParts(call, shown.triesOf);
  return (
    <span class="what" title={plainLine(`${call.entry.about?.group ?? ''} ${name}: ${words}`)}>
      {name !== '' && <Text look="p cut">{name}</Text>}
      <Text look="e cut t3">{words}</Text>
    </span>
  );
};

const Marks = ({ call, shown }: { call: Call; shown: CallListView }) => (
  <span class="mk">
    <i>{call.refused && <Icon name="deny" look="bad" title="Refused" />}</i>
    <i>{call.faulted && <Icon name="fault" look="fault" title="The mock was told to act" />}</i>
    <i>{isRetry(call, shown.triesOf(call)) && <Icon name="retry" look="t2" title="A retry of an earlier call" />}</i>
    <i>{call.unread && <Icon name="unread" look="t2" title="Sent a field that nobody read" />}</i>
  </span>
);

const Time = ({ call }: { call: Call }) => {
  const [head, tail] = timeParts(call.worldMillis);
  return (
    <>
      <span class="t3 hm">{head}</span>
      {tail}
    </>
  );
};

const cell = (draw: (call: Call) => preact.ComponentChildren) => (item: CallItem) =>
  'call' in item ? draw(item.call) : '';

export const callColumns = (shown: CallListView): readonly Column<CallItem>[] => [
  {
    name: 'Try',
    head: '',
    cell: cell((call) =>
      shown.thread.has(call.number) && call.number !== shown.selected ? (
        <i class="thr" title="Another try of the selected call" />
      ) : null,
    ),
  },
  { name: 'Time', look: 'num t2 c-t', cell: cell((call) => <Time call={call} />) },
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
  { name: 'About', cell: cell((call) => <About call={call} shown={shown} />) },
  { name: 'Caller', look: 'cut t2 c-c', cell: cell((call) => <Text>{call.caller}</Text>) },
  { name: 'Client', look: 'cut t2 c-cl', cell: cell((call) => <Text>{call.client}</Text>) },
  { name: 'Rows', look: 'num t2 c-r', cell: cell((call) => rowsText([call])) },
  { name: 'Marks', head: '', cell: cell((call) => <Marks call={call} shown={shown} />) },
  { name: 'Milliseconds', head: 'ms', look: 'num r t2 ms', cell: cell((call) => millisText(call.entry.durationMs)) },
];

export const callLook =
  (shown: CallListView) =>
  (item: CallItem): string => {
    if (!('call' in item)) return '';
    const { call } = item;
    const { thread } = shown;
    const numbers = [...thread];
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const isInThread = thread.size > 0 && call.number >= first && call.number <= last;
    return [
      call.faulted && (call.failed || call.entry.handled) ? 'ft' : call.failed ? 'f' : '',
      call.own ? 'own' : '',
      isInThread ? `tl ${call.number === first ? 'a' : call.number === last ? 'z' : ''}` : '',
    ].join(' ');
  };
