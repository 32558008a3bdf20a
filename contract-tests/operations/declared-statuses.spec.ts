import { exchange } from '../support/http.ts';
import { documents, operations, operationsV1, resolve } from '../support/openapi.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-http-method-override': 'PROPFIND' };

for (const [version, described] of [
  ['v2', operations],
  ['v1', operationsV1],
] as const) {
  test(`1.14: every operation of ${version} declares 431, in the form that it has`, async ({ api }) => {
    for (const { id, statuses } of described) expect(statuses, id).toContain('431');
    const { hostname, port } = new URL(api.connection.baseUrl);
    const head = `GET /iam/${version}/groups HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Large: ${'x'.repeat(70_000)}`;
    const received = await sendRaw(api.connection.baseUrl, `${head}\r\n\r\n`);
    const [status, text = ''] = received.split('\r\n\r\n');
    expect(status).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\nConnection: close\r\n/);
    const { HeadersTooLarge } = documents[version].components?.responses ?? {};
    const { content } = HeadersTooLarge as {
      readonly content: { readonly 'application/json': { readonly schema: object; readonly examples: object } };
    };
    const { schema, examples } = content['application/json'];
    const [example] = Object.values(examples) as readonly { readonly value: object }[];
    expect(JSON.parse(text)).toEqual({
      ...example?.value,
      details: [expect.objectContaining({ domain: expect.stringMatching(/^api\./) })],
    });
    expect(resolve(schema, version)).toMatchObject({ properties: { details: { items: expect.any(Object) } } });
    expect(resolve(schema, version)).not.toMatchObject({ properties: { details: { maxItems: 0 } } });
  });

  test(`2.6, 2.8: of ${version}, the operations that can answer 501 declare it, and no others`, async ({ api }) => {
    const { agent, baseUrl } = api.connection;
    for (const { id, method, path, statuses } of described) {
      const isPost = method === 'POST';
      // The slash makes another path of one whose variable is one segment.
      const target = path.replaceAll(/\{[^}]+\}/g, isPost ? 'x' : 'a/b');
      const authorization = `Bearer ${api.token}`;
      const sent = { method, target, headers: { authorization, ...(isPost && FORM) }, ...(isPost && { body: '' }) };
      const { status } = await exchange(agent, baseUrl, sent);
      expect(statuses.includes('501'), `${id} ${method} ${target}`).toBe(status === 501);
    }
  });
}
