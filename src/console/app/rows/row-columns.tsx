import { shortenUids } from '../../../features/evidence/short-message.ts';
import type { RowKind } from '../../row-kind.ts';
import { dayText } from '../calls/time-text.ts';
import { Text } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';
import type { Column } from '../grid/grid.tsx';
import { labelOf, type Row, uidAbove } from './row.ts';

/** The best description of a row beside its name: a descriptive field, or else the first few fields. */
const descriptionOf = (row: Row): string => {
  const { description, title, catalogTier, status } = row;
  const words = [description, title, catalogTier, status].find((value) => typeof value === 'string' && value !== '');
  if (typeof words === 'string') return words;
  const { uid: _, name: __, createTime: ___, updateTime: ____, ...rest } = row;
  return Object.entries(rest)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, 4)
    .map(([field, value]) => `${field} ${String(value)}`)
    .map(shortenUids)
    .join(', ');
};

/** The facts that the columns of a table of rows depend on. */
export interface TableFacts {
  readonly kind: RowKind;
  readonly order: string;
  readonly group: string;
  readonly names: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, string>;
  readonly onOrder: (order: string) => void;
}

const Head = ({ facts, field, title }: { facts: TableFacts; field: string; title: string }) => {
  const { kind, order, onOrder } = facts;
  if (!kind.sortable.includes(field)) return <>{title}</>;
  const [by = kind.sortable[0], direction] = order === '' ? [] : order.split(' ');
  const isBy = by === field;
  const isDown = isBy && direction === 'desc';
  return (
    <button
      type="button"
      aria-label={`${title}: order by it${isBy && !isDown ? ', descending' : ''}`}
      onClick={() => onOrder(isBy && !isDown ? `${field} desc` : field)}
    >
      {title} {isBy && <Icon name={isDown ? 'up' : 'down'} />}
    </button>
  );
};

export const columnsOf = (facts: TableFacts): readonly Column<Row>[] => [
  { name: 'Space', head: '', cell: () => null },
  {
    name: 'Name',
    head: <Head facts={facts} field="name" title="Name" />,
    look: 'cut',
    cell: (row) => <Text>{labelOf(row)}</Text>,
  },
  { name: 'Description', look: 'cut t2', cell: (row) => <Text>{descriptionOf(row)}</Text> },
  {
    name: 'Group',
    look: 'cut t2 c-g',
    cell: ({ uid }) => <Text>{(uidAbove(uid) !== facts.group && facts.names.get(uidAbove(uid))) || ''}</Text>,
  },
  {
    name: 'Updated',
    head: <Head facts={facts} field="updateTime" title="Updated" />,
    look: 'num t2',
    cell: (row) => {
      // When it was changed last, or made, to the minute.
      const time = row.updateTime ?? row.createTime ?? row.update_time ?? row.create_time ?? row.date;
      return typeof time === 'string' ? dayText(time).replace(/:\d\d$/, '') : '';
    },
  },
  {
    name: 'uid',
    look: 'num t3 cut c-u',
    cell: (row) => <span title={row.uid}>{row.uid.split('/').at(-1)}</span>,
  },
  { name: 'Change', look: 't2 r c-h', cell: (row) => facts.changed.get(row.uid) ?? '' },
];
