import type { Connection } from './connection.ts';
import { jsonText } from './json.ts';
import { Field, Report } from './parts.tsx';
import type { Row, RowKind } from './row-kinds.ts';
import { useAction } from './use-action.ts';

/** Makes a row below a group, or of a tag below a repo, through the API. */
export const NewRow = (props: {
  connection: Connection;
  kind: RowKind;
  group: string;
  identity: string;
  onMade: (row: Row) => void;
}) => {
  const { connection, kind, group, identity, onMade } = props;
  const [outcome, act] = useAction();
  const send = (event: Event): void => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    act(async () => {
      const body: unknown = JSON.parse(String(fields.get('row')));
      const row = await connection.call<Row>(identity, 'POST', `${kind.path}/${String(fields.get('parent'))}`, body);
      onMade(row);
      return `Made ${row.uid}.`;
    });
  };
  return (
    <details>
      <summary>New</summary>
      <form aria-label="New row" onSubmit={send}>
        <Field label={kind.name === 'tags' ? 'Repo' : 'Group'} name="parent" value={group} required />
        <label class="field wide">
          <span>Fields, as JSON</span>
          <textarea name="row" rows={5} spellcheck={false} value={jsonText(kind.sample)} />
        </label>
        <button type="submit">Create</button>
      </form>
      <Report outcome={outcome} />
    </details>
  );
};
