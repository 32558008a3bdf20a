import { useState } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import { Aside } from '../frame/aside.tsx';
import { useConsole } from '../frame/console-context.ts';
import { JsonEditor } from './json-editor.tsx';
import { labelOf, type Row } from './row.ts';

/** Makes a row of a kind below a parent, as an identity. */
export const NewRow = (props: {
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
