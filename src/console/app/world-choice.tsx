import type { Worlds } from '../../steering/contract/nouns.ts';
import { type Address, WORLD } from './address.ts';
import type { Connection } from './connection.ts';
import { Choice } from './parts.tsx';
import { goTo } from './use-address.ts';
import { useLoaded } from './use-loaded.ts';

/** Selects the world that the console shows; all panes follow. */
export const WorldChoice = ({ connection, address }: { connection: Connection; address: Address }) => {
  const { value, error } = useLoaded(() => connection.steer<Worlds>('GET', 'worlds'), [connection, address.pane]);
  const ids = new Set([...(value?.worlds ?? []).map(({ id }) => id), connection.world]);
  return (
    <div class="world">
      <Choice
        label="World"
        name="world"
        value={connection.world}
        options={[...ids].map((id) => [id, id])}
        onChoose={(id) => goTo({ pane: address.pane, params: { [WORLD]: id === 'default' ? '' : id } })}
      />
      {error !== undefined && <span class="failure">The mock does not answer.</span>}
    </div>
  );
};
