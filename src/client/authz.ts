import type {
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzQuestion,
  AuthzState,
  LeastRoles,
  WouldDeny,
} from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** Who may do what in a world. */
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
  /** Which role, and which identity, may do what at a group, which is given by uid or alias. */
  readonly matrix: (group: string) => Promise<AuthzMatrix>;
  /** Sets the mode where one is given, and returns the one that holds. */
  readonly mode: (mode?: AuthzMode) => Promise<AuthzMode>;
  /** What has been let through since the mode became `report`. */
  readonly denied: () => Promise<WouldDeny>;
  /** The least roles that the calls of an identity needed since then: as a value, or as text in a format. */
  readonly used: {
    (caller: string): Promise<LeastRoles>;
    (caller: string, format: 'fixture' | 'terraform'): Promise<string>;
  };
}

/** The authorization of one world. */
export const authzOf = (connection: Connection, world: string): Authz => {
  function used(caller: string): Promise<LeastRoles>;
  function used(caller: string, format: 'fixture' | 'terraform'): Promise<string>;
  function used(caller: string, format?: 'fixture' | 'terraform'): Promise<LeastRoles | string> {
    const path = `/authz:used?caller=${encodeURIComponent(caller)}`;
    if (format === undefined) return connection.control<LeastRoles>(path, { world });
    return connection.controlText(`${path}&format=${encodeURIComponent(format)}`, { world });
  }
  return {
    used,
    check: (json) => connection.control('/authz:check', { method: 'POST', json, world }),
    matrix: (group) => connection.control(`/authz:matrix?group=${encodeURIComponent(group)}`, { world }),
    mode: async (mode) => {
      const asked = mode === undefined ? {} : ({ method: 'PUT', json: { mode } } as const);
      return (await connection.control<AuthzState>('/authz', { ...asked, world })).mode;
    },
    denied: () => connection.control('/authz:denied', { world }),
  };
};
