import type {
  Fault,
  FaultEffect,
  FaultPreset,
  FaultReport,
  FaultWithHits,
  Nouns,
  OperationId,
} from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** The faults of a world: calls that fail on demand. */
export interface Faults {
  /**
   * Replaces all faults of the world.
   * @throws MockError with each mistake; then nothing has changed
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('two of three calls fail', async ({ world, expect }) => {
   *   await world.faults.set({ match: { operation: 'ListRepos' }, do: { code: 'UNAVAILABLE' }, times: 2 });
   *   const list = async () => (await world.fetch('/registry/v2/repos')).status;
   *   expect([await list(), await list(), await list()]).toEqual([503, 503, 200]);
   * });
   * ```
   */
  readonly set: (...faults: readonly (Fault | FaultPreset)[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Adds a fault that acts on the next call of an operation, and on no other. The counts of those that are there begin
   * anew.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a create whose answer is lost has created', async ({ world, expect }) => {
   *   await world.faults.once('CreateRepo', { code: 'UNAVAILABLE' }, { phase: 'after_commit' });
   *   const repo = { method: 'POST', body: '{"name":"checkout"}' };
   *   const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
   *   expect([(await create()).status, (await create()).status]).toEqual([503, 409]);
   * });
   * ```
   */
  readonly once: (
    operation: OperationId,
    effect: FaultEffect,
    options?: Pick<Fault, 'phase' | 'match'>,
  ) => Promise<readonly FaultWithHits[]>;
  /** The faults in their order. */
  readonly list: () => Promise<readonly FaultWithHits[]>;
  /** The tries of calls since the faults were set, and the faults that have not acted. */
  readonly report: () => Promise<FaultReport>;
  readonly clear: () => Promise<void>;
}

/** The rest of a fault: nothing, where it has acted as often as it may. */
const listRemaining = ({ hits, ...listed }: FaultWithHits): readonly Fault[] => {
  // The mock takes what it has listed, also the words of a newer one.
  const fault = listed as Fault;
  const { times = Number.POSITIVE_INFINITY, match } = fault;
  if (hits >= times || (hits > 0 && match?.nth !== undefined)) return [];
  return [fault.times === undefined ? fault : { ...fault, times: times - hits }];
};

/** The faults of one world. */
export const faultsOf = (connection: Connection, world: string): Faults => {
  const put = async (json: readonly (Fault | FaultPreset)[]): Promise<readonly FaultWithHits[]> =>
    (await connection.control<Nouns['Faults']>('/faults', { method: 'PUT', json, world })).faults;
  const list = async (): Promise<readonly FaultWithHits[]> =>
    (await connection.control<Nouns['Faults']>('/faults', { world })).faults;
  return {
    set: (...faults) => put(faults),
    once: async (operation, effect, { match, phase } = {}) => {
      const fault: Fault = { match: { ...match, operation }, ...(phase && { phase }), do: effect, times: 1 };
      return put([...(await list()).flatMap(listRemaining), fault]);
    },
    list,
    report: () => connection.control<Nouns['FaultReport']>('/faults/report', { world }),
    clear: async () => void (await connection.control('/faults', { method: 'DELETE', world })),
  };
};
