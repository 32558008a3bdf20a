import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { type Seen, WIRES, type Wire } from './answer-wires.ts';

type Rule = Readonly<Record<string, unknown>>;

const setFaults = async (world: Api, ...rules: readonly Rule[]): Promise<void> => {
  ok(await steer(world, 'PUT', 'faults', rules));
};

const hitsOf = async (world: Api): Promise<unknown> =>
  (ok(await steer(world, 'GET', 'faults')).faults as readonly Rule[]).map(({ hits }) => hits);

/** A caller whose calls fail on demand. */
const faulty = ({ connection, token }: Api): Api => new Api({ ...connection, hasFaults: true }, token);

const orgOf = async (world: Api): Promise<string> => String(ok(await steer(world, 'GET', 'info')).orgId);

const violations = ({ body }: Answer): readonly string[] =>
  (body.details as readonly { readonly fieldViolations?: readonly { readonly field: string }[] }[])
    .flatMap(({ fieldViolations = [] }) => fieldViolations)
    .map(({ field }) => field);

/** What a client sees of an answer, by how it was broken off. */
const ENDS = {
  1: { drop: 'closed', reset: 'reset' },
  2: { drop: 'CANCEL', reset: 'INTERNAL_ERROR' },
} as const;

const isGrpc = ({ name }: Wire): boolean => name.startsWith('gRPC') && name !== 'gRPC-Web';

/** A stream of REST announces its length, so that its client notices what is missing; gRPC misses its status. */
const endOfTruncated = (wire: Wire): string => {
  if (wire.http === 1) return 'closed';
  return isGrpc(wire) ? 'NO_ERROR' : 'PROTOCOL_ERROR';
};

const CREATES = { v2: 'CreateRepo', v1: 'chainguard.platform.registry.Registry/CreateRepo' } as const;

const requestOf = (version: keyof typeof CREATES, parent: string, name: string) =>
  version === 'v2' ? { parent, repo: { name } } : { parentId: parent, repo: { name } };

for (const wire of WIRES) {
  test.describe(`a connection that fails over ${wire.name} @mock`, () => {
    /** Calls the create of a version under a rule, and says whether its row is there afterwards. */
    const create = async (world: Api, rule: Rule, version: keyof typeof CREATES = 'v2') => {
      const parent = await orgOf(world);
      const name = `repo-${JSON.stringify(rule).replace(/[^a-z0-9]+/gi, '-')}`.toLowerCase().replace(/-$/, '');
      const request = requestOf(version, parent, name);
      await setFaults(world, { ...rule, times: 1 });
      const seen = await wire.send(world, { operation: CREATES[version], request });
      expect(await hitsOf(world), JSON.stringify(rule)).toEqual([1]);
      const again = await world.post(`/registry/v2/repos/${parent}`, { name });
      return { seen, isStored: again.status === 409 };
    };

    test('behaviour F10: drop and reset end a call without an answer, which has run or not by the phase', async ({
      ownWorld,
    }) => {
      const world = faulty(await ownWorld());
      for (const how of ['drop', 'reset'] as const) {
        for (const [phase, isStored] of [
          ['before_auth', false],
          ['before', false],
          ['after_commit', true],
        ] as const) {
          for (const version of wire.name === 'HTTP/2' ? (['v2'] as const) : (['v2', 'v1'] as const)) {
            const effect = version === 'v2' ? { [how]: true } : { [how]: true, latency: 1 };
            const { seen, ...row } = await create(world, { phase, do: effect }, version);
            const { status, body, end } = seen;
            expect([status, body.length, end, row.isStored], `${phase} ${how} ${version}`).toEqual([
              undefined,
              0,
              ENDS[wire.http][how],
              isStored,
            ]);
          }
        }
      }
    });

    test('behaviour F11: truncate sends the head and a part of the body, of an answer that is stored', async ({
      ownWorld,
    }) => {
      const world = faulty(await ownWorld());
      for (const [truncate, lengthOf] of [
        [0, () => 0],
        [7, () => 7],
        [true, (whole: number) => Math.floor(whole / 2)],
        [1_000_000, (whole: number) => whole - 1],
      ] as const) {
        const { seen, isStored } = await create(world, { phase: 'after_commit', do: { truncate } });
        const what = JSON.stringify(truncate);
        expect([seen.status, seen.end, isStored], what).toEqual([200, endOfTruncated(wire), true]);
        expect(seen.trailers['grpc-status'], what).toBeUndefined();
        const whole = truncate === 0 ? 0 : wire.lengthOf(seen);
        expect(seen.body.length, what).toBe(lengthOf(whole));
      }
    });

    test('behaviour F12: mid_stream breaks off after half of the body, or holds it there', async ({ ownWorld }) => {
      const world = faulty(await ownWorld());
      for (const how of ['drop', 'reset'] as const) {
        const { seen, isStored } = await create(world, { phase: 'mid_stream', do: { [how]: true } });
        expect([seen.status, seen.end, isStored], how).toEqual([200, ENDS[wire.http][how], true]);
        expect(seen.body.length, how).toBe(Math.floor(wire.lengthOf(seen) / 2));
        expect(seen.trailers['grpc-status'], how).toBeUndefined();
      }
      const parent = await orgOf(world);
      const held = async (latency: number, enough?: (body: Buffer) => boolean): Promise<Seen> => {
        await setFaults(world, { phase: 'mid_stream', do: { latency } });
        return wire.send(world, { operation: 'GetGroup', request: { uid: parent }, ...(enough && { enough }) });
      };
      const whole = await held(1);
      expect(wire.read('GetGroup', whole.body)).toMatchObject({ uid: parent });
      expect(whole.body.length).toBeGreaterThanOrEqual(wire.lengthOf(whole));
      const half = Math.floor(whole.body.length / 2);
      const stalled = await held(600_000, (body) => body.length >= half);
      expect([stalled.status, stalled.body.equals(whole.body.subarray(0, half)), stalled.end]).toEqual([
        200,
        true,
        'left',
      ]);
    });

    test('behaviour F12: an error mid_stream follows the message in gRPC, and drops any other answer', async ({
      ownWorld,
    }) => {
      const world = faulty(await ownWorld());
      const rule = { phase: 'mid_stream', do: { code: 'ABORTED', message: 'gone' } };
      const { seen, isStored } = await create(world, rule);
      const { status, body, end, trailers } = seen;
      expect([status, isStored]).toEqual([200, true]);
      if (!wire.name.startsWith('gRPC')) {
        expect([body.length, end]).toEqual([Math.floor(wire.lengthOf(seen) / 2), ENDS[wire.http].drop]);
        return;
      }
      expect(wire.read('CreateRepo', body)).toHaveProperty('uid');
      if (isGrpc(wire))
        expect([end, trailers['grpc-status'], trailers['grpc-message']]).toEqual(['NO_ERROR', '10', 'gone']);
      else expect(body.toString('latin1')).toMatch(/grpc-status: 10\r\ngrpc-message: gone\r\n/);
    });

    test('behaviour F11: a slow body arrives in pieces, and is the same', async ({ ownWorld }) => {
      const world = faulty(await ownWorld());
      const uid = await orgOf(world);
      const slowly = async (slow: unknown, enough?: (body: Buffer) => boolean): Promise<Seen> => {
        await setFaults(world, { phase: 'after_commit', do: { slow } });
        return wire.send(world, { operation: 'GetGroup', request: { uid }, ...(enough && { enough }) });
      };
      const whole = await slowly({ bytesPerSecond: 5_000 });
      expect(wire.read('GetGroup', whole.body)).toEqual(wire.read('GetGroup', (await slowly(1_000_000)).body));
      expect(whole.trailers['grpc-status']).toBe(isGrpc(wire) ? '0' : undefined);
      // The whole of it would take minutes.
      const first = await slowly(1, (body) => body.length > 0);
      expect([first.status, first.end]).toEqual([200, 'left']);
      expect(first.body.length).toBeLessThan(whole.body.length);
      expect(first.body.equals(whole.body.subarray(0, first.body.length))).toBe(true);
    });
  });
}

test('behaviour F10, F11: what a client of gRPC reports @mock', async ({ ownWorld, shared: { target } }) => {
  const world = faulty(await ownWorld());
  const uid = await orgOf(world);
  const client = new GrpcClient(target.baseUrl, world.token);
  for (const [rule, code] of [
    [{ do: { drop: true } }, 1],
    [{ do: { reset: true } }, 13],
    [{ phase: 'after_commit', do: { truncate: true } }, 13],
    [{ phase: 'mid_stream', do: { drop: true } }, 1],
    [{ phase: 'mid_stream', do: { code: 'DATA_LOSS' } }, 15],
  ] as const) {
    await setFaults(world, rule);
    const ended = await client.call('GetGroup', { uid });
    expect(ended.ok ? 'OK' : ended.code, JSON.stringify(rule)).toBe(code);
  }
  client.close();
});
