import type { AuthzMatrix } from '../../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import { Failure } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** Shows the identities that may do each operation at a group. */
export const AccessMatrix = ({ connection, group }: { connection: Connection; group: string }) => {
  const { value, error } = useLoaded(
    () => connection.steer<AuthzMatrix>('GET', `authz:matrix?group=${encodeURIComponent(group)}`),
    [connection, group],
  );
  return (
    <section aria-labelledby="matrix">
      <h3 id="matrix">Who may do what here</h3>
      <Failure error={error} />
      {value?.callers.map(({ name, operations }) => (
        <details>
          <summary>
            {name}: {`${operations.length} of ${value.operations.length} operations`}
          </summary>
          <p>{operations.join(', ')}</p>
        </details>
      ))}
      {value?.callers.length === 0 && <p class="quiet">Nobody but those who may do everything.</p>}
    </section>
  );
};
