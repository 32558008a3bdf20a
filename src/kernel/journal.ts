import type { Operation } from '../schema/operation.ts';
import type { Access, Need } from './access.ts';
import type { Answer, Incoming } from './answer.ts';
import type { Caller } from './context.ts';
import type { ApiError } from './errors.ts';
import type { ActedFault } from './faults.ts';
import type { ChangedRow } from './rows.ts';

/** What a request was sent in. */
export type Protocol = 'rest' | 'grpc' | 'grpc-web' | 'connect';

/** A request when its first bytes have arrived. */
export interface Received {
  /** The HTTP method. */
  readonly method: string;
  /** The request target, query included. */
  readonly target: string;
  /** What the client calls itself: its `cgclientid`, or its user agent. */
  readonly client?: string | undefined;
}

/** A message that is too large to be kept. */
export interface LargeMessage {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

/** Receives an entry that has ended, with the message of its answer. */
type OnEnded = (entry: JournalEntry, answer: string | Uint8Array | undefined) => void;

/** What a call has resulted in. */
export type Outcome = Answer | ApiError;

/** The headers with which clients name themselves. */
interface ClientHeaders {
  readonly cgclientid?: string | readonly string[] | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** What a client calls itself (clients §0.2): published clients send metadata for it. */
export const clientOf = (headers: ClientHeaders): string | undefined =>
  headers.cgclientid?.toString() ?? headers['user-agent'];

/**
 * One exchange of a world, from its first byte on. The faces and the kernel note in it what they know anyway; nothing is
 * rendered before somebody asks for it.
 */
export class JournalEntry {
  /** Counted from 1 in each world. */
  readonly id: number;
  readonly protocol: Protocol;
  readonly method: string;
  readonly target: string;
  readonly client: string | undefined;
  /** When it began, by the clock of the world. */
  readonly timeMillis: number;
  /** When it began, by a clock of the machine that is never put back. */
  readonly begunMillis: number;
  /** How long it took; negative while it is open. */
  durationMillis = -1;
  operation: Operation | undefined = undefined;
  caller: Caller | undefined = undefined;
  /** The request as it was read; missing where it could not be. */
  incoming: Incoming | undefined = undefined;
  /** The body as it was sent: JSON, or the bytes of a message. */
  body: Uint8Array | undefined = undefined;
  /** The rights of the caller when it called, whatever the policy of the world is. */
  access: Access | undefined = undefined;
  needs: Need[] | undefined = undefined;
  /** What its write has changed, in its order. */
  changes: readonly ChangedRow[] | undefined = undefined;
  /** How many changes there were beyond those that are kept. */
  furtherChanges = 0;
  faults: readonly ActedFault[] | undefined = undefined;
  /** What the operation has resulted in. */
  handled: Outcome | undefined = undefined;
  /** What was answered. */
  delivered: Outcome | undefined = undefined;
  /** The HTTP status of the answer; 0 for protocols that have codes of their own. */
  status = 0;
  /** How many bytes of messages it keeps, once it has ended. */
  messageBytes = 0;
  /** Messages that are too large to be kept. */
  largeRequest: LargeMessage | undefined = undefined;
  largeAnswer: LargeMessage | undefined = undefined;
  readonly #ended: OnEnded;

  constructor(
    id: number,
    protocol: Protocol,
    { method, target, client }: Received,
    [timeMillis, begunMillis]: readonly [timeMillis: number, begunMillis: number],
    ended: OnEnded,
  ) {
    this.id = id;
    this.protocol = protocol;
    this.method = method;
    this.target = target;
    this.client = client;
    this.timeMillis = timeMillis;
    this.begunMillis = begunMillis;
    this.#ended = ended;
  }

  get isOpen(): boolean {
    return this.delivered === undefined;
  }

  /** Notes what the call needs. */
  need(need: Need): void {
    if (this.needs) this.needs.push(need);
    else this.needs = [need];
  }

  /** Ends the entry with what was answered, and its message; nothing happens where it has ended. */
  end(delivered: Outcome, answer?: string | Uint8Array, status = 0): void {
    if (this.delivered !== undefined) return;
    this.delivered = delivered;
    this.status = status;
    this.#ended(this, answer);
  }
}

/** Keeps the exchanges of one world. */
export interface Journal {
  readonly begin: (protocol: Protocol, received: Received) => JournalEntry;
}
