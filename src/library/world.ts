/// <reference lib="esnext.disposable" preserve="true" />
import type { Authz } from './authz.ts';
import type { Clock } from './clock.ts';
import type { Consistency } from './consistency.ts';
import type { ReadCoverage } from './coverage.ts';
import type { EventDeliveries, Sink } from './event-deliveries.ts';
import type { Events } from './events.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Quotas } from './quota.ts';
import type { Snapshot, StateDifference } from './snapshot.ts';

/** What a new world begins with, and how it is found. */
export interface WorldOptions {
  /** Its id: a label of a host name. A new one unless given. */
  readonly name?: string;
  /** What it can be found by. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The rows that it begins with; those of `default` unless given. */
  readonly from?: 'default' | 'empty' | `fixture:${string}` | `snapshot:${string}` | `world:${string}`;
  /** The seed of the uids and secrets that it makes; that of the mock unless given. */
  readonly seed?: string;
  /** Which interface it follows where specification and published interface differ. */
  readonly profile?: 'specification' | 'published';
  /** How its clock runs at its start. */
  readonly clock?: { readonly mode: 'real' | 'frozen' | 'scaled'; readonly now?: string; readonly scale?: number };
  /** After how much time of the machine it ends by itself, such as `10m`; never, unless given. */
  readonly ttl?: string;
}

/** How a token is minted. */
export interface TokenOptions {
  /** How long it is valid, such as `1h`, which it is unless given. */
  readonly ttl?: string;
  readonly audience?: string | readonly string[];
  /** The uids of the groups that it is confined to. */
  readonly scopes?: readonly string[];
  /** The one thing that is wrong with it: the API refuses it with 401. */
  readonly flaw?:
    | 'expired'
    | 'not_yet_valid'
    | 'wrong_audience'
    | 'wrong_issuer'
    | 'bad_signature'
    | 'unknown_key'
    | 'alg_none'
    | 'missing_subject';
}

/** What applying a fixture did. */
export interface AppliedFixture {
  /** How many rows it wrote. */
  readonly rows: number;
  /** The uid of each thing that it named. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** A private universe of a mock: its own rows, clock, keys and tokens. */
export interface World extends AsyncDisposable {
  readonly id: string;
  /** The URL of the mock, for clients that name the world by token or header. */
  readonly url: string;
  /** A URL that names the world by its host, where the client resolves names below `localhost`. */
  readonly hostUrl: string;
  /** The uid of its first root group; empty where there is none. */
  readonly orgId: string;
  /** The header that names the world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that clients and test harnesses read, with a token that names the world. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly authz: Authz;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly events: Events & EventDeliveries;
  readonly quota: Quotas;
  readonly consistency: Consistency;
  /** What clients have met of the interface in this world. */
  readonly coverage: ReadCoverage;
  /** A receiver of the mock itself; it is there once it is used. */
  readonly sink: (name: string) => Sink;
  /**
   * A bearer token that names the world: of an identity by its uid, alias or name, and otherwise of one that may do
   * everything.
   */
  readonly token: (identity?: string, options?: TokenOptions) => Promise<string>;
  /**
   * Calls the API in this world, as the identity that may do everything unless the request has an `authorization` of its
   * own. A path is one of the mock's URL.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Applies a fixture, all of it or nothing: its text in YAML or JSON, or the name of one that is shipped.
   * @throws MockError with every fault of the fixture
   */
  readonly apply: (fixture: string | { readonly name: string }, mode?: 'merge' | 'replace') => Promise<AppliedFixture>;
  /** Saves the state under a name. */
  readonly snapshot: (
    name: string,
    options?: { readonly note?: string; readonly overwrite?: boolean },
  ) => Promise<Snapshot>;
  /** The snapshots of the world, the oldest first. */
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /** Resets rows and clock to what the world was made from. */
  readonly reset: () => Promise<void>;
  /** What has changed since the world was made. */
  readonly diff: () => Promise<StateDifference>;
  /** Ends the world; nothing happens where it has ended already. */
  readonly close: () => Promise<void>;
}
