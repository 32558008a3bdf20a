import { type CallScope, DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Room } from './elsewhere.ts';

/** NOT_FOUND for the name of a world, which says of one that has ended that it has. */
export const worldNotFound = (id: string, hasEnded: boolean): ApiError => {
  const name = JSON.stringify(id.slice(0, 100));
  const what = hasEnded ? `world ${name} has ended` : `world ${name} not found`;
  return new ApiError('NOT_FOUND', `Not found: ${what}`, { reason: 'MOCK_WORLD_NOT_FOUND' });
};

/** True for the failure of a call in a world that is not there. */
export const isWorldMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.detail.reason === 'MOCK_WORLD_NOT_FOUND';

/** FAILED_PRECONDITION for a call that names no world, and must. */
export const worldNotNamed = (): ApiError =>
  new ApiError(
    'FAILED_PRECONDITION',
    'Precondition failed: the request names no world, which --require-world demands',
    {
      reason: 'MOCK_WORLD_REQUIRED',
      preconditions: [{ type: 'WORLD_REQUIRED', description: 'name a world, such as by the header x-mock-world' }],
    },
  );

/**
 * Checks that there may be one more world, of a name, where there may be so many.
 * @throws ApiError RESOURCE_EXHAUSTED, MOCK_TOO_MANY_WORLDS, that names the oldest; ALREADY_EXISTS
 */
export const demandRoomIn = ({ count, oldest, isTaken }: Room, id: string, limit: number): void => {
  if (id === DEFAULT_WORLD || isTaken)
    throw new ApiError('ALREADY_EXISTS', `Already exists: world ${JSON.stringify(id)} already exists`);
  if (count < limit) return;
  const which = oldest === undefined ? '' : `; the oldest is ${JSON.stringify(oldest)}`;
  throw new ApiError('RESOURCE_EXHAUSTED', `Resource exhausted: there are ${count} worlds already${which}`, {
    reason: 'MOCK_TOO_MANY_WORLDS',
  });
};

/** A world that refuses each call where others authenticate, so that each face renders the refusal as it does any. */
export const makeRefusing = (
  { faults: _, journal: __, quota: ___, events: ____, ...world }: CallScope,
  error: unknown,
): CallScope => {
  const refuse = (): never => {
    throw error;
  };
  const reject = async (): Promise<never> => refuse();
  return { ...world, authenticate: refuse, tokens: { exchange: reject, refresh: reject } };
};
