import { useState } from 'hono/jsx/dom';
import type { MadeWorld, StateDifference, Worlds, World as WorldView } from '../../steering/contract/nouns.ts';
import { WORLD, writeAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { Difference } from './difference.tsx';
import { FixtureDrop } from './fixture-drop.tsx';
import type { PaneProps } from './pane.ts';
import { Failure, Field, Form, formatCount, Report } from './parts.tsx';
import { Snapshots } from './snapshots.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

const addressOf = (world: string): string =>
  writeAddress({ pane: 'worlds', params: { [WORLD]: world === 'default' ? '' : world } });

const sum = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((all, one) => all + one, 0);

const World = (props: { world: WorldView; isOpen: boolean; onDiff: () => void; onDelete: () => void }) => {
  const { world, isOpen, onDiff, onDelete } = props;
  return (
    <li class="card">
      <a href={addressOf(world.id)} aria-current={isOpen ? 'true' : 'false'}>
        {world.id}
      </a>{' '}
      <span class="quiet">
        {`from ${world.from}, ${formatCount(sum(world.rows), 'row')}, ${formatCount(world.journal, 'call')}, ${world.clock.mode} clock`}
      </span>
      <div class="row">
        <button type="button" onClick={onDiff} aria-label={`What has changed in ${world.id}`}>
          What has changed
        </button>
        {world.id !== 'default' && (
          <button type="button" onClick={onDelete} aria-label={`Delete ${world.id}`}>
            Delete
          </button>
        )}
      </div>
    </li>
  );
};

const WorldList = ({ connection }: { connection: Connection }) => {
  const { value, error, reload } = useLoaded(() => connection.steer<Worlds>('GET', 'worlds'), [connection]);
  const [outcome, act] = useAction();
  const [difference, setDifference] = useState<StateDifference | undefined>(undefined);
  const create = (wanted: unknown): void =>
    act(async () => {
      const { id } = await connection.steer<MadeWorld>('POST', 'worlds', wanted);
      location.hash = addressOf(id);
      return `The world ${id} is made.`;
    });
  const remove = (id: string): void =>
    act(async () => {
      await connection.steer('DELETE', `worlds/${id}`);
      if (id === connection.world) location.hash = addressOf('default');
      reload();
      return `The world ${id} has ended.`;
    });
  const compare = (id: string): void =>
    act(async () => {
      setDifference(await connection.steer<StateDifference>('GET', `worlds/${id}:diff`));
      return `What has changed in ${id} since it was made:`;
    });
  const reset = (): void =>
    act(async () => {
      await connection.steer('POST', 'reset');
      reload();
      return `The world ${connection.world} is as it was at its start.`;
    });
  return (
    <section aria-labelledby="worlds">
      <h2 id="worlds">Worlds</h2>
      <Form label="Make a world" onSend={create}>
        <Field label="Name" name="name" placeholder="generated" />
        <Field label="From" name="from" value={`world:${connection.world}`} required />
        <Field label="Ends after" name="ttl" placeholder="never" />
        <button type="submit">Make and open</button>
      </Form>
      <Failure error={error} />
      <ul class="list" aria-label="Worlds">
        {value?.worlds.map((world) => (
          <World
            key={world.id}
            world={world}
            isOpen={world.id === connection.world}
            onDiff={() => compare(world.id)}
            onDelete={() => remove(world.id)}
          />
        ))}
      </ul>
      <button type="button" onClick={reset}>
        {`Reset ${connection.world}`}
      </button>
      <Report outcome={outcome} />
      {difference && <Difference difference={difference} />}
    </section>
  );
};

/** The worlds of the mock, the snapshots of the one that is open, and fixtures that are applied to it. */
export const WorldsPane = ({ connection }: PaneProps) => (
  <div>
    <WorldList connection={connection} />
    <Snapshots connection={connection} />
    <FixtureDrop connection={connection} />
  </div>
);
