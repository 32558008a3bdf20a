import type { AccessPolicy } from '../../kernel/access-policy.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { AuthzCheck, AuthzMatrix, AuthzMode, AuthzState, LeastRoles, WouldDeny } from '../contract/nouns.ts';
import type { KeptEntry } from '../journal/kept-entry.ts';

/** Explains and sets who may do what in a world; what names something that is not there throws ApiError. */
export interface AccessControl {
  readonly state: () => AuthzState;
  readonly set: (mode: AuthzMode) => AuthzState;
  readonly check: (identity: string, operation: string, uid: string | undefined) => AuthzCheck;
  /** Of a call in the journal, by the rights that its caller had. */
  readonly explain: (entry: string) => AuthzCheck;
  readonly matrix: (group: string) => AuthzMatrix;
  readonly denied: () => WouldDeny;
  readonly used: (identity: string) => LeastRoles;
}

/** The world in which access is explained. */
export interface AccessWorld {
  readonly scope: CallScope & { readonly policy: AccessPolicy };
  readonly population: {
    /** The uid of each thing that a fixture named. */
    readonly aliases: () => ReadonlyMap<string, string>;
    /** The first root group; empty where there is none. */
    readonly orgId: () => string;
  };
  /** Missing where nothing is kept. */
  readonly journal: { readonly entry: (id: string) => KeptEntry } | undefined;
}
