import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { plainEnvironment, type Ready } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';
import { expect, test } from './user-folder.ts';

const RUNTIMES = [
  ['Bun', 'bun@1.4.5', ['node_modules/.bin/bun']],
  ['Deno', 'deno@2.9.6', ['node_modules/.bin/deno', 'run', '-A']],
] as const;

/** Calls ping over gRPC, whose messages need no encoding: the request has no field. */
const pingOverGrpc = (url: string, token: string): Promise<string> => {
  const client = new Client(new URL(url).host, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  return new Promise<string>((resolve, reject) => {
    const same = (bytes: Buffer): Buffer => bytes;
    const path = '/chainguard.platform.ping.v2.PingService/Ping';
    client.makeUnaryRequest(path, same, same, Buffer.alloc(0), metadata, (error, answer) =>
      error ? reject(error) : resolve(String(answer)),
    );
  }).finally(() => client.close());
};

/** Pings several times, one after another, over persistent connections; returns the answers and the connections. */
const pingOften = async (url: string, token: string, times: number): Promise<readonly [string[], number]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const answers: string[] = [];
  const headers = { authorization: `Bearer ${token}` };
  try {
    for (let time = 0; time < times; time += 1) {
      const [answer] = (await once(get(`${url}/ping/v2/ping`, { agent, headers }), 'response')) as [IncomingMessage];
      ports.add(answer.socket.localPort);
      answers.push(await text(answer));
    }
  } finally {
    agent.destroy();
  }
  return [answers, ports.size];
};

/** Creates a repo over HTTP/2 by a body of so many bytes and more, and returns the status. */
const uploadOverHttp2 = async (url: string, path: string, token: string, bytes: number): Promise<unknown> => {
  const session = connect(url);
  try {
    const headers = { ':method': 'POST', ':path': path, authorization: `Bearer ${token}` };
    const stream = session.request({ ...headers, 'content-type': 'application/json' });
    stream.resume().end(JSON.stringify({ name: 'big', unread: 'x'.repeat(bytes) }));
    const [answer] = (await once(stream, 'response', { signal: AbortSignal.timeout(20_000) })) as [object];
    return Reflect.get(answer, ':status');
  } finally {
    session.destroy();
  }
};

test.describe('the command line @mock', () => {
  for (const [name, runtime, [program, ...args]] of RUNTIMES) {
    test(`N11: it serves REST and gRPC under ${name} @whole`, async ({ user }) => {
      test.setTimeout(300_000);
      const folder = join(user, `served-by-${name}`);
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), '{"name":"served","private":true}');
      skipAloud(`the mock was not served by ${name}`, await installFromRegistry(folder, runtime));
      const main = join(user, 'node_modules/platform-mock/dist/main.cjs');
      const server = spawn(program, [...args, main, 'serve', '--port', '0', '--json'], {
        cwd: folder,
        env: plainEnvironment({}),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [line] = await once(createInterface({ input: server.stdout }), 'line');
        const { url, token, orgId } = JSON.parse(String(line)) as Ready;
        const answer = await fetch(`${url}/ping/v2/ping`, { headers: { authorization: `Bearer ${token}` } });
        expect([answer.status, await answer.json()]).toEqual([200, { response: 'pong' }]);
        expect(await pingOverGrpc(url, token)).toContain('pong');
        const pong = '{"response":"pong"}';
        expect(await pingOften(url, token, 3)).toEqual([[pong, pong, pong], 1]);
        expect(await uploadOverHttp2(url, `/registry/v2/repos/${orgId}`, token, 4_000_000)).toBe(200);
      } finally {
        server.kill('SIGTERM');
        const [code] = await once(server, 'exit');
        expect(code).toBe(0);
      }
    });
  }
});
