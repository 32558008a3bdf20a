import type { RowKind } from '../row-kind.ts';
import type { Connection } from './connection.ts';
import { type JsonObject, jsonText, parseObject } from './json.ts';
import { Failure, Form, Json, Report, TextArea } from './parts.tsx';
import { labelOf, type Row } from './row.ts';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';
import { useShownFocus } from './use-shown-focus.ts';

/** A row to show, with its callbacks. */
interface RowPanelProps {
  readonly connection: Connection;
  readonly kind: RowKind;
  readonly uid: string;
  readonly identity: string;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields of a row that differ from another form of it. */
const findChangedFields = (row: JsonObject, next: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(row), ...Object.keys(next)])].filter(
    (field) => JSON.stringify(row[field]) !== JSON.stringify(next[field]),
  );

const Change = ({ row, onSend }: { row: Row; onSend: (text: string) => void }) => (
  <details>
    <summary>Change</summary>
    <Form label="Change the row" onSend={(fields) => onSend(fields.row ?? '')}>
      <TextArea label="Row, as JSON" name="row" rows={12} value={jsonText(row)} />
      <button type="submit">Send what differs</button>
    </Form>
  </details>
);

/** A row with its fields, as JSON of v2 and of v1, changed and deleted through the API. */
export const RowPanel = ({ connection, kind, uid, identity, onChange, onDelete }: RowPanelProps) => {
  const path = `${kind.path}/${uid}`;
  const row = useLoaded(() => connection.call<Row>(identity, 'GET', path), [connection, path, identity]);
  type V1 = { readonly items?: readonly JsonObject[] };
  const older = useLoaded(
    async () =>
      kind.olderPath === undefined
        ? undefined
        : connection.call<V1>(identity, 'GET', `${kind.olderPath}?id=${encodeURIComponent(uid)}`),
    [connection, path, identity, row.value],
  );
  const [outcome, act] = useAction();
  const change = (text: string): void =>
    act(async () => {
      const next = parseObject(text);
      const mask = findChangedFields(row.value ?? {}, next).join(',');
      await connection.call(identity, 'PATCH', `${path}?updateMask=${encodeURIComponent(mask)}`, next);
      row.reload();
      onChange();
      return `Changed: ${mask}.`;
    });
  const remove = (): void =>
    act(async () => {
      await connection.call(identity, 'DELETE', path);
      onDelete();
      return 'Deleted.';
    });
  const shown = useShownFocus<HTMLElement>();
  return (
    <section class="card" aria-label="Row" ref={shown} tabindex={-1}>
      <h3>{row.value ? labelOf(row.value) : uid}</h3>
      <Failure error={row.error} />
      {row.value && (
        <>
          <dl class="facts">
            {Object.entries(row.value).map(([field, value]) => (
              <>
                <dt>{field}</dt>
                <dd>{formatValue(value)}</dd>
              </>
            ))}
          </dl>
          <Change key={jsonText(row.value)} row={row.value} onSend={change} />
          <Json name="JSON of v2" value={row.value} />
          <Json name="JSON of v1" value={older.value?.items?.[0]} />
          <button type="button" onClick={remove}>
            Delete
          </button>
        </>
      )}
      <Report outcome={outcome} />
    </section>
  );
};
