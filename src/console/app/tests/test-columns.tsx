import type { ComponentChildren } from 'preact';
import { type Call, messageOf, rowsText } from '../calls/call.ts';
import type { CallList } from '../calls/call-list.ts';
import { wordsIn } from '../calls/search.ts';
import { Icon, Text } from '../frame/bits.tsx';
import { ageText } from '../frame/text.ts';
import { type KnownWorld, STANDING_NAMES, STANDINGS, type Standing, type WorldBook } from '../frame/world-book.ts';
import type { Column } from '../grid/grid.tsx';

/** A world with its calls. */
export interface TestRow {
  readonly world: KnownWorld;
  readonly calls: readonly Call[];
  /** Its failure, in a line; empty if there is none. */
  readonly failure: string;
}

/** A line of the table of tests: a heading, or a test. */
export type TestLine = { readonly heading: Standing; readonly count: number } | { readonly row: TestRow };

/** The call by which a failed test opens: the first that was refused, else the last that failed without a fault. */
export const callToShow = (calls: readonly Call[]): Call | undefined =>
  calls.find(({ refused }) => refused) ??
  calls.findLast(({ failed, faulted }) => failed && !faulted) ??
  calls.findLast(({ failed }) => failed);

/** The failure of a test in a line, or its failed calls that were expected; empty if no call failed. */
const failureOf = (calls: readonly Call[], standing: Standing, list: CallList): string => {
  const answer = callToShow(calls);
  if (!answer) return standing === 'failed' ? 'no call of it failed' : '';
  const what = `${answer.entry.status || 'no answer'} ${answer.operation}`;
  if (standing === 'failed') return `${what}: ${messageOf(answer, list.triesOf(answer)) ?? ''}`;
  const failed = calls.filter((call) => call.failed);
  const faulted = failed.filter((call) => call.faulted).length;
  return faulted === failed.length ? `${faulted} faulted: ${what}` : `${failed.length - faulted} expected: ${what}`;
};

/** The worlds with their calls, without the page's own. */
export const testRows = ({ all: worlds, holds }: WorldBook, list: CallList): readonly TestRow[] => {
  const byWorld = new Map<string, Call[]>(worlds.map(({ id }) => [id, []]));
  for (const call of list.all) if (!call.own && holds(call.world, call)) byWorld.get(call.world)?.push(call);
  return worlds.map((world) => {
    const own = byWorld.get(world.id) ?? [];
    return { world, calls: own, failure: failureOf(own, world.standing, list) };
  });
};

const matchesWord = ({ world, calls }: TestRow, word: string): boolean => {
  const { standing } = world;
  const [key, value = ''] = word.split(/:(.*)/s);
  if (key === 'is') return standing === value || (value === 'open' && standing !== 'ended');
  if (key === 'changed') return calls.some(({ entry }) => entry.changes.some(({ type }) => type === value));
  return `${world.title} ${world.file} ${world.id} ${world.project}`.toLowerCase().includes(word.toLowerCase());
};

/** The tests that a search finds, below their headings: the failed first, and then the newest. */
export const testLines = (rows: readonly TestRow[], search: string): readonly TestLine[] => {
  const words = wordsIn(search);
  const found = rows.filter((row) => words.every((word) => matchesWord(row, word.replaceAll('"', ''))));
  return STANDING_NAMES.flatMap((standing): readonly TestLine[] => {
    const of = found
      .filter(({ world }) => world.standing === standing)
      .sort((one, other) => Date.parse(other.world.createTime) - Date.parse(one.world.createTime));
    return of.length === 0 ? [] : [{ heading: standing, count: of.length }, ...of.map((row) => ({ row }))];
  });
};

const MAX_BARS = 40;

/** The calls of a test in their order, failures below the line. */
const Spark = ({ calls }: { calls: readonly Call[] }) => {
  const step = Math.max(1, calls.length / MAX_BARS);
  const bars = Array.from({ length: Math.min(MAX_BARS, calls.length) }, (_, nth) =>
    calls.slice(Math.floor(nth * step), Math.max(Math.floor(nth * step) + 1, Math.floor((nth + 1) * step))),
  );
  const tall = ({ entry: { durationMs = 0 } }: Call): number => Math.min(9, 2 + Math.log2(1 + durationMs));
  return (
    <svg class="spark" viewBox="0 0 120 18" aria-hidden="true">
      {bars.map((bar, nth) => {
        const height = Math.max(...bar.map(tall));
        const failed = bar.find((call) => call.failed);
        return (
          <g key={String(nth)}>
            <rect x={nth * 3} y={10 - height} width="2" height={height} fill="var(--bar)" />
            {failed && (
              <rect x={nth * 3} y="11" width="2" height="6" fill={failed.faulted ? 'var(--fault)' : 'var(--bad)'} />
            )}
          </g>
        );
      })}
    </svg>
  );
};

const cell = (draw: (row: TestRow) => ComponentChildren) => (line: TestLine) => ('row' in line ? draw(line.row) : '');

export const testColumns = (now: number): readonly Column<TestLine>[] => [
  { name: 'Space', head: '', cell: () => null },
  { name: 'Standing', head: '', look: 'mark', cell: cell(({ world }) => <Icon {...STANDINGS[world.standing][1]} />) },
  {
    name: 'Test',
    look: 'cut',
    cell: cell(({ world }) => (
      <>
        {world.file !== '' && (
          <span class="t3">
            <Text>{world.file}</Text> ›{' '}
          </span>
        )}
        <Text look={world.standing === 'failed' ? 'b' : ''}>{world.title}</Text>
      </>
    )),
  },
  {
    name: 'What failed',
    look: 'cut',
    cell: cell(({ failure, world }) => (
      <span class={world.standing === 'failed' ? 'bad' : 't3'}>
        <Text>{failure}</Text>
        {failure === '' && <span class="nf">{world.file}</span>}
      </span>
    )),
  },
  { name: 'Calls in order', cell: cell(({ calls }) => <Spark calls={calls} />) },
  { name: 'Calls', look: 'num r', cell: cell(({ calls }) => calls.length) },
  { name: 'Failed', look: 'num r', cell: cell(({ calls }) => calls.filter(({ failed }) => failed).length || '') },
  { name: 'Rows', look: 'num t2 cut', cell: cell(({ calls }) => rowsText(calls)) },
  { name: 'Age', look: 't2 r', cell: cell(({ world }) => ageText(world.endTime ?? world.createTime, now)) },
];
