import type { AuthzMatrix } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';
import { useLoaded } from '../use-loaded.ts';

/** The id of the list that a field of a form completes operations from. */
export const OPERATION_NAMES = 'operation-names';

/** The names of the operations that need a right, of v2 and of v1. */
const useOperationNames = (connection: Connection): readonly string[] => {
  const { value } = useLoaded(async () => {
    const { orgId } = await connection.steer<{ orgId: string }>('GET', 'info');
    return orgId === ''
      ? undefined
      : connection.steer<AuthzMatrix>('GET', `authz:matrix?group=${encodeURIComponent(orgId)}`);
  }, [connection]);
  return (value?.operations ?? []).map(({ operation }) => operation);
};

/** The names of operations, for fields that complete them. */
export const OperationNames = ({ connection }: { connection: Connection }) => (
  <datalist id={OPERATION_NAMES}>
    {useOperationNames(connection).map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
