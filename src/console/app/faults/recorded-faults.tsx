import type { Faults } from '../../../../generated/nouns.ts';
import { partOf, writeAddress } from '../address.ts';
import { CallsMessages } from '../calls/calls-messages.tsx';
import { FaultRules } from '../faults/fault-rules.tsx';
import { count, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { useLoaded } from '../use-loaded.ts';

/** The faults that were set in a world of a trace, with how often each has acted. */
export const FaultsOfTrace = () => {
  const { connection, address, worlds } = useConsole();
  const { value } = useLoaded(() => connection.steer<Faults>('GET', 'faults'), [connection]);
  const title = worlds.get(connection.world)?.title ?? connection.world;
  const rules = value?.faults ?? [];
  return (
    <div class="view">
      <h1 class="vh">Faults</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div class="pg scrolls" tabIndex={0} role="group" aria-label="Faults of the world">
        <div class="bar">
          <h2 class="cut">
            {rules.length === 0 ? 'No fault was set' : `${count(rules.length, 'fault')} set`} in <Text>{title}</Text>
          </h2>
          <span class="sp" />
          {rules.length > 0 && (
            <a href={writeAddress(partOf('calls', address, { world: connection.world, q: 'is:faulted' }))}>
              The calls that met one
            </a>
          )}
        </div>
        <CallsMessages />
        <div class="within">
          {rules.length > 0 ? (
            <FaultRules rules={rules} />
          ) : (
            value && <p class="t2">Its calls failed only as the API would, or by their own header.</p>
          )}
        </div>
      </div>
    </div>
  );
};
