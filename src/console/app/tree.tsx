import { useState } from 'hono/jsx/dom';
import type { RowKind } from '../row-kind.ts';
import { AccessMatrix } from './access-matrix.tsx';
import { type Address, withParams, writeAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { Groups } from './group-tree.tsx';
import { NewRow } from './new-row.tsx';
import type { PaneProps } from './pane.ts';
import { Choice, Failure, Field, Form } from './parts.tsx';
import { labelOf, type Row } from './row.ts';
import { RowPanel } from './row-panel.tsx';
import { goTo } from './use-address.ts';
import { useLoaded } from './use-loaded.ts';
import { useRows } from './use-rows.ts';
import { VirtualList } from './virtual-list.tsx';

const EVERYTHING = ['', 'who may do everything'] as const;

const IdentityChoice = ({ connection, address }: { connection: Connection; address: Address }) => {
  type Answer = { readonly identities: readonly (Row & { readonly name: string })[] };
  const { value, error } = useLoaded(
    () => connection.call<Answer>('', 'GET', '/iam/v2/identities?page_size=200&order_by=name'),
    [connection],
  );
  return (
    <div class="row">
      <Choice
        label="As"
        name="identity"
        value={address.params.as ?? ''}
        options={[EVERYTHING, ...(value?.identities ?? []).map(({ uid, name }) => [uid, name] as const)]}
        onChoose={(uid) => goTo(withParams(address, { as: uid }))}
      />
      <Failure error={error} />
    </div>
  );
};

const Kinds = ({ kinds, address, chosen }: { kinds: readonly RowKind[]; address: Address; chosen: string }) => (
  <nav aria-label="Kinds of rows" class="row">
    {kinds.map(({ name, title }) => (
      <a
        class="tab"
        href={writeAddress(withParams(address, { kind: name, row: '', name: '' }))}
        aria-current={name === chosen ? 'page' : 'false'}
      >
        {title}
      </a>
    ))}
  </nav>
);

/** What the rows of a group are listed with. */
interface RowListProps {
  readonly connection: Connection;
  readonly address: Address;
  readonly kinds: readonly RowKind[];
  readonly turn: number;
  readonly onChange: () => void;
}

const RowList = ({ connection, address, kinds, turn, onChange }: RowListProps) => {
  const { group = '', as: identity = '', name = '', row = '' } = address.params;
  const kind = kinds.find((each) => each.name === address.params.kind) ?? (kinds[0] as RowKind);
  const rows = useRows(connection, { kind, group, identity, name }, turn);
  const draw = (one: Row) => (
    <a href={writeAddress(withParams(address, { row: one.uid }))} aria-current={one.uid === row ? 'true' : 'false'}>
      {labelOf(one)}
    </a>
  );
  return (
    <div>
      <Kinds kinds={kinds} address={address} chosen={kind.name} />
      <Form label="Find" onSend={(fields) => goTo(withParams(address, { name: fields.name ?? '', row: '' }))}>
        <Field label="Name, whole" name="name" value={name} />
        <button type="submit">Find</button>
      </Form>
      <p class="quiet" role="status">{`${rows.total()} ${kind.title.toLowerCase()}`}</p>
      <Failure error={rows.error()} />
      <VirtualList key={[kind.name, group, identity, name].join(' ')} rows={rows} label={kind.title} draw={draw} />
      <NewRow
        key={`${kind.name} ${group}`}
        {...{ connection, kind, group, identity }}
        onMade={({ uid }) => {
          onChange();
          goTo(withParams(address, { row: uid }));
        }}
      />
      {row !== '' && (
        <RowPanel
          key={row}
          {...{ connection, kind, identity, onChange }}
          uid={row}
          onDelete={() => {
            onChange();
            goTo(withParams(address, { row: '' }));
          }}
        />
      )}
    </div>
  );
};

/** The groups of the world with the rows below them, read and changed through the API as a chosen identity. */
export const Tree = ({ connection, address, facts: { kinds } }: PaneProps) => {
  const [turn, setTurn] = useState(0);
  const { group = '', as: identity = '' } = address.params;
  return (
    <div>
      <h2>Tree</h2>
      <IdentityChoice connection={connection} address={address} />
      <div class="columns tree">
        <nav aria-label="Groups">
          <Groups connection={connection} address={address} identity={identity} parent="/" turn={turn} />
        </nav>
        <div>
          {group === '' ? (
            <p class="quiet">Choose a group.</p>
          ) : (
            <>
              <RowList {...{ connection, address, kinds, turn }} onChange={() => setTurn(turn + 1)} />
              <AccessMatrix connection={connection} group={group} />
            </>
          )}
        </div>
      </div>
    </div>
  );
};
