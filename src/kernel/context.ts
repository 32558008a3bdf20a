import type { Spelling } from '../schema/encode-json.ts';
import type { FieldViolation } from '../schema/field-violation.ts';
import type { Profile } from '../schema/profile.ts';
import type { Grant } from './access.ts';

/** A caller, after the token was checked. */
export interface Caller {
  /** The identity's uid; empty for a call without a token to an open operation. */
  readonly identity: string;
  /** The upstream claims that the token records, if any. */
  readonly actor?: Readonly<Record<string, string>>;
  /** The limits that the token sets: a capability must be within each of these (behaviour §10.14). */
  readonly limits?: readonly (readonly Grant[])[];
  /** The facts of the token, for operations that report them to the caller. */
  readonly token?: TokenFacts;
  /** The claims of the token, if it is one of an upstream issuer. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The uids of the identities that such a token matches. */
  readonly candidates?: readonly string[];
}

/** The facts that a bearer token has about itself. */
export interface TokenFacts {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: readonly string[];
  /** Milliseconds since the epoch; absent for a named token, which is never issued and never expires. */
  readonly issuedMillis?: number;
  readonly expiresMillis?: number;
  readonly email?: string;
}

/** The settings that stay the same for the life of a server. */
export interface Settings {
  /** The `<sd>` of error domains and resource types, such as `platform.test`. */
  readonly serviceDomain: string;
  /** The server's own URL, without a slash at the end. */
  readonly publicUrl: string;
  /** The issuer of its tokens, if that is not its own URL. */
  readonly issuer?: string;
  /** True if the URL was given: the mock names itself by it, by whatever host it is asked. */
  readonly hasGivenUrl?: true | undefined;
  /** The origin by which a call came, if that is another URL than the server's own. */
  readonly askedUrl?: string;
  /** The seed from which uids, secrets and generated rows are derived. */
  readonly seed: string;
  /** The interface to follow if the specification and the published one differ; the specification by default. */
  readonly profile?: Profile;
  /** The prefix of the types of events, such as `dev.chainguard.api`. */
  readonly eventPrefix?: string;
  /** The spelling of field names in JSON answers, by the name of the edition; overrides its own. */
  readonly spellings?: Readonly<Record<string, Spelling>>;
}

/** Collects the violations of one stage. */
export type Violations = FieldViolation[];
