import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { Handler } from '../app/port.ts';
import type { RestRequest } from '../faces/rest/face.ts';
import type { CallScope } from '../kernel/call-scope.ts';
import { stateMoved } from '../kernel/early-calls.ts';
import type { ApiError } from '../kernel/errors.ts';
import { dispatchTo } from './dispatch.ts';

const WORLD = { id: 'default' } as CallScope;

/** A server whose first run of each call is refused; `refused` is awaited before that is known. */
const startRefusing = async (t: TestContext, refused: () => Promise<unknown>) => {
  const handled: { readonly isEarly: boolean; readonly body: string }[] = [];
  let begunAgain = 0;
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const handler = {
    worldOf: () => WORLD,
    earlyWorldOf: () => {
      const early = {
        state: '1',
        isCurrent: true,
        refusal: undefined as ApiError | undefined,
        refuse: (refusal: ApiError): void => {
          early.refusal = refusal;
        },
      };
      const again = (): CallScope => {
        begunAgain += 1;
        return WORLD;
      };
      return { world: WORLD, early, again };
    },
    rest: {
      handle: async ({ early, body }: RestRequest) => {
        handled.push({ isEarly: early !== undefined, body: Buffer.from(await body()).toString() });
        if (early) {
          await refused();
          early.refuse(stateMoved());
          setImmediate(settle);
        }
        return { status: 200, body: '{}' };
      },
    },
  };
  const { request: listener } = dispatchTo(
    handler as unknown as Handler,
    { serviceDomain: 'platform.test' },
    new Set(),
  );
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, handled, settled, countBegunAgain: () => begunAgain };
};

describe('31.20 a call that is refused as early', () => {
  test('runs again with the body that was read', async (t) => {
    const { port, handled } = await startRefusing(t, async () => undefined);
    const sent = { method: 'POST', body: 'sent once' };
    const answer = await fetch(`http://127.0.0.1:${port}/registry/v2/repos`, sent);
    assert.deepEqual([answer.status, await answer.text()], [200, '{}']);
    assert.deepEqual(handled, [
      { isEarly: true, body: 'sent once' },
      { isEarly: false, body: 'sent once' },
    ]);
  });

  test('does not run again for a client that has left', async (t) => {
    const sockets: Socket[] = [];
    let leave = (): void => undefined;
    const { server, port, handled, settled, countBegunAgain } = await startRefusing(t, async () => {
      const [socket] = sockets;
      leave();
      if (socket && !socket.destroyed) await once(socket, 'close');
    });
    server.on('connection', (socket) => sockets.push(socket));
    const sent = request({ port, host: '127.0.0.1', path: '/registry/v2/repos' }).on('error', () => undefined);
    leave = () => void sent.destroy();
    sent.end();
    await settled;
    // What follows the refusal has run by then.
    await new Promise(setImmediate);
    assert.deepEqual([handled.length, countBegunAgain()], [1, 0]);
  });
});
