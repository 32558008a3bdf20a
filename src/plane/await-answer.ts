import type { MatchDifference } from '../../generated/nouns.ts';
import type { Settings } from '../kernel/context.ts';
import { errorBody } from '../kernel/error-details.ts';
import { ApiError, invalidField } from '../kernel/errors.ts';
import { omitUndefined } from '../schema/defined.ts';
import { brief } from '../schema/field-violation.ts';
import type { Waited } from './waiter.ts';

const MAX_PAGE = 1_000;

/** The `limit` of a query. @throws ApiError INVALID_ARGUMENT */
export const limitOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (limit < 1 || limit > MAX_PAGE) throw invalidField('limit', `must be a number from 1 to ${MAX_PAGE}`);
  return limit;
};

/** The `since` of a query or a body, if there is one. */
export const sinceOf = (since: number | string | undefined) => (since === undefined ? {} : { since: Number(since) });

/** A wait as it is asked for. */
interface AskedWait {
  readonly count?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly since?: number | string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly settleMs?: number | undefined;
}

/** The bounds of a wait, with their defaults. */
export const boundsOf = ({ count = {}, since, timeoutMs = 5_000, settleMs = 0 }: AskedWait) => {
  const { min = count.max === 0 ? 0 : 1, max } = count;
  return { min, timeoutMs, settleMs, ...sinceOf(since), ...omitUndefined({ max }) };
};

/** The number of differences of one item that are put into words, and of characters of each value. */
const MAX_WORDS = 3;
const MAX_VALUE = 120;

const valueText = (value: unknown): string => brief(JSON.stringify(value) ?? 'nothing', MAX_VALUE);

interface Nearest {
  readonly differences: readonly MatchDifference[];
}

/** The items that are waited for, in words. */
interface Words<N extends Nearest> {
  readonly one: string;
  readonly several: string;
  readonly named: (nearest: N) => string;
  /** The text if none comes near. */
  readonly none?: string;
}

const describeNearest = <N extends Nearest>(first: N | undefined, { named, none }: Words<N>): string => {
  if (!first) return none === undefined ? '' : `; ${none}`;
  const words = first.differences
    .slice(0, MAX_WORDS)
    .map(({ field, expected, actual }) => `${field} is ${valueText(actual)}, not ${valueText(expected)}`);
  return `; the nearest is ${named(first)}: ${words.join('; ')}`;
};

const refusalOf = <N extends Nearest>(
  { outcome, seen, nearest: [first] }: Exclude<Waited<object, N>, { readonly outcome: 'met' }>,
  { min, max }: ReturnType<typeof boundsOf>,
  words: Words<N>,
): readonly [ApiError, 408 | 409] => {
  const matched = `${seen} ${seen === 1 ? words.one : words.several} matched`;
  switch (outcome) {
    case 'timeout': {
      const text = `Deadline exceeded: ${matched}, of ${min === max ? 'exactly' : 'at least'} ${min}${describeNearest(first, words)}`;
      return [new ApiError('DEADLINE_EXCEEDED', text, { reason: 'MOCK_AWAIT_TIMEOUT' }), 408];
    }
    case 'too_many':
      return [new ApiError('ABORTED', `Aborted: ${matched}, more than may`, { reason: 'MOCK_AWAIT_TOO_MANY' }), 409];
    case 'reset':
      return [new ApiError('ABORTED', 'Aborted: the world was reset or ended', { reason: 'MOCK_WORLD_RESET' }), 409];
    case 'stopped':
      return [new ApiError('ABORTED', 'Aborted: the mock is being stopped', { reason: 'MOCK_STOPPING' }), 409];
  }
};

/** The answer to a wait: the awaited items; 408 with the nearest ones if it was not met, or 409. */
export const awaitAnswer = <P extends object, N extends Nearest>(
  awaited: Waited<P, N>,
  bounds: ReturnType<typeof boundsOf>,
  words: Words<N>,
  settings: Settings,
): P | Response => {
  if (awaited.outcome === 'met') return awaited.page;
  const [error, status] = refusalOf(awaited, bounds, words);
  const { seen, nearest } = awaited;
  const text = JSON.stringify({ ...errorBody(error, 'mock', settings), seen, nearest });
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
};
