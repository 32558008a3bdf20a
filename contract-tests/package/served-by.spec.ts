import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { plainEnvironment } from '../support/own-server.ts';
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
        const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
        const answer = await fetch(`${url}/ping/v2/ping`, { headers: { authorization: `Bearer ${token}` } });
        expect([answer.status, await answer.json()]).toEqual([200, { response: 'pong' }]);
        expect(await pingOverGrpc(url, token)).toContain('pong');
      } finally {
        server.kill('SIGTERM');
        const [code] = await once(server, 'exit');
        expect(code).toBe(0);
      }
    });
  }
});
