import { casesBySize } from '../../scripts/test-size.ts';
import { randomFrom } from '../support/random.ts';
import { expect } from '../support/test.ts';
import { test } from '../transport/watched-mock.ts';
import { BATCH, sendBatch } from './any-calls.ts';
import { HonestClient } from './honest-client.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_128);
const CALLS = Number(process.env.ANY_CALLS ?? casesBySize({ small: 2_000, usual: 2_000, whole: 1_000_000 }));

/** The number of batches under way at a time: the mock is to have work while calls are drawn. */
const AT_ONCE = 4;

test(`1.15: ${CALLS} generated calls over all protocols (FUZZ_SEED=${SEED}), some of them cut, end nothing @mock`, async ({
  watched,
}) => {
  test.setTimeout(Math.max(120_000, CALLS * 10));
  const { url, token, process: child, failures } = await watched();
  const honest = new HonestClient(url);
  const randoms = Array.from({ length: AT_ONCE }, (_, nth) => randomFrom(SEED + nth));
  try {
    for (let sent = 0; sent < CALLS; sent += AT_ONCE * BATCH) {
      await Promise.all(randoms.map((random) => sendBatch(url, token, random)));
      await honest.call();
      expect([child.exitCode, failures()], `FUZZ_SEED=${SEED}, after ${sent + AT_ONCE * BATCH} calls`).toEqual([
        null,
        [],
      ]);
    }
  } finally {
    honest.end();
  }
});
