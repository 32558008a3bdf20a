import type { Operation } from '../schema/operation.ts';
import type { Access, Grant } from './access.ts';
import type { Directory } from './directory.ts';
import type { FieldViolation } from './errors.ts';
import type { Rows, Tx } from './rows.ts';

/** Who calls, once the token has been checked. */
export interface Caller {
  /** The identity's uid; empty for a call without a token to an open operation. */
  readonly identity: string;
  /** What the token said of its upstream identity, where it said anything. */
  readonly actor?: Readonly<Record<string, string>>;
  /** What the token confines the identity to: each of these is a ceiling of its own (behaviour §10.14). */
  readonly limits?: readonly (readonly Grant[])[];
  /** What the token says of itself, for those who ask who they are. */
  readonly token?: TokenFacts;
  /** The claims of an upstream issuer's token, where that is what was presented. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The uids of the identities that such a token acts as. */
  readonly candidates?: readonly string[];
}

/** What a bearer token says of itself. */
export interface TokenFacts {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: readonly string[];
  /** Milliseconds since the epoch; absent for a token by name, which is never issued and never ends. */
  readonly issuedMillis?: number;
  readonly expiresMillis?: number;
  readonly email?: string;
}

/** The spellings of v1's field names: proto names, or the JSON names that v2 has. */
export type V1Casing = 'snake' | 'camel';

/** What stays the same for the life of a server. */
export interface Settings {
  /** The `<sd>` of error domains and resource types, such as `platform.test`. */
  readonly serviceDomain: string;
  /** The server's own URL, with no slash at the end. */
  readonly publicUrl: string;
  /** The key of everything generated. */
  readonly seed: string;
  /** How v1 spells the names of fields in its answers (behaviour §12.4 V1); in snake case unless told otherwise. */
  readonly v1Casing?: V1Casing;
}

/** What a rule of a resource sees of the call that runs it. */
export interface Context {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly access: Access;
  readonly rows: Rows;
  readonly directory: Directory;
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly nowMillis: number;
  /** The same moment in the form timestamps are stored and sent in. */
  readonly now: string;
}

/** The same, inside a write. */
export interface WriteContext extends Context {
  readonly tx: Tx;
}

/** What a rule about one row sees: the call, and where the row lives or is to live. */
export interface RowContext extends Context {
  readonly parent: string;
  /** The fields that the call gives, sets or clears. */
  readonly touched: ReadonlySet<string>;
}

/** The same, inside a write. */
export interface RowWriteContext extends WriteContext, RowContext {}

/** Collects the violations of one stage. */
export type Violations = FieldViolation[];
