import type {
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzState,
  LeastRoles,
  WouldDeny,
} from '../../../generated/nouns.ts';
import type { AccessPolicy } from '../../kernel/access-policy.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';

/** Explains and sets the rights in a world; its functions throw ApiError for a name of something missing. */
export interface AccessControl {
  readonly state: () => AuthzState;
  /** Resolves when it is stored. */
  readonly set: (mode: AuthzMode) => Promise<AuthzState>;
  readonly check: (identity: string, operation: string, uid: string | undefined) => AuthzCheck;
  /** Explains a call in the journal, by the rights that its caller had. */
  readonly explain: (entry: string) => AuthzCheck;
  readonly matrix: (group: string) => AuthzMatrix;
  readonly denied: () => WouldDeny;
  readonly used: (identity: string) => LeastRoles;
}

/** The world in which access is explained. */
export interface AccessWorld {
  readonly scope: CallScope;
  readonly policy: AccessPolicy;
  readonly population: {
    /** The uid of each thing that a fixture named. */
    readonly aliases: () => ReadonlyMap<string, string>;
    /** The first root group; empty if there is none. */
    readonly orgId: () => string;
  };
  /** The journal; missing if nothing is kept. */
  readonly journal: { readonly entry: (id: string) => PackedEntry } | undefined;
}
