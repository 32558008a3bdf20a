import { setFaults } from '../support/set-faults.ts';
import { orgOf } from '../support/steered.ts';
import { expect, test } from '../support/test.ts';
import { sendUnary, timeoutHeader, WIRE_PROTOCOLS } from './each-protocol.ts';

const LONG_MILLIS = 60_000;

/** Faults by which a call waits, each for longer than any test may take. */
const WAITS: readonly (readonly [name: string, rule: Readonly<Record<string, unknown>>])[] = [
  ['a latency', { do: { latency: LONG_MILLIS } }],
  ['a latency before its caller is known', { phase: 'before_auth', do: { latency: LONG_MILLIS } }],
  ['a hang', { phase: 'before', do: { hang: true } }],
];

for (const protocol of WIRE_PROTOCOLS) {
  const { name } = protocol;
  for (const [wait, rule] of WAITS) {
    test(`G2: over ${name} a deadline ends ${wait}, and nothing changes @mock`, async ({ ownWorld }) => {
      const world = await ownWorld();
      const [parent, url] = [await orgOf(world), world.connection.baseUrl];
      const { totalCount } = await world.read('/registry/v2/repos');
      await setFaults(world, { match: { operation: 'CreateRepo' }, ...rule });
      const headers = { authorization: `Bearer ${world.token}`, ...timeoutHeader(protocol, 50) };
      const answer = await sendUnary(url, protocol, 'CreateRepo', { parent, repo: { name: 'late' } }, headers);
      expect(answer).toEqual({
        code: 'deadline_exceeded',
        message: 'Deadline exceeded: the time of the call is up',
        hasDetails: true,
      });
      // A call that is held goes on when the rules go: this one has ended.
      await setFaults(world);
      expect(await world.read('/registry/v2/repos')).toMatchObject({ totalCount });
    });
  }

  test(`G2: over ${name} a timeout as long as there are is long enough, and a malformed one is refused`, async ({
    shared,
  }) => {
    const isConnect = 'connect-timeout-ms' in timeoutHeader(protocol, 1);
    const header = isConnect ? 'connect-timeout-ms' : 'grpc-timeout';
    const send = (value: string) => sendUnary(shared.target.baseUrl, protocol, 'Ping', {}, { [header]: value });
    for (const value of isConnect ? ['9999999999', '2147483648', '2147483647'] : ['99999999H', '2147484S']) {
      expect((await send(value)).code, value).toBe('ok');
    }
    for (const value of isConnect ? ['soon', '99999999999', '-1'] : ['soon', '999999999S', '5']) {
      expect(await send(value), value).toMatchObject({ code: 'invalid_argument', hasDetails: true });
    }
    expect((await send(isConnect ? '0' : '0m')).code).toBe('deadline_exceeded');
  });
}
