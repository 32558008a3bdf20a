import type { LargeMessage } from '../../../generated/nouns.ts';
import type { JsonObject } from '../../json.ts';
import type { Access, Need } from '../../kernel/access.ts';
import { EMPTY, type Incoming } from '../../kernel/answer.ts';
import type { Caller } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { LostAnswer } from '../../kernel/faults.ts';
import {
  type ActedFault,
  CENTI,
  type JournalEntry,
  type Outcome,
  type Protocol,
  type ReadAgain,
  type Received,
} from '../../kernel/hooks.ts';
import { type ChangedRow, isTransient } from '../../kernel/rows.ts';
import { BROKEN_OFF, type BrokenOff } from '../../kernel/transmission.ts';
import type { ProcessOrder } from '../../plane/placed-items.ts';
import type { CodeName } from '../../schema/codes.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { Operation } from '../../schema/operation.ts';
import { digestMessage } from './digest-message.ts';
import type { PackedHead } from './head-pool.ts';
import type { Conditions } from './past-state.ts';

/** The world of an entry, as the entry uses it. */
export interface EntryWorld {
  readonly conditions: Conditions;
  /** Numbers the operations of all worlds as they run. */
  readonly order: ProcessOrder;
  /** The clock of the world, with the reading of the machine's clock that its time was computed from. */
  readonly clock: { readonly realMillis: number };
  /** The reading of the machine's clock at the zero of `begunMillis`. */
  readonly readingEpoch: number;
  /** Receives an entry that has ended, with the message of its answer. */
  readonly ended: (entry: PackedEntry, answer: string | Uint8Array | undefined) => void;
}

/** Facts that few entries have: in an object of their own they take no room in the thousands of others. */
interface RareFacts {
  /** The end of an answer of which only a part was sent: broken off, or the code of an error. */
  readonly cut?: BrokenOff | CodeName;
  /** The number of further changes. */
  readonly furtherChanges?: number;
  /** Messages that are too large to be recorded. */
  readonly largeRequest?: LargeMessage;
  readonly largeAnswer?: LargeMessage;
  /** Its messages were dropped to keep the bounds. */
  readonly messagesDropped?: true;
  /** Its answer has what no published message has. */
  readonly isWidened?: true;
}

const NO_FACTS: RareFacts = {};

/** A need behind the first, with the one before it. */
interface FurtherNeed extends Need {
  readonly earlier: FurtherNeed | undefined;
}

/** Smaller buffers are parts of a shared one of twice the size, which each of them would hold in memory. */
const SMALL_BODY = 4_096;

/** The largest message that is recorded whole, in bytes. */
const MAX_MESSAGE = 64 * 1024;
/** The maximum number of changes of one call that are recorded. */
const MAX_CHANGES = 1_000;
/** The size of a further change of an entry, in bytes: most have one, which is part of what an entry takes. */
const CHANGE_BYTES = 264;

/**
 * One exchange of a world, from its first byte on. The faces and the kernel note in it what they know anyway; nothing is
 * rendered before somebody asks for it. It refers to as few objects as it can: each lives long enough to be moved twice
 * by the garbage collector, which costs more than to make it.
 */
export class PackedEntry implements JournalEntry {
  /** Counted from 1 in each world. */
  readonly id: number;
  readonly protocol: Protocol;
  readonly method: string;
  readonly target: string;
  client: string | undefined;
  /** When it began, by the clock of the world. */
  readonly timeMillis: number;
  /** Its number among all that happened in the process. */
  order = 0;
  /** The head of its request, without credentials. */
  head: PackedHead | undefined = undefined;
  /** When it began, in whole milliseconds of a clock of the machine that is never put back. */
  readonly begunMillis: number;
  /**
   * When it began, in hundredths of a millisecond of a clock of the machine that is never put back; once it has ended,
   * how long it took. A whole number needs no object of its own.
   */
  machineTime: number;
  operation: Operation | undefined = undefined;
  caller: Caller | undefined = undefined;
  /** The rights of the caller when it called, whatever the policy of the world is. */
  access: Access | undefined = undefined;
  /** The result of the operation if the answer was another one. */
  handled: Outcome | undefined = undefined;
  /** The HTTP status of the answer; 0 for protocols that have codes of their own. */
  status = 0;
  /** The number of commits before its operation ran, or before it was refused; -1 until then. */
  place = -1;
  /** Its place in the order in which the operations of all worlds ran, from 1; 0 until it ran or was refused. */
  ranOrder = 0;
  /** The settings of its world when its operation ran. */
  conditions: Conditions | undefined = undefined;
  /** The changes of its write, in order. */
  changes: readonly ChangedRow[] | undefined = undefined;
  faults: readonly ActedFault[] | undefined = undefined;
  /** The `Allow` of its answer. */
  allow: string | undefined = undefined;
  isJson = false;
  /** The bytes of its messages and changes, once it has ended. */
  messageBytes = 0;
  /** The time from its beginning until its operation ran, by the clock of the world. */
  #late = 0;
  /** That time by the clock of the machine, which may be put back. */
  #realLate = 0;
  #hasWritten = false;
  /** The answer, or the value of its message. */
  #delivered: Outcome | JsonObject | undefined = undefined;
  /** The message of the value; undefined if the outcome is recorded. */
  #message: AnyMessage | undefined = undefined;
  #once = false;
  /** The request, or what reads it again. */
  #incoming: Incoming | ReadAgain | undefined = undefined;
  /** Its bytes, or once it has ended a text with a character for each of them. */
  #body: Uint8Array | string | undefined = undefined;
  /** The first need, in its parts: most calls have no other. */
  #needPlace: Need['place'] | undefined = undefined;
  #capabilities: Need['capabilities'] | undefined = undefined;
  #uid: string | undefined = undefined;
  #furtherNeeds: FurtherNeed | undefined = undefined;
  rare: RareFacts = NO_FACTS;
  readonly #world: EntryWorld;

  constructor(
    id: number,
    protocol: Protocol,
    { method, target, client }: Received,
    [timeMillis, machineTime]: readonly [timeMillis: number, machineTime: number],
    world: EntryWorld,
  ) {
    this.id = id;
    this.protocol = protocol;
    this.method = method;
    this.target = target;
    this.client = client;
    this.timeMillis = timeMillis;
    this.begunMillis = Math.floor(machineTime / CENTI);
    this.machineTime = machineTime;
    this.#world = world;
  }

  get isOpen(): boolean {
    return this.#delivered === undefined;
  }

  get journalEntry(): this {
    return this;
  }

  /** The number of commits before the state after the call. */
  get placeAfter(): number {
    return this.#hasWritten ? this.place + 1 : this.place;
  }

  /** The reading of the clock of the world with which its operation ran. */
  get ranMillis(): number {
    return this.timeMillis + this.#late;
  }

  /** The reading of the machine's clock with which its operation ran, on the scale of `begunMillis`. */
  get ranRealMillis(): number {
    return this.begunMillis + this.#realLate;
  }

  /** The answer. */
  get delivered(): Outcome | undefined {
    return this.#message
      ? { kind: 'message', message: this.#message, value: this.#delivered as JsonObject, once: this.#once }
      : (this.#delivered as Outcome | undefined);
  }

  set delivered(delivered: Outcome | undefined) {
    this.#delivered = delivered;
    this.#message = undefined;
  }

  /** The request as it was read; missing if it could not be. */
  get incoming(): Incoming | undefined {
    return typeof this.#incoming === 'function' ? this.#incoming(this) : this.#incoming;
  }

  set incoming(incoming: Incoming | undefined) {
    this.#incoming = incoming;
  }

  /** The body as it was sent: JSON, or the bytes of a message. */
  get body(): Uint8Array | undefined {
    return typeof this.#body === 'string' ? Buffer.from(this.#body, 'latin1') : this.#body;
  }

  set body(body: Uint8Array | undefined) {
    this.#body = body;
  }

  /** The rights that the call needs, in the order in which they were checked; undefined if it needs none. */
  get needs(): readonly Need[] | undefined {
    if (this.#needPlace === undefined) return undefined;
    const needs: Need[] = [];
    for (let need = this.#furtherNeeds; need; need = need.earlier) {
      needs.push({ place: need.place, capabilities: need.capabilities, uid: need.uid });
    }
    needs.push({ place: this.#needPlace, capabilities: this.#capabilities ?? [], uid: this.#uid ?? '' });
    return needs.reverse();
  }

  /** The end of an answer that the client has not got whole: lost, broken off, or an error within its body. */
  get brokenOff(): BrokenOff | CodeName | undefined {
    const delivered = this.#delivered;
    return this.rare.cut ?? (delivered instanceof LostAnswer ? BROKEN_OFF[delivered.how] : undefined);
  }

  /** Drops its messages and its changes, but no error, and returns how many bytes that frees. */
  dropMessages(): number {
    const freed = this.messageBytes;
    if (freed === 0) return 0;
    this.messageBytes = 0;
    this.#body = undefined;
    this.#incoming = undefined;
    this.changes = undefined;
    const { delivered, handled } = this;
    if (delivered && !(delivered instanceof ApiError)) {
      this.delivered = delivered.transmission ? { ...EMPTY, transmission: delivered.transmission } : EMPTY;
    }
    if (handled && !(handled instanceof ApiError)) this.handled = EMPTY;
    this.note({ messagesDropped: true });
    return freed;
  }

  /** Bounds its messages and changes, once it has ended, and notes how many bytes they have; `answer` is the message of its answer. */
  measure(answer: string | Uint8Array | undefined): void {
    const { changes = [] } = this;
    if (changes.some(({ of }) => !isTransient(of.name))) this.#hasWritten = true;
    if (changes.length > MAX_CHANGES) {
      this.note({ furtherChanges: changes.length - MAX_CHANGES });
      this.changes = changes.slice(0, MAX_CHANGES);
    }
    const further = Math.max(0, Math.min(changes.length, MAX_CHANGES) - 1);
    const isLarge = answer !== undefined && answer.length > MAX_MESSAGE;
    if (isLarge) this.note({ largeAnswer: digestMessage(answer) });
    if (this.#body && this.#body.length > MAX_MESSAGE) {
      this.note({ largeRequest: digestMessage(this.#body) });
      this.#body = undefined;
      this.#incoming = undefined;
    }
    const answered = isLarge || this.#delivered instanceof ApiError ? 0 : (answer?.length ?? 0);
    this.messageBytes = (this.#body?.length ?? 0) + answered + further * CHANGE_BYTES;
  }

  /** Notes what the call needs. */
  need(place: Need['place'], capabilities: Need['capabilities'], uid: string): void {
    if (this.#needPlace === undefined) {
      this.#needPlace = place;
      this.#capabilities = capabilities;
      this.#uid = uid;
      return;
    }
    this.#furtherNeeds = { place, capabilities, uid, earlier: this.#furtherNeeds };
  }

  noteRun(place: number, nowMillis: number): void {
    this.place = place;
    const late = nowMillis - this.timeMillis;
    // A small whole number needs no object of its own.
    this.#late = late === (late | 0) ? late | 0 : late;
    const { order, clock, readingEpoch, conditions } = this.#world;
    this.#realLate = (clock.realMillis - readingEpoch - this.begunMillis) | 0;
    order.last += 1;
    this.ranOrder = order.last;
    this.conditions = conditions;
    this.#needPlace = undefined;
    this.#furtherNeeds = undefined;
  }

  noteWrite(): void {
    this.#hasWritten = true;
  }

  /** Replaces the answer by its message and value. */
  storeAsMessage(message: AnyMessage, value: JsonObject, once = false): void {
    this.#delivered = value;
    this.#once = once;
    this.#message = message;
  }

  /** Notes what few entries have. */
  note(facts: RareFacts): void {
    this.rare = { ...this.rare, ...facts };
  }

  /**
   * Ends the entry with the outcome, and the message of its answer; nothing happens if it has ended. With `readAgain` the
   * request is not stored: it is read from the target and the body when somebody asks for it.
   */
  end(delivered: Outcome, answer?: string | Uint8Array, status = 0, readAgain?: ReadAgain): void {
    if (this.#delivered !== undefined) return;
    this.#delivered = delivered;
    this.status = status;
    this.#world.ended(this, answer);
    if (readAgain && this.#incoming) this.#incoming = readAgain;
    if (typeof this.#body !== 'object' || this.#body.length >= SMALL_BODY) return;
    const { buffer, byteOffset, length } = this.#body;
    this.#body = length === 0 ? undefined : Buffer.from(buffer, byteOffset, length).toString('latin1');
  }
}
