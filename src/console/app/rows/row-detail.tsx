import { useState } from 'preact/hooks';
import type { AuthzMatrix } from '../../../../generated/nouns.ts';
import { type JsonObject, parseObject } from '../../../features/evidence/json-value.ts';
import type { RowKind } from '../../row-kind.ts';
import { CALL, partOf, writeAddress } from '../address.ts';
import { timeParts } from '../calls/time-text.ts';
import { useCallStore } from '../calls/use-calls.ts';
import { JsonView } from '../detail/json-view.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, Text } from '../frame/bits.tsx';
import { useConsole, useRun } from '../frame/console-context.ts';
import { errorMessage } from '../frame/error-words.ts';
import { Failure } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { JsonEditor } from './json-editor.tsx';
import { groupOf, labelOf, type Row, uidAbove } from './row.ts';

/** Things that belong to a row and are read by a path of their own: title and path. */
type Beside = readonly (readonly [title: string, path: (uid: string, row: Row | undefined) => string])[];

const digestOf = (row: Row | undefined): string => encodeURIComponent(String(row?.digest ?? ''));
const repoOf = (uid: string): string => uid.slice(0, uid.lastIndexOf('/'));

/** By the kind of the row. */
const BESIDE: ReadonlyMap<string, Beside> = new Map<string, Beside>([
  [
    'repos',
    [
      ['Readme', (uid) => `/registry/v2/repos/${uid}/readme`],
      ['Deployment', (uid) => `/registry/v1/repos/${uid}/deployment`],
      // Packages have no list; their images are mostly in a repo of the same name.
      ['Package versions', (_, row) => `/registry/v1/versions/${encodeURIComponent(String(row?.name ?? ''))}`],
    ],
  ],
  [
    'tags',
    [
      ['Architectures', (uid, row) => `/registry/v2/repos/${repoOf(uid)}/digests/${digestOf(row)}/architectures`],
      ['Image', (uid, row) => `/registry/v1/repos/${repoOf(uid)}/digests/${digestOf(row)}/imageconfig`],
    ],
  ],
  ['groups', [['Registry settings', (uid) => `/registry/v1/settings/${uid}`]]],
  ['artifacts', [['Versions', (uid) => `/libraries/v2/artifacts/${encodeURIComponent(uid)}/versions`]]],
]);

/** The things that belong to a row, as the API answers them. */
const BesideRow = ({ kind, uid, row }: { kind: string; uid: string; row: Row | undefined }) => {
  const { connection } = useConsole();
  const { value } = useLoaded(
    () =>
      Promise.all(
        (BESIDE.get(kind) ?? []).map(async ([title, path]) => {
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

/** The fields of a row that differ from another form of it. */
const findChangedFields = (row: JsonObject, next: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(row), ...Object.keys(next)])].filter(
    (field) => JSON.stringify(row[field]) !== JSON.stringify(next[field]),
  );

const useRow = ({ kind, uid, identity, listed }: RowDetailProps) => {
  const { connection } = useConsole();
  const row = useLoaded(
    async () => (kind.can.read ? connection.call<Row>(identity, 'GET', `${kind.path}/${uid}`) : listed),
    [connection, kind, uid, identity, listed],
  );
  type V1 = { readonly items?: readonly JsonObject[] };
  const older = useLoaded(async () => {
    if (kind.olderPath === undefined || !kind.can.read) return undefined;
    const answer = await connection.call<V1>(identity, 'GET', `${kind.olderPath}?id=${encodeURIComponent(uid)}`);
    return answer.items?.[0];
  }, [connection, kind, uid, identity, row.value]);
  return { row, older };
};

const CallsOf = ({ uid }: { uid: string }) => {
  const { calls, address, connection, worlds } = useConsole();
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
          <li key={call.number}>
            <a
              class={`lrow four ${call.failed ? 'f' : ''}`}
              href={writeAddress(partOf('calls', address, { world: call.world, [CALL]: String(call.number) }))}
            >
              <span class="num t2">{timeParts(call.worldMillis).join('').slice(0, 8)}</span>
              <span class="st">{call.entry.status || '—'}</span>
              <Text look="cut">{call.operation}</Text>
              <Text look="cut t2">{call.caller}</Text>
            </a>
          </li>
        ))}
    </ul>
  );
};

/** The identities that may do each operation at the group of a row. */
const WhoMay = ({ group }: { group: string }) => {
  const { connection } = useConsole();
  const { value, error } = useLoaded(
    async () =>
      group === ''
        ? undefined
        : connection.steer<AuthzMatrix>('GET', `authz:matrix?group=${encodeURIComponent(group)}`),
    [connection, group],
  );
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

/** Changes and deletes a row, as the identity that reads it. */
const useRowActions = ({ kind, uid, identity, onChange, onDelete }: RowDetailProps, row: Loaded<Row | undefined>) => {
  const { connection, say } = useConsole();
  const run = useRun();
  const path = `${kind.path}/${uid}`;
  return {
    send: async (text: string): Promise<void> => {
      const next = parseObject(text);
      const mask = findChangedFields(row.value ?? {}, next).join(',');
      await connection.call(identity, 'PATCH', `${path}?updateMask=${encodeURIComponent(mask)}`, next);
      row.reload();
      onChange();
      say({ text: `Changed: ${mask}.` });
    },
    remove: (): void =>
      run(async () => {
        await connection.call(identity, 'DELETE', path);
        onDelete();
        return `${row.value ? labelOf(row.value) : uid} is deleted.`;
      }),
  };
};

const Head = (props: { shown: RowDetailProps; row: Row | undefined; onEdit: () => void; onRemove: () => void }) => {
  const { shown, row, onEdit, onRemove } = props;
  const { kind, uid } = shown;
  const above = uidAbove(uid);
  return (
    <>
      <div class="mid m t2" title={uid}>
        <span>{above}</span>
        <span>{uid.slice(above.length)}</span>
      </div>
      <div class="facts">
        <LastChange uid={uid} />
      </div>
      <div class="acts">
        {kind.can.update && (
          <Button keyName="i" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Copy keyName="c" of="the row" text={() => textOf(row)}>
          Copy
        </Copy>
        {kind.can.delete && (
          <Button keyName="Delete" onClick={onRemove}>
            Delete
          </Button>
        )}
      </div>
    </>
  );
};

/** The tabs of a row with their titles. */
const tabsOf = ({ kind, uid }: RowDetailProps, isReadOnly: boolean): readonly (readonly [name: Tab, title: string])[] =>
  TABS.filter((name) =>
    name === 'JSON v1'
      ? kind.olderPath !== undefined && kind.can.read
      : name === 'Beside it'
        ? BESIDE.has(kind.name) && !isReadOnly
        : name !== 'Who may' || (uid !== '' && !isReadOnly && !kind.isStored),
  ).map((name) => [name, (kind.isOlder || kind.isStored) && name === 'JSON v2' ? 'JSON' : name]);

const Contents = ({
  tab,
  kind,
  uid,
  row,
  older,
}: { tab: Tab; kind: RowKind; uid: string } & ReturnType<typeof useRow>) => {
  switch (tab) {
    case 'JSON v2':
      return row.value ? <JsonView label="The row as JSON" value={row.value} /> : null;
    case 'JSON v1':
      return older.value ? (
        <JsonView label="The row as JSON of v1" value={older.value} />
      ) : (
        <p class="t3">v1 does not have it.</p>
      );
    case 'Beside it':
      return <BesideRow kind={kind.name} uid={uid} row={row.value} />;
    case 'Calls':
      return <CallsOf uid={uid} />;
    case 'Who may':
      return <WhoMay group={groupOf(kind, uid)} />;
  }
};

/** One row: its JSON in both versions, the calls about it, who may do what with it; it is edited and deleted here. */
export const RowDetail = (props: RowDetailProps) => {
  const { kind, uid } = props;
  const { moment, isReadOnly } = useConsole();
  const { row, older } = useRow(props);
  const [tab, setTab] = useState<Tab>('JSON v2');
  const [isEditing, setIsEditing] = useState(false);
  const { send, remove } = useRowActions(props, row);
  const edit = (): void => setIsEditing(true);
  useKeys({ i: () => kind.can.update && edit(), Delete: () => kind.can.delete && remove() });
  return (
    <Aside
      label="The selected row"
      title={<Text>{row.value ? labelOf(row.value) : uid}</Text>}
      behind={
        <>
          <span class="t2 cut">{kind.one}</span>
          {props.change !== undefined && <span class="t3">{props.change}</span>}
        </>
      }
      head={<Head shown={props} row={row.value} onEdit={edit} onRemove={remove} />}
      tabs={{ label: 'About the row', tabs: tabsOf(props, isReadOnly), tab, onTab: setTab }}
      onClose={props.onClose}
    >
      {moment?.isPartial(uid) && <p class="t2">The trace has only these fields of it.</p>}
      <Failure error={row.error} />
      {isEditing && row.value ? (
        <JsonEditor
          text={textOf(row.value)}
          label="Row, as JSON"
          send="Send what differs"
          onSend={async (text) => {
            await send(text);
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <Contents tab={tab} kind={kind} uid={uid} row={row} older={older} />
      )}
    </Aside>
  );
};
