import { type Call, rowsText } from '../calls/call.ts';
import { ageText } from '../calls/time-text.ts';
import { Text } from '../frame/bits.tsx';
import { Icon, type IconName } from '../frame/icons.tsx';
import type { Column } from '../grid/grid.tsx';
import type { Standing, TestLine, TestRow } from './test-rows.ts';

export const MARKS: Readonly<Record<Standing, readonly [icon: IconName, look: string, title: string]>> = {
  failed: ['bad', 'bad', 'Failed'],
  running: ['run', 't2', 'Running'],
  open: ['run', 't2', 'Open'],
  ended: ['ok', 't3', 'Ended'],
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

/** The file of a test in front of its title. */
const TestName = ({ row: { world, standing } }: { row: TestRow }) => (
  <>
    {world.file !== '' && (
      <span class="t3">
        <Text>{world.file}</Text> ›{' '}
      </span>
    )}
    <Text look={standing === 'failed' ? 'b' : ''}>{world.title}</Text>
  </>
);

const cell = (draw: (row: TestRow) => preact.ComponentChildren) => (line: TestLine) =>
  'row' in line ? draw(line.row) : '';

export const testColumns = (now: number): readonly Column<TestLine>[] => [
  { name: 'Space', head: '', cell: () => null },
  {
    name: 'Standing',
    head: '',
    look: 'mark',
    cell: cell(({ standing }) => {
      const [icon, look, title] = MARKS[standing];
      return <Icon name={icon} look={look} title={title} />;
    }),
  },
  { name: 'Test', look: 'cut', cell: cell((row) => <TestName row={row} />) },
  {
    name: 'What failed',
    look: 'cut',
    cell: cell(({ failure, standing, world }) => (
      <span class={standing === 'failed' ? 'bad' : 't3'}>
        <Text>{failure}</Text>
        {failure === '' && <span class="nf">{world.file}</span>}
      </span>
    )),
  },
  { name: 'Calls in order', cell: cell(({ calls }) => <Spark calls={calls} />) },
  { name: 'Calls', look: 'num r', cell: cell(({ calls }) => calls.length) },
  {
    name: 'Failed',
    look: 'num r',
    cell: cell(({ calls }) => calls.filter(({ failed }) => failed).length || ''),
  },
  { name: 'Rows', look: 'num t2 cut', cell: cell(({ calls }) => rowsText(calls)) },
  {
    name: 'Age',
    look: 't2 r',
    cell: cell(({ world }) => ageText(world.endTime ?? world.createTime, now)),
  },
];
