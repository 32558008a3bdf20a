import { useState } from 'preact/hooks';
import { type JsonObject, parseObject } from '../../../features/evidence/json-value.ts';
import type { RowKind } from '../../row-kind.ts';
import { useMatrix } from '../access/matrix.tsx';
import { CALL, partOf, writeAddress } from '../address.ts';
import { CallLine } from '../calls/call-columns.tsx';
import { timeParts } from '../calls/time-text.ts';
import { useCallStore } from '../calls/use-calls.ts';
import { JsonView } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, MidCut, Text } from '../frame/bits.tsx';
import { useConsole, useRun } from '../frame/console-context.ts';
import { errorMessage } from '../frame/error-words.ts';
import { Failure } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';
import { useLoaded } from '../use-loaded.ts';
import { JsonEditor } from './json-editor.tsx';
import { groupAbove, labelOf, type Row, uidAbove } from './row.ts';

const digestOf = (row: Row | undefined): string => encodeURIComponent(String(row?.digest ?? ''));

/** Things that belong to a row of a kind, each with its title and the path at which it is read. */
const BESIDE: Readonly<
  Record<string, readonly (readonly [title: string, path: (uid: string, row: Row | undefined) => string])[]>
> = {
  repos: [
    ['Readme', (uid) => `/registry/v2/repos/${uid}/readme`],
    ['Deployment', (uid) => `/registry/v1/repos/${uid}/deployment`],
    // Packages have no list; their images are mostly in a repo of the same name.
    ['Package versions', (_, row) => `/registry/v1/versions/${encodeURIComponent(String(row?.name ?? ''))}`],
  ],
  tags: [
    ['Architectures', (uid, row) => `/registry/v2/repos/${uidAbove(uid)}/digests/${digestOf(row)}/architectures`],
    ['Image', (uid, row) => `/registry/v1/repos/${uidAbove(uid)}/digests/${digestOf(row)}/imageconfig`],
  ],
  groups: [['Registry settings', (uid) => `/registry/v1/settings/${uid}`]],
  artifacts: [['Versions', (uid) => `/libraries/v2/artifacts/${encodeURIComponent(uid)}/versions`]],
};

/** The things that belong to a row, as the API answers them. */
const BesideRow = ({ kind, uid, row }: { kind: string; uid: string; row: Row | undefined }) => {
  const { connection } = useConsole();
  const { value } = useLoaded(
    () =>
      Promise.all(
        (BESIDE[kind] ?? []).map(async ([title, path]) => {
          const answer = await connection.call<JsonObject>('', 'GET', path(uid, row)).catch(() => undefined);
          return [title, answer] as const;
        }),
      ),
    [connection, kind, uid, row],
  );
  return (
    <>
      {value?.map(([title, answer]) => (
        <section key={title}>
          <h3>{title}</h3>
          {answer ? <JsonView label={title} value={answer} /> : <p class="t3">None.</p>}
        </section>
      ))}
    </>
  );
};

const TABS = ['JSON v2', 'JSON v1', 'Beside it', 'Calls', 'Who may'] as const;
type Tab = (typeof TABS)[number];

/** The row that is shown, and who reads it. */
export interface RowDetailProps {
  readonly kind: RowKind;
  readonly uid: string;
  /** The row as its list has it; undefined for kinds whose rows are read one by one. */
  readonly listed: Row | undefined;
  readonly identity: string;
  readonly change: string | undefined;
  readonly onChange: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

const textOf = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

const CallsOf = ({ uid }: { uid: string }) => {
  const { calls, connection, worlds } = useConsole();
  const about = calls.list.all.filter(
    (call) =>
      !call.own &&
      worlds.holds(connection.world, call) &&
      (call.entry.path.includes(uid) || call.entry.changes.some((change) => change.uid === uid)),
  );
  if (about.length === 0) return <p class="t3">No call was about it.</p>;
  return (
    <ul class="late">
      {about
        .slice(-100)
        .toReversed()
        .map((call) => (
          <CallLine key={call.number} call={call} look={call.failed ? 'f' : ''} address={{ world: call.world }}>
            <Text look="cut t2">{call.caller}</Text>
          </CallLine>
        ))}
    </ul>
  );
};

/** The identities that may do each operation at the group of a row. */
const WhoMay = ({ group }: { group: string }) => {
  const { value, error } = useMatrix(group);
  if (error !== undefined) return <p class="t3">{errorMessage(error)}</p>;
  if (!value) return null;
  if (value.callers.length === 0) return <p class="t3">Nobody but those who may do everything.</p>;
  return (
    <>
      {value.callers.map(({ identity, name, operations }) => (
        <details key={identity}>
          <summary>
            <Text>{name}</Text>: {`${operations.length} of ${value.operations.length} operations`}
          </summary>
          <p class="m t2 wrap">{operations.join(', ')}</p>
        </details>
      ))}
    </>
  );
};

const LastChange = ({ uid }: { uid: string }) => {
  const { calls, address, connection, worlds, moment } = useConsole();
  const all = useCallStore(calls);
  const call = all.findLast(
    (each) =>
      worlds.holds(connection.world, each) &&
      moment?.isBehind(each) !== false &&
      each.entry.changes.some((change) => change.uid === uid),
  );
  if (!call) return null;
  return (
    <span>
      changed by{' '}
      <a
        href={writeAddress(
          partOf('calls', address, { world: call.world, [CALL]: String(call.number), q: call.own ? 'is:own' : '' }),
        )}
      >
        <Text>{call.operation}</Text> {timeParts(call.worldMillis).join('')}
      </a>
    </span>
  );
};

/** The row in both versions, and what changes and deletes it, as the identity that reads it. */
const useRow = ({ kind, uid, identity, listed, onChange, onDelete }: RowDetailProps) => {
  const { connection, say } = useConsole();
  const run = useRun();
  const path = `${kind.path}/${uid}`;
  const { value, error, reload } = useLoaded(
    async () => (kind.can.read ? connection.call<Row>(identity, 'GET', path) : listed),
    [connection, kind, uid, identity, listed],
  );
  const older = useLoaded(async () => {
    if (kind.olderPath === undefined || !kind.can.read) return undefined;
    type Found = { readonly items?: readonly JsonObject[] };
    const query = `${kind.olderPath}?id=${encodeURIComponent(uid)}`;
    return (await connection.call<Found>(identity, 'GET', query)).items?.[0];
  }, [connection, kind, uid, identity, value]);
  const send = async (text: string): Promise<void> => {
    const next = parseObject(text);
    const isChanged = (field: string): boolean => JSON.stringify(value?.[field]) !== JSON.stringify(next[field]);
    const mask = Object.keys({ ...value, ...next })
      .filter(isChanged)
      .join(',');
    await connection.call(identity, 'PATCH', `${path}?updateMask=${encodeURIComponent(mask)}`, next);
    reload();
    onChange();
    say({ text: `Changed: ${mask}.` });
  };
  const remove = (): void =>
    run(async () => {
      await connection.call(identity, 'DELETE', path);
      onDelete();
      return `${value ? labelOf(value) : uid} is deleted.`;
    });
  return { row: value, error, older: older.value, send, remove };
};

/** The tabs of a row with their titles. */
const tabsOf = ({ kind, uid }: RowDetailProps, isReadOnly: boolean): readonly (readonly [name: Tab, title: string])[] =>
  TABS.filter((name) =>
    name === 'JSON v1'
      ? kind.olderPath !== undefined && kind.can.read
      : name === 'Beside it'
        ? Object.hasOwn(BESIDE, kind.name) && !isReadOnly
        : name !== 'Who may' || (uid !== '' && !isReadOnly && !kind.isStored),
  ).map((name) => [name, (kind.isOlder || kind.isStored) && name === 'JSON v2' ? 'JSON' : name]);

const Contents = (props: {
  tab: Tab;
  kind: RowKind;
  uid: string;
  row: Row | undefined;
  older: JsonObject | undefined;
}) => {
  const { tab, kind, uid, row, older } = props;
  switch (tab) {
    case 'JSON v2':
      return row ? <JsonView label="The row as JSON" value={row} /> : null;
    case 'JSON v1':
      return older ? <JsonView label="The row as JSON of v1" value={older} /> : <p class="t3">v1 does not have it.</p>;
    case 'Beside it':
      return <BesideRow kind={kind.name} uid={uid} row={row} />;
    case 'Calls':
      return <CallsOf uid={uid} />;
    case 'Who may':
      // A group has its own rights, other rows have the rights of the group above them.
      return <WhoMay group={kind.name === 'groups' ? uid : groupAbove(kind, uid)} />;
  }
};

const Actions = (props: { can: RowKind['can']; row: Row | undefined; onEdit: () => void; onRemove: () => void }) => {
  const { can, row, onEdit, onRemove } = props;
  useKeys({ i: () => can.update && onEdit(), Delete: () => can.delete && onRemove() });
  return (
    <div class="acts">
      {can.update && (
        <Button keyName="i" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Copy keyName="c" of="the row" text={() => textOf(row)}>
        Copy
      </Copy>
      {can.delete && (
        <Button keyName="Delete" onClick={onRemove}>
          Delete
        </Button>
      )}
    </div>
  );
};

/** One row: its JSON in both versions, the calls about it, who may do what with it; it is edited and deleted here. */
export const RowDetail = (props: RowDetailProps) => {
  const { kind, uid } = props;
  const { moment, isReadOnly } = useConsole();
  const { row, error, older, send, remove } = useRow(props);
  const [tab, setTab] = useState<Tab>('JSON v2');
  const [isEditing, setIsEditing] = useState(false);
  const edit = (): void => setIsEditing(true);
  return (
    <Aside
      label="The selected row"
      title={<Text>{row ? labelOf(row) : uid}</Text>}
      behind={
        <>
          <span class="t2 cut">{kind.one}</span>
          {props.change !== undefined && <span class="t3">{props.change}</span>}
        </>
      }
      head={
        <>
          <MidCut text={uid} at={uidAbove(uid).length} />
          <div class="facts">
            <LastChange uid={uid} />
          </div>
          <Actions can={kind.can} row={row} onEdit={edit} onRemove={remove} />
        </>
      }
      tabs={{ label: 'About the row', tabs: tabsOf(props, isReadOnly), tab, onTab: setTab }}
      onClose={props.onClose}
    >
      {moment?.isPartial(uid) && <p class="t2">The trace has only these fields of it.</p>}
      <Failure error={error} />
      {isEditing && row ? (
        <JsonEditor
          text={textOf(row)}
          label="Row, as JSON"
          send="Send what differs"
          onSend={(text) => send(text).then(() => setIsEditing(false))}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <Contents tab={tab} kind={kind} uid={uid} row={row} older={older} />
      )}
    </Aside>
  );
};
