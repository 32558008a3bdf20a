import type { Minted, MintRequest, UpstreamMintRequest } from '../kernel/token-service.ts';
import type { World } from '../kernel/world.ts';
import { type FieldViolation, textOf } from '../schema/field-violation.ts';
import type { ControlPolicy } from './guard.ts';
import type { WorldClock } from './world-clock.ts';

/** The result of applying a fixture. */
export interface Applied {
  readonly rows: number;
  readonly aliases: ReadonlyMap<string, string>;
}

/** A fixture that cannot be applied; nothing of it has been applied. */
export class FixtureRefused extends Error {
  readonly violations: readonly FieldViolation[];

  constructor(violations: readonly FieldViolation[]) {
    super(violations.map(({ description }) => textOf(description)).join('; '));
    this.violations = violations;
  }
}

/** An identity, and the URL of the issuer whose tokens act as it. */
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
  /** The uid of an identity given by uid, alias or unique name; a reason in words when there is none. */
  readonly identity: (name: string) => { readonly uid: string } | { readonly reason: string };
  /** The identity that tokens of an issuer and subject act as; a reason in words when that is not exactly one. */
  readonly actingAs: (issuer: string, subject: string) => ActingAs | { readonly reason: string };
  readonly mint: (request: MintRequest) => Promise<Minted>;
  readonly mintUpstream: (request: UpstreamMintRequest) => Promise<Minted & { readonly issuer: string }>;
  /** Signs with another key from now on, whose id is returned; tokens of the previous key are valid for the overlap. */
  readonly rotateKeys: (overlapMillis: number) => Promise<string>;
  readonly reset: () => Promise<void>;
  /** Applies a fixture's text, or the one of a name; throws FixtureRefused. */
  readonly apply: (
    fixture: { readonly text: string } | { readonly name: string },
    mode: 'merge' | 'replace',
  ) => Promise<Applied>;
}
