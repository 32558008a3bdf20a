import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Mock, MockOptions } from 'platform-mock';
import { repo, statusOf } from './calls.ts';
import type { Library } from './library.ts';

/** Starts of mocks, connections to them, and refusals. */
export const startTests = ({ connectMock, startMock }: Library): void => {
  describe('a mock that is started', () => {
    let inProcess: Mock;
    let onPort: Mock;
    before(async () => {
      [inProcess, onPort] = await Promise.all([
        startMock({ port: false, logLevel: 'silent' }),
        startMock({ controlToken: 'steer', logLevel: 'silent' }),
      ]);
    });
    after(() => Promise.all([inProcess.close(), onPort.close()]));

    test('behaviour F43: x-mock-fault needs the control token where the control plane does', async () => {
      const asked = (token: string | undefined): Promise<number> => {
        const headers = { 'x-mock-fault': 'ABORTED', ...(token !== undefined && { 'x-mock-control-token': token }) };
        return statusOf(onPort.default, '/iam/v2/groups', { headers });
      };
      assert.deepEqual([await asked(undefined), await asked('wrong'), await asked('steer')], [403, 403, 409]);
    });

    test('a handler without a port serves the control plane, discovery, the token service and the documents', async () => {
      for (const [path, type] of [
        ['/_mock/v1/info', 'application/json'],
        ['/.well-known/openid-configuration', 'application/json'],
        ['/openapi.yaml', 'application/yaml; charset=utf-8'],
        ['/docs', 'text/html; charset=utf-8'],
      ] as const) {
        const answer = await inProcess.fetch(new Request(`http://localhost${path}`));
        assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], path);
      }
      const exchange = new Request('http://localhost/sts/exchange', { method: 'POST' });
      assert.equal((await inProcess.fetch(exchange)).status, 401);
      const foreign = new Request('http://localhost/_mock/v1/info', { headers: { origin: 'https://evil.test' } });
      assert.equal((await inProcess.fetch(foreign)).status, 403);
    });

    test('behaviour N14: the mocks of a process count for themselves', async () => {
      const rolesOf = async (mock: Mock): Promise<string | undefined> =>
        /^platform_mock_calls_total\{operation="ListRoles".* (\d+)$/m.exec(await mock.metrics())?.[1];
      await inProcess.default.fetch('/iam/v2/roles');
      await inProcess.default.fetch('/iam/v2/roles');
      await onPort.default.fetch('/iam/v2/roles');
      assert.deepEqual([await rolesOf(inProcess), await rolesOf(onPort)], ['2', '1']);
    });

    test('a control token is asked for', async () => {
      await assert.rejects(connectMock({ url: onPort.url, controlToken: 'wrong' }), /401/);
      assert.equal((await onPort.default.fetch('/_mock/v1/info')).status, 200);
    });

    test('a mock that never is ready is not waited for without end', async () => {
      await assert.rejects(connectMock({ url: 'http://127.0.0.1:1', timeoutMs: 0 }), /no mock is ready at/);
    });

    test('a data file keeps the state from one mock to the next', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'library-'));
      try {
        const data = join(folder, 'state.json');
        const fixture = join(folder, 'own.yaml');
        await writeFile(fixture, 'groups:\n  - name: acme.test\n');
        const open = () => startMock({ data, fixtures: [fixture], port: false, logLevel: 'silent' });
        const first = await open();
        assert.equal(await statusOf(first.default, ...repo(first.default, 'kept')), 200);
        await first.close();
        const second = await open();
        assert.equal(await statusOf(second.default, ...repo(second.default, 'kept')), 409);
        await second.close();
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    for (const [options, message] of [
      [{ prot: 1 }, 'startMock: there is no option "prot"'],
      [{ port: 'x', seed: '' }, 'startMock: port must be a number from 0 to 65535, or false; seed must be a text'],
      [{ profile: 'other' }, 'startMock: profile must be "specification" or "published"'],
      [{ fixtures: 'default' }, 'startMock: fixtures must be an array of texts'],
    ] as const) {
      test(`options that are refused: ${JSON.stringify(options)}`, async () => {
        await assert.rejects(startMock(options as unknown as MockOptions), { name: 'TypeError', message });
      });
    }

    test('a fixture that is not there is refused, and leaves no port open', async () => {
      await assert.rejects(
        startMock({ fixtures: ['nothing-of-that-name'], logLevel: 'silent' }),
        /nothing-of-that-name/,
      );
    });
  });
};
