import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shortenUids } from '../../../features/evidence/short-message.ts';
import type { RowKind } from '../../row-kind.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, Empty, Icon, Text } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Select } from '../frame/forms.tsx';
import { EVERYTHING, IdentityChoice } from '../frame/identity-choice.tsx';
import { ListPart } from '../frame/list-part.tsx';
import { count, dayText } from '../frame/text.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import type { Column } from '../grid/grid.tsx';
import { JsonEditor } from './json-editor.tsx';
import { labelOf, type Row, uidAbove } from './row.ts';
import { RowDetail } from './row-detail.tsx';
import { RowTree } from './row-tree.tsx';
import { useChangedRows, useRows } from './use-rows.ts';

/** Makes a row of a kind below a parent, as an identity. */
const NewRow = (props: {
  kind: RowKind;
  parent: string;
  identity: string;
  onMade: (row: Row) => void;
  onClose: () => void;
}) => {
  const { kind, identity, onMade, onClose } = props;
  const { connection, say } = useConsole();
  const [parent, setParent] = useState(props.parent);
  return (
    <Aside
      label="A new row"
      title={`New ${kind.one}`}
      onClose={onClose}
      head={
        <label class="row">
          <span>{kind.parent}</span>
          <input class="field m" value={parent} onInput={(event) => setParent(event.currentTarget.value)} />
        </label>
      }
    >
      <JsonEditor
        text={JSON.stringify(kind.sample, null, 2)}
        label="Fields, as JSON"
        send="Create"
        onCancel={onClose}
        onSend={async (text) => {
          // An organization has nothing above it.
          const path = `${kind.path}/${parent}`.replace(/\/+$/, '');
          const row = await connection.call<Row>(identity, 'POST', path, JSON.parse(text));
          say({ text: `${labelOf(row)} is made.` });
          onClose();
          onMade(row);
        }}
      />
    </Aside>
  );
};

const NO_ROWS: readonly Row[] = [];
/** The largest number of places to look through for a row that the API does not read one by one. */
const MAX_LOOKED_THROUGH = 2_000;

/** A key for a row: its uid, or all of it if it has none. */
const keyOf = (row: Row): string => row.uid || JSON.stringify(row).slice(0, 200);

const hintFor = ({ filters, isStored }: RowKind, isReadOnly: boolean): string =>
  isStored
    ? 'no call of the API lists these: they are read from a snapshot'
    : isReadOnly
      ? 'a part of a name, or of a field as description:'
      : filters.length === 0
        ? 'the API has no filter for these'
        : `${filters
            .slice(0, 4)
            .map((name) => `${name}:`)
            .join(' ')} as the API filters`;

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

const columnsOf = (facts: {
  readonly kind: RowKind;
  readonly order: string;
  readonly group: string;
  readonly names: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, string>;
  readonly onOrder: (order: string) => void;
}): readonly Column<Row>[] => {
  const { kind, order, group, names, changed, onOrder } = facts;
  const [by = kind.sortable[0], direction] = order === '' ? [] : order.split(' ');
  /** The head of a column, which orders the list by a field if the API can. */
  const head = (field: string, title: string): ComponentChildren => {
    if (!kind.sortable.includes(field)) return title;
    const isDown = field === by && direction === 'desc';
    const isUp = field === by && !isDown;
    return (
      <button
        type="button"
        aria-label={`${title}: order by it${isUp ? ', descending' : ''}`}
        onClick={() => onOrder(isUp ? `${field} desc` : field)}
      >
        {title} {field === by && <Icon name={isDown ? 'up' : 'down'} />}
      </button>
    );
  };
  return [
    { name: 'Space', head: '', cell: () => null },
    { name: 'Name', head: head('name', 'Name'), look: 'cut', cell: (row) => <Text>{labelOf(row)}</Text> },
    { name: 'Description', look: 'cut t2', cell: (row) => <Text>{descriptionOf(row)}</Text> },
    {
      name: 'Group',
      look: 'cut t2 c-g',
      cell: ({ uid }) => <Text>{(uidAbove(uid) !== group && names.get(uidAbove(uid))) || ''}</Text>,
    },
    {
      name: 'Updated',
      head: head('updateTime', 'Updated'),
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
    { name: 'Change', look: 't2 r c-h', cell: (row) => changed.get(row.uid) ?? '' },
  ];
};

/** The kind, the group and the row that the address names, and the rows of that kind there. */
const useChosenRows = (turn: number) => {
  const { address, facts, connection, set } = useConsole();
  const { params } = address;
  const { as: identity = '', row: opened = '', order = '', q: search = '' } = params;
  const { orgId: org = '' } = useSteered<{ orgId: string }>('info').value ?? {};
  const named = facts.kinds.find(({ name }) => name === params.kind);
  const kind = named ?? (facts.kinds[0] as RowKind);
  const group = params.group ?? (named !== undefined && named.place === undefined ? '' : org);
  const isDeep = params.below === 'yes';
  // A word alone, or as `name:nginx`.
  const filters = (search.match(/(?:[\w.]+:)?(?:"[^"]*"|\S+)/g) ?? []).map((word) => {
    const [, key = 'name', value = ''] = /^(?:([\w.]+):)?(.*)$/s.exec(word) ?? [];
    return [key, value.replaceAll('"', '')] as const;
  });
  const wanted = { kind, group, isDeep, identity, filters, order };
  const rows = useRows(connection, wanted, turn);
  /** The opened row as its list has it; undefined for kinds whose rows are read one by one. */
  const listed = (): Row | undefined => {
    if (kind.can.read) return undefined;
    for (let index = 0; index < Math.min(rows.total, MAX_LOOKED_THROUGH); index += 1) {
      const row = rows.rowAt(index);
      if (row && keyOf(row) === opened) return row;
    }
    return undefined;
  };
  return { identity, opened, order, search, kind, group, isDeep, rows, set, listed };
};

type ChosenRows = ReturnType<typeof useChosenRows>;

const Side = ({ chosen, turn, names }: { chosen: ChosenRows; turn: number; names: Map<string, string> }) => {
  const { facts, isReadOnly, go } = useConsole();
  const { kind, group, identity } = chosen;
  const isSheet = useMedia(FOLDS.sheet);
  return (
    <div class="side">
      <div class="bar">
        {isReadOnly ? (
          <span class="t2 cut">As {EVERYTHING}</span>
        ) : (
          <IdentityChoice identity={identity} onChoose={(uid) => go({ as: uid })} />
        )}
      </div>
      <RowTree kinds={facts.kinds} identity={identity} turn={turn} here={{ kind: kind.name, group }} names={names} />
      {isSheet && (
        <Select
          look="kinds"
          label="Kind of rows"
          value={kind.name}
          options={facts.kinds.map(({ name, title }) => [name, title])}
          onChoose={(name) => go({ kind: name, group, row: '' })}
        />
      )}
    </div>
  );
};

const NoRow = ({ chosen, name, onNew }: { chosen: ChosenRows; name: string | undefined; onNew: () => void }) => {
  const { kind, search, set } = chosen;
  const place = name === undefined ? 'here' : `in ${name}`;
  return search === '' ? (
    <Empty title={`No ${kind.title.toLowerCase()} ${place}`}>
      {kind.can.create && <Button label={<>New {kind.one}</>} run={onNew} />}
    </Empty>
  ) : (
    <Empty
      title={
        <>
          No {kind.one} {place} matches <code>{search}</code>
        </>
      }
    >
      <Button label="Clear the search" run={() => set({ q: '' })} />
    </Empty>
  );
};

const Tools = ({ chosen: { kind, isDeep, set }, onNew }: { chosen: ChosenRows; onNew: () => void }) => (
  <>
    {kind.place === 'uidp.children_of' && (
      <Button
        label="Groups below, too"
        look="q wide"
        isPressed={isDeep}
        run={() => set({ below: isDeep ? '' : 'yes' })}
      />
    )}
    {kind.can.create && <Button label="New" keyName="n" run={onNew} />}
  </>
);

const tableOf = (
  { kind, group, isDeep, order, identity, rows, opened, set }: ChosenRows,
  names: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, string>,
) => ({
  key: `${kind.name} ${group} ${String(isDeep)} ${order} ${identity}`,
  label: kind.title,
  look: 'rowt',
  items: NO_ROWS,
  total: rows.total,
  itemAt: rows.rowAt,
  onSight: rows.show,
  columns: columnsOf({ kind, order, group, names, changed, onOrder: (by) => set({ order: by }) }),
  keyOf,
  selected: opened || undefined,
  onSelect: (row: Row) => set({ row: keyOf(row) }),
});

/** The groups of the world, and the rows of a kind in one of them, as an identity sees them; one of them beside. */
export const RowsPart = () => {
  const [turn, setTurn] = useState(0);
  const names = useRef(new Map<string, string>()).current;
  const [isMaking, setIsMaking] = useState(false);
  const chosen = useChosenRows(turn);
  const { kind, group, identity, opened, search, rows, set, listed } = chosen;
  const { connection, isReadOnly } = useConsole();
  const changed = useChangedRows(connection, turn);
  const close = (): void => set({ row: '' });
  const make = (): void => setIsMaking(true);
  const stop = (): void => setIsMaking(false);
  // At once: a key that is pressed next may begin anew.
  useLayoutEffect(stop, [kind, group, opened]);
  const reread = (): void => setTurn((last) => last + 1);
  const openAnew = (row: string): void => {
    reread();
    set({ row });
  };
  const { error, isLoaded, total } = rows;
  const isLoading = !isLoaded && error === undefined;
  return (
    <ListPart
      title="Rows"
      look={`rowsv ${opened !== '' || isMaking ? 'with' : ''}`}
      side={<Side chosen={chosen} turn={turn} names={names} />}
      search={{
        value: search,
        label: 'Search the rows',
        placeholder: hintFor(kind, isReadOnly),
        count: isLoaded ? count(total, kind.one, kind.title.toLowerCase()) : isLoading ? 'loading' : '',
        set: (text) => set({ q: text }),
      }}
      tools={<Tools chosen={chosen} onNew={make} />}
      error={error}
      table={tableOf(chosen, names, changed)}
      empty={<NoRow chosen={chosen} name={names.get(group)} onNew={make} />}
      isLoaded={isLoaded && error === undefined}
      onClose={isMaking ? stop : opened !== '' ? close : undefined}
    >
      {opened !== '' && !isMaking && (
        <RowDetail
          key={opened}
          kind={kind}
          uid={opened}
          listed={listed()}
          identity={identity}
          change={changed.get(opened)}
          onChange={reread}
          onDelete={() => openAnew('')}
          onClose={close}
        />
      )}
      {isMaking && (
        <NewRow kind={kind} parent={group} identity={identity} onClose={stop} onMade={(row) => openAnew(keyOf(row))} />
      )}
    </ListPart>
  );
};
