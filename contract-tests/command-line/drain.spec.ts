import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { framed, GRPC_HEADERS, rawCall } from '../grpc/raw-grpc.ts';
import { runHere } from '../support/command-here.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';

const PING = '/ping/v2/ping';
const PING_METHOD = '/chainguard.platform.ping.v2.PingService/Ping';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const READY = '/_mock/v1/ready';
/** Longer than any test may take: what ends before it has not waited for it. */
const LONG = '1h';

/** A call over HTTP/1.1 that has sent all but the end of its body. */
const beginCall = async ({ ready }: OwnServer) => {
  const { hostname, port } = new URL(ready.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk;
  });
  socket.on('error', () => socket.destroy());
  const body = '{"name":"drained"}';
  const head = [
    `POST /registry/v2/repos/${ready.orgId} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${ready.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  // By this the server says that the call has begun.
  while (!received.includes(CONTINUE)) await once(socket, 'data');
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  return {
    end: async () => {
      socket.write(body.slice(5));
      await closed;
      return received.replace(CONTINUE, '');
    },
    closed: async () => {
      await closed;
      return received.replace(CONTINUE, '');
    },
  };
};

/** Asks until the mock says that it is not ready. */
const untilUnready = async ({ ready }: OwnServer): Promise<Response> => {
  for (;;) {
    const answer = await fetch(`${ready.url}${READY}`);
    if (answer.status !== 200) return answer;
    await answer.body?.cancel();
  }
};

/** The answers of a server that drains: the status of a call, and its `Connection` header. */
const callOnce = async ({ ready }: OwnServer, path = PING) => {
  const answer = await fetch(`${ready.url}${path}`, { headers: { authorization: `Bearer ${ready.token}` } });
  await answer.body?.cancel();
  return [answer.status, answer.headers.get('connection')] as const;
};

const openSession = async ({ ready }: OwnServer): Promise<ClientHttp2Session> => {
  const session = connectHttp2(ready.url);
  session.on('error', () => session.destroy());
  await once(session, 'connect');
  return session;
};

const pingOver = (session: ClientHttp2Session) =>
  rawCall(session, {
    path: PING_METHOD,
    headers: GRPC_HEADERS,
    body: framed(new Uint8Array()),
  });

test.describe('M19: --drain @mock', () => {
  test('M19: after SIGTERM it is not ready, and answers what comes and what is under way', async () => {
    const server = await startOwnServer(['--drain', LONG]);
    const begun = await beginCall(server);
    server.process.kill('SIGTERM');
    const refused = await untilUnready(server);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({
      code: 14,
      message: 'Unavailable: the mock is being stopped',
    });
    expect(await callOnce(server, '/_mock/v1/live')).toEqual([200, 'close']);
    expect(await callOnce(server)).toEqual([200, 'close']);
    expect(await callOnce(server, `${READY}?again=1`)).toEqual([503, 'close']);
    // Without further calls the port is closed; the call that was begun before that may still end.
    await untilClosed(server);
    const gone = once(server.process, 'exit');
    const answer = await begun.end();
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"name":"drained"');
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(await gone).toEqual([0, null]);
  });

  test('M24: over HTTP/2 clients are sent elsewhere, and no call is refused', async () => {
    const server = await startOwnServer(['--drain', LONG]);
    const before = await openSession(server);
    expect((await pingOver(before)).status).toBe(0);
    const gone = once(server.process, 'exit');
    const goaway = once(before, 'goaway');
    server.process.kill('SIGTERM');
    const [code, last] = (await goaway) as [number, number];
    expect([code, last]).toEqual([constants.NGHTTP2_NO_ERROR, 2 ** 31 - 1]);
    // A client that comes all the same has its call answered before it is sent elsewhere.
    const late = await openSession(server);
    const sentAway = once(late, 'goaway');
    expect((await pingOver(late)).status).toBe(0);
    await sentAway;
    await once(late, 'close');
    expect(await gone).toEqual([0, null]);
  });

  test('M19: a call that does not end has no more time than that @whole', async () => {
    const server = await startOwnServer(['--drain', '100ms']);
    const begun = await beginCall(server);
    expect(await server.stop()).toBe(0);
    expect(await begun.closed()).toBe('');
  });

  for (const [what, first, then] of [
    ['the next signal', 'SIGTERM', 'SIGTERM'],
    ['Ctrl+C after it', 'SIGTERM', 'SIGINT'],
    ['Ctrl+C, which does not drain', 'SIGINT', undefined],
  ] as const) {
    const share = then === 'SIGTERM' ? '' : ' @whole';
    test(`M25: ${what} ends it at once${share}`, async () => {
      const server = await startOwnServer(['--drain', LONG]);
      const begun = await beginCall(server);
      const gone = once(server.process, 'exit');
      server.process.kill(first);
      if (then) {
        await untilUnready(server);
        server.process.kill(then);
      }
      expect(await gone).toEqual([0, null]);
      expect(await begun.closed()).toBe('');
      await server.stop();
    });
  }

  for (const value of ['soon', '-1s', '61m', '']) {
    test(`M25: --drain ${JSON.stringify(value)} is refused`, async () => {
      const { code, stderr } = await runHere(['serve', '--port', '0', '--drain', value]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^platform-mock: [^\n]*duration of an hour[^\n]*\n$/)]);
    });
  }
});

/** Waits until the port of a server takes no connections any more. */
const untilClosed = async ({ ready }: OwnServer): Promise<void> => {
  const { hostname, port } = new URL(ready.url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (!isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** A balancer that knows connections only, and leaves out whichever server was not ready the last time. */
class Balancer {
  readonly #backends = new Map<OwnServer, boolean>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #turn = 0;
  #isOver = false;

  constructor() {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#join(socket));
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as { port: number }).port;
  }

  /** Resolves once the server is sent connections. */
  async add(backend: OwnServer): Promise<void> {
    this.#backends.set(backend, false);
    void this.#watch(backend);
    while (!this.#backends.get(backend)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  close(): void {
    this.#isOver = true;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #watch(backend: OwnServer): Promise<void> {
    while (!this.#isOver) {
      const status = await fetch(`${backend.ready.localUrl}${READY}`, { headers: { connection: 'close' } }).then(
        (answer) => answer.body?.cancel().then(() => answer.status),
        () => 0,
      );
      this.#backends.set(backend, status === 200);
      if (status === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #join(socket: Socket): void {
    const good = [...this.#backends].filter(([, isReady]) => isReady).map(([backend]) => backend);
    this.#turn += 1;
    const backend = good[this.#turn % good.length];
    if (!backend) {
      socket.destroy();
      return;
    }
    const { hostname, port } = new URL(backend.ready.localUrl);
    const behind = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => this.#sockets.delete(from));
    }
  }
}

/** Makes a call with an agent, and returns its status, or why it had none. */
const callWith = (agent: Agent, port: number): Promise<number | string> =>
  new Promise((resolve) => {
    request({ agent, host: '127.0.0.1', port, path: PING }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
      .on('error', ({ message }) => resolve(message))
      .end();
  });

test('M19: a rolling restart of two mocks behind a balancer refuses and breaks no call @mock @whole', async () => {
  const balancer = new Balancer();
  const port = await balancer.listen();
  const flags = ['--drain', '20s'];
  const agent = new Agent({ keepAlive: true });
  const seen = new Map<number | string, number>();
  let isOver = false;
  const count = (outcome: number | string): void => void seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  const callOverHttp = async (): Promise<void> => {
    while (!isOver) count(await callWith(agent, port));
  };
  const grpc = new GrpcClient(`http://127.0.0.1:${port}`);
  const callOverGrpc = async (): Promise<void> => {
    while (!isOver) {
      const ended = await grpc.send(PING_METHOD, Buffer.alloc(0));
      count(ended.ok ? 'OK' : `${ended.code} ${ended.message}`);
    }
  };
  const servers: OwnServer[] = [await startOwnServer(flags), await startOwnServer(flags)];
  for (const server of servers) await balancer.add(server);
  const callers = [callOverHttp(), callOverHttp(), callOverGrpc()];
  for (const old of servers.splice(0)) {
    const next = await startOwnServer(flags);
    servers.push(next);
    await balancer.add(next);
    expect(await old.stop()).toBe(0);
  }
  isOver = true;
  await Promise.all(callers);
  agent.destroy();
  grpc.close();
  balancer.close();
  for (const server of servers) expect(await server.stop('SIGINT')).toBe(0);
  expect([...seen.keys()].sort()).toEqual([200, 'OK']);
  expect(Math.min(...seen.values())).toBeGreaterThan(10);
});

/** Methods whose first call on a server waits for their code, each with a body that is enough. */
const FIRST_METHODS = [
  '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  '/grpc.health.v1.Health/Watch',
  PING_METHOD,
];

for (const path of FIRST_METHODS) {
  test(`M19: a caller of ${path} that has gone with a long deadline does not hold up the end`, async () => {
    const server = await startOwnServer(['--drain', '0s']);
    const session = connectHttp2(server.ready.url);
    await once(session, 'connect');
    const leave = async (waitMillis: number): Promise<void> => {
      const stream = session.request(
        { ':method': 'POST', ':path': path, 'grpc-timeout': '100H', ...GRPC_HEADERS },
        { endStream: false },
      );
      stream.on('error', () => {});
      stream.write(framed(Buffer.alloc(0)));
      setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), waitMillis);
      await once(stream, 'close');
    };
    await Promise.all([0, 1, 2, 4, 8, 16, 32].map(leave));
    // A call that is answered: those before it have been read by then.
    await rawCall(session, { path: PING_METHOD, body: framed(Buffer.alloc(0)), headers: GRPC_HEADERS });
    session.destroy();
    expect(await server.stop()).toBe(0);
  });
}
