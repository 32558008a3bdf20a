import type { IncomingHttpHeaders } from 'node:http';
import type { AccessMode } from '../../kernel/access-policy.ts';
import type { ConsistencyControl } from '../../kernel/consistency.ts';
import type { Settings } from '../../kernel/context.ts';
import type { QuotaControl } from '../../kernel/quota.ts';
import type { Minted, MintRequest, UpstreamMintRequest } from '../../kernel/token-service.ts';
import type { World } from '../../kernel/world.ts';
import { type FieldViolation, textOf } from '../../schema/field-violation.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { TimerControl } from '../clock/timers.ts';
import type { ClockMode, ClockReading, WorldClock } from '../clock/world-clock.ts';
import type { CoverageControl } from '../coverage/coverage-control.ts';
import type { DeliveryControl, SinkControl } from '../delivery/delivery-control.ts';
import type { EventControl } from '../events/event-control.ts';
import type { FaultControl } from '../faults/fault-control.ts';
import type { JournalControl } from '../journal/journal-control.ts';
import type { ControlPolicy } from '../plane/guard.ts';
import type { NamedRow } from '../plane/row-difference.ts';

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

/** What differs between two states of a world. */
export interface StateDifference {
  readonly added: readonly NamedRow[];
  readonly removed: readonly NamedRow[];
  readonly changed: readonly (NamedRow & { readonly fields: Readonly<Record<string, readonly unknown[]>> })[];
  /** What the clock shows before and after, RFC 3339. */
  readonly clock: readonly string[];
}

/** A world as it is asked for. */
export interface WantedWorld {
  readonly name?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `default`, `empty`, or `fixture:`, `snapshot:` or `world:` with a name. */
  readonly from: string;
  readonly seed?: string;
  readonly profile?: ProfileName;
  readonly clock?: { readonly mode: ClockMode; readonly nowMillis?: number; readonly scale?: number };
  readonly ttlMillis?: number;
}

/** A world as it is shown. */
export interface ShownWorld {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly from: string;
  readonly createdMillis: number;
  readonly expiresMillis?: number;
  /** How many entries its journal has. */
  readonly journal: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly clock: ClockReading;
}

/** A new world, with all that a client needs to be in it. */
export interface MadeWorld extends ShownWorld {
  readonly token: string;
  readonly url: string;
  readonly hostUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** A saved state as it is shown. */
export interface ShownSnapshot {
  readonly name: string;
  readonly note?: string;
  readonly createdMillis: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly clock: ClockReading;
  readonly format: number;
  /** Digest of the rows, in hex. */
  readonly sha256: string;
}

/** Saves and restores states of one world; what names a snapshot that is not there throws ApiError. */
export interface SnapshotControl {
  readonly save: (
    name: string,
    wanted: { readonly note?: string; readonly overwrite: boolean },
  ) => Promise<ShownSnapshot>;
  readonly list: () => readonly ShownSnapshot[];
  readonly restore: (name: string) => Promise<ShownSnapshot>;
  /** What differs between a snapshot and a later one; without that, the world as it is. */
  readonly difference: (name: string, other: string | undefined) => Promise<StateDifference>;
  /** A fixture in YAML that loads back to equal rows. */
  readonly fixture: (name: string) => Promise<string>;
  /** A file that holds the snapshot, in pieces. */
  readonly file: (name: string) => Promise<AsyncIterable<string>>;
  /** Goes back to the state of such a file; throws ApiError for one that cannot be used. */
  readonly restoreFile: (bytes: Buffer) => Promise<ShownSnapshot>;
  readonly remove: (name: string) => Promise<void>;
}

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

/** Makes, finds and ends worlds; every method but `list` and `endAll` throws ApiError for a world that is not there. */
export interface WorldControl {
  /** The world that a request names; `default` where it names none. */
  readonly at: (headers: IncomingHttpHeaders) => Steering;
  readonly named: (id: string) => Steering;
  /** A snapshot that it is made from is one of the world `asking`. */
  readonly create: (wanted: WantedWorld, asking: string) => Promise<MadeWorld>;
  readonly list: (labels: ReadonlyMap<string, string>) => readonly ShownWorld[];
  readonly show: (id: string) => ShownWorld;
  readonly environment: (id: string) => Promise<Readonly<Record<string, string>>>;
  /** What has changed since the world was made, or was reset to. */
  readonly difference: (id: string) => Promise<StateDifference>;
  readonly end: (id: string) => void;
  /** Ends the worlds with all of the labels, `default` excepted; returns their ids. */
  readonly endAll: (labels: ReadonlyMap<string, string>) => readonly string[];
}

/** What the control plane is made with, handed in by the composition root. */
export interface ControlParts {
  readonly settings: Settings;
  readonly policy: ControlPolicy;
  readonly version: string;
  readonly fixtures: readonly string[];
  readonly worlds: WorldControl;
  /** What was met in all worlds; missing where nothing is kept. */
  readonly coverage: CoverageControl | undefined;
}

/** What the control plane steers in one world. */
export interface Steering {
  readonly world: World & { readonly clock: WorldClock };
  readonly snapshots: SnapshotControl;
  readonly access: AccessControl;
  readonly faults: FaultControl;
  /** Missing where nothing is kept. */
  readonly journal: JournalControl | undefined;
  readonly events: EventControl;
  readonly quota: QuotaControl;
  readonly consistency: ConsistencyControl;
  /** Missing where nothing is kept. */
  readonly coverage: CoverageControl | undefined;
  readonly deliveries: DeliveryControl;
  readonly sinks: SinkControl;
  readonly timers: TimerControl;
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
