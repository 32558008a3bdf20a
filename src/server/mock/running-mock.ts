import type { V1Casing } from '../../editions/older-edition.ts';
import type { ClockStart } from '../../features/clock/world-clock.ts';
import type { DeliveryOptions } from '../../features/delivery/world-delivery.ts';
import type { Wait } from '../../features/faults/holds.ts';
import type { Log } from '../../features/log/log.ts';
import type { TakeRun, WorldRuns } from '../../features/trace/world-runs.ts';
import type { TrustedPrincipal } from '../../identity/aws-principals.ts';
import type { TrustedIssuer } from '../../identity/trusted-issuers.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ControlPolicy } from '../../plane/guard.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import type { ShippedFixtures } from '../../seed/load.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { PortSetting } from './port.ts';
import type { StateSetting } from './state.ts';

/** The options of a mock: the checked flags of the command line. */
export interface StartOptions extends PortSetting, StateSetting, DeliveryOptions {
  /** Names of shipped fixtures, or files; applied in order to an empty state. */
  readonly fixtures: readonly string[];
  /** A snapshot file whose state the fixtures are applied to. */
  readonly snapshot?: string;
  readonly shippedFixtures: ShippedFixtures;
  /** The interface to follow if the specification and the published one differ; by default the specification. */
  readonly profile?: ProfileName;
  /** The spelling of names of fields in v1; by default as the profile has it. */
  readonly v1Casing?: V1Casing;
  /** The issuer of tokens; by default the mock's URL. */
  readonly issuer?: string;
  /** The audiences that tokens may have besides the issuer. */
  readonly audiences: readonly string[];
  /** The upstream issuers whose tokens may be exchanged. */
  readonly trusted: readonly TrustedIssuer[];
  /** The AWS principals whose signed requests are trusted; none by default. */
  readonly trustedAws?: readonly TrustedPrincipal[];
  readonly control: ControlPolicy;
  readonly version: string;
  /** The origins whose pages may call the API; none if absent. */
  readonly origins?: readonly string[];
  /** The life of the token handed out at start, in seconds. */
  readonly tokenTtlSeconds: number;
  /** The most worlds beside `default`. */
  readonly maxWorlds: number;
  /** The most exchanges that the journal of each world records; none if missing. */
  readonly journalEntries?: number;
  /** The bound of states, messages and entries of all worlds, in bytes; chosen by the heap unless given. */
  readonly journalBytes?: number;
  /** The prefix of the types of events, in the place of `dev.chainguard.api`. */
  readonly eventPrefix?: string;
  /** Refuses calls that name no world. */
  readonly requireWorld: boolean;
  /** Receives the run of each world that ends, if there is a journal. */
  readonly takeRun?: TakeRun;
  /** Renders the run of a world that has ended only when it is asked for. */
  readonly hasLazyRuns?: boolean;
  readonly log: Log;
  /** The beginning of the clock of `default`; unless given, the snapshot's, or else the machine's. */
  readonly clockStart?: ClockStart;
  /** The only source of time: the machine's clock unless given. */
  readonly clock?: Clock;
  /** Waits if a call is to be answered late, by timers of the machine unless given. */
  readonly wait?: Wait;
  /** The level at which each call is a line of the log; absent: calls are not logged, and nothing is spent on it. */
  readonly callLevel?: 'info' | 'debug';
}

/** A mock that answers. */
export interface RunningMock {
  readonly url: string;
  /** The URL of its own address, whatever clients reach it by. */
  readonly localUrl: string;
  /** A signed token of an identity that may do everything. */
  readonly token: () => Promise<string>;
  /** The named token of that identity, if a fixture has one: short, and the same at every start. */
  readonly namedToken: string | undefined;
  /** The first root group; empty when there is none. */
  readonly orgId: string;
  readonly issuer: string;
  /** The certificate that clients must trust, if the mock has made one. */
  readonly caFile: string | undefined;
  readonly mintToken: (identity: string, ttlSeconds: number) => Promise<string>;
  /** Answers a request as the port does over HTTP, without the port. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The runs of all worlds, for traces. */
  readonly runs: () => Promise<WorldRuns>;
  readonly worlds: Worlds<World>;
  /**
   * Begins anew, on the same port and with the same keys: every world ends, nothing of it is remembered, and `default`
   * has the rows and the clock of the start. Connections are closed, so that nothing of what was sent before arrives in it.
   */
  readonly beginAnew: () => Promise<void>;
  /** Goes on to answer, and sends clients elsewhere, until no more calls come, or for so many milliseconds, or until it is interrupted. */
  readonly drain: (limitMillis: number, interrupted: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}
