import { httpStatusOf } from '../../faces/rest/answer.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import {
  type CallMeter,
  CENTI,
  type EndedCall,
  type FollowedCall,
  type Outcome,
  type Protocol,
} from '../../kernel/hooks.ts';
import { BROKEN_OFF, type BrokenOff, breakOffOf } from '../../kernel/transmission.ts';
import type { Operation } from '../../schema/operation.ts';

/** A call that is only counted, since no journal records it. */
class CountedCall implements FollowedCall, EndedCall {
  readonly protocol: Protocol;
  readonly journalEntry = undefined;
  operation: Operation | undefined = undefined;
  body: Uint8Array | undefined = undefined;
  isJson = false;
  handled: Outcome | undefined = undefined;
  allow: string | undefined = undefined;
  delivered: Outcome | undefined = undefined;
  status = 0;
  /** When it began; once it has ended, how long it took. Hundredths of a millisecond. */
  machineTime: number;
  readonly #now: () => number;
  readonly #ended: CallMeter['ended'];

  constructor(protocol: Protocol, now: () => number, ended: CallMeter['ended']) {
    this.protocol = protocol;
    this.#now = now;
    this.#ended = ended;
    this.machineTime = now() * CENTI;
  }

  get isOpen(): boolean {
    return this.delivered === undefined;
  }

  end(delivered: Outcome, _answer?: string | Uint8Array, status = 0): void {
    if (!this.isOpen) return;
    this.delivered = delivered;
    this.status = status;
    this.machineTime = this.#now() * CENTI - this.machineTime;
    this.#ended(this);
  }
}

/** The upper bounds of the buckets of times, in seconds. */
export const TIME_BOUNDS: readonly number[] = [0.000_1, 0.000_25, 0.001, 0.002_5, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10];
/** The operation of calls that match none. */
const NONE = 'none';
/** The units of the machine's time in a second. */
const CENTIS = CENTI * 1_000;
const BOUNDS = TIME_BOUNDS.map((seconds) => seconds * CENTIS);

/** The calls with one answer: its HTTP status, 0 if none was sent, and its code, or the way in which it was broken off. */
export interface CountedAnswer {
  readonly status: number;
  readonly code: CodeName | BrokenOff | 'OK';
  readonly count: number;
}

/** The calls of one operation over one protocol that have ended. */
export interface OperationCount {
  /** The id of the operation; `none` for calls that match none. */
  readonly operation: string;
  readonly protocol: Protocol;
  readonly answers: readonly CountedAnswer[];
  /** The time that they took together. */
  readonly seconds: number;
  /** The number of calls that took at most as long as each bound, and the number of all. */
  readonly within: readonly number[];
}

/** The counts of one operation over one protocol. */
class Tally {
  ok = 0;
  /** By status and code; answers that are not `ok`. */
  readonly others = new Map<string, number>();
  centis = 0;
  /** By the first bound that is not below; the last is above all. */
  readonly times = new Array<number>(BOUNDS.length + 1).fill(0);
}

/** The status and the code of an answer other than 200 OK, with a space between them. */
const answerOf = ({ delivered, status }: EndedCall): string | undefined => {
  const transmission = delivered instanceof ApiError ? transmissionOf(delivered) : delivered?.transmission;
  const how = transmission && breakOffOf(transmission);
  if (how !== undefined) return `${transmission?.parts ? status || 200 : 0} ${BROKEN_OFF[how]}`;
  if (delivered instanceof ApiError) return `${status || httpStatusOf(delivered)} ${delivered.code}`;
  return status === 0 || status === 200 ? undefined : `${status} OK`;
};

/**
 * Counts calls by operation, protocol and answer since the process began. It is called at the end of every call, and so
 * allocates nothing for most of them.
 */
export class CallCounts implements CallMeter {
  readonly #now: () => number;
  /** The calls that have begun and not ended. */
  readonly open: Record<Protocol, number> = { rest: 0, grpc: 0, 'grpc-web': 0, connect: 0 };
  /** By the id of the operation. */
  readonly #tallies = new Map<string, Partial<Record<Protocol, Tally>>>();

  /** `now` is milliseconds of a clock that is never put back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  readonly begin = (protocol: Protocol): FollowedCall => {
    this.begun(protocol);
    return new CountedCall(protocol, this.#now, this.ended);
  };

  readonly begun = (protocol: Protocol): void => {
    this.open[protocol] += 1;
  };

  readonly ended = (call: EndedCall): void => {
    this.open[call.protocol] -= 1;
    const tally = this.#tallyOf(call);
    const answer = answerOf(call);
    if (answer === undefined) tally.ok += 1;
    else tally.others.set(answer, (tally.others.get(answer) ?? 0) + 1);
    const { machineTime } = call;
    tally.centis += machineTime;
    let nth = 0;
    while (nth < BOUNDS.length && machineTime > (BOUNDS[nth] ?? 0)) nth += 1;
    tally.times[nth] = (tally.times[nth] ?? 0) + 1;
  };

  /** The counts of each operation and protocol that was called, in the order of their first calls. */
  read(): readonly OperationCount[] {
    return [...this.#tallies].flatMap(([operation, byProtocol]) =>
      Object.entries(byProtocol).map(([protocol, tally]) => ({
        operation,
        protocol: protocol as Protocol,
        ...countsOf(tally),
      })),
    );
  }

  #tallyOf({ operation, protocol }: EndedCall): Tally {
    const id = operation?.id ?? NONE;
    const known = this.#tallies.get(id) ?? {};
    const tally = known[protocol];
    if (tally) return tally;
    const made = new Tally();
    this.#tallies.set(id, { ...known, [protocol]: made });
    return made;
  }
}

const countsOf = ({ ok, others, centis, times }: Tally): Omit<OperationCount, 'operation' | 'protocol'> => {
  const answers = [...others].map(([answer, count]): CountedAnswer => {
    const [status, code] = answer.split(' ');
    return { status: Number(status), code: code as CountedAnswer['code'], count };
  });
  let sum = 0;
  const within = times.map((count) => {
    sum += count;
    return sum;
  });
  return {
    answers: ok > 0 ? [{ status: 200, code: 'OK', count: ok }, ...answers] : answers,
    seconds: centis / CENTIS,
    within,
  };
};
