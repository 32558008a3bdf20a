import type {
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzQuestion,
  AuthzState,
  LeastRoles,
  WouldDeny,
} from '../../../generated/nouns.ts';
import type { Connection } from '../../connection/connection.ts';
import { readerBeside } from '../../connection/reader.ts';

/** The rights of callers in a world. */
export interface Authz {
  /**
   * Explains whether an identity may make a call.
   * @example
   * ```ts
   * import { test } from 'platform-mock/vitest';
   *
   * test('a viewer may not create', async ({ world, expect }) => {
   *   const question = { identity: 'viewer', operation: 'CreateRepo', uid: world.orgId } as const;
   *   expect(await world.authz.check(question)).toMatchObject({ decision: 'deny', missing: ['repo.create'] });
   * });
   * ```
   */
  readonly check: (question: AuthzQuestion) => Promise<AuthzCheck>;
  /** The roles and the identities that may do each operation at a group, which is given by uid or alias. */
  readonly matrix: (group: string) => Promise<AuthzMatrix>;
  /** Reads the mode, which says if callers who lack a capability are refused. */
  readonly mode: () => Promise<AuthzMode>;
  /** Sets the mode, from the next call on. */
  readonly setMode: (mode: AuthzMode) => Promise<AuthzMode>;
  /** The calls let through since the mode became `report`. */
  readonly denied: () => Promise<WouldDeny>;
  /** The least roles that the calls of an identity needed since the mode became `report`: as a value, or as text. */
  readonly used: {
    (caller: string): Promise<LeastRoles>;
    (caller: string, format: 'fixture' | 'terraform'): Promise<string>;
  };
}

/** The authorization of one world. */
export const authzOf = (connection: Connection, world: string): Authz => {
  function loadLeastRoles(caller: string): Promise<LeastRoles>;
  function loadLeastRoles(caller: string, format: 'fixture' | 'terraform'): Promise<string>;
  function loadLeastRoles(caller: string, format?: 'fixture' | 'terraform'): Promise<LeastRoles | string> {
    const path = `/authz:used?caller=${encodeURIComponent(caller)}`;
    if (format === undefined) return connection.control<LeastRoles>(path, { world });
    return connection.controlText(`${path}&format=${encodeURIComponent(format)}`, { world });
  }
  return {
    used: loadLeastRoles,
    check: (json) => connection.control('/authz:check', { method: 'POST', json, world }),
    matrix: (group) => connection.control(`/authz:matrix?group=${encodeURIComponent(group)}`, { world }),
    mode: readerBeside(
      'authz.mode',
      'authz.setMode',
      async () => (await connection.control<AuthzState>('/authz', { world })).mode,
    ),
    setMode: async (mode) =>
      (await connection.control<AuthzState>('/authz', { method: 'PUT', json: { mode }, world })).mode,
    denied: () => connection.control('/authz:denied', { world }),
  };
};
