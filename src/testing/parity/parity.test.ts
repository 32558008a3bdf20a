import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { V1 } from '../../v1/edition.ts';
import { type Comparison, compareFaces } from './comparison.ts';
import { overBoth, sequences } from './generated-calls.ts';
import { openTwins, type Twins } from './twins.ts';

/** The same calls in every run, so that a failure is caused by a change; another seed searches for more differences. */
const SEED = Number(process.env.PARITY_SEED ?? 20_261_121);
const RUNS = Number(process.env.PARITY_RUNS ?? 340);
const LONGEST = 40;
const LEAST_CALLS = 5_000;
const LEAST_CALLS_OF_V1 = 1_500;

let twins: Twins;
let comparison: Comparison;

const { stackTraceLimit } = Error;

before(async () => {
  // The gRPC client reads the stack of each failed call; a difference is reported by the calls that led to it.
  Error.stackTraceLimit = 0;
  twins = await openTwins();
  comparison = compareFaces(twins);
});

after(async () => {
  comparison.close();
  await twins.close();
  Error.stackTraceLimit = stackTraceLimit;
});

test('REST and gRPC return the same answers and errors, and result in the same states', async (t) => {
  t.diagnostic(`PARITY_SEED=${SEED}`);
  const codes = new Map<string, Map<number, number>>();
  let calls = 0;
  let ofV1 = 0;
  const property = fc.asyncProperty(sequences(twins.kernel, LONGEST), async (steps) => {
    for (const { operation, rest } of await comparison.run(steps)) {
      calls += 1;
      if (operation.edition === V1) ofV1 += 1;
      const counted = codes.get(operation.id) ?? new Map<number, number>();
      codes.set(operation.id, counted.set(rest.code, (counted.get(rest.code) ?? 0) + 1));
    }
  });
  const { failed, counterexamplePath, errorInstance } = await fc.check(property, { seed: SEED, numRuns: RUNS });
  // The message lists the calls, which are easier to read than the steps as fast-check prints them.
  if (failed) assert.fail(`PARITY_SEED=${SEED} path ${counterexamplePath}\n${(errorInstance as Error).message}`);
  const of = (code: number): number => [...codes.values()].reduce((sum, counted) => sum + (counted.get(code) ?? 0), 0);
  t.diagnostic(`${calls} calls, ${ofV1} of them of v1, ${of(0)} of them answered`);
  if (process.env.PARITY_SHOW) {
    for (const [id, counted] of codes) t.diagnostic(`${id} ${JSON.stringify(Object.fromEntries(counted))}`);
  }
  if (RUNS < 340) return;
  assert.ok(calls >= LEAST_CALLS, `only ${calls} calls`);
  assert.ok(ofV1 >= LEAST_CALLS_OF_V1, `only ${ofV1} calls of v1`);
  assert.ok(of(0) > calls / 4, `only ${of(0)} of ${calls} calls were answered`);
  const never = overBoth(twins.kernel).filter(({ operation }) => !codes.has(operation.id));
  assert.deepEqual(
    never.map(({ operation }) => operation.id),
    [],
  );
});
