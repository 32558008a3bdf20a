import type {
  Fault,
  FaultEffect,
  FaultPreset,
  FaultReport,
  FaultWithHits,
  Nouns,
  OperationId,
} from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';

/** The name of a surprise: a preset that acts on one call, unless it says otherwise. */
export type Surprise = Exclude<FaultPreset['preset'], 'flaky' | 'brownout' | 'quota' | 'maintenance'>;

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
  /** Adds faults behind those that are there, whose counts go on. @throws MockError with each mistake */
  readonly add: (...faults: readonly (Fault | FaultPreset)[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Adds a fault that acts on the next call of an operation, and on no other; or a surprise by its name, some of which
   * act on later calls, too.
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
   *
   * test('a short page is not the last one', async ({ world, expect }) => {
   *   await world.faults.once('ListRepos', { preset: 'short_page' });
   *   const list = async (token = '') => (await world.fetch(`/registry/v2/repos?page_token=${token}`)).json();
   *   const first = await list();
   *   const second = await list(first.nextPageToken);
   *   expect(first.repos.length + second.repos.length).toBe(Number(first.totalCount));
   * });
   * ```
   */
  readonly once: {
    (
      operation: OperationId,
      effect: FaultEffect,
      options?: Pick<Fault, 'phase' | 'match'>,
    ): Promise<readonly FaultWithHits[]>;
    (
      operation: OperationId,
      surprise: { readonly preset: Surprise },
      options?: Pick<Fault, 'match'>,
    ): Promise<readonly FaultWithHits[]>;
  };
  /** Drops a fault by its id, and returns the others, whose counts go on. @throws MockError for an unknown id */
  readonly delete: (id: string) => Promise<readonly FaultWithHits[]>;
  /** The faults in their order. */
  readonly list: () => Promise<readonly FaultWithHits[]>;
  /** The tries of calls since the faults were set, and the faults that have not acted. */
  readonly report: () => Promise<FaultReport>;
  readonly clear: () => Promise<void>;
}

/** The faults of one world. */
export const faultsOf = (connection: Connection, world: string): Faults => {
  const send = async (
    method: 'PUT' | 'POST',
    json: readonly (Fault | FaultPreset)[],
  ): Promise<readonly FaultWithHits[]> =>
    (await connection.control<Nouns['Faults']>('/faults', { method, json, world })).faults;
  return {
    set: (...faults) => send('PUT', faults),
    add: (...faults) => send('POST', faults),
    once: async (
      operation: OperationId,
      wanted: FaultEffect | { readonly preset: Surprise },
      { match: given, phase }: Pick<Fault, 'phase' | 'match'> = {},
    ) => {
      const match = { ...given, operation };
      const fault: Fault | FaultPreset =
        'preset' in wanted ? { ...wanted, match } : { match, ...(phase && { phase }), do: wanted, times: 1 };
      return send('POST', [fault]);
    },
    delete: async (id) =>
      (await connection.control<Nouns['Faults']>(`/faults/${encodeURIComponent(id)}`, { method: 'DELETE', world }))
        .faults,
    list: async () => (await connection.control<Nouns['Faults']>('/faults', { world })).faults,
    report: () => connection.control<Nouns['FaultReport']>('/faults:report', { world }),
    clear: async () => void (await connection.control('/faults', { method: 'DELETE', world })),
  };
};
