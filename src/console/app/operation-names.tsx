import type { Connection } from './connection.ts';
import { useLoaded } from './use-loaded.ts';

/** The id of the list that a field of a form completes operations from. */
export const OPERATION_NAMES = 'operation-names';

/** The names of the operations that need a right, of v2 and of v1, for fields that complete them. */
export const OperationNames = ({ connection }: { connection: Connection }) => {
  const { value } = useLoaded(async () => {
    const { orgId } = await connection.steer<{ orgId: string }>('GET', 'info');
    type Matrix = { readonly operations: readonly { readonly operation: string }[] };
    return connection.steer<Matrix>('GET', `authz:matrix?group=${encodeURIComponent(orgId)}`);
  }, [connection]);
  return (
    <datalist id={OPERATION_NAMES}>
      {value?.operations.map(({ operation }) => (
        <option value={operation} />
      ))}
    </datalist>
  );
};
