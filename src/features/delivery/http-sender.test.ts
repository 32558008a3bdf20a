import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { generate } from 'selfsigned';
import { HttpSender } from './http-sender.ts';

const requestTo = (url: string) => ({ method: 'POST', url, headers: { 'Content-Length': '2' }, body: '{}' });
const never = new AbortController().signal;

test('behaviour E10: a receiver with TLS is trusted by --sink-ca, and by nothing else of the kind', async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const server = createServer({ key: made.private, cert: made.cert }, (_, response) => {
    response.end('seen');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const trusting = new HttpSender({ timeoutMillis: 5_000, ca: [made.cert] });
  const plain = new HttpSender({ timeoutMillis: 5_000 });
  try {
    assert.deepEqual(await trusting.send(requestTo(url), never), { status: 200, answer: 'seen' });
    assert.match((await plain.send(requestTo(url), never)).error ?? '', /self-signed/);
  } finally {
    trusting.close();
    plain.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a pooled connection that its receiver has closed is not a failure', async () => {
  const answered: number[] = [];
  const server = createHttpServer((_, response) => {
    answered.push(1);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = new HttpSender({ timeoutMillis: 5_000 });
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal((await sender.send(requestTo(`http://127.0.0.1:${port}/`), never)).status, 200);
      server.closeAllConnections();
    }
    assert.equal(answered.length, 3);
  } finally {
    sender.close();
    server.close();
  }
});

test('only the beginning of a long answer is recorded, and an endless one is cut off', async () => {
  const server = createHttpServer((_, response) => {
    response.write('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = new HttpSender({ timeoutMillis: 5_000 });
  try {
    const { status, answer } = await sender.send(
      requestTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
      never,
    );
    assert.deepEqual([status, answer?.length], [200, 1_024]);
  } finally {
    sender.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a receiver that changes the protocol is an error in words', async () => {
  const server = createHttpServer(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = new HttpSender({ timeoutMillis: 5_000 });
  try {
    const { port } = server.address() as AddressInfo;
    const outcome = await sender.send(requestTo(`http://127.0.0.1:${port}/`), never);
    assert.deepEqual(outcome, { error: 'the connection was closed without an answer' });
  } finally {
    sender.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a receiver without TLS is an error in words', async () => {
  const server = createHttpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = new HttpSender({ timeoutMillis: 5_000 });
  const { port } = server.address() as AddressInfo;
  const outcome = await sender.send(requestTo(`https://127.0.0.1:${port}/`), never);
  assert.deepEqual(outcome, { error: 'it does not speak TLS' });
  sender.close();
  server.close();
});

test('a receiver that is not there is an error in words', async () => {
  const sender = new HttpSender({ timeoutMillis: 5_000 });
  const { error } = await sender.send(requestTo('http://127.0.0.1:1/'), never);
  assert.match(error ?? '', /ECONNREFUSED/);
  sender.close();
});

const METADATA = '169.254.169.254';
const OF_PODMAN = '169.254.1.2';

const LINK_LOCAL: readonly (readonly [name: string, addresses: readonly string[], refused: string | undefined])[] = [
  ['metadata.test', ['127.0.0.1', METADATA], METADATA],
  ['metadata.test', ['fe80::1'], 'fe80::1'],
  ['host.containers.internal', [OF_PODMAN], undefined],
  ['Host.Docker.Internal.', [OF_PODMAN], undefined],
  ['host.containers.internal', [OF_PODMAN, METADATA], METADATA],
  ['host.test', [OF_PODMAN], OF_PODMAN],
  ['x.host.docker.internal', [OF_PODMAN], OF_PODMAN],
];

for (const [name, addresses, refused] of LINK_LOCAL) {
  test(`behaviour E12: ${name} at ${addresses.join(' and ')} is ${refused ? 'refused' : 'tried'}`, async () => {
    const sender = new HttpSender({
      timeoutMillis: 50,
      addresses: (_, found) =>
        found(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
    const outcome = await sender.send(requestTo(`http://${name}:9/`), never);
    const error = `${name.toLowerCase()} (${refused}) is link-local, and nothing is delivered to such hosts`;
    if (refused) assert.deepEqual(outcome, { error, refused: true });
    else assert.equal(outcome.refused, undefined);
    sender.close();
  });
}
