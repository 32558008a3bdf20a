import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallScope } from './call-scope.ts';
import type { Caller } from './context.ts';
import { demandSame, stateMoved } from './early-calls.ts';
import { ApiError } from './errors.ts';
import type { EarlyCall } from './rows.ts';

const CALLER: Caller = { identity: 'one' };

const earlyCall = (isCurrent: boolean) => {
  const early = {
    state: '1',
    isCurrent,
    refusal: undefined as ApiError | undefined,
    refuse: (refusal: ApiError): void => {
      early.refusal = refusal;
    },
  };
  return early satisfies EarlyCall;
};

/** What is thrown, and what the call is refused with, where its caller is identified once more. */
const outcomeOf = (authenticate: () => Caller | Promise<Caller>, { isCurrent = false, isPlain = true } = {}) => {
  const early = earlyCall(isCurrent);
  let thrown: unknown;
  try {
    demandSame(early, CALLER, authenticate, { isPlain: () => isPlain } as CallScope);
  } catch (error) {
    thrown = error;
  }
  return { thrown, refusal: early.refusal };
};

const fail = (error: Error) => (): never => {
  throw error;
};

describe('31.20 a change of an early call', () => {
  for (const [title, authenticate, setting] of [
    ['goes on with the same caller', () => CALLER, {}],
    ['goes on with one that is equal', () => ({ identity: 'one' }), {}],
    ['goes on unseen on the rows that it began on', fail(new Error('asked')), { isCurrent: true, isPlain: false }],
  ] as const) {
    test(title, () => {
      assert.deepEqual(outcomeOf(authenticate, setting), { thrown: undefined, refusal: undefined });
    });
  }

  for (const [title, authenticate, setting] of [
    ['with another caller', () => ({ identity: 'other' }), {}],
    ['with a caller of fewer rights', () => ({ identity: 'one', limits: [[]] }), {}],
    ['where rules act by now', () => CALLER, { isPlain: false }],
    ['where nobody is found', fail(new ApiError('UNAUTHENTICATED', 'Unauthenticated')), {}],
    ['where its token is to be verified anew', async () => CALLER, {}],
    ['where its token is refused later', () => Promise.reject(new ApiError('UNAUTHENTICATED', 'late')), {}],
  ] as const) {
    test(`begins again ${title}`, async () => {
      const { thrown, refusal } = outcomeOf(authenticate, setting);
      assert.deepEqual([thrown, refusal], [stateMoved(), stateMoved()]);
      // Nobody has left a rejection without a handler by now.
      await new Promise(setImmediate);
    });
  }

  test('fails as its authentication does where that is broken', () => {
    const error = new TypeError('broken');
    assert.deepEqual(outcomeOf(fail(error)), { thrown: error, refusal: undefined });
  });
});
