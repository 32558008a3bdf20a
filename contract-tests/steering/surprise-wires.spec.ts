import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { faulty, orgOf } from '../support/steered.ts';
import { BINARY_CONNECT, type Seen, WIRES } from './answer-wires.ts';

/** The protocols that each run has; the others are variants of these. */
const PROTOCOLS = ['HTTP/1.1', 'gRPC', 'gRPC-Web', 'Connect'];

/** The end of each kind of wire as a client sees it. */
const RESET_END = { 1: 'reset', 2: 'INTERNAL_ERROR' } as const;

/** The tag and the value of what is added, in protobuf: field 9999 with a text, and the number 9999. */
const ADDED_FIELD = Buffer.from([0xfa, 0xf0, 0x04, 11, ...Buffer.from('unpublished')]);
const ADDED_VALUE = Buffer.from([0x8f, 0x4e]);

for (const wire of [...WIRES, BINARY_CONNECT]) {
  const share = PROTOCOLS.includes(wire.name) ? '' : ' @whole';
  test.describe(`surprises over ${wire.name} @mock${share}`, () => {
    /** One create under a surprise, and whether its repo is there afterwards. */
    const createUnder = async (
      own: Api,
      preset: string,
    ): Promise<{ readonly seen: Seen; readonly isStored: boolean }> => {
      const world = faulty(own);
      const parent = await orgOf(world);
      ok(await steer(world, 'PUT', 'faults', [{ preset }]));
      const seen = await wire.send(world, { operation: 'CreateRepo', request: { parent, repo: { name: 'a' } } });
      const again = await world.post(`/registry/v2/repos/${parent}`, { name: 'a' });
      return { seen, isStored: again.status === 409 };
    };

    test('behaviour F24, F25: lost_connection loses a write that is stored, and reset one that is not', async ({
      ownWorld,
    }) => {
      const results: unknown[] = [];
      for (const preset of ['lost_connection', 'reset']) {
        const { seen, isStored } = await createUnder(await ownWorld(), preset);
        results.push([seen.status, seen.end, isStored]);
      }
      const end = RESET_END[wire.http];
      expect(results).toEqual([
        [undefined, end, true],
        [undefined, end, false],
      ]);
    });

    test('behaviour F26: truncated sends half of an answer', async ({ ownWorld }) => {
      const { seen, isStored } = await createUnder(await ownWorld(), 'truncated');
      expect([seen.status, seen.body.length, isStored]).toEqual([200, Math.floor(wire.lengthOf(seen) / 2), true]);
    });

    test('behaviour F27: html_502 is the page of a proxy, and nothing has run', async ({ ownWorld }) => {
      const { seen, isStored } = await createUnder(await ownWorld(), 'html_502');
      expect([seen.status, seen.headers['content-type'], seen.headers['grpc-status'], isStored]).toEqual([
        502,
        'text/html',
        undefined,
        false,
      ]);
      expect(seen.body.toString()).toContain('<h1>502 Bad Gateway</h1>');
      expect(seen.body.length).toBe(Number(seen.headers['content-length']));
      expect(seen.trailers).toEqual({});
    });

    test('behaviour F40: stalled_503 is the page of a proxy after a stall, and the write is stored', async ({
      ownWorld,
    }) => {
      const begun = performance.now();
      const { seen, isStored } = await createUnder(await ownWorld(), 'stalled_503');
      // Timers may fire a millisecond early.
      expect(performance.now() - begun).toBeGreaterThan(1_990);
      expect([seen.status, seen.headers['content-type'], seen.headers['retry-after'], isStored]).toEqual([
        503,
        'text/html',
        '30',
        true,
      ]);
      expect(seen.headers['x-request-id']).toBeUndefined();
    });

    test('behaviour F33, F34: an addition is in the answer and its rows, and is not stored', async ({ ownWorld }) => {
      const world = faulty(await ownWorld());
      const list = async (): Promise<Buffer> =>
        (await wire.send(world, { operation: 'ListRepos', request: { pageSize: 2 } })).body;
      const isJson = /HTTP|JSON|^Connect$/.test(wire.name);
      const countIn = (body: Buffer, part: Buffer): number => {
        let count = 0;
        for (let at = body.indexOf(part); at >= 0; at = body.indexOf(part, at + 1)) count += 1;
        return count;
      };
      // The library of Connect, which writes JSON of gRPC, writes known fields only, and unknown values as numbers.
      const isOfLibrary = wire.name === 'gRPC with JSON';
      const counts: number[] = [];
      for (const [preset, text, bytes] of [
        ['unknown_field', Buffer.from('"unpublished":"unpublished"'), ADDED_FIELD],
        ['unknown_enum_value', Buffer.from(isOfLibrary ? ':9999' : '"UNPUBLISHED"'), ADDED_VALUE],
      ] as const) {
        ok(await steer(world, 'PUT', 'faults', [{ preset }]));
        const added = isJson ? text : bytes;
        for (const body of [await list(), await list()]) counts.push(countIn(body, added));
      }
      expect(counts).toEqual([isOfLibrary ? 0 : 3, 0, 1, 0]);
    });

    test('behaviour F35: unknown_detail adds a detail to the error of a call of v2', async ({ ownWorld }) => {
      const world = faulty(await ownWorld());
      const uid = `${await orgOf(world)}/${'0'.repeat(16)}`;
      ok(await steer(world, 'PUT', 'faults', [{ preset: 'unknown_detail', match: { operation: 'GetRepo' } }]));
      const detailed: boolean[] = [];
      for (let nth = 0; nth < 2; nth += 1) {
        const { body, headers, trailers } = await wire.send(world, { operation: 'GetRepo', request: { uid } });
        const details = { ...headers, ...trailers }['grpc-status-details-bin'];
        const texts = [body.toString(), Buffer.from(String(details), 'base64').toString()];
        const inFrame = /grpc-status-details-bin: (\S+)/.exec(body.toString('latin1'))?.[1] ?? '';
        texts.push(Buffer.from(inFrame, 'base64').toString());
        detailed.push(texts.some((text) => text.includes('google.rpc.Unpublished')));
        expect(texts.some((text) => text.includes('google.rpc.ResourceInfo'))).toBe(true);
      }
      expect(detailed).toEqual([true, false]);
    });
  });
}
