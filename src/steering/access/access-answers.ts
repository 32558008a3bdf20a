import type { AccessMode, AccessPolicy } from '../../kernel/access-policy.ts';
import type { JournalEntry } from '../../kernel/journal.ts';
import type { World } from '../../kernel/world.ts';

/** An identity that calls, with its name. */
export interface NamedCaller {
  readonly identity: string;
  readonly name: string;
}

/** What the token of a caller is limited to. */
export interface TokenLimits {
  /** Capabilities; absent where they are not limited. */
  readonly cap?: readonly string[];
  /** The uids of groups; absent where it is valid everywhere. */
  readonly scopes?: readonly string[];
  /** RFC 3339; absent where it never expires. */
  readonly expires?: string;
}

/** A role binding on the way from a group upwards, and which of the needed capabilities it gives there. */
export interface BindingOnWalk {
  readonly uid: string;
  readonly role: string;
  readonly has: readonly string[];
}

/** What would be enough: a built-in role with what it grants besides, or a custom role of these capabilities. */
export type SmallestGrant =
  | { readonly role: string; readonly group: string; readonly alsoGrants: readonly string[] }
  | { readonly customRole: readonly string[]; readonly group: string };

/** Whether an identity may make a call, and why. */
export interface AccessCheck {
  readonly decision: 'allow' | 'deny' | 'not_found' | 'unauthenticated';
  readonly operation: string;
  /** `at` is the uid of a group, or `anywhere`. */
  readonly needs: readonly { readonly capability: string; readonly at: string }[];
  readonly caller: NamedCaller & { readonly token?: TokenLimits };
  readonly walk: readonly { readonly group: string; readonly bindings: readonly BindingOnWalk[] }[];
  readonly missing: readonly string[];
  readonly smallest: readonly SmallestGrant[];
  /** The message of the error that the call is answered with; absent where it goes on. */
  readonly message?: string;
}

/** Who may do what at one group. */
export interface AccessMatrix {
  readonly group: { readonly uid: string; readonly name: string };
  readonly operations: readonly { readonly operation: string; readonly capabilities: readonly string[] }[];
  readonly roles: readonly { readonly uid: string; readonly role: string; readonly operations: readonly string[] }[];
  readonly callers: readonly (NamedCaller & { readonly operations: readonly string[] })[];
}

/** The calls that would have been refused. */
export interface WouldDeny {
  readonly denied: readonly {
    readonly operation: string;
    readonly caller: NamedCaller;
    readonly capability: string;
    readonly group: string;
    readonly count: number;
  }[];
  readonly dropped: number;
}

/** Capabilities that are needed on a group; the path has the names of the groups down to it. */
export interface NeededOnGroup {
  readonly group: string;
  readonly groupPath: readonly string[];
  readonly capabilities: readonly string[];
}

/** The least roles of a caller. */
export interface LeastRoles {
  readonly caller: NamedCaller;
  readonly roles: readonly (NeededOnGroup & { readonly role: string })[];
  /** What no binding can give, because it lies outside of the group that the identity lives in. */
  readonly outOfReach: readonly NeededOnGroup[];
  readonly dropped: number;
}

/** The mode of a world, and how many different denials are recorded. */
export interface AccessState {
  readonly mode: AccessMode;
  readonly denied: number;
}

/** Explains and sets who may do what in a world; what names something that is not there throws ApiError. */
export interface AccessControl {
  readonly state: () => AccessState;
  readonly set: (mode: AccessMode) => AccessState;
  readonly check: (identity: string, operation: string, uid: string | undefined) => AccessCheck;
  /** Of a call in the journal, by the rights that its caller had. */
  readonly explain: (entry: string) => AccessCheck;
  readonly matrix: (group: string) => AccessMatrix;
  readonly denied: () => WouldDeny;
  readonly used: (identity: string) => LeastRoles;
}

/** The world in which access is explained. */
export interface AccessWorld {
  readonly world: World & { readonly policy: AccessPolicy };
  readonly population: {
    /** The uid of each thing that a fixture named. */
    readonly aliases: () => ReadonlyMap<string, string>;
    /** The first root group; empty where there is none. */
    readonly orgId: () => string;
  };
  /** Missing where nothing is kept. */
  readonly journal: { readonly entry: (id: string) => JournalEntry } | undefined;
}
