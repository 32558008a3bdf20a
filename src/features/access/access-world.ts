import type { AccessPolicy } from '../../kernel/access-policy.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';

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
  /** The journal; missing if none is recorded. */
  readonly journal: { readonly entry: (id: string) => PackedEntry } | undefined;
}
