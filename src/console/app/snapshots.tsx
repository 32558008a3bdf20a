import { useState } from 'hono/jsx/dom';
import type { Snapshots as Saved, StateDifference } from '../../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { Difference } from './difference.tsx';
import { Failure, Field, Form, Report } from './parts.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

/** The actions on a snapshot, by the words on its button. */
const ACTIONS = ['Restore', 'Compare with now', 'Export as fixture', 'Delete'] as const;
type Action = (typeof ACTIONS)[number];

const pathOf = (name: string): string => `snapshots/${encodeURIComponent(name)}`;

/** Saves a text as a file, as the browser saves downloads. */
const download = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** The snapshots of the world: saved, restored, compared and exported. */
export const Snapshots = ({ connection }: { connection: Connection }) => {
  const { value, error, reload } = useLoaded(() => connection.steer<Saved>('GET', 'snapshots'), [connection]);
  const [outcome, act] = useAction();
  const [difference, setDifference] = useState<StateDifference | undefined>(undefined);
  const save = ({ name = '', note }: Readonly<Record<string, string>>): void =>
    act(async () => {
      await connection.steer('PUT', pathOf(name), note === undefined ? {} : { note });
      reload();
      return `The state is saved as ${name}.`;
    });
  const run = async (action: Action, name: string): Promise<string> => {
    setDifference(undefined);
    if (action === 'Restore') {
      await connection.steer('POST', `${pathOf(name)}:restore`);
      return `The world is as it was in ${name}.`;
    }
    if (action === 'Compare with now') {
      setDifference(await connection.steer<StateDifference>('GET', `${pathOf(name)}:diff`));
      return `What has changed since ${name}:`;
    }
    if (action === 'Export as fixture') {
      download(`${name}.yaml`, await connection.steerText(`${pathOf(name)}:export`), 'application/yaml');
      return `${name}.yaml is a fixture that loads back to the same rows.`;
    }
    await connection.steer('DELETE', pathOf(name));
    reload();
    return `The snapshot ${name} is gone.`;
  };
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <Form label="Save the state" onSend={save}>
        <Field label="Name of the snapshot" name="name" required />
        <Field label="Note" name="note" />
        <button type="submit">Save</button>
      </Form>
      <Failure error={error} />
      <ul class="list" aria-label="Snapshots">
        {value?.snapshots.map(({ name, note, createTime }) => (
          <li key={name} class="card">
            <strong>{name}</strong> <span class="quiet">{[note, createTime].filter(Boolean).join(', ')}</span>
            <div class="row">
              {ACTIONS.map((action) => (
                <button type="button" aria-label={`${action}: ${name}`} onClick={() => act(() => run(action, name))}>
                  {action}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Report outcome={outcome} />
      {difference && <Difference difference={difference} />}
    </section>
  );
};
