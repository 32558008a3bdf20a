import type { FaultPhase } from '../schema/fault-phases.ts';
import type { Operation } from '../schema/operation.ts';
import type { Access, NeedWatcher } from './access.ts';
import type { Answer, Incoming } from './answer.ts';
import type { Caller } from './context.ts';
import type { ApiError, CodeName } from './errors.ts';
import type { EventDraft } from './events.ts';
import type { ListReading } from './resource.ts';
import type { ChangedRow, Rows, Store, Tx } from './rows.ts';
import type { BoundOperation } from './runner.ts';

// The hooks that a call runs through, in the order in which it meets them. A world implements those that it has.

/** The protocol that a request was sent in. */
export type Protocol = 'rest' | 'grpc' | 'grpc-web' | 'connect';

/** A request when its first bytes have arrived. */
export interface Received {
  /** The HTTP method. */
  readonly method: string;
  /** The request target, query included. */
  readonly target: string;
  /** The name that the client gives itself: its `cgclientid`, or its user agent. */
  readonly client?: string | undefined;
  /** Its head as it was sent. */
  readonly head?: SentHead | undefined;
}

/** The head of a request as it was sent. */
export interface SentHead {
  /** Names and values in turn, as they were sent; over HTTP/2 its pseudo-headers, too. */
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  /** True for a request over TLS. */
  readonly isSecure: boolean;
}

/** Follows the calls of one world from their first bytes on: in its journal, or else to count them. */
export interface CallRecorder {
  /** Begins a call; `describe` is called only if its request is recorded. */
  readonly begin: (protocol: Protocol, describe: () => Received) => FollowedCall;
}

/** The result of a call. */
export type Outcome = Answer | ApiError;

/** Reads a request once more, with the same result as the first time. */
export type ReadAgain = (
  request: Pick<Received, 'method' | 'target'> & {
    readonly operation?: Operation | undefined;
    readonly body?: Uint8Array | undefined;
  },
) => Incoming;

/** A call from its first byte to its end, with or without a journal: the faces note in it what they know anyway. */
export interface FollowedCall {
  readonly isOpen: boolean;
  /** Its entry in the journal of its world; undefined without a journal. */
  readonly journalEntry: JournalEntry | undefined;
  operation: Operation | undefined;
  /** The body as it was sent: JSON, or the bytes of a message. */
  body: Uint8Array | undefined;
  /** True for a call over gRPC whose message was sent as JSON. */
  isJson: boolean;
  /** The result of the operation, if it differs from what was answered. */
  handled: Outcome | undefined;
  /** The `Allow` of its answer. */
  allow: string | undefined;
  /**
   * Ends it with what was answered, its message, and the HTTP status; 0 for protocols that have codes of their own.
   * Nothing happens if it has ended. With `readAgain` the request need not be stored.
   */
  end(delivered: Outcome, answer?: string | Uint8Array, status?: number, readAgain?: ReadAgain): void;
}

/** The number of units of `machineTime` in a millisecond. */
export const CENTI = 100;

/** A call that has ended, as far as it is counted. */
export interface EndedCall {
  readonly protocol: Protocol;
  readonly operation: Operation | undefined;
  readonly delivered: Outcome | undefined;
  /** The HTTP status of its answer; 0 for protocols that have codes of their own. */
  readonly status: number;
  /** The time that it took, in hundredths of a millisecond. */
  readonly machineTime: number;
}

/** Counts the calls of all worlds; as a recorder, those that no journal records. */
export interface CallMeter extends CallRecorder {
  /** Counts a call that a journal follows, when it begins. */
  readonly begun: (protocol: Protocol) => void;
  /** Counts such a call when it ends. */
  readonly ended: (call: EndedCall) => void;
}

/** One exchange of a world, from its first byte on: the kernel notes in it what it knows anyway. */
export interface JournalEntry extends FollowedCall, NeedWatcher {
  /** Counted from 1 in each world. */
  readonly id: number;
  caller: Caller | undefined;
  /** The request as it was read; missing if it could not be. */
  incoming: Incoming | undefined;
  /** The rights of the caller when it called, whatever the policy of the world is. */
  access: Access | undefined;
  /** The changes of its write, in their order. */
  changes: readonly ChangedRow[] | undefined;
  /** The rules that have acted on it. */
  faults: readonly ActedFault[] | undefined;
  /** Notes that its operation runs: the number of commits before it, and the reading of the clock that it runs with. */
  noteRun(place: number, nowMillis: number): void;
  /** Notes that its operation has stored a write, whose changes nobody needs. */
  noteWrite(): void;
}

/** The form in which a call was sent. */
export interface Sent {
  /** The HTTP method; POST for gRPC. */
  readonly method: string;
  /** The request target; the path of the method for gRPC. */
  readonly target: string;
  /** The `x-mock-fault` of the request. */
  readonly fault?: string | undefined;
  /** The `x-mock-control-token` of the request. */
  readonly controlToken?: string | undefined;
  /** The W3C trace that the request is part of. */
  readonly traceparent?: string | undefined;
  /** The time that the caller is willing to wait, in milliseconds, if it has said so. */
  readonly deadlineMs?: number | undefined;
  /** The connection or the stream on which the caller awaits the answer. */
  readonly awaited?: Closing | undefined;
}

/** Something that is closed when the caller of a call gives up. */
export interface Closing {
  /** Either is true once it is closed. */
  readonly closed?: boolean;
  readonly destroyed?: boolean;
  readonly once: (event: 'close', listener: () => void) => unknown;
  readonly off: (event: 'close', listener: () => void) => unknown;
}

/** A rule that has acted on a call. */
export interface ActedFault {
  /** The place of the rule in the list, or the header that asked for it. */
  readonly rule: string;
  readonly phase: FaultPhase;
  /** Describes what it did to the call. */
  readonly did: string;
}

/** Makes calls of one world fail on demand. */
export interface Faults {
  /**
   * Follows a call on which rules may act, or that asks for a fault. `entry` is its id in the journal.
   * @throws ApiError when the call asks for a fault of its own that is malformed or not allowed
   */
  readonly follow: (bound: BoundOperation, sent: Sent, entry?: number) => FaultedCall;
}

/** The world of a call as a fault sees it that acts before the operation runs. */
export interface FaultScene {
  readonly caller: Caller;
  readonly store: Store;
  /** The operations of the profile of the world. */
  readonly operations: () => readonly BoundOperation[];
  /** Reads the request. @throws ApiError */
  readonly read: () => Incoming;
  /** The result that the call would have on a store that is forked from the world's; nothing else notes it. */
  readonly rehearse: (store: Store) => Promise<Outcome>;
  /**
   * Runs an operation that writes in the name of another caller, who may do everything, and returns its changes. On the
   * store of the world it emits its event.
   * @throws ApiError
   */
  readonly runAs: (
    other: Caller,
    bound: BoundOperation,
    incoming: Incoming,
    store: Store,
  ) => Promise<readonly ChangedRow[]>;
}

/** Runs a read once more, on other rows or with another reading of its List. @throws ApiError */
export type ReadOnceMore = (rows: Rows | undefined, reading?: ListReading) => Answer;

/** One call on which rules may act. */
export interface FaultedCall {
  /** Acts before the caller is authenticated. @throws InjectedFault */
  readonly actBeforeAuth: (read: () => Incoming) => Promise<void>;
  /** Acts before the operation runs. @throws InjectedFault */
  readonly actBeforeCall: (scene: FaultScene) => Promise<void>;
  /** Notes the way to run a read once more, which may have another result. */
  readonly noteRead: (again: ReadOnceMore) => void;
  /**
   * Acts after the operation has run and its writes are stored, and returns what is answered, and how it is sent.
   * @throws InjectedFault, or the ApiError of a read that has another result
   */
  readonly actAfterCommit: (answer: Answer) => Promise<Answer>;
  /** Acts after the operation has refused the call, and returns the error that is answered. */
  readonly actAfterRefusal: (error: ApiError) => Promise<ApiError>;
  /** The rules that have acted on it, in the order in which they did. */
  readonly acted: readonly ActedFault[];
  /** Records how the call ended: with what it would have answered, and what it did answer. */
  readonly end: (handled: CodeName | 'OK', delivered: CodeName | 'OK') => void;
}

/** Bounds the calls of one world in its time. */
export interface Quota {
  /**
   * Counts a call; undefined if nothing counts it.
   * @throws InjectedFault RESOURCE_EXHAUSTED, with the seconds to wait, for one beyond a quota
   */
  readonly take: (operation: Operation, caller: Caller) => Promise<void> | undefined;
}

/** Lets calls of one world see changes late. */
export interface Consistency {
  /**
   * The rows by which a call of a caller is authorized; undefined for the present ones. It counts the call, so ask once
   * a call. It returns a promise only if a count has to be stored.
   */
  readonly rightsFrom: (caller: Caller) => Rows | Promise<Rows | undefined> | undefined;
  /** The rows that an operation reads; undefined for the present ones. */
  readonly readFrom: (bound: BoundOperation, present: Rows) => Rows | undefined;
}

/** A call that may emit events. */
export interface EventfulCall {
  /** The `traceparent` of its request. */
  readonly traceparent: string | undefined;
  /** The URL by which its caller reaches the server. */
  readonly url: string;
  /** The id of its entry. */
  readonly call?: number | undefined;
}

/** Records the events of the calls of one world. */
export interface EventRecorder {
  readonly begin: (caller: Caller, cause: EventfulCall) => CallEvents;
}

/** The events of one call. */
export interface CallEvents {
  /** Adds an event; only inside the write of the call. */
  readonly emit: (event: EventDraft) => void;
  /** Stores the deliveries of the events together with the rows of the call: the last step of its write. */
  readonly store: (tx: Tx, nowMillis: number) => void;
  /** Publishes the events, once the write is stored. If calls wait for deliveries, it resolves once they were tried. */
  readonly stored: () => Promise<void> | undefined;
}
