import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openListeningPort } from './listening-port.ts';
import { TlsRefusal } from './tls-certificate.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listening-port-'));
});
after(() => rm(folder, { recursive: true }));

const setting = { host: '127.0.0.1', port: 0, serviceDomain: 'platform.test' };

const HOSTS: readonly (readonly [host: string, tls: 'auto' | undefined, url: RegExp])[] = [
  ['127.0.0.1', undefined, /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', undefined, /^http:\/\/localhost:\d+$/],
  ['127.0.0.1', 'auto', /^https:\/\/127\.0\.0\.1:\d+$/],
];

for (const [host, tls, url] of HOSTS) {
  test(`a port of ${host} ${tls === undefined ? 'without' : 'with'} TLS is at ${url.source}`, async () => {
    const port = await openListeningPort({ ...setting, host, ...(tls !== undefined && { tls }) });
    await port.close();
    assert.match(port.url, url);
    assert.equal(port.caFile === undefined, tls === undefined);
    assert.equal(existsSync(port.caFile ?? ''), false);
  });
}

test('a port whose authority cannot be written is closed again', async () => {
  const free = createServer();
  const number = await new Promise<number>((resolve) => {
    free.listen(0, '127.0.0.1', () => resolve((free.address() as { port: number }).port));
  });
  await new Promise((resolve) => void free.close(resolve));
  const nowhere = { ...setting, port: number, tls: 'auto' as const, tlsCaFile: join(folder, 'missing', 'ca.pem') };
  await assert.rejects(openListeningPort(nowhere), TlsRefusal);
  const again = await openListeningPort({ ...setting, port: number });
  assert.equal(again.url, `http://127.0.0.1:${number}`);
  await again.close();
});
