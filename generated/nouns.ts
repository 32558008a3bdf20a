// Emitted from the control document by `npm run emit`: what the control plane accepts and answers, as plain types.

/** The distance by which a clock moves ahead: a duration, or up to a moment. */
export interface AdvanceClock {
  /** The duration, such as "72h1s". */
  readonly by?: string;
  /** Instead of `by`: an RFC 3339 timestamp, or "next" for the moment of the next timer. */
  readonly to?: string;
  /** Waits for the deliveries that it starts, before the clock moves on and before it answers. */
  readonly settle?: boolean;
}

/** A clock that was moved ahead, with what happened in the meantime. */
export interface AdvancedClock {
  /** The mode of a clock: it runs with the time of the machine, not at all, or faster or slower. */
  readonly mode: ClockMode;
  /** The time it shows, RFC 3339 in UTC. */
  readonly now: string;
  /** The number of its seconds that pass in one real second. */
  readonly scale: number;
  /** The timers that fired, in their order; a thousand at most. */
  readonly fired: readonly Timer[];
  /** The number of further ones that fired. */
  readonly furtherFired?: number;
}

/** The status of an answer: `OK`, or the name of a gRPC status code. */
export type AnswerCode =
  | 'OK'
  | 'CANCELLED'
  | 'UNKNOWN'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DATA_LOSS'
  | 'UNAUTHENTICATED';

/** The result of applying a fixture. */
export interface AppliedFixture {
  /** The number of rows that the fixture wrote. */
  readonly rows: number;
  /** The uid of each thing that it named. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** A role binding on the way from the group of a call upwards. */
export interface AuthzBinding {
  /** The uid of the role binding. */
  readonly uid: string;
  /** The name of its role. */
  readonly role: string;
  /** The needed capabilities that it gives. */
  readonly has: readonly string[];
}

/** An identity that calls, with its name. */
export interface AuthzCaller {
  /** The uid of the identity. */
  readonly identity: string;
  /** Its name. */
  readonly name: string;
}

/** The decision whether an identity may make a call, and its reason. */
export interface AuthzCheck {
  /** The decision: the call goes on, is 403, is 404, or is 401. */
  readonly decision: 'allow' | 'deny' | 'not_found' | 'unauthenticated';
  /** The id of the operation. */
  readonly operation: string;
  /** The message of the error; absent if the call goes on. */
  readonly message?: string;
  /** The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it. */
  readonly token?: TokenRefusal;
  /** All that the call needs. */
  readonly needs: readonly AuthzNeed[];
  readonly caller: {
    /** The uid of the identity. */
    readonly identity: string;
    /** Its name. */
    readonly name: string;
    readonly token?: TokenLimits;
  };
  /** The role bindings of the identity, from the group of the call upwards. */
  readonly walk: readonly AuthzStep[];
  /** The needed capabilities that the identity lacks. */
  readonly missing: readonly string[];
  /** The bindings that would be enough; empty if nothing is missing, or no binding would do. */
  readonly smallest: readonly AuthzGrant[];
  /** The paths of the groups that it mentions, such as `example.com/payments`, by their uids. */
  readonly names: Readonly<Record<string, string>>;
}

/** Calls that would have been refused for one reason. */
export interface AuthzDenial {
  /** The id of the operation. */
  readonly operation: string;
  /** An identity that calls, with its name. */
  readonly caller: AuthzCaller;
  /** The capability that the caller lacks. */
  readonly capability: string;
  /** The group on which it is missing; empty if any would have done. */
  readonly group: string;
  /** The number of calls. */
  readonly count: number;
}

/** A binding that would be enough: of a built-in role, or of a custom one. */
export type AuthzGrant =
  | {
      /** The built-in role with the fewest further capabilities. */
      readonly role: string;
      /** The lowest group on which it would do. */
      readonly group: string;
      /** The capabilities that it grants besides. */
      readonly alsoGrants: readonly string[];
    }
  | {
      /** A custom role of exactly these would do. */
      readonly customRole: readonly string[];
      /** The lowest group on which it would do. */
      readonly group: string;
    };

/** The delay after which access checks see changes. */
export interface AuthzLag {
  /** How late changes are seen, by the world's clock: up to 24h. */
  readonly lag: string;
  /** The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given. */
  readonly flap?: number;
}

/** The delay after which access checks see changes, as it is listed. */
export interface AuthzLagReading {
  /** How late changes are seen, by the world's clock: up to 24h. */
  readonly lag: string;
  /** The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given. */
  readonly flap?: number;
}

/** The rights of identities and roles at one group. */
export interface AuthzMatrix {
  readonly group: {
    /** Its uid. */
    readonly uid: string;
    /** Its name. */
    readonly name: string;
  };
  /** The operations that need a capability. */
  readonly operations: readonly {
    /** The id of the operation. */
    readonly operation: string;
    /** All of these are needed. */
    readonly capabilities: readonly string[];
  }[];
  /** The operations that a binding of each role on the group allows there. */
  readonly roles: readonly {
    /** The uid of the role. */
    readonly uid: string;
    /** Its name. */
    readonly role: string;
    /** The ids of operations. */
    readonly operations: readonly string[];
  }[];
  /** The operations that each identity with a right on the group may call there. */
  readonly callers: readonly {
    /** The uid of the identity. */
    readonly identity: string;
    /** Its name. */
    readonly name: string;
    /** The ids of operations. */
    readonly operations: readonly string[];
  }[];
}

/** "enforce" refuses callers, "report" lets them through and records, "off" lets them through. */
export type AuthzMode = 'enforce' | 'report' | 'off';

/** A capability that a call needs, with the group. */
export interface AuthzNeed {
  /** A capability. */
  readonly capability: string;
  /** The group on which it is needed, or `anywhere`. */
  readonly at: string;
}

/** A question: may an identity make a call? */
export interface AuthzQuestion {
  /** A uid, an alias of a fixture, or a name that only one identity has. */
  readonly identity: string;
  /** The id of the operation. */
  readonly operation: string;
  /** The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in. */
  readonly uid?: string;
}

/** The treatment of callers who lack a capability, and the number of their calls. */
export interface AuthzState {
  /** "enforce" refuses callers, "report" lets them through and records, "off" lets them through. */
  readonly mode: AuthzMode;
  /** The number of different denials that are recorded. */
  readonly denied: number;
}

/** A group on the way upwards, with the role bindings of the caller. */
export interface AuthzStep {
  /** A group on the way up, or another if the identity has what is needed; `/` is above every root. */
  readonly group: string;
  /** The role bindings of the identity there. */
  readonly bindings: readonly AuthzBinding[];
}

/** The entries to wait for, and the longest wait. */
export interface AwaitEntries {
  /** The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing. */
  readonly match?: JournalMatch;
  /** The number of entries: at least one unless given. */
  readonly count?: {
    /** As many as this are enough. */
    readonly min?: number;
    /** More than this end the wait with 409. */
    readonly max?: number;
  };
  /** Only entries behind this. */
  readonly since?: string | number;
  /** The longest wait, by the clock of the machine; 5,000 unless given. */
  readonly timeoutMs?: number;
  /** The time in which no further entries may match, once there are enough. */
  readonly settleMs?: number;
}

/** The events to wait for, and the longest wait. */
export interface AwaitEvents {
  /** The facts that an event must have, all of them, compared as in `JournalMatch`. */
  readonly match?: EventMatch;
  /** The number of events: at least one unless given. */
  readonly count?: {
    /** As many as this are enough. */
    readonly min?: number;
    /** More than this end the wait with 409. */
    readonly max?: number;
  };
  /** Only events behind this. */
  readonly since?: string | number;
  /** The longest wait, by the clock of the machine; 5,000 unless given. */
  readonly timeoutMs?: number;
  /** The time in which no further events may match, once there are enough. */
  readonly settleMs?: number;
  /** `delivered`: only events count that have arrived at each of their subscriptions. */
  readonly until?: 'emitted' | 'delivered';
}

/** The error of a wait that was not met, with the events that came nearest. */
export interface AwaitEventsNotMet {
  /** The gRPC status code. */
  readonly code: number;
  /** The fault, for people. */
  readonly message: string;
  /** Typed details, ErrorInfo first. */
  readonly details: readonly {
    /** The type of the detail. */
    readonly '@type': string;
    readonly [name: string]: unknown;
  }[];
  /** The number of events that matched. */
  readonly seen: number;
  /** Up to three events that nearly match, the nearest first. */
  readonly nearest: readonly NearestEvent[];
}

/** The error of a wait that was not met, with the entries that came nearest. */
export interface AwaitNotMet {
  /** The gRPC status code. */
  readonly code: number;
  /** The fault, for people. */
  readonly message: string;
  /** Typed details, ErrorInfo first. */
  readonly details: readonly {
    /** The type of the detail. */
    readonly '@type': string;
    readonly [name: string]: unknown;
  }[];
  /** The number of entries that matched. */
  readonly seen: number;
  /** Up to three entries that nearly match, the nearest first. */
  readonly nearest: readonly NearestEntry[];
}

/** A row that two states have in different forms. */
export interface ChangedRow {
  /** The kind of row. */
  readonly type: string;
  /** Its uid. */
  readonly uid: string;
  /** Its name, if it has one. */
  readonly name?: string;
  /** Each field that differs, with its value before and after; null if it has none. */
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

/** The ambient credential of a workflow of a hosted CI. */
export interface CiToken {
  /** The token, to be exchanged. */
  readonly value: string;
}

/** The mode of a clock: it runs with the time of the machine, not at all, or faster or slower. */
export type ClockMode = 'real' | 'frozen' | 'scaled';

/** The mode of the clock of a world, and its time. */
export interface ClockReading {
  /** The mode of a clock: it runs with the time of the machine, not at all, or faster or slower. */
  readonly mode: ClockMode;
  /** The time it shows, RFC 3339 in UTC. */
  readonly now: string;
  /** The number of its seconds that pass in one real second. */
  readonly scale: number;
}

/** The name of a gRPC status code. */
export type CodeName =
  | 'CANCELLED'
  | 'UNKNOWN'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DATA_LOSS'
  | 'UNAUTHENTICATED';

/** The part of the interface that clients have met; written as JSON, `platform-mock coverage merge` reads it. */
export interface Coverage {
  /** The form of the report. */
  readonly format: 1;
  /** The newest first. */
  readonly versions: readonly CoverageVersion[];
  /** Every operation, called or not. */
  readonly operations: readonly CoverageOperation[];
  /** Requests that match no operation. */
  readonly unknownPaths: readonly UnknownPath[];
  /** The number of calls that were omitted to stay within the bounds. */
  readonly dropped: {
    /** Calls of clients that are not counted by name. */
    readonly clients: number;
    /** Calls whose reason is not counted. */
    readonly reasons: number;
    /** Calls of paths that are not counted. */
    readonly unknownPaths: number;
  };
}

/** An answer by its HTTP status and its code. */
export interface CoverageAnswer {
  /** The HTTP status; of gRPC the one that REST would have. */
  readonly status: number;
  /** `OK`, or the name of the code of gRPC. */
  readonly code: AnswerCode | (string & {});
}

/** Nothing is covered any more. */
export interface CoverageCleared {
  /** Always the same word. */
  readonly status: 'cleared';
}

/** The answers of an operation that one client has met. */
export interface CoverageClient {
  /** The name that the client gives itself. */
  readonly client: string;
  /** The answers that it got. */
  readonly answers: readonly MetAnswer[];
  /** The failures that faults asked for: they are handled, and cover nothing. */
  readonly faulted: readonly MetAnswer[];
  /** The walks of a client through the pages of a List. */
  readonly walks?: PageWalks;
}

/** The answers of an operation that were met, and those that were not. */
export interface CoverageOperation {
  /** Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`. */
  readonly operation: string;
  /** The version of the interface. */
  readonly version: string;
  /** Of v1: the operation of v2 to call instead; null if it stays on v1. */
  readonly replacedBy?: string | null;
  /** The answers that the documents declare. */
  readonly declared: readonly CoverageAnswer[];
  /** The answers that each client has met. */
  readonly clients: readonly CoverageClient[];
  /** The declared answers that nobody met, not even by a fault. */
  readonly neverHandled: readonly CoverageAnswer[];
}

/** The share of a version that was met. */
export interface CoverageVersion {
  /** The version of the interface. */
  readonly version: string;
  /** The number of its operations. */
  readonly operations: number;
  /** The number of operations that gave a declared answer without a fault. */
  readonly covered: number;
  /** The covered share in percent, rounded down to a tenth. */
  readonly percent: number;
  /** The number of answers that are declared. */
  readonly answers: number;
  /** The number of answers that were met without a fault. */
  readonly met: number;
  /** The number of answers that were met by faults only. */
  readonly faulted: number;
  /** The number of answers that were not met. */
  readonly neverHandled: number;
}

/** The first state of a new world, and the words by which it is found. */
export interface CreateWorld {
  /** Its id; a new one unless given. */
  readonly name?: string;
  /** Words by which the world can be found. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Its first rows; the rows of `default` unless given. */
  readonly from?: string;
  /** A fixture in YAML or JSON: the world begins with it, and `from` is `fixture:` with a name for the list of worlds, even if a shipped one has that name. */
  readonly fixture?: string;
  /** The state of the call of `journal:<id>` with which it begins; the one before it unless given. */
  readonly at?: 'before' | 'after';
  /** The seed of the uids and secrets that it makes; unless given, the seed of the mock. */
  readonly seed?: string;
  /** The interface that it follows if the specification and the published one differ; as the world that it is made from, or as the mock, unless given. */
  readonly profile?: ProfileName;
  /** The mode of its clock at its start; as the one of the world that it is made from, unless given. */
  readonly clock?: SetClock;
  /** After how much time of the machine it ends by itself; never, unless given. */
  readonly ttl?: string;
}

/** The worlds that have ended. */
export interface DeletedWorlds {
  /** Their ids. */
  readonly deleted: readonly string[];
}

/** The deliveries of an event. */
export interface Deliveries {
  /** The oldest first. */
  readonly deliveries: readonly Delivery[];
}

/** The delivery of an event to one receiver. */
export interface Delivery {
  /** Its id. */
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  /** The URL to which it goes. */
  readonly url: string;
  /** Its state. */
  readonly state: 'pending' | 'held' | 'delivered' | 'dropped' | 'suppressed';
  /** The reason why it is on hold, dropped or suppressed. */
  readonly reason?: string;
  /** True if it was asked for. */
  readonly redelivery?: true;
  /** When it is tried next, RFC 3339, by the world's clock. */
  readonly nextTime?: string;
  /** The oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The time of its beginning, RFC 3339, by the clock of the world. */
  readonly time: string;
  /** Its duration by the clock of the machine. */
  readonly durationMs: number;
  /** A request to a receiver, as it was sent. */
  readonly request?: DeliveryRequest;
  /** The status of the answer. */
  readonly status?: number;
  /** The beginning of the body of the answer. */
  readonly answer?: string;
  /** The reason why there was no answer. */
  readonly error?: string;
  /** True if it repeats a delivery that was accepted, as the plan says. */
  readonly duplicate?: true;
}

/** One thing that receivers check of a delivery. */
export interface DeliveryCheck {
  /** The property that is checked. */
  readonly check: 'event' | 'bearer' | 'signature' | 'issuer' | 'audience' | 'time' | 'subject' | 'digest';
  /** Its result. */
  readonly result: 'pass' | 'fail' | 'skipped';
  /** The fault, or the value that was found. */
  readonly detail: string;
}

/** The delivery of an event to one receiver, without its attempts. */
export interface DeliveryLine {
  /** The id of its world, if all worlds are asked for. */
  readonly world?: string;
  /** Its id. */
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
  /** The uid of the subscription; missing for a redelivery to a URL. */
  readonly subscription?: string;
  /** The URL to which it goes. */
  readonly url: string;
  /** Its state. */
  readonly state: 'pending' | 'held' | 'delivered' | 'dropped' | 'suppressed';
  /** The reason why it is on hold, dropped or suppressed. */
  readonly reason?: string;
  /** True if it was asked for. */
  readonly redelivery?: true;
  /** When it is tried next, RFC 3339, by the world's clock. */
  readonly nextTime?: string;
  /** The number of attempts. */
  readonly attempts: number;
  /** The status of the last answer. */
  readonly status?: number;
  /** The reason why there was no answer the last time. */
  readonly error?: string;
}

/** The deliveries of a world, or of all, without their attempts. */
export interface DeliveryLines {
  /** The deliveries, the newest event first. */
  readonly deliveries: readonly DeliveryLine[];
}

/** The plan by which the events of a world are delivered. */
export interface DeliveryPlan {
  /** The moment at which events are sent. */
  readonly mode: 'async' | 'sync' | 'collect';
  /** The number of further times that an accepted event is sent. */
  readonly duplicate?: number;
  /** The number of events of a group, of which each subscription gets the last one first. */
  readonly reorder?: number;
  /** How long after the event its first attempt is, by the world's clock. */
  readonly delay?: string;
  /** The number of attempts of each delivery that are lost on their way. */
  readonly dropFirst?: number;
  /** The one thing that is wrong with each delivery, for receivers to refuse. */
  readonly flaw?: 'bad_signature' | 'wrong_issuer' | 'wrong_subject' | 'wrong_audience' | 'wrong_digest' | 'expired';
}

/** A request to a receiver, as it was sent. */
export interface DeliveryRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The URL to which it was sent. */
  readonly url: string;
  /** Its headers, as they were sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body, as it was sent. */
  readonly body: string;
}

/** The checks that a receiver makes of a delivery, and their results. */
export interface DeliveryVerdict {
  /** True if every check passes. */
  readonly valid: boolean;
  /** Each check, in their order. */
  readonly checks: readonly DeliveryCheck[];
}

/** The end of a call for its client: a code, or no whole answer, as its connection was closed or reset, or its body cut short. */
export type EndCode =
  | 'OK'
  | 'CANCELLED'
  | 'UNKNOWN'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DATA_LOSS'
  | 'UNAUTHENTICATED'
  | 'DROPPED'
  | 'RESET'
  | 'TRUNCATED';

/** A world that has ended, of which the journal can still be read. */
export interface EndedWorld {
  /** Its name. */
  readonly id: string;
  /** Words by which the world can be found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Its origin. */
  readonly from: string;
  /** The time at which it was made, by the clock of the machine. */
  readonly createTime: string;
  /** The time at which it ended, by the clock of the machine. */
  readonly endTime: string;
  /** The number of entries that its journal had. */
  readonly journal: number;
  /** The number in the order of all worlds at which it ended: later entries are of another world. */
  readonly number: string;
}

/** The caller who caused an event. */
export interface EventActor {
  /** The uid of the identity. */
  readonly subject: string;
  /** The claims of its token about the third party that it acts for. */
  readonly act?: Readonly<Record<string, string>>;
}

/** The facts that an event must have, all of them, compared as in `JournalMatch`. */
export interface EventMatch {
  /** With or without the prefix, or only its last words, such as `repo.created`. */
  readonly type?: string;
  /** The id. */
  readonly id?: unknown;
  /** The uid of what it is about. */
  readonly subject?: unknown;
  /** The uid of the group. */
  readonly group?: unknown;
  /** `customer` or `internal`. */
  readonly audience?: unknown;
  /** The URL of the collection. */
  readonly source?: unknown;
  /** The full name of the message of the body. */
  readonly bodyType?: unknown;
  /** The uid of the identity provider. */
  readonly identityProvider?: unknown;
  /** A part of the actor. */
  readonly actor?: unknown;
  /** The trace. */
  readonly traceparent?: unknown;
  /** A part of the body. */
  readonly body?: unknown;
}

/** Events, the newest first. */
export interface EventPage {
  /** The newest first. */
  readonly events: readonly WorldEvent[];
  /** Behind the newest event, to ask for later ones by `since`; `0` before the first. */
  readonly cursor: string;
  /** The number of events that were dropped to keep the bound. */
  readonly dropped: number;
}

/** An event that a test emits: of a published type, or with `raw` of any. */
export interface EventToEmit {
  /** With or without the prefix, or only its last words, such as `repo.created`. With `raw` any text of ASCII without blanks. */
  readonly type: string;
  /** As it is sent: it is not checked. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Takes the type as it is, published or not, and sends the body as all of the data, without an actor. */
  readonly raw?: true;
  /** The `uid` of the body unless given, else the group. */
  readonly subject?: string;
  /** A uid or an alias; the first root group unless given. */
  readonly group?: string;
  /** The caller who is said to have caused it. */
  readonly actor?: {
    /** The uid of the identity. */
    readonly subject: string;
    /** The claims of its token about the third party that it acts for. */
    readonly act?: Readonly<Record<string, string>>;
  };
}

/** A published type of events. */
export interface EventType {
  /** With the prefix of the vendor. */
  readonly type: string;
  /** `internal` events are never delivered. */
  readonly audience: 'customer' | 'internal';
  /** The operations that emit it, with the message of its body; none if only tests emit it. */
  readonly emittedBy: readonly {
    /** The id of the operation. */
    readonly operation: OperationId | (string & {});
    /** The full name of the message of the body. */
    readonly bodyType?: string;
  }[];
  /** The occasion on which it is emitted, for a type that no operation has as its own. */
  readonly description?: string;
}

/** The published types of events. */
export interface EventTypes {
  /** Every published type. */
  readonly types: readonly EventType[];
}

/** A token to explain. */
export interface ExplainToken {
  /** The token, without "Bearer". */
  readonly token: string;
  /** The Host, or `:authority`, of the calls that bring it; the Host of this request unless given. */
  readonly host?: string;
}

/** The calls that fail, the phase, and the failure. */
export interface Fault {
  /** The calls that a fault is for: those that have all of these; every call without. */
  readonly match?: FaultMatch;
  /** The phase in which it acts; `before` unless given. */
  readonly phase?: FaultPhase;
  /** The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together. */
  readonly do: FaultEffect;
  /** The largest number of times that it acts. */
  readonly times?: number;
  /** The time for which it acts from its first time on, in milliseconds of the machine. */
  readonly lastsMs?: number;
  /** Once it has acted, it acts on every call of the world. */
  readonly spreads?: true;
}

/** One try of a logical call. */
export interface FaultAttempt {
  /** The time at which it arrived, by the clock of the machine. */
  readonly at: string;
  /** The longest time that its caller was willing to wait, over gRPC. */
  readonly deadlineMs?: number;
  /** The status of its answer; missing while it runs. */
  readonly status?: EndCode | (string & {});
  /** The status that it would have had without faults, if that differs. */
  readonly handled?: EndCode | (string & {});
  /** True if it asks for the same as the try before it. */
  readonly sameRequest?: boolean;
}

/** A message of google.rpc in its canonical JSON. */
export interface FaultDetail {
  /** The type of the message, such as `google.rpc.Help`. */
  readonly '@type': string;
  readonly [name: string]: unknown;
}

/** The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together. */
export interface FaultEffect {
  /** The gRPC status code; unless given, it follows from `http`. */
  readonly code?: CodeName;
  /** The HTTP status; the status of the code unless given. */
  readonly http?: number;
  /** The message of the error. */
  readonly message?: string;
  /** Details of google.rpc, beside those that an error of the code has. */
  readonly details?: readonly FaultDetail[];
  /** After how many seconds to try again: `Retry-After`, and the RetryInfo of v2. */
  readonly retryAfter?: number;
  /** The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream. */
  readonly drop?: true;
  /** As `drop`, by a reset of the connection or the stream. */
  readonly reset?: true;
  /** The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit. */
  readonly truncate?: true | number;
  /** The delay of the call, in milliseconds of the machine. */
  readonly latency?: number | LatencyRange;
  /** The number of bytes of the body that are sent in a second. Only in the phase after_commit. */
  readonly slow?: number | SlowRate;
  /** The error is a page of HTML, as what stands in front of a service answers it. It needs `http`. */
  readonly html?: true;
  /** The call hangs until its client gives up, the fault is dropped or the world ends. */
  readonly hang?: true;
  /** The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit. */
  readonly rows?: true | number;
  /** The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit. */
  readonly expireCursor?: true;
  /** The call reads the rows as they were before the last write that it would show. Only in the phase after_commit. */
  readonly stale?: true;
  /** The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal. */
  readonly add?: 'field' | 'enum_value' | 'detail';
  /** The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met. */
  readonly refusePings?: true;
  /** The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates. */
  readonly other?: 'change' | 'delete' | 'create';
}

/** The calls that a fault is for: those that have all of these; every call without. */
export interface FaultMatch {
  /** The name of an operation, of v2 or of v1. */
  readonly operation?: OperationId;
  /** The HTTP method; POST for gRPC. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path, in which `*` is any text; the path of the method for gRPC. */
  readonly path?: string;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  /** The version of the interface. */
  readonly version?: 'v1' | 'v2';
  /** The resource that the call is about: the values in its path, and the name of a new row, separated by spaces. */
  readonly resource?: string;
  /** Only calls that write, or with `false` only those that read. */
  readonly writes?: boolean;
  /** Only the nth of these calls, counted from 1. */
  readonly nth?: number;
  /** The nth of these calls, and all that follow. */
  readonly from?: number;
  /** Every n-th of these calls. */
  readonly every?: number;
  /** Only tries of a logical call (caller, operation and resource) with this number, from 1. */
  readonly attempt?: number;
}

/** The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call. */
export type FaultPhase = 'before_auth' | 'before' | 'after_commit' | 'mid_stream' | 'after_refusal';

/** Faults that are made beforehand, for the calls that match. */
export interface FaultPreset {
  /** The name of faults that are made beforehand. */
  readonly preset:
    | 'flaky'
    | 'brownout'
    | 'quota'
    | 'maintenance'
    | 'unavailable_once'
    | 'internal_once'
    | 'aborted_once'
    | 'rate_limited'
    | 'token_expired'
    | 'permission_lag'
    | 'down'
    | 'lost_answer'
    | 'lost_connection'
    | 'reset'
    | 'truncated'
    | 'html_502'
    | 'stalled_503'
    | 'slow'
    | 'never'
    | 'short_page'
    | 'empty_page'
    | 'expired_cursor'
    | 'unknown_field'
    | 'unknown_enum_value'
    | 'unknown_detail'
    | 'changed_between'
    | 'deleted_between'
    | 'created_before'
    | 'late_read'
    | 'too_many_pings';
  /** The calls that a fault is for: those that have all of these; every call without. */
  readonly match?: FaultMatch;
}

/** A fault with the calls on which it has acted, and what it has changed. */
export interface FaultRecord {
  /** The calls that a fault is for, as it is listed. */
  readonly match: ListedFaultMatch;
  /** The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call. */
  readonly phase: FaultPhase;
  /** The effect on the calls of a fault, as it is listed. */
  readonly do: ListedFaultEffect;
  /** The largest number of times that it acts. */
  readonly times?: number;
  /** The time for which it acts from its first time on, in milliseconds of the machine. */
  readonly lastsMs?: number;
  /** Once it has acted, it acts on every call of the world. */
  readonly spreads?: true;
  /** The name of the preset that it is of. */
  readonly preset?:
    | 'flaky'
    | 'brownout'
    | 'quota'
    | 'maintenance'
    | 'unavailable_once'
    | 'internal_once'
    | 'aborted_once'
    | 'rate_limited'
    | 'token_expired'
    | 'permission_lag'
    | 'down'
    | 'lost_answer'
    | 'lost_connection'
    | 'reset'
    | 'truncated'
    | 'html_502'
    | 'stalled_503'
    | 'slow'
    | 'never'
    | 'short_page'
    | 'empty_page'
    | 'expired_cursor'
    | 'unknown_field'
    | 'unknown_enum_value'
    | 'unknown_detail'
    | 'changed_between'
    | 'deleted_between'
    | 'created_before'
    | 'late_read'
    | 'too_many_pings';
  /** The number of times that it has acted. */
  readonly hits: number;
  /** The ids of the calls of the journal on which it has acted, the oldest first; the last 100. */
  readonly calls: readonly string[];
  /** The changes that it has made itself, in the name of another caller, without the changes of the calls. */
  readonly changes: readonly JournalChange[];
}

/** The calls since the faults were written. */
export interface FaultReport {
  /** The calls that were tried, the oldest first. */
  readonly calls: readonly LogicalCall[];
  /** The number of tries that are no longer listed. */
  readonly dropped: number;
  /** The faults in their order, with what each has done. */
  readonly faults: readonly FaultRecord[];
  /** The faults that have not acted. */
  readonly neverFired: readonly UnfiredFault[];
}

/** A fault with how often it has acted. */
export interface FaultWithHits {
  /** Its id, as calls in the journal have it. */
  readonly id: string;
  /** The calls that a fault is for, as it is listed. */
  readonly match: ListedFaultMatch;
  /** The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call. */
  readonly phase: FaultPhase;
  /** The effect on the calls of a fault, as it is listed. */
  readonly do: ListedFaultEffect;
  /** The largest number of times that it acts. */
  readonly times?: number;
  /** The time for which it acts from its first time on, in milliseconds of the machine. */
  readonly lastsMs?: number;
  /** Once it has acted, it acts on every call of the world. */
  readonly spreads?: true;
  /** The name of the preset that it is of. */
  readonly preset?:
    | 'flaky'
    | 'brownout'
    | 'quota'
    | 'maintenance'
    | 'unavailable_once'
    | 'internal_once'
    | 'aborted_once'
    | 'rate_limited'
    | 'token_expired'
    | 'permission_lag'
    | 'down'
    | 'lost_answer'
    | 'lost_connection'
    | 'reset'
    | 'truncated'
    | 'html_502'
    | 'stalled_503'
    | 'slow'
    | 'never'
    | 'short_page'
    | 'empty_page'
    | 'expired_cursor'
    | 'unknown_field'
    | 'unknown_enum_value'
    | 'unknown_detail'
    | 'changed_between'
    | 'deleted_between'
    | 'created_before'
    | 'late_read'
    | 'too_many_pings';
  /** The number of times that it has acted. */
  readonly hits: number;
}

/** The faults of a world. */
export interface Faults {
  /** The faults in their order. */
  readonly faults: readonly FaultWithHits[];
}

/** The options of a mock, and its contents. */
export interface Info {
  /** The version of the mock. */
  readonly version: string;
  /** The world that the rest is about. */
  readonly world: string;
  /** Its public URL. */
  readonly url: string;
  /** The URL of the address that the process itself listens on. */
  readonly localUrl: string;
  /** The issuer of its tokens. */
  readonly issuer: string;
  /** The domain in error details. */
  readonly serviceDomain: string;
  /** The interface that the mock follows: the specified or the published one, which differ in places. */
  readonly profile: ProfileName;
  /** The seed of everything generated. */
  readonly seed: string;
  /** The fixtures it was started with. */
  readonly fixtures: readonly string[];
  /** The uid of the first root group; empty when there is none. */
  readonly orgId: string;
  /** The number of rows of each kind. */
  readonly rows: Readonly<Record<string, number>>;
  /** The uid of each thing that a fixture named. */
  readonly aliases: Readonly<Record<string, string>>;
  /** The mode of the clock of a world, and its time. */
  readonly clock: ClockReading;
  /** The number of calls of each control operation that it has answered since its start, in all worlds. */
  readonly controlCalls: Readonly<Record<string, number>>;
}

/** The decision on the rights of a caller. */
export interface JournalAuthz {
  /** `open` for calls that need no rights. */
  readonly decision: 'allow' | 'deny' | 'unauthenticated' | 'open';
  /** The lacked capabilities; with `allow`, only the mode of the world let it through. */
  readonly missing: readonly LackedCapability[];
}

/** A row that a call has created, updated or deleted. */
export interface JournalChange {
  /** The kind of the change. */
  readonly change: 'created' | 'updated' | 'deleted';
  /** The kind of the row. */
  readonly type: string;
  /** Its uid. */
  readonly uid: string;
  /** Its name, if it has one. */
  readonly name?: string;
  /** Of an update: each field with its value before and after. */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}

/** The answer that the journal is empty. */
export interface JournalCleared {
  /** It is empty. */
  readonly status: 'cleared';
}

/** One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted. */
export interface JournalEntry {
  /** The id of its world, if all worlds are asked for. */
  readonly world?: string;
  /** Its number in the order of all worlds, if these are asked for: as `since` and `before` have it. */
  readonly number?: string;
  /** Counted from 1 in each world. */
  readonly id: string;
  /** `open` until it is answered. */
  readonly state: 'open' | 'ended';
  /** The time of its beginning, RFC 3339, by the clock of the world. */
  readonly time: string;
  /** The time of its beginning, RFC 3339, by the clock of the machine. */
  readonly machineTime: string;
  /** Its duration by the clock of the machine. */
  readonly durationMs?: number;
  /** The protocol in which it was sent. */
  readonly protocol: 'rest' | 'grpc' | 'grpc-web' | 'connect';
  /** The version of the interface; missing if no operation matches. */
  readonly version?: string;
  /** The HTTP method; POST for gRPC. */
  readonly method: string;
  /** Without the query; of gRPC the path of the method. */
  readonly path: string;
  /** The id of the operation; missing if none matches. */
  readonly operation?: OperationId | (string & {});
  /** The caller; missing if it is not known. */
  readonly caller?: {
    /** The uid of the identity. */
    readonly identity: string;
    /** Its name; empty if it has none. */
    readonly name: string;
  };
  /** The name that the client gives itself. */
  readonly client?: string;
  /** As it was read; secrets are redacted. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Query and body over REST in the spelling of the client; secrets are redacted. */
  readonly sent?: {
    /** The query, without a question mark. */
    readonly query: string;
    /** The body in JSON. */
    readonly body?: unknown;
  };
  /** The body if it could not be read as the request. */
  readonly body?: string;
  /** Instead of a request that is too large to be recorded. */
  readonly largeRequest?: LargeMessage;
  /** The paths of what the client sent and the operation did not read. */
  readonly unread: readonly string[];
  /** The values of the unread fields, by their paths; secrets are redacted, and fields of gRPC omitted. */
  readonly unreadValues?: Readonly<Record<string, unknown>>;
  /** The HTTP status; of gRPC the one of REST. Missing if the client got no answer. */
  readonly status?: number;
  /** The result for the client: `OK`, the name of a code, or the way in which its answer was broken off. */
  readonly code?: EndCode | (string & {});
  /** The message of the error. */
  readonly message?: string;
  /** The typed details of the error. */
  readonly details?: readonly Readonly<Record<string, unknown>>[];
  /** The reason why it was refused, in a sentence, with groups by their names; missing if it was not. */
  readonly reason?: string;
  /** The answer; secrets are redacted. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Instead of an answer that is too large to be recorded. */
  readonly largeAnswer?: LargeMessage;
  /** True if request, answer and changes were dropped to keep the bounds. */
  readonly messagesDropped?: true;
  /** The result of the operation, if something else was answered. */
  readonly handled?: {
    /** The HTTP status. */
    readonly status: number;
    /** `OK`, or the name of a code. */
    readonly code: AnswerCode | (string & {});
  };
  /** The faults that acted on it. */
  readonly faults: readonly {
    /** The id of the rule. */
    readonly rule: string;
    /** The phase in which it acted. */
    readonly phase: 'before_auth' | 'before' | 'after_commit' | 'mid_stream' | 'after_refusal';
    /** Its effect on the call, in words. */
    readonly did: string;
  }[];
  /** The decision on the rights of a caller. */
  readonly authz?: JournalAuthz;
  /** The row that it names or has changed first, and the place of that row. */
  readonly about?: {
    /** The name of the row. */
    readonly name?: string;
    /** The group of the row, by the names of its path. */
    readonly group?: string;
    /** Of a list: how many rows were answered. */
    readonly rows?: number;
  };
  /** The rows that it has changed. */
  readonly changes: readonly JournalChange[];
  /** The number of further rows that it has changed: a thousand at most are listed. */
  readonly furtherChanges?: number;
  /** The ids of the events that it has emitted; missing if there are none. */
  readonly events?: readonly string[];
  /** The ids of up to 20 of the calls around it that are for the same: operation, caller and resource; missing if there are none. */
  readonly tries?: readonly string[];
}

/** The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing. */
export interface JournalMatch {
  /** The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1. */
  readonly operation?: OperationId;
  /** An HTTP status, or the name of a code. */
  readonly status?:
    | 'OK'
    | 'CANCELLED'
    | 'UNKNOWN'
    | 'INVALID_ARGUMENT'
    | 'DEADLINE_EXCEEDED'
    | 'NOT_FOUND'
    | 'ALREADY_EXISTS'
    | 'PERMISSION_DENIED'
    | 'RESOURCE_EXHAUSTED'
    | 'FAILED_PRECONDITION'
    | 'ABORTED'
    | 'OUT_OF_RANGE'
    | 'UNIMPLEMENTED'
    | 'INTERNAL'
    | 'UNAVAILABLE'
    | 'DATA_LOSS'
    | 'UNAUTHENTICATED'
    | 'DROPPED'
    | 'RESET'
    | 'TRUNCATED'
    | number;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  /** The protocol in which it was sent. */
  readonly protocol?: 'rest' | 'grpc' | 'grpc-web' | 'connect';
  /** The version of the interface. */
  readonly version?: 'v1' | 'v2';
  /** The HTTP method; POST for gRPC. */
  readonly method?: string;
  /** The path, in which `*` is any text. */
  readonly path?: string;
  /** The name that the client gives itself. */
  readonly client?: unknown;
  /** The message of the error. */
  readonly message?: unknown;
  /** A part of the request. */
  readonly request?: unknown;
  /** A part of the answer. */
  readonly answer?: unknown;
  /** Changes, all of which the entry must have. */
  readonly changes?: unknown;
  /** A part of how the rights were decided on. */
  readonly authz?: unknown;
  /** Paths, each of which must be among what was not read. */
  readonly unread?: unknown;
}

/** Entries, the newest first. */
export interface JournalPage {
  /** The newest first. */
  readonly entries: readonly JournalEntry[];
  /** The id of the newest entry, to ask for later ones by `since`; `0` before the first. For all worlds it is the number in their common order. */
  readonly cursor: string;
  /** The number of entries that were dropped to keep the bounds. */
  readonly dropped: number;
  /** The id of the oldest call that a world can be made from; missing if there is none. */
  readonly oldestState?: string;
}

/** The new labels of a world. */
export interface LabelWorld {
  /** The labels to set, each with its value, or with null to take it away; the others stay. */
  readonly labels: Readonly<Record<string, string | null>>;
}

/** A capability that a caller lacked, with the group. */
export interface LackedCapability {
  /** The capability. */
  readonly capability: string;
  /** The uid of the group on which it was needed, or `anywhere`. */
  readonly at: string;
}

/** The delays after which calls of a world see changes, by its clock: durations such as `20s`. */
export interface Lag {
  /** The delay after which access checks see changes. */
  readonly authz?: AuthzLag;
  /** The delay after which Lists and counts see changes. */
  readonly lists?: ListLag;
}

/** The delays after which changes are seen, and the time at which all that have been made are. */
export interface LagReading {
  /** The delay after which access checks see changes, as it is listed. */
  readonly authz?: AuthzLagReading;
  /** The delay after which Lists and counts see changes, as it is listed. */
  readonly lists?: ListLagReading;
  /** When all that has been written is seen, by the world's clock; absent if everything is seen already. */
  readonly settledTime?: string;
}

/** Size and digest of a message that is too large to be recorded. */
export interface LargeMessage {
  /** Its size in bytes. */
  readonly bytes: number;
  /** Its digest, in hex. */
  readonly sha256: string;
}

/** The bounds of the delay, which is chosen anew for each call, by the seed. */
export interface LatencyRange {
  /** The shortest time, in milliseconds. */
  readonly min: number;
  /** The longest time, in milliseconds. */
  readonly max: number;
}

/** The least roles with which the recorded calls of a caller pass. */
export interface LeastRoles {
  /** An identity that calls, with its name. */
  readonly caller: AuthzCaller;
  /** A custom role for each group, to be bound there. */
  readonly roles: readonly {
    /** The uid of the group. */
    readonly group: string;
    /** The names of the groups down to it. */
    readonly groupPath: readonly string[];
    /** The capabilities that are needed there. */
    readonly capabilities: readonly string[];
    /** A name for the custom role. */
    readonly role: string;
  }[];
  /** The access that no binding can give, because it lies outside of the group that the identity lives in. */
  readonly outOfReach: readonly RoleNeed[];
  /** The number of entries that were omitted, because there were too many different ones. */
  readonly dropped: number;
}

/** The delay after which Lists and counts see changes. */
export interface ListLag {
  /** How late changes are seen, by the world's clock: up to 24h. */
  readonly lag: string;
}

/** The delay after which Lists and counts see changes, as it is listed. */
export interface ListLagReading {
  /** How late changes are seen, by the world's clock: up to 24h. */
  readonly lag: string;
}

/** The effect on the calls of a fault, as it is listed. */
export interface ListedFaultEffect {
  /** The gRPC status code; unless given, it follows from `http`. */
  readonly code?: CodeName | (string & {});
  /** The HTTP status; the status of the code unless given. */
  readonly http?: number;
  /** The message of the error. */
  readonly message?: string;
  /** Details of google.rpc, beside those that an error of the code has. */
  readonly details?: readonly FaultDetail[];
  /** After how many seconds to try again: `Retry-After`, and the RetryInfo of v2. */
  readonly retryAfter?: number;
  /** The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream. */
  readonly drop?: true;
  /** As `drop`, by a reset of the connection or the stream. */
  readonly reset?: true;
  /** The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit. */
  readonly truncate?: true | number;
  /** The delay of the call, in milliseconds of the machine. */
  readonly latency?: number | ListedLatencyRange;
  /** The number of bytes of the body that are sent in a second. Only in the phase after_commit. */
  readonly slow?: number | ListedSlowRate;
  /** The error is a page of HTML, as what stands in front of a service answers it. It needs `http`. */
  readonly html?: true;
  /** The call hangs until its client gives up, the fault is dropped or the world ends. */
  readonly hang?: true;
  /** The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit. */
  readonly rows?: true | number;
  /** The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit. */
  readonly expireCursor?: true;
  /** The call reads the rows as they were before the last write that it would show. Only in the phase after_commit. */
  readonly stale?: true;
  /** The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal. */
  readonly add?: 'field' | 'enum_value' | 'detail';
  /** The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met. */
  readonly refusePings?: true;
  /** The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates. */
  readonly other?: 'change' | 'delete' | 'create';
}

/** The calls that a fault is for, as it is listed. */
export interface ListedFaultMatch {
  /** The name of an operation, of v2 or of v1. */
  readonly operation?: OperationId | (string & {});
  /** The HTTP method; POST for gRPC. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path, in which `*` is any text; the path of the method for gRPC. */
  readonly path?: string;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  /** The version of the interface. */
  readonly version?: 'v1' | 'v2';
  /** The resource that the call is about: the values in its path, and the name of a new row, separated by spaces. */
  readonly resource?: string;
  /** Only calls that write, or with `false` only those that read. */
  readonly writes?: boolean;
  /** Only the nth of these calls, counted from 1. */
  readonly nth?: number;
  /** The nth of these calls, and all that follow. */
  readonly from?: number;
  /** Every n-th of these calls. */
  readonly every?: number;
  /** Only tries of a logical call (caller, operation and resource) with this number, from 1. */
  readonly attempt?: number;
}

/** The bounds of the delay of a call, as it is listed. */
export interface ListedLatencyRange {
  /** The shortest time, in milliseconds. */
  readonly min: number;
  /** The longest time, in milliseconds. */
  readonly max: number;
}

/** The calls that a quota counts, as it is listed. */
export interface ListedQuotaMatch {
  /** The name of an operation, of v2 or of v1. */
  readonly operation?: OperationId | (string & {});
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  /** The version of the interface. */
  readonly version?: 'v1' | 'v2';
}

/** The answer of a sink to one request, as it is listed. */
export interface ListedSinkAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The time that the answer takes, in milliseconds of the machine. */
  readonly delayMs?: number;
}

/** The speed at which the body of an answer is sent, as it is listed. */
export interface ListedSlowRate {
  /** The number of bytes of the body that are sent in a second. */
  readonly bytesPerSecond: number;
}

/** The tries of one call: of a caller, an operation and a resource. */
export interface LogicalCall {
  /** The id of the operation. */
  readonly operation: OperationId | (string & {});
  /** The uid of the identity; empty for a call that ended before its caller was known. */
  readonly caller: string;
  /** The resource that it is about, as its path and name have it. */
  readonly resource: string;
  /** The tries, the oldest first. */
  readonly attempts: readonly FaultAttempt[];
}

/** A new world, with all that a client needs to be in it. */
export interface MadeWorld {
  /** Its name. */
  readonly id: string;
  /** Words by which the world can be found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Its origin. */
  readonly from: string;
  /** The time at which it was made, by the clock of the machine. */
  readonly createTime: string;
  /** The time at which it ends by itself. */
  readonly expireTime?: string;
  /** The number of rows of each collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** The number of entries of its journal. */
  readonly journal: number;
  /** The mode of the clock of a world, and its time. */
  readonly clock: ClockReading;
  /** A token of an identity that may do everything; it names the world. */
  readonly token: string;
  /** The URL of the mock, for clients that name the world by token or header. */
  readonly url: string;
  /** A URL that names the world by its host, if the client resolves it. */
  readonly hostUrl: string;
  /** The header that names the world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The variables that clients and test harnesses read. */
  readonly env: Readonly<Record<string, string>>;
}

/** One field that is not as it is meant, with both values. */
export interface MatchDifference {
  /** The path of the field. */
  readonly field: string;
  /** The value that it must match. */
  readonly expected?: unknown;
  /** The value that it has; null if it is missing. */
  readonly actual?: unknown;
}

/** The number of times that an answer was met. */
export interface MetAnswer {
  /** The HTTP status; of gRPC the one that REST would have. */
  readonly status: number;
  /** `OK`, or the name of the code of gRPC. */
  readonly code: AnswerCode | (string & {});
  /** Of an error, if it is not the code. */
  readonly reason?: string;
  /** The number of times that it was met. */
  readonly count: number;
}

/** A token to mint: of an identity, or of the one that tokens of an issuer and subject act as. */
export interface MintToken {
  /** A uid, an alias of a fixture, or a name that only one identity has. */
  readonly identity?: string;
  /** With `subject`, instead of `identity`: the identity that tokens of that issuer act as. */
  readonly issuer?: string;
  /** The subject of those tokens. */
  readonly subject?: string;
  /** The time for which it is valid; an hour unless given. */
  readonly ttl?: string;
  /** The audience of the token: the mock itself unless given. */
  readonly audience?: string | readonly string[];
  /** The uids of the groups that the token is confined to. */
  readonly scopes?: readonly string[];
  /** The one thing that is wrong with a token, so that the API refuses it with 401. */
  readonly flaw?: TokenFlaw;
}

/** A token to mint as a third party would. */
export interface MintUpstreamToken {
  /** A name, for an issuer whose pages the mock serves, or any URL. */
  readonly issuer: string;
  /** The subject, as that issuer would write it. */
  readonly subject: string;
  /** The time for which it is valid; an hour unless given. */
  readonly ttl?: string;
  /** The audience of the token; unless given, the one that the identity asks for in its claim match, else the mock itself. */
  readonly audience?: string | readonly string[];
  /** Further claims, as they appear in the token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The one thing that is wrong with a token, so that the API refuses it with 401. */
  readonly flaw?: TokenFlaw;
}

/** A minted token. */
export interface MintedToken {
  /** The bearer token. */
  readonly token: string;
  /** The uid of the identity that it acts as. */
  readonly identity: string;
  /** The time from which it is not accepted any more. */
  readonly expireTime: string;
}

/** A minted token of a third party. */
export interface MintedUpstreamToken {
  /** The token, to be exchanged or used as it is. */
  readonly token: string;
  /** Its issuer. */
  readonly issuer: string;
  /** The time from which it is not accepted any more. */
  readonly expireTime: string;
}

/** A row by its kind, its uid and its name. */
export interface NamedRow {
  /** The kind of row. */
  readonly type: string;
  /** Its uid. */
  readonly uid: string;
  /** Its name, if it has one. */
  readonly name?: string;
}

/** An identity that a token nearly acts as, and the claim that differs. */
export interface NearIdentity {
  /** The uid of the identity. */
  readonly identity: string;
  /** Its name. */
  readonly name: string;
  /** The first claim by which the token does not match it. */
  readonly claim: string;
  /** The value that it asks for. */
  readonly wanted?: string;
  /** The pattern that it asks for, if it asks for one. */
  readonly pattern?: string;
  /** The values that the token has. */
  readonly found: readonly string[];
}

/** An entry that nearly matches, with its differences. */
export interface NearestEntry {
  /** One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted. */
  readonly entry: JournalEntry;
  /** The places at which it is not as it is meant. */
  readonly differences: readonly MatchDifference[];
}

/** An event that nearly matches, with its differences. */
export interface NearestEvent {
  /** Something that has happened in a world, as its subscribers receive it. */
  readonly event: WorldEvent;
  /** The places at which it is not as it is meant. */
  readonly differences: readonly MatchDifference[];
}

/** The name of an operation: its id, or the name that the document of an older version has for it. */
export type OperationId =
  | 'AcceptTerms'
  | 'Advisories_Create'
  | 'Advisories_CreateAdvisoryEvent'
  | 'Advisories_Delete'
  | 'Advisories_List'
  | 'Advisories_ListAdvisoryEvents'
  | 'Advisories_Update'
  | 'Advisories_UpdateAdvisoryEvent'
  | 'Artifacts_GetArtifactCount'
  | 'Artifacts_List'
  | 'Artifacts_ListVersions'
  | 'BatchCreateRoleBindings'
  | 'BatchDeleteExternalGroupRoleMappings'
  | 'CheckAccountAssociation'
  | 'CheckEligibility'
  | 'CreateAccountAssociation'
  | 'CreateExternalGroupRoleMapping'
  | 'CreateGroup'
  | 'CreateGroupInvite'
  | 'CreateIdentity'
  | 'CreateIdentityProvider'
  | 'CreateRepo'
  | 'CreateRole'
  | 'CreateRoleBinding'
  | 'CreateSubscription'
  | 'CreateTag'
  | 'DeleteAccountAssociation'
  | 'DeleteExternalGroupRoleMapping'
  | 'DeleteGroup'
  | 'DeleteGroupInvite'
  | 'DeleteIdentity'
  | 'DeleteIdentityProvider'
  | 'DeleteRepo'
  | 'DeleteRole'
  | 'DeleteRoleBinding'
  | 'DeleteSubscription'
  | 'DeleteTag'
  | 'EventIdentities_Create'
  | 'EventIdentities_UpdateMetadata'
  | 'Exchange'
  | 'ExchangeRefreshToken'
  | 'ExternalGroupRoleMappings_BatchDelete'
  | 'ExternalGroupRoleMappings_Create'
  | 'ExternalGroupRoleMappings_Delete'
  | 'ExternalGroupRoleMappings_Get'
  | 'ExternalGroupRoleMappings_List'
  | 'GenerateScimToken'
  | 'GetAccountAssociation'
  | 'GetAdvisory'
  | 'GetArchitectures'
  | 'GetArtifactCount'
  | 'GetExternalGroupRoleMapping'
  | 'GetGroup'
  | 'GetGroupInvite'
  | 'GetIdentity'
  | 'GetIdentityProvider'
  | 'GetRepo'
  | 'GetRepoReadme'
  | 'GetRole'
  | 'GetRoleBinding'
  | 'GetSize'
  | 'GetSubscription'
  | 'GetTag'
  | 'GroupAccountAssociations_Check'
  | 'GroupAccountAssociations_Create'
  | 'GroupAccountAssociations_Delete'
  | 'GroupAccountAssociations_List'
  | 'GroupAccountAssociations_Update'
  | 'GroupInvites_Create'
  | 'GroupInvites_CreateWithGroup'
  | 'GroupInvites_Delete'
  | 'GroupInvites_List'
  | 'Groups_CheckEligibility'
  | 'Groups_Create'
  | 'Groups_Delete'
  | 'Groups_List'
  | 'Groups_LookupGroup'
  | 'Groups_RequestGroupAccess'
  | 'Groups_Update'
  | 'Identities_Create'
  | 'Identities_Delete'
  | 'Identities_List'
  | 'Identities_Lookup'
  | 'Identities_Update'
  | 'IdentityProviders_Create'
  | 'IdentityProviders_Delete'
  | 'IdentityProviders_GenerateScimToken'
  | 'IdentityProviders_List'
  | 'IdentityProviders_RegenerateScimToken'
  | 'IdentityProviders_RevokeScimToken'
  | 'IdentityProviders_SetScimEnabled'
  | 'IdentityProviders_Update'
  | 'ListAccountAssociations'
  | 'ListAdvisories'
  | 'ListArtifactVersions'
  | 'ListArtifacts'
  | 'ListDocuments'
  | 'ListExternalGroupRoleMappings'
  | 'ListGroupInvites'
  | 'ListGroups'
  | 'ListIdentities'
  | 'ListIdentityProviders'
  | 'ListRepos'
  | 'ListResolvedVulnsReports'
  | 'ListRoleBindings'
  | 'ListRoles'
  | 'ListSubscriptions'
  | 'ListTags'
  | 'ListTermsAcceptances'
  | 'ListVulnerabilityMetadata'
  | 'LookupGroup'
  | 'LookupIdentity'
  | 'Malware_ListBlockList'
  | 'Ping'
  | 'PingService_Ping'
  | 'RegenerateScimToken'
  | 'Register'
  | 'Registry_CreateDeployment'
  | 'Registry_CreateRepo'
  | 'Registry_CreateTag'
  | 'Registry_DeleteRepo'
  | 'Registry_DeleteTag'
  | 'Registry_DiffImage'
  | 'Registry_GetArchs'
  | 'Registry_GetBuildStatus'
  | 'Registry_GetDeployment'
  | 'Registry_GetImageConfig'
  | 'Registry_GetPackageVersionMetadata'
  | 'Registry_GetRegistrySettings'
  | 'Registry_GetSize'
  | 'Registry_GetSyncStatus'
  | 'Registry_GetUpdateStatus'
  | 'Registry_GetVulnReport'
  | 'Registry_ListBuildReports'
  | 'Registry_ListEolTags'
  | 'Registry_ListRepos'
  | 'Registry_ListSyncStatuses'
  | 'Registry_ListTagHistory'
  | 'Registry_ListTags'
  | 'Registry_UpdateDeployment'
  | 'Registry_UpdateRegistrySettings'
  | 'Registry_UpdateRepo'
  | 'Registry_UpdateTag'
  | 'RequestGroupAccess'
  | 'RevokeScimToken'
  | 'RoleBindings_Create'
  | 'RoleBindings_CreateBatch'
  | 'RoleBindings_Delete'
  | 'RoleBindings_List'
  | 'RoleBindings_Update'
  | 'Roles_Create'
  | 'Roles_Delete'
  | 'Roles_List'
  | 'Roles_Update'
  | 'SecurityAdvisory_ListDocuments'
  | 'SecurityAdvisory_ListResolvedVulnsReports'
  | 'SecurityAdvisory_ListVulnerabilityMetadata'
  | 'SetScimEnabled'
  | 'Subscriptions_Create'
  | 'Subscriptions_Delete'
  | 'Subscriptions_List'
  | 'Terms_AcceptTerms'
  | 'Terms_ListAccepted'
  | 'UpdateAccountAssociation'
  | 'UpdateExternalGroupRoleMapping'
  | 'UpdateGroup'
  | 'UpdateGroupInvite'
  | 'UpdateIdentity'
  | 'UpdateIdentityMetadata'
  | 'UpdateIdentityProvider'
  | 'UpdateRepo'
  | 'UpdateRepoReadme'
  | 'UpdateRole'
  | 'UpdateRoleBinding'
  | 'Validate'
  | 'Vulnerabilities_GetRawVulnReport'
  | 'Vulnerabilities_ListVulnCountReports'
  | 'Vulnerabilities_ListVulnReports'
  | 'v1.Advisories.Create'
  | 'v1.Advisories.CreateAdvisoryEvent'
  | 'v1.Advisories.Delete'
  | 'v1.Advisories.List'
  | 'v1.Advisories.ListAdvisoryEvents'
  | 'v1.Advisories.Update'
  | 'v1.Advisories.UpdateAdvisoryEvent'
  | 'v1.Artifacts.GetArtifactCount'
  | 'v1.Artifacts.List'
  | 'v1.Artifacts.ListVersions'
  | 'v1.EventIdentities.Create'
  | 'v1.EventIdentities.UpdateMetadata'
  | 'v1.ExternalGroupRoleMappings.BatchDelete'
  | 'v1.ExternalGroupRoleMappings.Create'
  | 'v1.ExternalGroupRoleMappings.Delete'
  | 'v1.ExternalGroupRoleMappings.Get'
  | 'v1.ExternalGroupRoleMappings.List'
  | 'v1.GroupAccountAssociations.Check'
  | 'v1.GroupAccountAssociations.Create'
  | 'v1.GroupAccountAssociations.Delete'
  | 'v1.GroupAccountAssociations.List'
  | 'v1.GroupAccountAssociations.Update'
  | 'v1.GroupInvites.Create'
  | 'v1.GroupInvites.CreateWithGroup'
  | 'v1.GroupInvites.Delete'
  | 'v1.GroupInvites.List'
  | 'v1.Groups.CheckEligibility'
  | 'v1.Groups.Create'
  | 'v1.Groups.Delete'
  | 'v1.Groups.List'
  | 'v1.Groups.LookupGroup'
  | 'v1.Groups.RequestGroupAccess'
  | 'v1.Groups.Update'
  | 'v1.Identities.Create'
  | 'v1.Identities.Delete'
  | 'v1.Identities.List'
  | 'v1.Identities.Lookup'
  | 'v1.Identities.Update'
  | 'v1.IdentityProviders.Create'
  | 'v1.IdentityProviders.Delete'
  | 'v1.IdentityProviders.GenerateScimToken'
  | 'v1.IdentityProviders.List'
  | 'v1.IdentityProviders.RegenerateScimToken'
  | 'v1.IdentityProviders.RevokeScimToken'
  | 'v1.IdentityProviders.SetScimEnabled'
  | 'v1.IdentityProviders.Update'
  | 'v1.Malware.ListBlockList'
  | 'v1.PingService.Ping'
  | 'v1.Registry.CreateDeployment'
  | 'v1.Registry.CreateRepo'
  | 'v1.Registry.CreateTag'
  | 'v1.Registry.DeleteRepo'
  | 'v1.Registry.DeleteTag'
  | 'v1.Registry.DiffImage'
  | 'v1.Registry.GetArchs'
  | 'v1.Registry.GetBuildStatus'
  | 'v1.Registry.GetDeployment'
  | 'v1.Registry.GetImageConfig'
  | 'v1.Registry.GetPackageVersionMetadata'
  | 'v1.Registry.GetRegistrySettings'
  | 'v1.Registry.GetSize'
  | 'v1.Registry.GetSyncStatus'
  | 'v1.Registry.GetUpdateStatus'
  | 'v1.Registry.GetVulnReport'
  | 'v1.Registry.ListBuildReports'
  | 'v1.Registry.ListEolTags'
  | 'v1.Registry.ListRepos'
  | 'v1.Registry.ListSyncStatuses'
  | 'v1.Registry.ListTagHistory'
  | 'v1.Registry.ListTags'
  | 'v1.Registry.UpdateDeployment'
  | 'v1.Registry.UpdateRegistrySettings'
  | 'v1.Registry.UpdateRepo'
  | 'v1.Registry.UpdateTag'
  | 'v1.RoleBindings.Create'
  | 'v1.RoleBindings.CreateBatch'
  | 'v1.RoleBindings.Delete'
  | 'v1.RoleBindings.List'
  | 'v1.RoleBindings.Update'
  | 'v1.Roles.Create'
  | 'v1.Roles.Delete'
  | 'v1.Roles.List'
  | 'v1.Roles.Update'
  | 'v1.SecurityAdvisory.ListDocuments'
  | 'v1.SecurityAdvisory.ListResolvedVulnsReports'
  | 'v1.SecurityAdvisory.ListVulnerabilityMetadata'
  | 'v1.Subscriptions.Create'
  | 'v1.Subscriptions.Delete'
  | 'v1.Subscriptions.List'
  | 'v1.Terms.AcceptTerms'
  | 'v1.Terms.ListAccepted'
  | 'v1.Vulnerabilities.GetRawVulnReport'
  | 'v1.Vulnerabilities.ListVulnCountReports'
  | 'v1.Vulnerabilities.ListVulnReports';

/** The walks of a client through the pages of a List. */
export interface PageWalks {
  /** The number of lists that had more than one page. */
  readonly lists: number;
  /** The number of these lists that had a further page that nobody asked for. */
  readonly notFollowed: number;
  /** The largest number of pages of one list that were read. */
  readonly mostPages: number;
}

/** An error, in the service's own shape. */
export interface Problem {
  /** The gRPC status code. */
  readonly code: number;
  /** The fault, for people. */
  readonly message: string;
  /** Typed details, ErrorInfo first. */
  readonly details: readonly {
    /** The type of the detail. */
    readonly '@type': string;
    readonly [name: string]: unknown;
  }[];
}

/** The interface that the mock follows: the specified or the published one, which differ in places. */
export type ProfileName = 'specification' | 'published';

/** The number of calls of a world that are answered in a window of its time. */
export interface Quota {
  /** The number of calls that are answered in a window. */
  readonly requests: number;
  /** How long a window is, by the world's clock: from 1s to 24h. It begins with its first call. */
  readonly per: string;
  /** The owner of a window: each caller, each operation, or the world as a whole. */
  readonly by: 'caller' | 'operation' | 'world';
  /** The calls that a quota counts: those that have all of these; every call without. */
  readonly match?: QuotaMatch;
}

/** The calls that a quota counts: those that have all of these; every call without. */
export interface QuotaMatch {
  /** The name of an operation, of v2 or of v1. */
  readonly operation?: OperationId;
  /** An identity: its uid, an alias or a name. */
  readonly caller?: string;
  /** The version of the interface. */
  readonly version?: 'v1' | 'v2';
}

/** The calls of one window, which begins with its first call. */
export interface QuotaWindow {
  /** The uid of the caller, or the name of the operation; empty for the world. */
  readonly key: string;
  /** The number of calls that it still answers. */
  readonly remaining: number;
  /** When it ends, by the world's clock. */
  readonly resetTime: string;
}

/** A quota with its remaining calls. */
export interface QuotaWithWindows {
  /** The number of calls that are answered in a window. */
  readonly requests: number;
  /** How long a window is, by the world's clock: from 1s to 24h. It begins with its first call. */
  readonly per: string;
  /** The owner of a window: each caller, each operation, or the world as a whole. */
  readonly by: 'caller' | 'operation' | 'world';
  /** The calls that a quota counts, as it is listed. */
  readonly match: ListedQuotaMatch;
  /** The number of calls that it has refused. */
  readonly refused: number;
  /** The windows that have not ended, the oldest first. */
  readonly windows: readonly QuotaWindow[];
}

/** The quotas of a world, with their remaining calls. */
export interface Quotas {
  /** The quotas in their order. */
  readonly quota: readonly QuotaWithWindows[];
}

/** The URL to which an event is sent once more; the same as before unless given. */
export interface Redeliver {
  /** The uid of a subscription. */
  readonly subscription?: string;
  /** Any URL that events may be delivered to. */
  readonly url?: string;
}

/** The world that is reset. */
export interface Reset {
  /** The world to reset, unless the request names it in another way. */
  readonly world?: string;
}

/** Capabilities that are needed on a group. */
export interface RoleNeed {
  /** The uid of the group. */
  readonly group: string;
  /** The names of the groups down to it. */
  readonly groupPath: readonly string[];
  /** The capabilities that are needed there. */
  readonly capabilities: readonly string[];
}

/** The change of the key that signs tokens. */
export interface RotateKeys {
  /** The time for which tokens of the previous key stay valid; a day unless given. */
  readonly overlap?: string;
}

/** The key that signs from now on. */
export interface RotatedKeys {
  /** The id of the key that signs from now on. */
  readonly kid: string;
}

/** The text that is written beside a snapshot. */
export interface SaveSnapshot {
  /** A description for people. */
  readonly note?: string;
}

/** The answers of a sink to its next requests. */
export interface ScriptSink {
  /** One for each request; the last one is repeated. Empty: 204. */
  readonly answers: readonly SinkAnswer[];
}

/** The treatment of callers who lack a capability. */
export interface SetAuthz {
  /** "enforce" refuses callers, "report" lets them through and records, "off" lets them through. */
  readonly mode: AuthzMode;
}

/** The mode of a clock from now on. */
export interface SetClock {
  /** The mode of a clock: it runs with the time of the machine, not at all, or faster or slower. */
  readonly mode: ClockMode;
  /** Set it to this time; never before the time it shows. */
  readonly now?: string;
  /** With mode "scaled": seconds per real second. */
  readonly scale?: number;
}

/** The plan by which events are to be delivered; `{}` has the defaults. */
export interface SetDeliveryPlan {
  /** `async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: once another mode is set. */
  readonly mode?: 'async' | 'sync' | 'collect';
  /** The number of further times that an accepted event is sent. */
  readonly duplicate?: number;
  /** The number of events of a group, of which each subscription gets the last one first. */
  readonly reorder?: number;
  /** How long after the event its first attempt is, by the world's clock. */
  readonly delay?: string;
  /** The number of attempts of each delivery that are lost on their way. */
  readonly dropFirst?: number;
  /** The one thing that is wrong with each delivery, for receivers to refuse. */
  readonly flaw?: 'bad_signature' | 'wrong_issuer' | 'wrong_subject' | 'wrong_audience' | 'wrong_digest' | 'expired';
}

/** The faults of a world from now on, in their order. */
export type SetFaults = readonly (Fault | FaultPreset)[];

/** The quotas of a world from now on: one, or several that count other calls. */
export type SetQuota = Quota | readonly Quota[];

/** The answer of a sink to one request. */
export interface SinkAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The time that the answer takes, in milliseconds of the machine. */
  readonly delayMs?: number;
}

/** A sink of the mock itself, with what it has received. */
export interface SinkReading {
  /** Its name. */
  readonly name: string;
  /** The sink of a subscription of this world. */
  readonly sink: string;
  /** The URL of the sink over HTTP. */
  readonly url: string;
  /** The answers to the next requests; the last one is repeated. Empty: 204. */
  readonly answers: readonly ListedSinkAnswer[];
  /** The oldest first. */
  readonly received: readonly SinkRequest[];
  /** The number of requests that are no longer listed. */
  readonly dropped: number;
}

/** A request that a sink has received, with what receivers find out about it. */
export interface SinkRequest {
  /** Counted from 1 in each sink. */
  readonly id: string;
  /** The time at which it came, RFC 3339, by the clock of the world. */
  readonly time: string;
  /** By their names, as they were sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. */
  readonly body: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** True if every check passes. */
  readonly valid: boolean;
  /** Each check, in their order. */
  readonly checks: readonly DeliveryCheck[];
}

/** The speed at which the body of an answer is sent. */
export interface SlowRate {
  /** The number of bytes of the body that are sent in a second. */
  readonly bytesPerSecond: number;
}

/** A saved state of a world. */
export interface SnapshotRecord {
  /** Its name. */
  readonly name: string;
  /** A description for people. */
  readonly note?: string;
  /** The time at which it was saved, by the clock of the machine. */
  readonly createTime: string;
  /** The number of rows of each collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** The mode of the clock of a world, and its time. */
  readonly clock: ClockReading;
  /** The format in which it is stored. */
  readonly format: number;
  /** Digest of the rows: equal states have equal digests. */
  readonly sha256: string;
}

/** The snapshots of a world. */
export interface Snapshots {
  /** The oldest first. */
  readonly snapshots: readonly SnapshotRecord[];
}

/** The differences between two states of a world. */
export interface StateDifference {
  /** The rows that only the later state has. */
  readonly added: readonly NamedRow[];
  /** The rows that only the earlier state has. */
  readonly removed: readonly NamedRow[];
  /** The rows that both have, with the fields that differ. */
  readonly changed: readonly ChangedRow[];
  /** The time of the clock before and after. */
  readonly clock: readonly string[];
}

/** The state in one word. */
export interface Status {
  /** One word. */
  readonly status: string;
}

/** Something that happens once the clock of a world shows a time. */
export interface Timer {
  /** When it happens, by the world's clock. */
  readonly time: string;
  /** Its kind: an attempt to deliver an event. */
  readonly kind: string;
  /** The id of the event. */
  readonly event?: string;
  /** The type of the event. */
  readonly type?: string;
  /** The uid of the subscription. */
  readonly subscription?: string;
  /** The number of the attempt, from 1. */
  readonly attempt?: number;
}

/** The things that will happen by the clock of a world. */
export interface Timers {
  /** The next first; a thousand at most. */
  readonly timers: readonly Timer[];
  /** The number of further ones. */
  readonly furtherTimers?: number;
}

/** The check that refused a token. Calls make them in about this order, and stop at the first that fails. */
export type TokenCheck =
  | 'missing'
  | 'malformed'
  | 'world'
  | 'named_token'
  | 'form'
  | 'subject'
  | 'type'
  | 'algorithm'
  | 'key'
  | 'retired_key'
  | 'issuer'
  | 'issuer_keys'
  | 'unreadable_keys'
  | 'signature'
  | 'audience'
  | 'claims'
  | 'not_yet_valid'
  | 'expired'
  | 'revoked'
  | 'identity'
  | 'no_match'
  | 'several_match';

/** The identity as which a token is accepted, or the reason why it is not. */
export interface TokenExplanation {
  /** `accepted` if a call would know its caller by it. */
  readonly decision: 'accepted' | 'refused';
  /** The message of the error; absent if it is accepted. */
  readonly message?: string;
  /** The identity that it acts as; absent if it is refused. */
  readonly caller?: {
    /** The uid of the identity. */
    readonly identity: string;
    /** Its name. */
    readonly name: string;
    readonly token?: TokenLimits;
  };
  /** The claims of an accepted token; absent for one that a fixture names. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it. */
  readonly refusal?: TokenRefusal;
}

/** The one thing that is wrong with a token, so that the API refuses it with 401. */
export type TokenFlaw =
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'bad_signature'
  | 'unknown_key'
  | 'alg_none'
  | 'missing_subject';

/** The limits that the token of a caller sets. */
export interface TokenLimits {
  /** The capabilities; absent if they are not limited. */
  readonly cap?: readonly string[];
  /** The uids of groups; absent if it is valid everywhere. */
  readonly scopes?: readonly string[];
  /** RFC 3339; absent if it never expires. */
  readonly expires?: string;
}

/** The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it. */
export interface TokenRefusal {
  /** The check that refused a token. Calls make them in about this order, and stop at the first that fails. */
  readonly check: TokenCheck;
  /** The reason in words, as the log of calls has it. */
  readonly reason: string;
  /** The values of which one would have done. */
  readonly wanted?: readonly string[];
  /** The values that the token has. */
  readonly found?: readonly string[];
  /** The time that was compared with the clock: an end, a beginning, a revocation. */
  readonly time?: string;
  /** The clock of the world when they were compared. */
  readonly now?: string;
  /** The difference that is allowed between the two. */
  readonly skewSeconds?: number;
  /** The nearest identities, if none matches; empty if none is of its issuer. */
  readonly near?: readonly NearIdentity[];
  /** The one thing that is wrong with a token, so that the API refuses it with 401. */
  readonly flaw?: TokenFlaw;
}

/** The run of worlds as a HAR 1.2: a page for each world, an entry for each call; all that HAR does not have is in fields that begin with an underscore. It has no secrets. */
export interface Trace {
  /** The log of HAR 1.2. */
  readonly log: Readonly<Record<string, unknown>>;
}

/** The type of which an example is emitted. */
export interface TriggerEvent {
  /** With or without the prefix, or only its last words, such as `repo.created`. */
  readonly preset: string;
  /** The values that replace parts of the example, by their paths below `subject`, `group`, `body` and `actor`. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** A fault that has not acted. */
export interface UnfiredFault {
  /** The calls that a fault is for, as it is listed. */
  readonly match: ListedFaultMatch;
  /** The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call. */
  readonly phase: FaultPhase;
  /** The effect on the calls of a fault, as it is listed. */
  readonly do: ListedFaultEffect;
  /** The largest number of times that it acts. */
  readonly times?: number;
  /** The time for which it acts from its first time on, in milliseconds of the machine. */
  readonly lastsMs?: number;
  /** Once it has acted, it acts on every call of the world. */
  readonly spreads?: true;
  /** The name of the preset that it is of. */
  readonly preset?:
    | 'flaky'
    | 'brownout'
    | 'quota'
    | 'maintenance'
    | 'unavailable_once'
    | 'internal_once'
    | 'aborted_once'
    | 'rate_limited'
    | 'token_expired'
    | 'permission_lag'
    | 'down'
    | 'lost_answer'
    | 'lost_connection'
    | 'reset'
    | 'truncated'
    | 'html_502'
    | 'stalled_503'
    | 'slow'
    | 'never'
    | 'short_page'
    | 'empty_page'
    | 'expired_cursor'
    | 'unknown_field'
    | 'unknown_enum_value'
    | 'unknown_detail'
    | 'changed_between'
    | 'deleted_between'
    | 'created_before'
    | 'late_read'
    | 'too_many_pings';
}

/** Requests that match no operation. */
export interface UnknownPath {
  /** The HTTP status; of gRPC the one that REST would have. */
  readonly status: number;
  /** `OK`, or the name of the code of gRPC. */
  readonly code: AnswerCode | (string & {});
  /** Of an error, if it is not the code. */
  readonly reason?: string;
  /** The number of times that it was met. */
  readonly count: number;
  /** The name that the client gives itself. */
  readonly client: string;
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, and with `{uid}` in the place of uids. */
  readonly path: string;
}

/** A request that may be a delivery. */
export interface VerifyDelivery {
  /** By their names, in any case; at least one is a header of deliveries. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The raw body, as it was received: the digest is over its bytes. */
  readonly body: string;
}

/** A world, with what it was made from and what it holds. */
export interface World {
  /** Its name. */
  readonly id: string;
  /** Words by which the world can be found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Its origin. */
  readonly from: string;
  /** The time at which it was made, by the clock of the machine. */
  readonly createTime: string;
  /** The time at which it ends by itself. */
  readonly expireTime?: string;
  /** The number of rows of each collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** The number of entries of its journal. */
  readonly journal: number;
  /** The mode of the clock of a world, and its time. */
  readonly clock: ClockReading;
}

/** The variables of a world. */
export interface WorldEnvironment {
  /** The variables that clients and test harnesses read. */
  readonly env: Readonly<Record<string, string>>;
}

/** The variables of a world, one in a line. */
export type WorldEnvironmentLines = string;

/** Something that has happened in a world, as its subscribers receive it. */
export interface WorldEvent {
  /** The id of its world, if all worlds are asked for. */
  readonly world?: string;
  /** Equal in every delivery, and in every run with the same seed, fixture and calls. */
  readonly id: string;
  /** With the prefix of the vendor. */
  readonly type: string;
  /** The URL of the collection. */
  readonly source: string;
  /** The uid of what it is about. */
  readonly subject: string;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  /** The uid of the group by which it finds its subscriptions; empty for one that has none. */
  readonly group: string;
  /** `internal` events are never delivered. */
  readonly audience: 'customer' | 'internal';
  /** The full name of the message of its body. */
  readonly bodyType?: string;
  /** The uid of the identity provider that the event names. */
  readonly identityProvider?: string;
  /** The caller who caused an event. */
  readonly actor?: EventActor;
  /** The trace context of the call that caused it. */
  readonly traceparent?: string;
  /** Without secrets; missing if all of it is secret. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** True if its body is all of its data. */
  readonly raw?: true;
}

/** The story of a world in paragraphs for people: the calls, the changes, and what stands out. */
export type WorldEvidence = string;

/** The story of a world as facts. */
export interface WorldFacts {
  /** The id of the world. */
  readonly id: string;
  /** Its last 200 calls; missing if it keeps no journal. */
  readonly journal?: JournalPage;
  /** The calls of `default` behind `since`. */
  readonly callsOfDefault: readonly JournalEntry[];
  /** Its faults that have not acted. */
  readonly neverFired: readonly UnfiredFault[];
  /** The changes since it was made. */
  readonly changes: StateDifference;
  /** Its clock. */
  readonly clock: {
    readonly mode: ClockMode;
    /** The time it shows, RFC 3339 in UTC. */
    readonly now: string;
    /** The number of its seconds that pass in one real second. */
    readonly scale: number;
    /** The time of the machine, RFC 3339. */
    readonly machineTime: string;
  };
  /** The plan by which the events of a world are delivered. */
  readonly plan: DeliveryPlan;
  /** The deliveries of its last 20 events, the oldest first. */
  readonly deliveries: readonly {
    /** Its id. */
    readonly id: string;
    /** The id of the event. */
    readonly event: string;
    /** The uid of the subscription; missing for a redelivery to a URL. */
    readonly subscription?: string;
    /** The URL to which it goes. */
    readonly url: string;
    /** Its state. */
    readonly state: 'pending' | 'held' | 'delivered' | 'dropped' | 'suppressed';
    /** The reason why it is on hold, dropped or suppressed. */
    readonly reason?: string;
    /** True if it was asked for. */
    readonly redelivery?: true;
    /** When it is tried next, RFC 3339, by the world's clock. */
    readonly nextTime?: string;
    /** The oldest first. */
    readonly attempts: readonly DeliveryAttempt[];
    /** The type of the event. */
    readonly type: string;
  }[];
}

/** The worlds of a mock. */
export interface Worlds {
  /** `default`, and the others from the oldest to the newest. */
  readonly worlds: readonly World[];
  /** The worlds that have ended, if they are asked for, in the order of their ends. */
  readonly ended?: readonly EndedWorld[];
}

/** The calls that `report` let through, with their number. */
export interface WouldDeny {
  /** In the order of their first calls. */
  readonly denied: readonly AuthzDenial[];
  /** The number of entries that were omitted, because there were too many different ones. */
  readonly dropped: number;
}

/** Every noun by its name. */
export interface Nouns {
  readonly AdvanceClock: AdvanceClock;
  readonly AdvancedClock: AdvancedClock;
  readonly AnswerCode: AnswerCode;
  readonly AppliedFixture: AppliedFixture;
  readonly AuthzBinding: AuthzBinding;
  readonly AuthzCaller: AuthzCaller;
  readonly AuthzCheck: AuthzCheck;
  readonly AuthzDenial: AuthzDenial;
  readonly AuthzGrant: AuthzGrant;
  readonly AuthzLag: AuthzLag;
  readonly AuthzLagReading: AuthzLagReading;
  readonly AuthzMatrix: AuthzMatrix;
  readonly AuthzMode: AuthzMode;
  readonly AuthzNeed: AuthzNeed;
  readonly AuthzQuestion: AuthzQuestion;
  readonly AuthzState: AuthzState;
  readonly AuthzStep: AuthzStep;
  readonly AwaitEntries: AwaitEntries;
  readonly AwaitEvents: AwaitEvents;
  readonly AwaitEventsNotMet: AwaitEventsNotMet;
  readonly AwaitNotMet: AwaitNotMet;
  readonly ChangedRow: ChangedRow;
  readonly CiToken: CiToken;
  readonly ClockMode: ClockMode;
  readonly ClockReading: ClockReading;
  readonly CodeName: CodeName;
  readonly Coverage: Coverage;
  readonly CoverageAnswer: CoverageAnswer;
  readonly CoverageCleared: CoverageCleared;
  readonly CoverageClient: CoverageClient;
  readonly CoverageOperation: CoverageOperation;
  readonly CoverageVersion: CoverageVersion;
  readonly CreateWorld: CreateWorld;
  readonly DeletedWorlds: DeletedWorlds;
  readonly Deliveries: Deliveries;
  readonly Delivery: Delivery;
  readonly DeliveryAttempt: DeliveryAttempt;
  readonly DeliveryCheck: DeliveryCheck;
  readonly DeliveryLine: DeliveryLine;
  readonly DeliveryLines: DeliveryLines;
  readonly DeliveryPlan: DeliveryPlan;
  readonly DeliveryRequest: DeliveryRequest;
  readonly DeliveryVerdict: DeliveryVerdict;
  readonly EndCode: EndCode;
  readonly EndedWorld: EndedWorld;
  readonly EventActor: EventActor;
  readonly EventMatch: EventMatch;
  readonly EventPage: EventPage;
  readonly EventToEmit: EventToEmit;
  readonly EventType: EventType;
  readonly EventTypes: EventTypes;
  readonly ExplainToken: ExplainToken;
  readonly Fault: Fault;
  readonly FaultAttempt: FaultAttempt;
  readonly FaultDetail: FaultDetail;
  readonly FaultEffect: FaultEffect;
  readonly FaultMatch: FaultMatch;
  readonly FaultPhase: FaultPhase;
  readonly FaultPreset: FaultPreset;
  readonly FaultRecord: FaultRecord;
  readonly FaultReport: FaultReport;
  readonly FaultWithHits: FaultWithHits;
  readonly Faults: Faults;
  readonly Info: Info;
  readonly JournalAuthz: JournalAuthz;
  readonly JournalChange: JournalChange;
  readonly JournalCleared: JournalCleared;
  readonly JournalEntry: JournalEntry;
  readonly JournalMatch: JournalMatch;
  readonly JournalPage: JournalPage;
  readonly LabelWorld: LabelWorld;
  readonly LackedCapability: LackedCapability;
  readonly Lag: Lag;
  readonly LagReading: LagReading;
  readonly LargeMessage: LargeMessage;
  readonly LatencyRange: LatencyRange;
  readonly LeastRoles: LeastRoles;
  readonly ListLag: ListLag;
  readonly ListLagReading: ListLagReading;
  readonly ListedFaultEffect: ListedFaultEffect;
  readonly ListedFaultMatch: ListedFaultMatch;
  readonly ListedLatencyRange: ListedLatencyRange;
  readonly ListedQuotaMatch: ListedQuotaMatch;
  readonly ListedSinkAnswer: ListedSinkAnswer;
  readonly ListedSlowRate: ListedSlowRate;
  readonly LogicalCall: LogicalCall;
  readonly MadeWorld: MadeWorld;
  readonly MatchDifference: MatchDifference;
  readonly MetAnswer: MetAnswer;
  readonly MintToken: MintToken;
  readonly MintUpstreamToken: MintUpstreamToken;
  readonly MintedToken: MintedToken;
  readonly MintedUpstreamToken: MintedUpstreamToken;
  readonly NamedRow: NamedRow;
  readonly NearIdentity: NearIdentity;
  readonly NearestEntry: NearestEntry;
  readonly NearestEvent: NearestEvent;
  readonly OperationId: OperationId;
  readonly PageWalks: PageWalks;
  readonly Problem: Problem;
  readonly ProfileName: ProfileName;
  readonly Quota: Quota;
  readonly QuotaMatch: QuotaMatch;
  readonly QuotaWindow: QuotaWindow;
  readonly QuotaWithWindows: QuotaWithWindows;
  readonly Quotas: Quotas;
  readonly Redeliver: Redeliver;
  readonly Reset: Reset;
  readonly RoleNeed: RoleNeed;
  readonly RotateKeys: RotateKeys;
  readonly RotatedKeys: RotatedKeys;
  readonly SaveSnapshot: SaveSnapshot;
  readonly ScriptSink: ScriptSink;
  readonly SetAuthz: SetAuthz;
  readonly SetClock: SetClock;
  readonly SetDeliveryPlan: SetDeliveryPlan;
  readonly SetFaults: SetFaults;
  readonly SetQuota: SetQuota;
  readonly SinkAnswer: SinkAnswer;
  readonly SinkReading: SinkReading;
  readonly SinkRequest: SinkRequest;
  readonly SlowRate: SlowRate;
  readonly SnapshotRecord: SnapshotRecord;
  readonly Snapshots: Snapshots;
  readonly StateDifference: StateDifference;
  readonly Status: Status;
  readonly Timer: Timer;
  readonly Timers: Timers;
  readonly TokenCheck: TokenCheck;
  readonly TokenExplanation: TokenExplanation;
  readonly TokenFlaw: TokenFlaw;
  readonly TokenLimits: TokenLimits;
  readonly TokenRefusal: TokenRefusal;
  readonly Trace: Trace;
  readonly TriggerEvent: TriggerEvent;
  readonly UnfiredFault: UnfiredFault;
  readonly UnknownPath: UnknownPath;
  readonly VerifyDelivery: VerifyDelivery;
  readonly World: World;
  readonly WorldEnvironment: WorldEnvironment;
  readonly WorldEnvironmentLines: WorldEnvironmentLines;
  readonly WorldEvent: WorldEvent;
  readonly WorldEvidence: WorldEvidence;
  readonly WorldFacts: WorldFacts;
  readonly Worlds: Worlds;
  readonly WouldDeny: WouldDeny;
}
