import type { Connection } from './connection.ts';

/** What happens to an authenticated caller who lacks a capability. */
export type AuthzMode = 'enforce' | 'report' | 'off';

/** A question: may an identity make a call? */
export interface AuthzQuestion {
  /** A uid, an alias of a fixture, or a name that only one identity has. */
  readonly identity: string;
  /** The id of an operation, such as `CreateRepo`. */
  readonly operation: string;
  /** The uid that the call names, or an alias. */
  readonly uid?: string;
}

interface Caller {
  readonly identity: string;
  readonly name: string;
}

/** Whether an identity may make a call, and why. */
export interface AuthzCheck {
  readonly decision: 'allow' | 'deny' | 'not_found';
  readonly operation: string;
  /** The message of the error; absent where the call goes on. */
  readonly message?: string;
  /** `at` is the uid of a group, or `anywhere`. */
  readonly needs: readonly { readonly capability: string; readonly at: string }[];
  readonly caller: Caller;
  /** The role bindings from the group of the call upwards, with the needed capabilities that each gives. */
  readonly walk: readonly {
    readonly group: string;
    readonly bindings: readonly { readonly uid: string; readonly role: string; readonly has: readonly string[] }[];
  }[];
  readonly missing: readonly string[];
  /** What would be enough: a built-in role with what it grants besides, or a custom role. */
  readonly smallest: readonly (
    | { readonly role: string; readonly group: string; readonly alsoGrants: readonly string[] }
    | { readonly customRole: readonly string[]; readonly group: string }
  )[];
}

/** Who may do what at one group: the ids of operations by role and by caller. */
export interface AuthzMatrix {
  readonly group: { readonly uid: string; readonly name: string };
  readonly operations: readonly { readonly operation: string; readonly capabilities: readonly string[] }[];
  readonly roles: readonly { readonly uid: string; readonly role: string; readonly operations: readonly string[] }[];
  readonly callers: readonly (Caller & { readonly operations: readonly string[] })[];
}

/** What `report` let through, with the number of calls. */
export interface WouldDeny {
  readonly denied: readonly {
    readonly operation: string;
    readonly caller: Caller;
    readonly capability: string;
    readonly group: string;
    readonly count: number;
  }[];
  /** How many entries were left out. */
  readonly dropped: number;
}

/** Capabilities that are needed on a group; the path has the names of the groups down to it. */
export interface RoleNeed {
  readonly group: string;
  readonly groupPath: readonly string[];
  readonly capabilities: readonly string[];
}

/** The least roles with which the recorded calls of a caller pass. */
export interface LeastRoles {
  readonly caller: Caller;
  readonly roles: readonly (RoleNeed & { readonly role: string })[];
  /** What no binding can give to the identity. */
  readonly outOfReach: readonly RoleNeed[];
  readonly dropped: number;
}

/** Who may do what in a world. */
export interface Authz {
  /** Explains whether an identity may make a call. */
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
      return (await connection.control<{ readonly mode: AuthzMode }>('/authz', { ...asked, world })).mode;
    },
    denied: () => connection.control('/authz:denied', { world }),
  };
};
