import { hash } from 'node:crypto';
import type { FaultAttempt, FaultReport, LogicalCall } from '../../../generated/nouns.ts';
import { valueAt } from '../../json.ts';
import type { Incoming } from '../../kernel/answer.ts';
import { instant } from '../../kernel/clock.ts';
import type { CodeName } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { BrokenOff } from '../../kernel/transmission.ts';
import { omitUndefined } from '../../schema/defined.ts';

/** The beginning of a try. */
interface AttemptStart {
  /** The time of its arrival, by the clock of the machine. */
  readonly atMillis: number;
  /** The time that the caller was willing to wait, if it has said so. */
  readonly deadlineMs: number | undefined;
}

/** A try; its end is missing until it is known. */
export interface RunningAttempt extends AttemptStart {
  /** The digest of what it asks for. */
  readonly digest: string;
  status?: CodeName | 'OK' | BrokenOff;
  handled?: CodeName | 'OK';
}

/** A try with its number, counted from 1, and what it is about. */
export interface TryOfCall {
  readonly attempt: RunningAttempt;
  readonly number: number;
  readonly resource: string;
}

interface LoggedCall extends Pick<LogicalCall, 'operation' | 'caller' | 'resource'> {
  readonly attempts: RunningAttempt[];
  /** The number of all tries; the latest are stored. */
  count: number;
}

/** The maximum numbers of logical calls, and of tries of each, that are stored. */
const MAX_CALLS = 1_000;
const MAX_ATTEMPTS = 100;

const VARIABLE = /\{([^=}]+)/g;

const camel = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** True for an operation whose calls may be about a resource. */
export const isAboutResource = ({ operation: { http }, verb }: BoundOperation): boolean =>
  verb === 'create' || (http?.path.includes('{') ?? false);

/** Names the resource of a call: the values in its path, and of a create the name of the new row. */
export const resourceOf = ({ operation, verb }: BoundOperation, request: Incoming['request']): string => {
  const { path = '', body } = operation.http ?? {};
  const variables = [...path.matchAll(VARIABLE)].map(
    ([, field = '']) => valueAt(request, field) ?? valueAt(request, camel(field)),
  );
  const made =
    verb === 'create'
      ? valueAt(body === undefined || body === '*' ? request : valueAt(request, body), 'name')
      : undefined;
  return [...variables, made].filter((part) => typeof part === 'string' && part !== '').join(' ');
};

const NOTHING = { request: {} };

/** The request of a call; nothing if it cannot be read. */
const requestOf = (read: () => Incoming): Pick<Incoming, 'request'> => {
  try {
    return read();
  } catch {
    return NOTHING;
  }
};

const viewOfAttempt = (
  { atMillis, digest, ...others }: RunningAttempt,
  before: RunningAttempt | undefined,
): FaultAttempt => ({
  at: instant(atMillis),
  ...omitUndefined({
    ...others,
    sameRequest: before && before.digest === digest,
  }),
});

const oldestFirst = <T>(values: Iterable<T>, millisOf: (value: T) => number): readonly T[] =>
  [...values].sort((one, other) => millisOf(one) - millisOf(other));

/** Remembers the latest tries of logical calls. */
export class Attempts {
  readonly #calls = new Map<string, LoggedCall>();
  #dropped = 0;

  /** Adds a try. */
  add(bound: BoundOperation, caller: string, read: () => Incoming, start: AttemptStart): TryOfCall {
    const { request } = requestOf(read);
    const { id: operation } = bound.operation;
    const resource = resourceOf(bound, request);
    const attempt = { ...start, digest: hash('sha256', JSON.stringify(request)) };
    const key = JSON.stringify([operation, caller, resource]);
    const call = this.#calls.get(key) ?? this.#begin(key, { operation, caller, resource });
    call.count += 1;
    call.attempts.push(attempt);
    if (call.attempts.length > MAX_ATTEMPTS) {
      call.attempts.shift();
      this.#dropped += 1;
    }
    return { attempt, number: call.count, resource };
  }

  /** The logical calls, the oldest first, and how many tries are no longer among them. */
  read(): Pick<FaultReport, 'calls' | 'dropped'> {
    const sorted = [...this.#calls.values()].map(({ count: _, attempts, ...of }) => ({
      ...of,
      attempts: oldestFirst(attempts, ({ atMillis }) => atMillis),
    }));
    const calls = oldestFirst(sorted, ({ attempts }) => attempts[0]?.atMillis ?? 0).map(({ attempts, ...of }) => ({
      ...of,
      attempts: attempts.map((attempt, index) => viewOfAttempt(attempt, attempts[index - 1])),
    }));
    return { calls, dropped: this.#dropped };
  }

  #begin(key: string, of: Omit<LoggedCall, 'attempts' | 'count'>): LoggedCall {
    const [oldest] = this.#calls;
    if (oldest && this.#calls.size >= MAX_CALLS) {
      this.#dropped += oldest[1].attempts.length;
      this.#calls.delete(oldest[0]);
    }
    const call = { ...of, attempts: [], count: 0 };
    this.#calls.set(key, call);
    return call;
  }
}
