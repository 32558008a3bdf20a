import type { CallScope } from '../kernel/call-scope.ts';
import { ApiError } from '../kernel/errors.ts';

/** NOT_FOUND for the name of a world, which says of one that has ended that it has. */
export const worldNotFound = (id: string, hasEnded: boolean): ApiError => {
  const name = JSON.stringify(id.slice(0, 100));
  const what = hasEnded ? `world ${name} has ended` : `world ${name} not found`;
  return new ApiError('NOT_FOUND', `Not found: ${what}`, { reason: 'MOCK_WORLD_NOT_FOUND' });
};

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

/** ALREADY_EXISTS for the name of a world that there is. */
export const nameTaken = (id: string): ApiError =>
  new ApiError('ALREADY_EXISTS', `Already exists: world ${JSON.stringify(id)} already exists`);

/** RESOURCE_EXHAUSTED for one world too many, which names the oldest. */
export const tooManyWorlds = (count: number, oldest: string | undefined): ApiError => {
  const which = oldest === undefined ? '' : `; the oldest is ${JSON.stringify(oldest)}`;
  return new ApiError('RESOURCE_EXHAUSTED', `Resource exhausted: there are ${count} worlds already${which}`, {
    reason: 'MOCK_TOO_MANY_WORLDS',
  });
};

/** A world that refuses each call where others authenticate, so that each face renders the refusal as it does any. */
export const makeRefusing = (
  { faults: _, steering: __, events: ___, ...world }: CallScope,
  error: unknown,
): CallScope => {
  const refuse = (): never => {
    throw error;
  };
  const reject = async (): Promise<never> => refuse();
  return { ...world, recorder: world.meter, authenticate: refuse, tokens: { exchange: reject, refresh: reject } };
};
