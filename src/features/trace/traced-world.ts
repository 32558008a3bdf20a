import type { AuthzCheck, ClockMode, JournalEntry } from '../../../generated/nouns.ts';
import type { Settings } from '../../kernel/context.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import type { Hide } from '../journal/redacted.ts';
import type { TracedTrust } from './traced-trust.ts';

/** The fixture that a world began with. */
export interface BegunFixture {
  /** The name of a shipped one. */
  readonly name?: string;
  /** The digest of its file, in hex. */
  readonly sha256?: string;
  /** Any other: a fixture in YAML that loads to equal rows. */
  readonly yaml?: string;
}

/** The options of a mock that answers depend on. */
export interface TracedMock extends TracedTrust {
  readonly publicUrl: string;
  readonly seed: string;
  readonly serviceDomain: string;
  readonly profile: string;
  readonly issuer?: string;
  readonly audiences: readonly string[];
  readonly v1Casing?: 'snake' | 'camel';
  readonly eventPrefix?: string;
}

export interface TraceBeginning {
  /** As it was asked for. */
  readonly from: string;
  readonly seed: string;
  readonly profile: string;
  /** The mode and scale with which its clock began to run, and the moment that it showed. */
  readonly clock: { readonly mode: ClockMode; readonly scale: number; readonly begun: string };
  /** The reading of the machine's clock with which it was made, RFC 3339. */
  readonly _ran: string;
  /** Missing if the state is from an earlier run. */
  readonly fixtures?: readonly BegunFixture[];
}

/** A world whose calls are written down. */
export interface TracedWorld {
  readonly id: string;
  readonly settings: Settings;
  readonly view: (entry: PackedEntry, hide: Hide) => JournalEntry;
  /** Why a call was refused, by the rights of that moment; undefined behind the first of them, whose number is bounded. */
  readonly why: (entry: PackedEntry) => AuthzCheck | undefined;
}
