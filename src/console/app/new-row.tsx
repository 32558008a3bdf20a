import type { RowKind } from '../row-kind.ts';
import type { Connection } from './connection.ts';
import { jsonText } from './json.ts';
import { Field, Form, Report, TextArea } from './parts.tsx';
import type { Row } from './row.ts';
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
  const send = ({ parent = '', row: text = '' }: Readonly<Record<string, string>>): void =>
    act(async () => {
      const body: unknown = JSON.parse(text);
      const row = await connection.call<Row>(identity, 'POST', `${kind.path}/${parent}`, body);
      onMade(row);
      return `Made ${row.uid}.`;
    });
  return (
    <details>
      <summary>New</summary>
      <Form label="New row" onSend={send}>
        <Field label={kind.parent} name="parent" value={group} required />
        <TextArea label="Fields, as JSON" name="row" rows={5} value={jsonText(kind.sample)} />
        <button type="submit">Create</button>
      </Form>
      <Report outcome={outcome} />
    </details>
  );
};
