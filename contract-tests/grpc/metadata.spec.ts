import { expect, test } from '../support/grpc-test.ts';

const LIST = 'ListRepos';

test.describe('clients §1.3: the metadata of calls', () => {
  for (const [what, authorization] of [
    ['with its scheme', (token: string) => `Bearer ${token}`],
    ['without one', (token: string) => token],
    ['with a scheme in lower case', (token: string) => `bearer ${token}`],
    ['with a scheme in upper case', (token: string) => `BEARER ${token}`],
  ] as const) {
    test(`clients §0.2: a token ${what} is valid`, async ({ grpc, shared }) => {
      const metadata = { authorization: authorization(shared.target.token) };
      expect(await grpc.call(LIST, { pageSize: 1 }, { token: null, metadata })).toMatchObject({ ok: true });
    });
  }

  test('a bad token without its scheme is invalid, and not malformed', async ({ grpc }) => {
    const ended = await grpc.call(LIST, {}, { token: null, metadata: { authorization: 'nonsense' } });
    expect(ended).toMatchObject({ ok: false, code: 16, message: 'Unauthenticated: invalid token' });
  });

  for (const authorization of ['', 'Bearer', 'bearer']) {
    test(`"${authorization}" is not a token`, async ({ grpc }) => {
      const ended = await grpc.call(LIST, {}, { token: null, metadata: { authorization } });
      expect(ended).toMatchObject({ ok: false, code: 16, message: 'Unauthenticated: malformed authorization header' });
    });
  }

  test('60 KB of other headers are accepted', async ({ grpc }) => {
    const metadata = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`x-${nth}`, `${nth}`.repeat(500)]));
    expect(await grpc.call(LIST, {}, { metadata: { ...metadata, 'x-large': 'y'.repeat(10_000) } })).toMatchObject({
      ok: true,
    });
    expect(await grpc.call(LIST, {}, { metadata: { 'x-one': 'y'.repeat(60_000) } })).toMatchObject({ ok: true });
  });

  test('a token of 20 KB is verified', async ({ grpc }) => {
    const ended = await grpc.call(LIST, {}, { token: 'x'.repeat(20_000) });
    expect(ended).toMatchObject({ ok: false, code: 16, message: 'Unauthenticated: invalid token' });
  });

  test('a user agent of 4 KB is accepted', async ({ grpc }) => {
    const metadata = { 'user-agent': 'terraform-provider/1.0 linux/amd64 '.repeat(120) };
    expect(await grpc.call(LIST, {}, { metadata })).toMatchObject({ ok: true });
  });

  test('other metadata of published clients is ignored', async ({ grpc }) => {
    const metadata = {
      cgclientid: '/usr/bin/terraform',
      cgrequestid: '3f6b1a52-7c2e-4a3c-9a4e-0d6f1c2b3a4d',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'original-traceparent': '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-retry-attempty': '2',
      'x-bytes-bin': Buffer.from([0, 255, 10]),
    };
    expect(await grpc.call(LIST, {}, { metadata })).toMatchObject({ ok: true });
  });
});

test('an answer has the content type application/grpc', async ({ grpc }) => {
  const ended = await grpc.call('Ping');
  expect(ended).toMatchObject({ ok: true, response: { response: 'pong' } });
  if (ended.ok)
    expect(ended.headers.get('content-type')).toEqual([expect.stringMatching(/^application\/grpc(?:\+proto)?$/)]);
});
