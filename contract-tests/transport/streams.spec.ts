import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { commandLine, plainEnvironment, type Ready } from '../support/own-server.ts';
import { test as base, expect } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

/** A stream as a client has it: its head once it is there, and the text until it ends. */
interface Stream {
  readonly head: Promise<string>;
  /** Resolves once the text has a part. */
  readonly until: (part: string) => Promise<void>;
  readonly ended: Promise<string>;
}

/** The request of a client: the method, the path, and the world. */
type Ask = (ready: Ready, method: string, path: string, world: string) => Promise<Stream>;

/** Text that comes in pieces. */
const textOf = () => {
  let text = '';
  let wake = (): void => {};
  let isEnded = false;
  const change = async (): Promise<void> => {
    if (isEnded) throw new Error(`the stream has ended: ${text}`);
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  return {
    add: (piece: string): void => {
      text += piece;
      wake();
    },
    end: (): void => {
      isEnded = true;
      wake();
    },
    read: () => text,
    until: async (part: string): Promise<void> => {
      while (!text.includes(part)) await change();
    },
  };
};

const overHttp1 =
  (version: '1.0' | '1.1', ...headers: readonly string[]): Ask =>
  async ({ url }, method, path, world) => {
    const { protocol, hostname, port, host } = new URL(url);
    const socket =
      protocol === 'https:'
        ? connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
        : connect(Number(port), hostname);
    const text = textOf();
    socket.setEncoding('latin1').on('data', text.add);
    const ended = once(socket, 'close').then(() => {
      text.end();
      return text.read();
    });
    const lines = [`${method} ${path} HTTP/${version}`, `Host: ${host}`, `x-mock-world: ${world}`, ...headers];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const head = text.until('\r\n\r\n').then(() => text.read().split('\r\n\r\n', 1)[0] ?? '');
    return { head, until: text.until, ended };
  };

const sessions: ClientHttp2Session[] = [];

const askOverHttp2: Ask = async ({ url }, method, path, world) => {
  const session = connectHttp2(url, { rejectUnauthorized: false });
  sessions.push(session);
  const stream = session.request({ ':method': method, ':path': path, 'x-mock-world': world });
  const text = textOf();
  stream.setEncoding('utf8').on('data', text.add);
  const head = once(stream, 'response').then(([headers]) =>
    Object.entries(headers as object)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n'),
  );
  const ended = once(stream, 'end').then(() => {
    text.end();
    return text.read();
  });
  return { head, until: text.until, ended };
};

/** The differences by protocol: the headers of the connection, and the chunks of the body. */
const PROTOCOLS: readonly (readonly [name: string, ask: Ask, head: RegExp, isChunked: boolean])[] = [
  ['HTTP/1.0', overHttp1('1.0'), /^HTTP\/1\.1 200 OK[\s\S]*\r\nConnection: close/i, false],
  [
    'HTTP/1.1 with close',
    overHttp1('1.1', 'Connection: close'),
    /^HTTP\/1\.1 200 OK[\s\S]*\r\nConnection: close/i,
    true,
  ],
  ['HTTP/2', askOverHttp2, /^:status: 200\r\n/, false],
];

const HEADERS = ['content-type: text/event-stream', 'cache-control: no-cache', 'x-accel-buffering: no'];

interface Fixtures {
  readonly secure: Ready;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  secure: async ({}, use) => {
    const command = commandLine('serve', '--port', '0', '--json', '--tls', 'auto');
    const child = spawn(...command, { stdio: ['ignore', 'pipe', 'inherit'], env: plainEnvironment() });
    const gone = once(child, 'exit');
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    await use(JSON.parse(line) as Ready);
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  },
});

test.afterEach(() => {
  for (const session of sessions.splice(0)) session.destroy();
});

interface World {
  readonly id: string;
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Follows both streams of a world over each protocol, lets an item come, ends the world, and reads the streams' ends. */
const expectStreams = (ready: Ready): Promise<void> =>
  overHttp2(
    ready.url,
    async (session) => {
      const send = (method: string, path: string, token?: string, body = '{}') => {
        const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
        return exchangeOn(session, { method, path, headers, ...(method === 'POST' && { body }) });
      };
      for (const [name, ask, headLine, isChunked] of PROTOCOLS) {
        for (const [stream, said] of [
          ['journal:stream', 'event: ended'],
          ['events:stream', 'event: emitted'],
        ] as const) {
          const what = `${name} ${stream}`;
          const { id, token, env } = JSON.parse((await send('POST', '/_mock/v1/worlds')).text) as World;
          for (const method of ['HEAD', 'GET']) {
            const asked = await ask(ready, method, `/_mock/v1/${stream}`, id);
            const head = await asked.head;
            expect(head, what).toMatch(headLine);
            for (const header of HEADERS) expect(head.toLowerCase(), what).toContain(header);
            if (method === 'HEAD') {
              expect((await asked.ended).split('\r\n\r\n')[1] ?? '', what).toBe('');
              continue;
            }
            expect(/transfer-encoding: chunked/i.test(head), what).toBe(isChunked);
            await asked.until(': following\n');
            await send('POST', `/registry/v2/repos/${env.PLATFORM_ORG_ID}`, token, '{"name":"followed"}');
            await asked.until(said);
            await send('DELETE', `/_mock/v1/worlds/${id}`);
            expect(await asked.ended, what).toMatch(/"followed"[\s\S]*event: over\n/);
          }
        }
      }
    },
    { rejectUnauthorized: false },
  );

test('J10, E19: both streams are followed over each protocol, and HEAD has their headers @mock', async ({
  ownServer,
}) => {
  const { ready } = await ownServer();
  await expectStreams(ready);
});

test('J10, E19: both streams are followed over TLS, too @mock', async ({ secure }) => {
  await expectStreams(secure);
});
