import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type JsonObject, parseObject } from '../../../json.ts';
import type { RowKind } from '../../row-kind.ts';
import { useMatrix } from '../access/matrix.tsx';
import { CALL, WORLD } from '../address.ts';
import { CallLine } from '../calls/call-columns.tsx';
import { useCallStore } from '../calls/use-calls.ts';
import { JsonView } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, MidCut, PartLink, Text } from '../frame/bits.tsx';
import { useConsole, useLoaded } from '../frame/console-context.ts';
import { type Action, errorMessage, Failure, Section } from '../frame/outcome.tsx';
import { timeParts } from '../frame/text.ts';
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
        <Section key={title} title={title}>
          {answer ? <JsonView label={title} value={answer} /> : <p class="t3">None.</p>}
        </Section>
      ))}
    </>
  );
};

const TABS = ['JSON v2', 'JSON v1', 'Beside it', 'Calls', 'Who may'] as const;
type Tab = (typeof TABS)[number];

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
          <CallLine key={call.number} call={call} said={call.caller} address={{ [WORLD]: call.world }} />
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
  const { calls, connection, worlds, moment } = useConsole();
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
      <PartLink to="calls" params={{ world: call.world, [CALL]: String(call.number), q: call.own ? 'is:own' : '' }}>
        <Text>{call.operation}</Text> {timeParts(call.worldMillis).join('')}
      </PartLink>
    </span>
  );
};

interface RowDetailProps {
  readonly kind: RowKind;
  readonly uid: string;
  /** The row as its list has it; undefined for kinds whose rows are read one by one. */
  readonly listed: Row | undefined;
  /** The uid of the identity that reads and changes the row; empty for the one that may do everything. */
  readonly identity: string;
  readonly change: string | undefined;
  readonly onChange: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The row in both versions, and functions that change and delete it, as the identity that reads it. */
const useRow = ({ kind, uid, identity, listed, onChange, onDelete }: RowDetailProps, onSent: () => void) => {
  const { connection, say } = useConsole();
  const path = `${kind.path}/${uid}`;
  const {
    value: row,
    error,
    reload,
  } = useLoaded(
    async () => (kind.can.read ? connection.call<Row>(identity, 'GET', path) : listed),
    [connection, kind, uid, identity, listed],
  );
  const olderPath = kind.can.read ? kind.olderPath : undefined;
  const { value: older } = useLoaded(async () => {
    if (olderPath === undefined) return undefined;
    type Found = { readonly items?: readonly JsonObject[] };
    const query = `${olderPath}?id=${encodeURIComponent(uid)}`;
    return (await connection.call<Found>(identity, 'GET', query)).items?.[0];
  }, [connection, kind, uid, identity, row]);
  const send = async (text: string): Promise<void> => {
    const next = parseObject(text);
    const isChanged = (field: string): boolean => JSON.stringify(row?.[field]) !== JSON.stringify(next[field]);
    const mask = Object.keys({ ...row, ...next })
      .filter(isChanged)
      .join(',');
    await connection.call(identity, 'PATCH', `${path}?updateMask=${encodeURIComponent(mask)}`, next);
    reload();
    onChange();
    say({ text: `Changed: ${mask}.` });
    onSent();
  };
  const remove = async (): Promise<string> => {
    await connection.call(identity, 'DELETE', path);
    onDelete();
    return `${row ? labelOf(row) : uid} is deleted.`;
  };
  return { row, error, older, send, remove };
};

/** The tabs of a row with their titles. */
const tabsOf = (kind: RowKind, uid: string, isReadOnly: boolean) => {
  const hasTab: Readonly<Record<Tab, boolean>> = {
    'JSON v2': true,
    'JSON v1': kind.can.read && kind.olderPath !== undefined,
    'Beside it': Object.hasOwn(BESIDE, kind.name) && !isReadOnly,
    Calls: true,
    'Who may': uid !== '' && !isReadOnly && !kind.isStored,
  };
  const titleOf = (name: Tab): string => (name === 'JSON v2' && (kind.isOlder || kind.isStored) ? 'JSON' : name);
  return TABS.filter((name) => hasTab[name]).map((name) => [name, titleOf(name)] as const);
};

const Actions = (props: { can: RowKind['can']; row: Row | undefined; onEdit: () => void; onRemove: Action['run'] }) => {
  const { can, row, onEdit, onRemove } = props;
  return (
    <div class="acts">
      {can.update && <Button label="Edit" keyName="i" run={onEdit} />}
      <Copy keyName="c" of="the row" text={() => textOf(row)}>
        Copy
      </Copy>
      {can.delete && <Button label="Delete" keyName="Delete" run={onRemove} />}
    </div>
  );
};

/** One row: its JSON in both versions, the calls about it, who may do what with it; it is edited and deleted here. */
export const RowDetail = (props: RowDetailProps) => {
  const { kind, uid, change, onClose } = props;
  const { moment, isReadOnly } = useConsole();
  const [tab, setTab] = useState<Tab>('JSON v2');
  const [isEditing, setIsEditing] = useState(false);
  const { row, error, older, send, remove } = useRow(props, () => setIsEditing(false));
  const panels: Readonly<Record<Tab, () => ComponentChildren>> = {
    'JSON v2': () => row && <JsonView label="The row as JSON" value={row} />,
    'JSON v1': () =>
      older ? <JsonView label="The row as JSON of v1" value={older} /> : <p class="t3">v1 does not have it.</p>,
    'Beside it': () => <BesideRow kind={kind.name} uid={uid} row={row} />,
    Calls: () => <CallsOf uid={uid} />,
    // A group has its own rights, other rows have the rights of the group above them.
    'Who may': () => <WhoMay group={kind.name === 'groups' ? uid : groupAbove(kind, uid)} />,
  };
  return (
    <Aside
      label="The selected row"
      title={<Text>{row ? labelOf(row) : uid}</Text>}
      behind={
        <>
          <span class="t2 cut">{kind.one}</span>
          {change !== undefined && <span class="t3">{change}</span>}
        </>
      }
      head={
        <>
          <MidCut text={uid} at={uidAbove(uid).length} />
          <div class="facts">
            <LastChange uid={uid} />
          </div>
          <Actions can={kind.can} row={row} onEdit={() => setIsEditing(true)} onRemove={remove} />
        </>
      }
      tabs={{ label: 'About the row', tabs: tabsOf(kind, uid, isReadOnly), tab, onTab: setTab }}
      onClose={onClose}
    >
      {moment?.isPartial(uid) && <p class="t2">The trace has only these fields of it.</p>}
      <Failure error={error} />
      {isEditing && row ? (
        <JsonEditor
          text={textOf(row)}
          label="Row, as JSON"
          send="Send what differs"
          onSend={send}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        panels[tab]()
      )}
    </Aside>
  );
};
