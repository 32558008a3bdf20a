import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize, TEST_SIZE } from '../../../scripts/test-size.ts';
import { type Profile, profileNamed, SPECIFICATION } from '../../schema/profile.ts';
import { V1 } from '../../v1/edition.ts';
import { type Comparison, compareFaces } from './comparison.ts';
import { overBoth, sequences } from './generated-calls.ts';
import { openTwins, type Twins } from './twins.ts';

/** A fixed seed, so that a failure is caused by a change; another seed searches for more differences. */
const SEED = Number(process.env.PARITY_SEED ?? 20_261_121);
const RUNS = Number(process.env.PARITY_RUNS ?? bySize({ small: 12, usual: 30, whole: 340 }));
/** The runs for the other profile, fewer since it renders and reads in the same way: `PARITY_RUNS` sets both. */
const RUNS_IN_PUBLISHED = process.env.PARITY_RUNS === undefined ? bySize({ small: 2, usual: 4, whole: 30 }) : RUNS;
const LONGEST = 40;
/** The least number of calls of a run on average, or it would show little. */
const CALLS_A_RUN = 12;

interface Compared {
  /** The number of calls of each operation that resulted in each code. */
  readonly codes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly calls: number;
  readonly ofV1: number;
  readonly answered: number;
}

/** Compares generated sequences of calls over both faces in a profile, and fails at the first difference. */
const compareSequences = async (twins: Twins, comparison: Comparison, numRuns: number): Promise<Compared> => {
  const codes = new Map<string, Map<number, number>>();
  let calls = 0;
  let ofV1 = 0;
  const property = fc.asyncProperty(sequences(twins, LONGEST), async (steps) => {
    for (const { operation, rest } of await comparison.run(steps)) {
      calls += 1;
      if (operation.edition === V1) ofV1 += 1;
      const counted = codes.get(operation.id) ?? new Map<number, number>();
      codes.set(operation.id, counted.set(rest.code, (counted.get(rest.code) ?? 0) + 1));
    }
  });
  const { failed, counterexamplePath, errorInstance } = await fc.check(property, { seed: SEED, numRuns });
  // The message lists the calls, which are easier to read than the steps as fast-check prints them.
  if (failed) assert.fail(`PARITY_SEED=${SEED} path ${counterexamplePath}\n${(errorInstance as Error).message}`);
  const answered = [...codes.values()].reduce((sum, counted) => sum + (counted.get(0) ?? 0), 0);
  return { codes, calls, ofV1, answered };
};

const compareIn = async (profile: Profile, numRuns: number): Promise<Compared & Pick<Twins, 'operations'>> => {
  const twins = await openTwins(profile);
  const comparison = compareFaces(twins);
  const { stackTraceLimit } = Error;
  // The gRPC client reads the stack of each failed call; a difference is reported by the calls that led to it.
  Error.stackTraceLimit = 0;
  try {
    return { ...(await compareSequences(twins, comparison, numRuns)), operations: twins.operations };
  } finally {
    comparison.close();
    await twins.close();
    Error.stackTraceLimit = stackTraceLimit;
  }
};

test('REST and gRPC return the same answers and errors, and result in the same states', async (t) => {
  t.diagnostic(`PARITY_SEED=${SEED}`);
  const { codes, calls, ofV1, answered, operations } = await compareIn(SPECIFICATION, RUNS);
  t.diagnostic(`${calls} calls, ${ofV1} of them of v1, ${answered} of them answered`);
  if (process.env.PARITY_SHOW) {
    for (const [id, counted] of codes) t.diagnostic(`${id} ${JSON.stringify(Object.fromEntries(counted))}`);
  }
  assert.ok(calls >= RUNS * CALLS_A_RUN, `only ${calls} calls`);
  assert.ok(ofV1 >= calls / 5, `only ${ofV1} calls of v1`);
  assert.ok(answered > calls / 4, `only ${answered} of ${calls} calls were answered`);
  if (TEST_SIZE !== 'whole') return;
  const never = overBoth(operations).filter(({ operation }) => !codes.has(operation.id));
  assert.deepEqual(
    never.map(({ operation }) => operation.id),
    [],
  );
});

test('P1: so they do in the profile `published`, and no answer has a name that is not published', async (t) => {
  const { calls, ofV1, answered } = await compareIn(profileNamed('published'), RUNS_IN_PUBLISHED);
  t.diagnostic(`${calls} calls, ${ofV1} of them of v1, ${answered} of them answered`);
  assert.ok(calls >= 4 * RUNS_IN_PUBLISHED, `only ${calls} calls`);
  assert.ok(answered > calls / 4, `only ${answered} of ${calls} calls were answered`);
});
