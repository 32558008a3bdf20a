import type { FieldViolation } from '../kernel/errors.ts';
import type { Minted, MintRequest, UpstreamMintRequest } from '../kernel/token-service.ts';
import type { World } from '../kernel/world.ts';
import type { ControlPolicy } from './guard.ts';
import type { WorldClock } from './world-clock.ts';

/** What applying a fixture came to. */
export interface Applied {
  readonly rows: number;
  readonly aliases: ReadonlyMap<string, string>;
}

/** A fixture that cannot be applied; nothing of it has been. */
export class FixtureRefused extends Error {
  readonly violation: FieldViolation;

  constructor(violation: FieldViolation) {
    super(violation.description);
    this.violation = violation;
  }
}

/** An identity, and the issuer by its URL whose tokens act as it. */
export interface ActingAs {
  readonly uid: string;
  readonly issuer: string;
}

/** What the control plane steers, handed in by the composition root. */
export interface Steering {
  readonly world: World & { readonly clock: WorldClock };
  readonly policy: ControlPolicy;
  readonly version: string;
  readonly fixtures: readonly string[];
  /** The first root group; empty when there is none. */
  readonly orgId: () => string;
  readonly aliases: () => ReadonlyMap<string, string>;
  /** The uid of an identity given by uid, alias or unique name; a reason in words when there is no such one. */
  readonly identity: (name: string) => { readonly uid: string } | { readonly reason: string };
  /** The identity that tokens of an issuer and subject act as; a reason in words when that is not exactly one. */
  readonly actingAs: (issuer: string, subject: string) => ActingAs | { readonly reason: string };
  readonly mint: (request: MintRequest) => Promise<Minted>;
  readonly mintUpstream: (request: UpstreamMintRequest) => Promise<Minted & { readonly issuer: string }>;
  /** From now on another key signs; tokens of the one before are good until the overlap ends. Gives the new key's id. */
  readonly rotateKeys: (overlapMillis: number) => Promise<string>;
  readonly reset: () => Promise<void>;
  /** Applies a fixture's text, or the one of a name; throws FixtureRefused. */
  readonly apply: (
    fixture: { readonly text: string } | { readonly name: string },
    mode: 'merge' | 'replace',
  ) => Promise<Applied>;
}
