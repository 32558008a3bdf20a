import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { goTo, replaceAddress, withParams } from '../address.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, count, Empty } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { Options } from '../frame/forms.tsx';
import { EVERYTHING, IdentityChoice } from '../frame/identity-choice.tsx';
import { useKeys } from '../frame/keys.ts';
import { ListPart } from '../frame/list-part.tsx';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { JsonEditor } from './json-editor.tsx';
import { labelOf, type Row } from './row.ts';
import { columnsOf } from './row-columns.tsx';
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

/** The kind, the group and the row that the address names, and the rows of that kind there. */
const useChosenRows = (turn: number) => {
  const { address, facts, connection } = useConsole();
  const { params } = address;
  const { as: identity = '', row: opened = '', order = '', q: search = '' } = params;
  const { orgId: org = '' } = useSteered<{ orgId: string }>('info').value ?? {};
  const named = facts.kinds.find(({ name }) => name === params.kind);
  const kind = named ?? (facts.kinds[0] as RowKind);
  const group = params.group ?? (named !== undefined && named.place === undefined ? '' : org);
  const isDeep = params.below === 'yes';
  // `name:nginx`, or a word alone, which is a name.
  const filters = (search.match(/(?:[\w.]+:)?(?:"[^"]*"|\S+)/g) ?? []).map((word) => {
    const [, key, value = ''] = /^(?:([\w.]+):)?(.*)$/s.exec(word) ?? [];
    return [key ?? 'name', value.replaceAll('"', '')] as const;
  });
  const rows = useRows(connection, { kind, group, isDeep, identity, filters, order }, turn);
  const set = (changed: Readonly<Record<string, string>>): void => replaceAddress(withParams(address, changed));
  /** The row that is opened, as its list has it; undefined for kinds whose rows are read one by one. */
  const listed = (): Row | undefined => {
    if (kind.can.read) return undefined;
    for (let index = 0; index < Math.min(rows.total(), MAX_LOOKED_THROUGH); index += 1) {
      const row = rows.rowAt(index);
      if (row && keyOf(row) === opened) return row;
    }
    return undefined;
  };
  return { identity, opened, order, search, kind, group, isDeep, rows, set, listed };
};

type ChosenRows = ReturnType<typeof useChosenRows>;

const Side = ({ chosen, turn, names }: { chosen: ChosenRows; turn: number; names: Map<string, string> }) => {
  const { address, facts, isReadOnly } = useConsole();
  const { kind, group, identity } = chosen;
  const isSheet = useMedia(FOLDS.sheet);
  return (
    <div class="side">
      <div class="bar">
        {isReadOnly ? (
          <span class="t2 cut">As {EVERYTHING}</span>
        ) : (
          <IdentityChoice identity={identity} onChoose={(uid) => goTo(withParams(address, { as: uid }))} />
        )}
      </div>
      <RowTree kinds={facts.kinds} identity={identity} turn={turn} here={{ kind: kind.name, group }} names={names} />
      {isSheet && (
        <select
          class="kinds"
          aria-label="Kind of rows"
          value={kind.name}
          onChange={(event) => goTo(withParams(address, { kind: event.currentTarget.value, group, row: '' }))}
        >
          <Options of={facts.kinds.map(({ name, title }) => [name, title])} />
        </select>
      )}
    </div>
  );
};

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

const NoRow = (props: { chosen: ChosenRows; name: string | undefined; onNew: () => void }) => {
  const { kind, search, set } = props.chosen;
  const where = props.name === undefined ? 'here' : `in ${props.name}`;
  return (
    <Empty
      title={
        search === '' ? (
          `No ${kind.title.toLowerCase()} ${where}`
        ) : (
          <>
            No {kind.one} {where} matches <code>{search}</code>
          </>
        )
      }
    >
      {search !== '' && <Button onClick={() => set({ q: '' })}>Clear the search</Button>}
      {search === '' && kind.can.create && <Button onClick={props.onNew}>New {kind.one}</Button>}
    </Empty>
  );
};

const Tools = ({ chosen: { kind, isDeep, set }, onNew }: { chosen: ChosenRows; onNew: () => void }) => (
  <>
    {kind.place === 'uidp.children_of' && (
      <Button look="q wide" isPressed={isDeep} onClick={() => set({ below: isDeep ? '' : 'yes' })}>
        Groups below, too
      </Button>
    )}
    {kind.can.create && (
      <Button keyName="n" onClick={onNew}>
        New
      </Button>
    )}
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
  total: rows.total(),
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
  const { kind, group, identity, opened, search, rows, set } = chosen;
  const { connection, isReadOnly } = useConsole();
  const changed = useChangedRows(connection, turn);
  const change = (row: string | undefined): void => {
    setTurn((last) => last + 1);
    if (row !== undefined) set({ row });
  };
  const make = (): void => setIsMaking(true);
  const stop = (): void => setIsMaking(false);
  const close = (): void => set({ row: '' });
  // At once: a key that is pressed next may begin anew.
  useLayoutEffect(stop, [kind, group, opened]);
  useKeys({ n: () => kind.can.create && make() });
  const error = rows.error();
  const isLoading = !rows.isLoaded() && error === undefined;
  const total = rows.total();
  const isEmpty = total === 0 && rows.isLoaded() && error === undefined;
  return (
    <ListPart
      title="Rows"
      look={`rowsv ${opened !== '' || isMaking ? 'with' : ''}`}
      side={<Side chosen={chosen} turn={turn} names={names} />}
      search={{
        value: search,
        label: 'Search the rows',
        placeholder: hintFor(kind, isReadOnly),
        count: rows.isLoaded() ? count(total, kind.one, kind.title.toLowerCase()) : isLoading ? 'loading' : '',
        set: (text) => set({ q: text }),
      }}
      tools={<Tools chosen={chosen} onNew={make} />}
      error={error}
      table={tableOf(chosen, names, changed)}
      nothing={isEmpty ? <NoRow chosen={chosen} name={names.get(group)} onNew={make} /> : undefined}
      isPending={isLoading && rows.rowAt(0) === undefined}
      onClose={isMaking ? stop : opened !== '' ? close : undefined}
    >
      {opened !== '' && !isMaking && (
        <RowDetail
          key={opened}
          kind={kind}
          uid={opened}
          listed={chosen.listed()}
          identity={identity}
          change={changed.get(opened)}
          onChange={() => change(undefined)}
          onDelete={() => change('')}
          onClose={close}
        />
      )}
      {isMaking && (
        <NewRow kind={kind} parent={group} identity={identity} onClose={stop} onMade={(row) => change(keyOf(row))} />
      )}
    </ListPart>
  );
};
