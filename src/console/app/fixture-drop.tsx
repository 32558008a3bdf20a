import { useEffect, useState } from 'hono/jsx/dom';
import type { AppliedFixture, MadeWorld, StateDifference } from '../../steering/contract/nouns.ts';
import { type Connection, connect } from './connection.ts';
import { Difference } from './difference.tsx';
import { formatCount, Report } from './parts.tsx';
import { useAction } from './use-action.ts';

/** The changes that a fixture would make: it is applied to a copy of the world, which ends at once. */
const tryFixture = async (connection: Connection, text: string): Promise<StateDifference> => {
  const wanted = { from: `world:${connection.world}`, ttl: '10m' };
  const { id } = await connection.steer<MadeWorld>('POST', 'worlds', wanted);
  const copy = connect(id, () => undefined);
  try {
    await copy.steer('POST', 'fixtures', text);
    return await copy.steer<StateDifference>('GET', `worlds/${id}:diff`);
  } finally {
    await connection.steer('DELETE', `worlds/${id}`);
  }
};

/** Hands over files that are dropped anywhere on the page, which the browser would open otherwise. */
const useDroppedFiles = (take: (files: FileList | undefined) => Promise<void>): void =>
  useEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      void take(event.dataTransfer?.files);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);

/** A place for a fixture, dropped, chosen or typed, that is validated and applied. */
export const FixtureDrop = ({ connection }: { connection: Connection }) => {
  const [text, setText] = useState('');
  const [outcome, act] = useAction();
  const [difference, setDifference] = useState<StateDifference | undefined>(undefined);
  const take = async (files: FileList | null | undefined): Promise<void> => {
    const file = files?.[0];
    if (file) setText(await file.text());
  };
  useDroppedFiles(take);
  const validate = (): void =>
    act(async () => {
      setDifference(undefined);
      setDifference(await tryFixture(connection, text));
      return 'The fixture is valid. It would change:';
    });
  const apply = (): void =>
    act(async () => {
      setDifference(undefined);
      const { rows } = await connection.steer<AppliedFixture>('POST', 'fixtures', text);
      return `The fixture is applied: ${formatCount(rows, 'row')}.`;
    });
  return (
    <section aria-labelledby="fixture">
      <h2 id="fixture">Fixture</h2>
      <p class="quiet">Drop a file on this page, choose one, or write.</p>
      <label class="field wide">
        <span>Fixture file</span>
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={(event: Event) => void take((event.target as HTMLInputElement).files)}
        />
      </label>
      <label class="field wide">
        <span>Fixture, YAML or JSON</span>
        <textarea
          rows={8}
          spellcheck={false}
          value={text}
          onInput={(event: Event) => setText((event.target as HTMLTextAreaElement).value)}
        />
      </label>
      <div class="row">
        <button type="button" onClick={validate}>
          Validate
        </button>
        <button type="button" onClick={apply}>
          Apply
        </button>
      </div>
      <Report outcome={outcome} />
      {difference && <Difference difference={difference} />}
    </section>
  );
};
