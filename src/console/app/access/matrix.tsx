import type { AuthzMatrix } from '../../../../generated/nouns.ts';
import { useConsole, useLoaded } from '../frame/console-context.ts';

/** Reads who may do what at a group, or else at the first organization of the world; nothing if there is none. */
export const useMatrix = (group?: string) => {
  const { connection } = useConsole();
  return useLoaded(async () => {
    const place = group ?? (await connection.steer<{ orgId: string }>('GET', 'info')).orgId;
    if (place === '') return undefined;
    return connection.steer<AuthzMatrix>('GET', `authz:matrix?group=${encodeURIComponent(place)}`);
  }, [connection, group]);
};

/** The id of the list that a field of a form completes operations from. */
export const OPERATION_NAMES = 'operation-names';

/** The names of the operations that need a right, of v2 and of v1, for fields that complete them. */
export const OperationNames = () => (
  <datalist id={OPERATION_NAMES}>
    {useMatrix().value?.operations.map(({ operation }) => (
      <option key={operation} value={operation} />
    ))}
  </datalist>
);
