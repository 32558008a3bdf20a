import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Library } from './library.ts';

const GENERATED = `
groups:
  - name: generated.test
    alias: generated
    generate: { repos: { count: 3, seed: 7 } }
`;

/** Modules that no start needs are loaded at their first use. */
export const lateModuleTests = ({ startMock }: Library): void => {
  test('rows of a fixture are generated', async () => {
    await using mock = await startMock({ port: false, logLevel: 'silent' });
    const { aliases } = await mock.default.apply(GENERATED);
    const answer = await mock.default.fetch(`/registry/v2/repos?uidp.descendants_of=${aliases.generated}`);
    assert.equal(((await answer.json()) as { readonly totalCount: string }).totalCount, '3');
  });

  test('a certificate is made for a port with TLS', async () => {
    await using mock = await startMock({ tls: 'auto', logLevel: 'silent' });
    const headers = { authorization: `Bearer ${mock.token}` };
    const request = get(`${mock.url}/ping/v2/ping`, { headers, rejectUnauthorized: false, agent: false });
    const [answer] = await once(request, 'response');
    assert.deepEqual(await json(answer), { response: 'pong' });
  });

  test('a call of Connect, and the page of the control plane, are answered', async () => {
    await using mock = await startMock({ logLevel: 'silent' });
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    const path = '/chainguard.platform.registry.v2.ReposService/ListRepos';
    const answer = await fetch(`${mock.url}${path}`, { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 200, await answer.text());
    for (const page of ['/', '/docs', '/_mock/v1/openapi.yaml', '/openapi-v1.yaml']) {
      assert.equal((await fetch(`${mock.url}${page}`)).status, 200, page);
    }
  });
};
