import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { runCommand, startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { readTrace } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';

interface Entry {
  readonly id: string;
  readonly body?: string;
  readonly request?: unknown;
  readonly answer?: unknown;
  readonly changes: readonly unknown[];
  readonly messagesDropped?: true;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly dropped: number;
  readonly oldestState?: string;
}

const journal = async (world: Api): Promise<Page> =>
  ok(await steer(world, 'GET', 'journal?limit=1000')) as unknown as Page;

/** A call that is refused for its form, so that its body is stored as it was sent. */
const sendBytes = (world: Api, bytes: number): Promise<Answer> =>
  world.send('POST', '/registry/v2/repos/nowhere', { body: `{"${'x'.repeat(bytes - 2)}` });

const isDropped = ({ messagesDropped }: Entry): boolean => messagesDropped === true;

test.describe('bounds of the journal @mock', () => {
  test('behaviour J7, X4: the oldest states are given up first, then the oldest messages, then the oldest entries', async ({
    freshServer,
  }) => {
    const { api, ready } = await freshServer('--journal-bytes', '50KiB');
    const { uid } = ok(await api.post(`/registry/v2/repos/${ready.orgId}`, { name: 'kept' }));
    for (let nth = 0; nth < 9; nth += 1) ok(await api.patch(`/registry/v2/repos/${uid}`, { description: `d${nth}` }));
    const before = await journal(api);
    expect(before).toMatchObject({ dropped: 0, oldestState: '1' });
    const lastWrite = before.entries[0];
    expect([lastWrite?.changes.length, before.entries.filter(isDropped)]).toEqual([1, []]);
    const met = new Set<string>();
    for (let nth = 0; nth < 60; nth += 1) {
      await sendBytes(api, 2_000);
      const { entries, dropped, oldestState } = await journal(api);
      const oldestFirst = [...entries].reverse();
      const without = oldestFirst.filter(isDropped);
      // Every state but the present one is gone before any message is.
      if (Number(oldestState) > Number(lastWrite?.id)) met.add('states');
      else expect(without).toEqual([]);
      if (without.length > 0) met.add('messages');
      const older = oldestFirst.slice(0, oldestFirst.findLastIndex(isDropped) + 1);
      expect(older.filter(({ body, answer }) => body !== undefined || answer !== undefined)).toEqual([]);
      for (const { body, request, answer, changes } of without) {
        expect([body, request, answer, changes]).toEqual([undefined, undefined, undefined, []]);
      }
      if (dropped > 0) {
        met.add('entries');
        expect(entries.filter((entry) => !isDropped(entry)).length).toBeLessThanOrEqual(1);
      }
    }
    expect([...met]).toEqual(['states', 'messages', 'entries']);
    expect((await journal(api)).entries.length).toBe(50);
    const refused = await steer(api, 'POST', 'worlds', { from: `journal:${lastWrite?.id}` });
    expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining('dropped from the journal')]);
  });

  const SHARES: readonly { readonly sent: readonly number[]; readonly gives: readonly boolean[] }[] = [
    { sent: [45, 5, 40], gives: [true, false, false] },
    { sent: [5, 45, 40], gives: [false, true, false] },
  ];

  for (const { sent, gives } of SHARES) {
    const share = gives[0] ? '' : ' @whole';
    test(`behaviour J7: of worlds with ${sent} calls those that hold most give up, where all hold too much${share}`, async ({
      freshServer,
    }) => {
      const { api } = await freshServer('--journal-bytes', '200KiB');
      const worlds: Api[] = [];
      for (const calls of sent) {
        const { id, token } = await makeWorld(api, { from: 'empty' });
        const world = new Api({ ...api.connection, world: id }, token);
        worlds.push(world);
        const bytes = worlds.length === sent.length ? 700 : 2_500;
        for (let nth = 0; nth < calls; nth += 1) await sendBytes(world, bytes);
      }
      const found = await Promise.all(worlds.map(async (world) => (await journal(world)).entries));
      expect(found.map(({ length }) => length)).toEqual(sent);
      expect(found.map((entries) => entries.some(isDropped))).toEqual(gives);
    });
  }

  test('behaviour J7: a quarter of a small heap is the bound @whole', async () => {
    test.setTimeout(120_000);
    // The size of the young generation differs between versions of Node: with it the heap is 208 MiB.
    const NODE_OPTIONS = '--max-old-space-size=160 --max-semi-space-size=16';
    const { api, stop } = await startOwnServer([], { NODE_OPTIONS });
    try {
      // Together 58 MB: less than the 64 MiB of a world.
      for (let round = 0; round < 60; round += 1) {
        await Promise.all(Array.from({ length: 16 }, () => sendBytes(api, 60_000)));
      }
      const { entries, dropped } = ok(await steer(api, 'GET', 'journal?limit=1')) as unknown as Page;
      const oldest = ok(await steer(api, 'GET', 'journal/2')) as unknown as Entry;
      expect([entries[0]?.id, dropped]).toEqual(['961', 0]);
      expect([oldest.messagesDropped, entries[0]?.messagesDropped]).toEqual([true, undefined]);
    } finally {
      await stop('SIGKILL');
    }
  });

  test('behaviour J7: a size that is none is refused @whole', async () => {
    for (const size of ['0', '-1', '1.5MiB', '64mb', 'much', '']) {
      const { code, stderr } = await runCommand(['serve', '--port', '0', '--journal-bytes', size]);
      expect([code, stderr.trim().split('\n').length], size).toEqual([2, 1]);
      expect(stderr).toContain('It must be a size such as "64MiB"');
    }
  });

  test('behaviour J11, R1, R2: a reset empties what the journal shows, and not the trace', async ({ ownWorld }) => {
    const world = await ownWorld();
    const orgId = String(ok(await steer(world, 'GET', 'info')).orgId);
    ok(await world.post(`/registry/v2/repos/${orgId}`, { name: 'before' }));
    const { events } = ok(await steer(world, 'GET', 'events'));
    ok(await steer(world, 'POST', 'reset'));
    expect((await journal(world)).entries).toEqual([]);
    expect(ok(await steer(world, 'GET', 'events'))).toMatchObject({ events: [], dropped: 0 });
    ok(await world.post(`/registry/v2/repos/${orgId}`, { name: 'after' }));
    const { log } = await readTrace(world);
    const bodyOf = ({ request }: (typeof log.entries)[number]): unknown => request.postData?.text;
    expect(log.entries.map((entry) => [entry._id, bodyOf(entry)])).toEqual([
      ['1', '{"name":"before"}'],
      ['2', '{"name":"after"}'],
    ]);
    const [before] = events as readonly object[];
    expect(log._steps.map(({ kind, target }) => [kind, target])).toEqual([
      ['event', undefined],
      ['control', '/_mock/v1/reset'],
      ['event', undefined],
      ['delivery', undefined],
    ]);
    expect(log._steps[0]?.event).toEqual(before);
    expect(log._cut).toEqual([]);
  });
});
