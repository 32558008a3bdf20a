import { casesBySize } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

const COUNT = casesBySize({ small: 100, usual: 100, whole: 24_000 });
const AT_ONCE = 20;

test(`W1: a heap of 160 MB is enough for ${COUNT} worlds that are made and ended @mock`, async () => {
  test.setTimeout(3_600_000);
  const { api, stop } = await startOwnServer([], { NODE_OPTIONS: '--max-old-space-size=160' });
  try {
    const run = async (): Promise<void> => {
      const { id } = await makeWorld(api);
      ok(await steer(api, 'DELETE', `worlds/${id}`));
    };
    for (let from = 0; from < COUNT; from += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, run));
    const { worlds } = ok(await steer(api, 'GET', 'worlds')) as { readonly worlds?: readonly unknown[] };
    expect(worlds).toHaveLength(1);
  } finally {
    await stop('SIGKILL');
  }
});
