import type { MetAnswer } from '../../../generated/nouns.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { BROKEN_OFF, type BreakOff } from '../../kernel/transmission.ts';

/** The maximum number of different answers of one client and operation that are counted. */
const MAX_ANSWERS = 50;

interface Met {
  readonly status: number;
  readonly code: CodeName;
  readonly reason: string;
  count: number;
}

/** The reason of an error: that of its ErrorInfo, or the type of its first violated precondition (behaviour K2). */
const reasonOf = ({ code, detail: { reason, preconditions, typed } }: ApiError): string => {
  const given = typed?.find(({ type }) => type === 'google.rpc.ErrorInfo')?.value.reason;
  return typeof given === 'string' ? given : (reason ?? preconditions?.[0]?.type ?? code);
};

const breakOffError = (how: BreakOff): ApiError =>
  new ApiError('UNAVAILABLE', 'Unavailable: the answer is lost', { reason: BROKEN_OFF[how] });

/** The outcome of an answer that a fault has broken off (behaviour K4). */
export const LOST: Readonly<Record<BreakOff, ApiError>> = {
  drop: breakOffError('drop'),
  reset: breakOffError('reset'),
  truncate: breakOffError('truncate'),
};

/** The failures of one client and operation. They are few, so that a look through all of them is the fastest. */
export class MetAnswers {
  readonly #met: Met[] = [];

  /** Counts an answer; false if there are too many different ones. */
  add(status: number, error: ApiError): boolean {
    const { code } = error;
    const reason = reasonOf(error);
    for (const met of this.#met) {
      if (met.status === status && met.code === code && met.reason === reason) {
        met.count += 1;
        return true;
      }
    }
    if (this.#met.length >= MAX_ANSWERS) return false;
    this.#met.push({ status, code, reason, count: 1 });
    return true;
  }

  counts(): readonly MetAnswer[] {
    return this.#met.map(({ status, code, reason, count }) => ({
      status,
      code,
      count,
      ...(reason !== code && { reason }),
    }));
  }
}
