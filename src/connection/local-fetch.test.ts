import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { test } from 'node:test';
import { localFetch } from './local-fetch.ts';

const portOf = (server: { readonly address: () => unknown }): number => (server.address() as AddressInfo).port;

/** A server that answers with what it was sent. */
const openEcho = async (t: { readonly after: (done: () => void) => void }, asked: unknown[] = []): Promise<string> => {
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    asked.push(headers['accept-encoding']);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (url === '/gone') outgoing.writeHead(204).end();
    else if (url === '/upgraded') outgoing.writeHead(101, { connection: 'upgrade', upgrade: 'h2c' }).end();
    else if (url === '/held') outgoing.flushHeaders();
    else {
      outgoing.writeHead(418, 'Short', { 'x-two': ['a', 'b'] });
      outgoing.end(JSON.stringify([method, headers.authorization, headers.accept, Buffer.concat(chunks).toString()]));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(server)}`;
};

/** Sets a proxy that nobody is to call, for the time of a test. */
const setProxy = (t: { readonly after: (done: () => void) => void }): void => {
  process.env.HTTP_PROXY = 'http://127.0.0.1:9';
  t.after(() => {
    delete process.env.HTTP_PROXY;
  });
};

test('N7: a call to this machine is answered in the same way with a proxy in the environment', async (t) => {
  const asked: unknown[] = [];
  const url = await openEcho(t, asked);
  const shown = async () => {
    const all: unknown[] = [];
    for (const [path, init] of [
      ['/', {}],
      ['/', { method: 'POST', body: 'a body', headers: { authorization: 'Bearer x' } }],
      ['/', { method: 'HEAD' }],
      ['/gone', { method: 'DELETE' }],
    ] as const) {
      const answer = await localFetch(new Request(`${url}${path}`, init));
      const { status, statusText, headers, url: asked } = answer;
      all.push([status, statusText, headers.get('x-two'), asked, await answer.text()]);
    }
    return all;
  };
  const plain = await shown();
  setProxy(t);
  assert.deepEqual(await shown(), plain);
  // Only fetch asks for what is compressed.
  assert.deepEqual(
    asked.map((encoding) => encoding !== undefined),
    [true, true, true, true, false, false, false, false],
  );
});

test('N7: it fails as fetch does, with the cause, and by its signal', async (t) => {
  const url = await openEcho(t);
  const closed = createPlainServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const port = portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  setProxy(t);
  await assert.rejects(localFetch(new Request(`http://127.0.0.1:${port}/`)), (error: Error) => {
    return error instanceof TypeError && (error.cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  });
  await assert.rejects(localFetch(new Request(`${url}/upgraded`)), TypeError);
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(localFetch(new Request(url, { signal })), /enough/);
  const stop = new AbortController();
  const open = await localFetch(new Request(`${url}/held`, { signal: stop.signal }));
  stop.abort();
  await assert.rejects(open.text());
});

test('N7: other hosts, and the fetch of a test, are called as they are', async (t) => {
  const called: string[] = [];
  const { fetch } = globalThis;
  t.after(() => {
    globalThis.fetch = fetch;
  });
  globalThis.fetch = async (request) => {
    called.push((request as Request).url);
    return new Response('stub');
  };
  setProxy(t);
  for (const url of ['http://127.0.0.1:9/', 'https://mock.test/']) await localFetch(new Request(url));
  assert.deepEqual(called, ['http://127.0.0.1:9/', 'https://mock.test/']);
});
