import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTarget, type TargetVariables } from '../support/check-target.ts';
import { expect, test } from '../support/test.ts';

/** A port at which nothing answers. */
const closedPort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};

const CASES: readonly (readonly [string, TargetVariables, RegExp])[] = [
  ['no token', { TOKEN: undefined }, /^TOKEN is not set: .*\(docs\/contract-suite\.md /],
  ['a token that is not accepted', { TOKEN: 'nonsense' }, /^TOKEN is not accepted: GET \/iam\/v2\/groups is 401/],
  ['an organization that is missing', { ORG_ID: 'f'.repeat(40) }, /^ORG_ID: GET \/iam\/v2\/groups\/f{40} is 404/],
  ['a viewer that is nobody', { VIEWER_TOKEN: 'nonsense' }, /^VIEWER_TOKEN cannot read the organization: .* is 401/],
  ['an address that is none', { BASE_URL: 'example' }, /^BASE_URL must be an http or https URL/],
  ['an empty address', { BASE_URL: '' }, /^BASE_URL must be an http or https URL/],
  ['an address with a path', { BASE_URL: 'http://127.0.0.1:1/v2' }, /^BASE_URL must be an http or https URL without a/],
];

test.describe('a target is checked before any test runs @fixture', () => {
  for (const [what, change, message] of CASES) {
    test(`${what} is reported by the name of its variable`, async ({ shared: { target } }) => {
      const known = { BASE_URL: target.baseUrl, TOKEN: target.token, ORG_ID: target.orgId };
      await expect(checkTarget({ ...known, ...change })).rejects.toThrow(message);
    });
  }

  test('a server that is not the API is refused', async ({ shared: { target } }) => {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const checked = checkTarget({ BASE_URL: `http://127.0.0.1:${port}`, TOKEN: target.token });
    await expect(checked).rejects.toThrow('is not the API: GET /iam/v2/groups without a token is 200');
    server.close();
  });

  test('a server that is silent is refused at the deadline', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const checked = checkTarget({ BASE_URL: `http://127.0.0.1:${port}`, TOKEN: 'token' }, 100);
    await expect(checked).rejects.toThrow(/does not answer: The operation was aborted due to timeout/);
    server.closeAllConnections();
    server.close();
  });

  test('without ORG_ID it is the only root group, and among several it must be named', async ({ ownServer }) => {
    const { ready, api } = await ownServer();
    const known = { BASE_URL: `${ready.url}/`, TOKEN: ready.token };
    const viewer = { VIEWER_TOKEN: 'viewer-token' };
    expect(await checkTarget(known)).toEqual({ ...known, BASE_URL: ready.url, ORG_ID: ready.orgId, ...viewer });
    // A run that was stopped leaves its own.
    await api.post('/iam/v2/groups', { name: 'contract test' });
    expect(await checkTarget(known)).toMatchObject({ ORG_ID: ready.orgId });
    await api.post('/iam/v2/groups', { name: 'second' });
    await expect(checkTarget(known)).rejects.toThrow(/^ORG_ID is not set, and TOKEN sees 2 root groups: .*\(second\)/);
    expect(await checkTarget({ ...known, ORG_ID: ready.orgId })).toMatchObject({ ORG_ID: ready.orgId });
  });
});

test('a run against a server that is not there fails once, and runs no test', async () => {
  const [folder, baseUrl] = [mkdtempSync(join(tmpdir(), 'contract-suite-')), await closedPort()];
  try {
    const command = ['node_modules/@playwright/test/cli.js', 'test', '--project', 'contract', '--reporter', 'line'];
    const run = spawn(process.execPath, [...command, '--output', folder, 'contract-tests/lists'], {
      env: { ...process.env, BASE_URL: baseUrl, TOKEN: 'token', ORG_ID: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
    const [code] = await once(run, 'close');
    expect(code).toBe(1);
    expect(printed).toContain(`BASE_URL: ${baseUrl} does not answer: connect ECONNREFUSED`);
    expect(printed).not.toContain('.spec.ts');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
