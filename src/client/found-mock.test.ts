import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { findMock } from './found-mock.ts';

const served = async (answer: RequestListener, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const SILENT: readonly (readonly [what: string, answer: RequestListener])[] = [
  ['is silent', () => {}],
  ['never ends its answer', (_, outgoing) => void outgoing.write('{')],
];

for (const [what, answer] of SILENT) {
  test(`Y2: a server that ${what} is not waited for without end`, () =>
    served(answer, (url) =>
      assert.rejects(findMock(url, { timeoutMs: 50 }), {
        name: 'SetupRefusal',
        message:
          /^platform-mock\/setup: nothing answers at PLATFORM_API_URL, \S+ \(The operation was aborted due to timeout\): /,
      }),
    ));
}

test('Y3: the control token goes to what has asked for it as a control plane does, which then must be a mock', async () => {
  const received: unknown[] = [];
  const domain = 'mock.example.com';
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain }];
  const answer: RequestListener = ({ headers }, outgoing) => {
    received.push(headers.authorization);
    outgoing.writeHead(401).end(JSON.stringify({ message: 'missing bearer token', details }));
  };
  await served(answer, (url) =>
    assert.rejects(
      findMock(url, { controlToken: 'steer' }),
      /has another control token: set PLATFORM_MOCK_CONTROL_TOKEN/,
    ),
  );
  assert.deepEqual(received, [undefined, 'Bearer steer']);
});

test('Y3: a refusal is repeated in one line, and not at any length', async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'mock.example.com' }];
  const message = `a\nb${'c'.repeat(1_000)}`;
  await served(
    (_, outgoing) => void outgoing.writeHead(403).end(JSON.stringify({ message, details })),
    (url) =>
      assert.rejects(findMock(url), { message: new RegExp(`^\\S+ the mock of \\S+ ${url}, refuses: a bc{297}$`) }),
  );
});
