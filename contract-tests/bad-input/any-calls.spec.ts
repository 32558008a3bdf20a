import { bySize } from '../../scripts/test-size.ts';
import { randomFrom } from '../support/random.ts';
import { expect } from '../support/test.ts';
import { test } from '../transport/watched-mock.ts';
import { BATCH, sendBatch } from './any-calls.ts';
import { HonestClient } from './honest-client.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_128);
const CALLS = Number(process.env.ANY_CALLS ?? bySize({ small: 2_000, usual: 4_000, whole: 1_000_000 }));

test(`1.15: ${CALLS} generated calls over all protocols, some of them cut, end nothing @mock`, async ({
  watched,
}, info) => {
  test.setTimeout(Math.max(120_000, CALLS * 10));
  info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${SEED}` });
  const { url, token, process: child, failures } = await watched();
  const honest = new HonestClient(url);
  const random = randomFrom(SEED);
  try {
    for (let sent = 0; sent < CALLS; sent += BATCH) {
      await sendBatch(url, token, random);
      await honest.call();
      expect([child.exitCode, failures()], `FUZZ_SEED=${SEED}, after ${sent + BATCH} calls`).toEqual([null, []]);
    }
  } finally {
    honest.end();
  }
});
