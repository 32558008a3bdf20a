import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { runHere } from '../support/command-here.ts';
import { test as base } from '../support/folder.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

interface Secure {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly caFile?: string;
  readonly pid: number;
  readonly stop: () => Promise<number | null>;
}

const startSecure = async (tls: string, ...flags: readonly string[]): Promise<Secure> => {
  const command = commandLine('serve', '--port', '0', '--json', '--tls', tls, ...flags);
  const child = spawn(...command, { stdio: ['ignore', 'pipe', 'inherit'], env: plainEnvironment() });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ready = JSON.parse(line) as Omit<Secure, 'port' | 'stop'>;
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return gone;
  };
  return { ...ready, port: Number(new URL(ready.url).port), stop };
};

/** The suite's test with servers over TLS that only the test uses, stopped after it. */
const test = base.extend<{ readonly secure: typeof startSecure }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  secure: async ({}, use) => {
    const started: Secure[] = [];
    await use(async (...args) => {
      const server = await startSecure(...args);
      started.push(server);
      return server;
    });
    await Promise.all(started.map(({ stop }) => stop()));
  },
});

const authority = ({ caFile = '' }: Secure): Promise<string> => readFile(caFile, 'utf8');

const overHttp1 = (url: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${url}/ping/v2/ping`, { ca }, (answer) => {
      answer.resume();
      resolve(`${answer.httpVersion} ${answer.statusCode}`);
    })
      .on('error', reject)
      .end();
  });

test.describe('clients of --tls auto @mock', () => {
  let server: Secure;
  test.beforeAll(async () => {
    server = await startSecure('auto');
  });
  test.afterAll(() => server.stop());

  test('one port answers over HTTP/1.1 and HTTP/2 to clients that trust the file named by the ready line', async () => {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = await authority(server);
    expect(await overHttp1(server.url, ca)).toBe('1.1 200');
    const { status, text } = await overHttp2(server.url, (session) => exchangeOn(session, { path: '/ping/v2/ping' }), {
      ca,
    });
    expect([status, text]).toEqual([200, '{"response":"pong"}']);
    await expect(overHttp1(server.url, '')).rejects.toThrow(/certificate/);
  });

  for (const [offered, agreed] of [
    [['h2', 'http/1.1'], 'h2'],
    [['http/1.1'], 'http/1.1'],
    [[], false],
  ] as const) {
    test(`a client that offers ${offered.join(' and ') || 'nothing'} gets ${agreed || 'HTTP/1.1'}`, async () => {
      const socket: TLSSocket = connect({
        host: '127.0.0.1',
        port: server.port,
        ca: await authority(server),
        ...(offered.length > 0 && { ALPNProtocols: [...offered] }),
      });
      await once(socket, 'secureConnect');
      expect(socket.alpnProtocol).toBe(agreed);
      if (agreed !== 'h2') {
        socket.write('GET /ping/v2/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
      }
      socket.destroy();
    });
  }

  test('the certificate is valid for localhost and both loopback addresses', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      servername: 'localhost',
      ca: await authority(server),
    });
    await once(socket, 'secureConnect');
    expect(socket.getPeerCertificate().subjectaltname).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
    socket.destroy();
  });

  test('a connection without TLS is closed, and no other', async () => {
    for (const said of [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01garbage',
    ]) {
      const socket = connectPlain(server.port, '127.0.0.1');
      socket.on('error', () => socket.destroy()).resume();
      socket.end(said);
      await new Promise((resolve) => socket.on('close', resolve));
    }
    expect(await overHttp1(server.url, await authority(server))).toBe('1.1 200');
  });

  test('health and token connect to it', async () => {
    const { port } = server;
    const flags = ['--port', String(port), '--tls', 'auto'];
    expect(await runCommand(['health', ...flags])).toMatchObject({ code: 0, stdout: 'ready\n' });
    const { code, stdout } = await runHere(['token', '--identity', 'ci-bot', ...flags]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)]);
    expect((await runCommand(['health'], { PLATFORM_MOCK_PORT: String(port), PLATFORM_MOCK_TLS: 'auto' })).code).toBe(
      0,
    );
    expect((await runHere(['health', '--port', String(port)])).code).toBe(1);
  });
});

test.describe('--tls auto @mock', () => {
  test('the file is deleted at a stop, unless its path was chosen', async ({ secure, folder }) => {
    const [own, chosen] = await Promise.all([secure('auto'), secure('auto', '--tls-ca-file', join(folder, 'ca.pem'))]);
    expect(chosen.caFile).toBe(join(folder, 'ca.pem'));
    expect([existsSync(own.caFile ?? ''), existsSync(chosen.caFile ?? '')]).toEqual([true, true]);
    expect([await own.stop(), await chosen.stop()]).toEqual([0, 0]);
    expect([existsSync(own.caFile ?? ''), existsSync(chosen.caFile ?? '')]).toEqual([false, true]);
  });

  test('exec sets the environment that the command needs to trust it', async () => {
    const script = `fetch(process.env.PLATFORM_API_URL + '/ping/v2/ping').then(async (answer) => {
      process.stdout.write(process.env.PLATFORM_API_URL.slice(0, 8) + ' ' + (await answer.text()));
    });`;
    const { code, stdout } = await runCommand(['exec', '--tls', 'auto', '--', process.execPath, '-e', script]);
    expect([code, stdout]).toEqual([0, 'https:// {"response":"pong"}']);
  });

  test('M2: exec keeps the other certificates that the command trusts', async () => {
    const script = `const { PLATFORM_CA_FILE, SSL_CERT_FILE = 'unset' } = process.env;
      process.stdout.write(JSON.stringify([PLATFORM_CA_FILE !== undefined, SSL_CERT_FILE]));`;
    const { code, stdout } = await runCommand(['exec', '--tls', 'auto', '--', process.execPath, '-e', script]);
    const { SSL_CERT_FILE: before = 'unset' } = plainEnvironment();
    expect([code, JSON.parse(stdout)]).toEqual([0, [true, before]]);
  });

  test('a stop does not wait for a handshake that was never finished', async ({ secure }) => {
    const server = await secure('auto');
    const silent = connectPlain(server.port, '127.0.0.1');
    silent.on('error', () => silent.destroy());
    await once(silent, 'connect');
    await overHttp1(server.url, await authority(server));
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    // A handshake may take ten seconds, and so would a stop that waited for it.
    expect(performance.now() - began).toBeLessThan(5_000);
    silent.destroy();
  });
});

test.describe('--tls CERT,KEY @mock', () => {
  const makePair = async (folder: string): Promise<readonly [cert: string, key: string]> => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = await generate([{ name: 'commonName', value: 'mine' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    await Promise.all([writeFile(cert, made.cert), writeFile(key, made.private)]);
    return [cert, key];
  };

  test('the certificate of the file is shown, and no other is written', async ({ secure, folder }) => {
    const [cert, key] = await makePair(folder);
    const server = await secure(`${cert},${key}`);
    expect(server.caFile).toBeUndefined();
    expect(await overHttp1(server.url, await readFile(cert, 'utf8'))).toBe('1.1 200');
  });

  test('files that do not match, are malformed or are missing exit 2', async ({ folder }) => {
    const [cert, key] = await makePair(folder);
    const wrong = [`${key},${cert}`, `${cert},${join(folder, 'none')}`, cert, `${cert},${key},${key}`, ''];
    const ends = await Promise.all(wrong.map((tls) => runHere(['serve', '--port', '0', '--tls', tls])));
    for (const { code, stdout, stderr } of ends) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).not.toBe('');
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });
});
