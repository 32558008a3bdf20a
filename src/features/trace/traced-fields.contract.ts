import type { AuthzCheck, JournalEntry } from '../../../generated/nouns.ts';

/** The code and the message with which a call over gRPC has ended. */
export interface GrpcEnd {
  readonly code: number;
  readonly message: string;
}

/** What a mock knows of a call beside what HAR has of it: an underscore precedes each name in the file. */
export interface TracedFields {
  readonly _id: string;
  readonly _time: string;
  /** Its place in the order in which the operations of all worlds ran, and the machine's clock then; missing: it has not. */
  readonly _place?: number;
  readonly _ran?: string;
  readonly _protocol: JournalEntry['protocol'];
  readonly _operation?: string;
  readonly _version?: string;
  /** The status that REST has for the answer, if that was not sent so. */
  readonly _status?: number;
  /** `OK`, or the name of the code. */
  readonly _code?: string;
  readonly _caller?: JournalEntry['caller'];
  readonly _client?: string;
  readonly _decision?: JournalEntry['authz'];
  readonly _needs?: readonly unknown[];
  readonly _changes?: JournalEntry['changes'];
  readonly _furtherChanges?: number;
  readonly _faults?: JournalEntry['faults'];
  /** Whether a fault or a quota asked for its answer; missing if neither acted on it. */
  readonly _faulted?: boolean;
  readonly _handled?: JournalEntry['handled'];
  readonly _unread?: readonly string[];
  readonly _unreadValues?: JournalEntry['unreadValues'];
  readonly _reason?: string;
  /** Why it was refused, by the rights of that moment. */
  readonly _why?: AuthzCheck;
  readonly _about?: JournalEntry['about'];
  readonly _tries?: readonly string[];
  readonly _events?: readonly string[];
  readonly _requestId?: string;
  readonly _traceparent?: string;
  readonly _grpc?: GrpcEnd;
  readonly _request?: unknown;
  readonly _message?: string;
  readonly _answer?: unknown;
  readonly _largeRequest?: JournalEntry['largeRequest'];
  readonly _messagesDropped?: true;
  readonly _open?: true;
}
