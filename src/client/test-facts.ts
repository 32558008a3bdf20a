import { MockError } from '../connection/mock-error.ts';
import type { TestFacts } from '../features/evidence/test-evidence.ts';
import { queryOf } from '../features/journal/journal.client.ts';
import type { World } from './world.ts';

/** The answer of the control plane; undefined if it refuses, such as without a journal or for a world that has ended. */
export const unlessRefused = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof MockError) return undefined;
    throw error;
  }
};

/** The place in the journal of the world `default` behind which calls are of a test that begins now. */
export const readStart = async (first: World): Promise<string | undefined> =>
  (await unlessRefused(first.journal.list({ limit: 1 })))?.cursor;

/** Reads what happened in the world of a test, and the calls to `default` since the test began. */
export const readFacts = async ({ id, fetch }: World, since: string | undefined): Promise<TestFacts> => {
  const answer = await fetch(`/_mock/v1/worlds/${id}:evidence${queryOf({ since, format: 'json' })}`);
  return answer.ok ? ((await answer.json()) as TestFacts) : { id };
};
