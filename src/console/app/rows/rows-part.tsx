import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { goTo, replaceAddress, withParams } from '../address.ts';
import { SearchBar } from '../calls/search-bar.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, count, Empty } from '../frame/bits.tsx';
import { useConsole, useSteered } from '../frame/console-context.ts';
import { EVERYTHING, IdentityChoice } from '../frame/identity-choice.tsx';
import { useKeys } from '../frame/keys.ts';
import { CallsMessages } from '../frame/messages.tsx';
import { useFirstFound } from '../frame/use-first-found.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { Grid, type GridHandle } from '../grid/grid.tsx';
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
          onMade(row);
        }}
      />
    </Aside>
  );
};

const NO_ROWS: readonly Row[] = [];
/** The largest number of places to look through for a row that the API does not read one by one. */
const MAX_LOOKED_THROUGH = 2_000;

/** The filters in a text: `name:nginx`, or a word alone, which is a name. */
const filtersIn = (text: string): readonly (readonly [string, string])[] =>
  (text.match(/(?:[\w.]+:)?(?:"[^"]*"|\S+)/g) ?? []).map((word) => {
    const [, key, value = ''] = /^(?:([\w.]+):)?(.*)$/s.exec(word) ?? [];
    return [key ?? 'name', value.replaceAll('"', '')] as const;
  });

/** A key for a row: its uid, or all of it if it has none. */
const keyOf = (row: Row): string => row.uid || JSON.stringify(row).slice(0, 200);

/** The kind, the group and the row that the address names, and the rows of that kind there. */
const useChosenRows = (turn: number) => {
  const { address, facts, connection } = useConsole();
  const { params } = address;
  const { as: identity = '', row: shown = '', order = '', q: search = '' } = params;
  const { orgId: org = '' } = useSteered<{ orgId: string }>('info').value ?? {};
  const named = facts.kinds.find(({ name }) => name === params.kind);
  const kind = named ?? (facts.kinds[0] as RowKind);
  const group = params.group ?? (named !== undefined && named.place === undefined ? '' : org);
  const isDeep = params.below === 'yes';
  const rows = useRows(connection, { kind, group, isDeep, identity, filters: filtersIn(search), order }, turn);
  const set = (changed: Readonly<Record<string, string>>): void => replaceAddress(withParams(address, changed));
  /** The row that is shown, as its list has it. */
  const listed = (): Row | undefined => {
    for (let index = 0; index < Math.min(rows.total(), MAX_LOOKED_THROUGH); index += 1) {
      const row = rows.rowAt(index);
      if (row && keyOf(row) === shown) return row;
    }
    return undefined;
  };
  return { identity, shown, order, search, kind, group, isDeep, rows, set, listed };
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
          {facts.kinds.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
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

const RowSearch = (props: {
  chosen: ChosenRows;
  input: RefObject<HTMLInputElement>;
  onEnter: () => void;
  onNew: () => void;
}) => {
  const { chosen, input, onEnter, onNew } = props;
  const { kind, rows, search, isDeep, set } = chosen;
  const loading = rows.error() === undefined ? 'loading' : '';
  useKeys({ n: () => kind.can.create && onNew() });
  return (
    <SearchBar
      value={search}
      label="Search the rows"
      placeholder={hintFor(kind, useConsole().isReadOnly)}
      count={rows.isLoaded() ? count(rows.total(), kind.one, kind.title.toLowerCase()) : loading}
      input={input}
      onInput={(text) => set({ q: text })}
      onEnter={onEnter}
    >
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
    </SearchBar>
  );
};

const NoRow = (props: { chosen: ChosenRows; name: string | undefined; onNew: () => void }) => {
  const { kind, search, set } = props.chosen;
  const where = props.name === undefined ? 'here' : `in ${props.name}`;
  return (
    <div class="tbl">
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
    </div>
  );
};

const RowTable = (props: {
  chosen: ChosenRows;
  names: ReadonlyMap<string, string>;
  changed: ReadonlyMap<string, string>;
  grid: RefObject<GridHandle>;
  onNew: () => void;
}) => {
  const { chosen, names, changed, grid, onNew } = props;
  const { kind, group, isDeep, order, identity, rows, shown, set } = chosen;
  const total = rows.total();
  if (total === 0 && rows.isLoaded() && rows.error() === undefined) {
    return <NoRow chosen={chosen} name={names.get(group)} onNew={onNew} />;
  }
  return (
    <Grid
      key={`${kind.name} ${group} ${String(isDeep)} ${order} ${identity}`}
      label={kind.title}
      look="rowt"
      items={NO_ROWS}
      total={total}
      itemAt={rows.rowAt}
      onSight={rows.show}
      columns={columnsOf({ kind, order, group, names, changed, onOrder: (by) => set({ order: by }) })}
      keyOf={keyOf}
      selected={shown || undefined}
      onSelect={(row) => set({ row: keyOf(row) })}
      handle={grid}
    />
  );
};

/** The groups of the world, and the rows of a kind in one of them, as an identity sees them; one of them beside. */
export const RowsPart = () => {
  const [turn, setTurn] = useState(0);
  const names = useRef(new Map<string, string>()).current;
  const [isMaking, setIsMaking] = useState(false);
  const chosen = useChosenRows(turn);
  const { kind, group, identity, shown, search, rows, set, listed } = chosen;
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<GridHandle>(null);
  const changed = useChangedRows(useConsole().connection, turn);
  const change = (row: string | undefined): void => {
    setTurn((last) => last + 1);
    if (row !== undefined) set({ row });
  };
  // At once: a key that is pressed next may begin anew.
  useLayoutEffect(() => setIsMaking(false), [kind, group, shown]);
  const last = shown !== '' ? 'row' : search !== '' ? 'q' : undefined;
  useKeys({ Escape: () => (isMaking ? setIsMaking(false) : last !== undefined && set({ [last]: '' })) });
  const error = rows.error();
  const isLoading = !rows.isLoaded() && error === undefined;
  const enter = useFirstFound({ search, input, first: rows.rowAt(0), isLoading }, () =>
    queueMicrotask(() => grid.current?.focus()),
  );
  const make = (): void => setIsMaking(true);
  return (
    <div class={`view rowsv ${shown !== '' || isMaking ? 'with' : ''}`}>
      <h1 class="vh">Rows</h1>
      <Side chosen={chosen} turn={turn} names={names} />
      <div class="pg">
        <RowSearch chosen={chosen} input={input} onEnter={enter} onNew={make} />
        <CallsMessages error={error} />
        <RowTable chosen={chosen} names={names} changed={changed} grid={grid} onNew={make} />
      </div>
      {shown !== '' && !isMaking && (
        <RowDetail
          key={shown}
          kind={kind}
          uid={shown}
          listed={kind.can.read ? undefined : listed()}
          identity={identity}
          change={changed.get(shown)}
          onChange={() => change(undefined)}
          onDelete={() => change('')}
          onClose={() => set({ row: '' })}
        />
      )}
      {isMaking && (
        <NewRow
          kind={kind}
          parent={group}
          identity={identity}
          onClose={() => setIsMaking(false)}
          onMade={(row) => {
            setIsMaking(false);
            change(keyOf(row));
          }}
        />
      )}
    </div>
  );
};
