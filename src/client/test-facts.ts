import type { TestFacts } from '../steering/evidence/test-evidence.ts';
import type { Mock } from './mock.ts';
import { MockError } from './mock-error.ts';
import type { World } from './world.ts';

/** How many calls of a test are looked at. */
const MAX_CALLS = 200;

/** The answer of the control plane; undefined where it refuses, such as without a journal or for a world that has ended. */
export const unlessRefused = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof MockError) return undefined;
    throw error;
  }
};

/** The place in the journal of the world `default` behind which calls are those of a test that begins now. */
export const readStart = async (mock: Mock): Promise<string | undefined> =>
  (await unlessRefused(mock.default.journal.list({ limit: 1 })))?.cursor;

/** Reads what happened in the world of a test, and beside it in `default` since the test began. */
export const readFacts = async (mock: Mock, world: World, start: string | undefined): Promise<TestFacts> => {
  const [journal, report, faults, changes, beside] = await Promise.all([
    unlessRefused(world.journal.list({ limit: MAX_CALLS })),
    unlessRefused(world.faults.report()),
    unlessRefused(world.faults.list()),
    unlessRefused(world.diff()),
    start === undefined ? undefined : unlessRefused(mock.default.journal.list({ since: start, limit: MAX_CALLS })),
  ]);
  return {
    id: world.id,
    ...(journal && { journal }),
    ...(changes && { changes }),
    faults: faults ?? [],
    neverFired: report?.neverFired ?? [],
    callsOfDefault: beside?.entries ?? [],
  };
};
