import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Fault, Mock } from 'platform-mock';
import type { Library } from './library.ts';

/** The error of fetch, with the code of its cause. */
const thrownBy = async (work: () => Promise<unknown>): Promise<readonly unknown[]> => {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return [error.message, (error.cause as { readonly code?: string }).code];
  }
  return [];
};

const BROKEN: readonly (readonly [what: string, fault: Fault, lengthOf: (whole: number) => number, code: string])[] = [
  ['truncated', { phase: 'after_commit', do: { truncate: 9 } }, () => 9, 'UND_ERR_SOCKET'],
  ['dropped within', { phase: 'mid_stream', do: { drop: true } }, (whole) => Math.floor(whole / 2), 'UND_ERR_SOCKET'],
  ['reset within', { phase: 'mid_stream', do: { reset: true } }, (whole) => Math.floor(whole / 2), 'ECONNRESET'],
  [
    'failed within',
    { phase: 'mid_stream', do: { code: 'ABORTED' } },
    (whole) => Math.floor(whole / 2),
    'UND_ERR_SOCKET',
  ],
];

/** The end of a call whose connection is broken. */
export const brokenConnectionTests = ({ startMock }: Library): void => {
  describe('a connection that is broken', () => {
    let inProcess: Mock;
    let onPort: Mock;

    before(async () => {
      [inProcess, onPort] = await Promise.all([
        startMock({ port: false, logLevel: 'silent' }),
        startMock({ logLevel: 'silent' }),
      ]);
    });

    after(() => Promise.all([inProcess.close(), onPort.close()]));

    test('behaviour F13: without a port, a fetch whose answer is lost rejects, and the row is there', async () => {
      const world = await inProcess.world();
      const create = () =>
        world.fetch(`/registry/v2/repos/${world.orgId}`, { method: 'POST', body: JSON.stringify({ name: 'lost' }) });
      await world.faults.once('CreateRepo', { drop: true }, { phase: 'after_commit' });
      assert.deepEqual(await thrownBy(create), ['fetch failed', 'UND_ERR_SOCKET']);
      assert.equal((await create()).status, 409);
      await world.faults.once('CreateRepo', { reset: true });
      assert.deepEqual(await thrownBy(create), ['fetch failed', 'ECONNRESET']);
      await world.end();
    });

    describe('behaviour F13: without a port, the body of an answer', () => {
      for (const [what, fault, lengthOf, code] of BROKEN) {
        test(`that is ${what} fails after its part`, async () => {
          const world = await inProcess.world();
          await world.faults.set(fault);
          const answer = await world.fetch(`/iam/v2/groups/${world.orgId}`);
          assert.equal(answer.status, 200);
          let length = 0;
          const read = async (): Promise<void> => {
            for await (const chunk of answer.body ?? []) length += (chunk as Uint8Array).length;
          };
          assert.deepEqual(await thrownBy(read), ['terminated', code]);
          assert.equal(length, lengthOf(Number(answer.headers.get('content-length'))));
          await world.end();
        });
      }

      test('that is slow arrives in pieces, and is the same', async () => {
        const world = await inProcess.world();
        const target = `/iam/v2/groups/${world.orgId}`;
        const whole = await (await world.fetch(target)).text();
        await world.faults.set({ phase: 'after_commit', do: { slow: { bytesPerSecond: whole.length * 4 } } });
        const pieces: Uint8Array[] = [];
        for await (const piece of (await world.fetch(target)).body ?? []) pieces.push(piece as Uint8Array);
        assert.ok(pieces.length >= 2);
        assert.equal(Buffer.concat(pieces).toString(), whole);
        await world.end();
      });
    });

    test('behaviour F10: a fetch over a port is lost like that of a network', async () => {
      const world = await onPort.world({});
      await world.faults.set({ phase: 'before_auth', do: { drop: true } });
      const [message] = await thrownBy(() => fetch(`${onPort.url}/iam/v2/groups`, { headers: world.headers }));
      assert.equal(message, 'fetch failed');
      await world.end();
    });
  });
};
