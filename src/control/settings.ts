import type { FieldViolation } from '../kernel/errors.ts';
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
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  readonly reset: () => Promise<void>;
  /** Applies a fixture's text, or the one of a name; throws FixtureRefused. */
  readonly apply: (
    fixture: { readonly text: string } | { readonly name: string },
    mode: 'merge' | 'replace',
  ) => Promise<Applied>;
}
