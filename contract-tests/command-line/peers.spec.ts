import { once } from 'node:events';
import { connect } from 'node:net';
import { isOwner, statusOf, test } from '../support/database.ts';
import { databaseMetrics } from '../support/prometheus.ts';
import { expect } from '../support/test.ts';
import { makeWay } from '../support/way.ts';

const REPOS = '/registry/v2/repos?page_size=1';

/** The address of a peer port, what those who come there must know, and the term. */
interface Known {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
  readonly term: string;
}

/** The bytes that a stranger sends to the peer port. */
const STRANGERS: readonly (readonly [what: string, send: (known: Known) => string | Buffer])[] = [
  ['a request', () => 'GET /_mock/v1/ready HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the hello of TLS', () => Buffer.from('160301020001000001fc0303', 'hex')],
  ['another secret', ({ term }) => `MOCK wrong ${term} stranger http1\n`],
  ['no secret', ({ term }) => `MOCK  ${term} stranger http1\n`],
  ['a part of the secret', ({ secret, term }) => `MOCK ${secret.slice(0, -1)} ${term} stranger http1\n`],
  ['another term', ({ secret }) => `MOCK ${secret} 999 stranger http1\n`],
  ['another purpose', ({ secret, term }) => `MOCK ${secret} ${term} stranger everything\n`],
  ['a line without an end', () => 'MOCK '.repeat(1_000)],
  ['bytes of all kinds', () => Buffer.from(Array.from({ length: 2_048 }, (_, at) => (at * 7) % 256))],
  ['an empty line', () => '\n'],
];

/** The answer of the peer port until it closes the connection. */
const answerTo = async ({ host, port }: Known, sent: string | Buffer): Promise<string> => {
  const socket = connect(port, host).on('error', () => {});
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  socket.write(sent);
  await once(socket, 'close');
  return received;
};

test.describe('31.7: the port of an owner for the other servers @mock', () => {
  test('a stranger there gets no byte, and nothing of the mock changes', async ({ database, postgres, replicas }) => {
    const [first, second] = replicas;
    const [owner] = await postgres.query(database, 'SELECT term, peer FROM platform_mock.owner');
    const [mock] = await postgres.query(database, 'SELECT meta FROM platform_mock.mock');
    const [, host = '', port] = /^\[?(.*?)\]?:(\d+) /.exec(String(owner?.peer)) ?? [];
    const { secret } = JSON.parse(String(mock?.meta)) as { readonly secret: string };
    const known = { host, port: Number(port), secret, term: String(owner?.term) };
    expect(secret.length).toBeGreaterThan(20);
    // A silent connection delays no other one.
    const silent = connect(known.port, known.host).on('error', () => {});
    for (const [what, send] of STRANGERS) expect(await answerTo(known, send(known)), what).toBe('');
    // A greeting with the secret is heard there: the others are refused, and not sent elsewhere.
    const request = 'GET /ping/v2/ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(await answerTo(known, `MOCK ${secret} ${known.term} stranger http1\n${request}`)).toMatch(
      /^\+HTTP\/1\.1 200 /,
    );
    for (const server of [first, second]) expect(await statusOf(server, REPOS)).toBe(200);
    expect(String((await databaseMetrics(second.api)).term)).toBe(known.term);
    silent.destroy();
  });

  test('the address that --peer names is where the others come @whole', async ({ database, postgres, serve }) => {
    const first = await serve('--peer', 'localhost');
    const [owner] = await postgres.query(database, 'SELECT peer FROM platform_mock.owner');
    expect(owner?.peer).toMatch(/^localhost:\d+ /);
    const second = await serve('--public-url', first.ready.url);
    expect(await statusOf(second, REPOS)).toBe(200);
  });

  test('a server that cannot reach the owner there is not ready, and says where that is @whole', async ({
    database,
    flags,
    freshServer,
  }) => {
    const way = await makeWay(database);
    const first = await freshServer('--database', database, ...flags);
    const second = await freshServer('--database', way.url, ...flags, '--public-url', first.ready.url);
    let log = '';
    second.process.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    expect(await statusOf(second, REPOS)).toBe(200);
    way.misdirect();
    await expect.poll(() => statusOf(second, '/_mock/v1/ready'), { timeout: 15_000 }).toBe(503);
    expect(await statusOf(second, REPOS)).toBe(503);
    expect(log).toContain('127.0.0.1:1');
    expect(await statusOf(second, '/_mock/v1/live')).toBe(200);
    // Nobody takes over from an owner that lives.
    expect(await isOwner(first)).toBe(true);
    await second.stop('SIGKILL');
    await way.close();
  });
});
