import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { type ConsoleDeps, mountConsole } from './mount.ts';

const YAML = 'openapi: 3.1.0\n';
const V1_YAML = 'openapi: 3.1.0 # of v1\n';
const JSON_TEXT = '{"openapi":"3.1.0"}\n';

const textsOf = (yaml: string, json: string) => ({ yaml: () => yaml, json: () => json });

const appWith = (deps: Partial<ConsoleDeps> = {}): Hono => {
  const app = new Hono();
  const openApi: ConsoleDeps['openApi'] = async (version) =>
    version === 'v1' ? textsOf(V1_YAML, '{}\n') : textsOf(YAML, JSON_TEXT);
  mountConsole({
    version: '1.2.3',
    url: 'http://mock.test:8484',
    openApi,
    token: () => 'admin-token',
    kinds: () => [],
    ...deps,
  })(app);
  return app;
};

const SERVED = [
  ['/', 'text/html; charset=utf-8', /<h1>platform-mock/],
  [
    '/docs',
    'text/html; charset=utf-8',
    /<div id="docs" data-document="\/openapi\.json" data-source="\/openapi\.yaml" data-token="admin-token"/,
  ],
  [
    '/docs/',
    'text/html; charset=utf-8',
    /<div id="docs" data-document="\/openapi\.json" data-source="\/openapi\.yaml" data-token="admin-token"/,
  ],
  ['/docs/v1', 'text/html; charset=utf-8', /<div id="docs" data-document="\/openapi-v1\.json"/],
  ['/docs/v1/', 'text/html; charset=utf-8', /<div id="docs" data-document="\/openapi-v1\.json"/],
  ['/docs/control', 'text/html; charset=utf-8', /data-document="\/_mock\/v1\/openapi\.json" data-source="[^"]*">/],
  ['/docs/docs.js', 'text/javascript; charset=utf-8', /Try it/],
  ['/docs/docs.css', 'text/css; charset=utf-8', /color-scheme/],
  ['/docs/console.css', 'text/css; charset=utf-8', /color-scheme/],
  ['/docs/console.js', 'text/javascript; charset=utf-8', /console/],
  ['/docs/icon.svg', 'image/svg+xml', /^<svg/],
  ['/openapi.yaml', 'application/yaml; charset=utf-8', /^openapi: 3\.1\.0\n$/],
  ['/openapi.json', 'application/json', /^\{"openapi":"3\.1\.0"\}\n$/],
  ['/openapi-v1.yaml', 'application/yaml; charset=utf-8', /^openapi: 3\.1\.0 # of v1\n$/],
  ['/openapi-v1.json', 'application/json', /^\{\}\n$/],
] as const;

for (const [path, type, holds] of SERVED) {
  test(`${path} is served as ${type}, and may load nothing from other hosts`, async () => {
    const answer = await appWith().request(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Content-Type'), type);
    assert.match(
      answer.headers.get('Content-Security-Policy') ?? '',
      /^default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(await answer.text(), holds);
  });
}

const REFUSED = ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json', '/docs/%2e%2e/package.json'];

for (const path of REFUSED) {
  test(`${path} is not served`, async () => assert.equal((await appWith().request(path)).status, 404));
}

const fileFor = async (acceptEncoding: string | undefined, ifNoneMatch?: string, path = '/openapi.yaml') =>
  appWith().request(path, {
    headers: {
      ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
      ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    },
  });

for (const [accepted, isCompressed] of [
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q= 0', false],
  ['gzip;q=0, *', false],
  ['*, gzip;q=0', false],
  ['*;q=0', false],
  ['GZIP;Q=0.001, *;q=0', true],
  ['br;q=1, *;q=0.1', true],
  ['identity', false],
  ['x-gzip-2', false],
  [undefined, false],
] as const) {
  test(`behaviour Z4: a file is sent ${isCompressed ? 'compressed' : 'as it is'} for ${accepted}`, async () => {
    const answer = await fileFor(accepted);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('Content-Encoding'), isCompressed ? 'gzip' : null);
    assert.equal(answer.headers.get('Content-Length'), String(bytes.length));
    assert.equal((isCompressed ? gunzipSync(bytes) : bytes).toString(), YAML);
  });
}

test('behaviour Z4: a browser that has the file is answered 304, by one tag of several', async () => {
  const etag = (await fileFor('gzip')).headers.get('ETag') ?? '';
  const again = await fileFor('gzip', `W/"other", ${etag}`);
  assert.deepEqual([again.status, again.headers.get('X-Content-Type-Options')], [304, 'nosniff']);
  assert.equal((await fileFor('gzip', 'W/"other"')).status, 200);
  // Some proxies make a weak tag a strong one, and `*` is any version.
  for (const known of [etag.replace('W/', ''), '*']) assert.equal((await fileFor('gzip', known)).status, 304, known);
});

test('behaviour Z4: an image is not compressed again', async () => {
  const answer = await fileFor('gzip', undefined, '/docs/icon.svg');
  assert.equal(answer.headers.get('Content-Encoding'), null);
});

test('the pages refer to no other host', async () => {
  for (const path of ['/', '/docs', '/docs/v1', '/docs/docs.css', '/docs/console.css']) {
    const text = await (await appWith().request(`http://localhost${path}`)).text();
    const hosts = [...text.matchAll(/(?:https?:)?\/\/([\w.-]+)/g)].map(([, host]) => host);
    assert.deepEqual(new Set([...hosts, 'localhost']), new Set(['localhost']), path);
  }
});

test('each document is created on the first request, and once, and so is each of its forms', async () => {
  const made: string[] = [];
  const form = (name: string) => () => {
    made.push(name);
    return '';
  };
  const app = appWith({
    openApi: async (version) => {
      made.push(version);
      return { yaml: form(`${version} yaml`), json: form(`${version} json`) };
    },
  });
  assert.deepEqual(made, []);
  await Promise.all(['/openapi.json', '/openapi.json'].map((path) => app.request(path)));
  assert.deepEqual(made, ['v2', 'v2 json']);
  await Promise.all(['/openapi.yaml', '/openapi.json', '/openapi.yaml'].map((path) => app.request(path)));
  assert.deepEqual(made, ['v2', 'v2 json', 'v2 yaml']);
  await app.request('/openapi-v1.yaml');
  assert.deepEqual(made.slice(3), ['v1', 'v1 yaml']);
});

test('the page of each version marks its own link', async () => {
  for (const [path, own] of [
    ['/docs', '<a href="/docs" aria-current="page">v2</a>'],
    ['/docs/v1', '<a href="/docs/v1" aria-current="page">v1</a>'],
    ['/docs/control', '<a href="/docs/control" aria-current="page">Control plane</a>'],
  ] as const) {
    const page = await (await appWith().request(path)).text();
    assert.equal(page.match(/aria-current="page"/g)?.length, 1);
    assert.ok(page.includes(own), page);
  }
});

test('a document whose creation failed is created again', async () => {
  let made = 0;
  const app = appWith({
    openApi: async () => {
      made += 1;
      if (made === 1) throw new Error('not yet');
      return textsOf(YAML, JSON_TEXT);
    },
  });
  app.onError(() => new Response(null, { status: 500 }));
  assert.equal((await app.request('/openapi.yaml')).status, 500);
  assert.equal((await app.request('/openapi.yaml')).status, 200);
});

const rootOf = async (url: string, deps: Partial<ConsoleDeps> = {}): Promise<string> =>
  (await appWith(deps).request(url)).text();

test('the root page shows a call to paste, with the address that the browser used', async () => {
  const page = await rootOf('http://localhost:9000/');
  assert.match(page, /<code>http:\/\/localhost:9000<\/code>/);
  const call =
    'curl -H "Authorization: Bearer admin-token" \\\n  "http://localhost:9000/registry/v2/repos?page_size=3"';
  assert.ok(page.includes(call), page);
  for (const link of ['/docs', '/openapi.yaml', '/docs/v1', '/openapi-v1.yaml', '/_mock/v1/info'])
    assert.ok(page.includes(`href="${link}"`), link);
});

test('the root page hands the kinds of rows to the console', async () => {
  const kinds = [
    {
      name: 'parts',
      title: 'Parts',
      one: 'part',
      type: 'Part',
      fields: ['uid'],
      key: 'parts',
      sortable: ['uid'],
      filters: [],
      can: { read: true, create: true, update: true, delete: true },
      path: '/registry/v2/parts',
      place: 'uidp.children_of',
      parent: 'Group',
      sample: { name: '"<a>"' },
    } as const,
  ];
  const page = await rootOf('http://localhost/', { kinds: () => kinds });
  const [, text = ''] = /data-kinds="([^"]*)"/.exec(page) ?? [];
  assert.ok(!text.includes('<'));
  const read = text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  assert.deepEqual(JSON.parse(read), kinds);
});

test('without a named token the root page shows how to get one', async () => {
  const page = await rootOf('http://localhost/', { token: () => undefined });
  assert.match(page, /Bearer \$PLATFORM_TOKEN/);
  assert.match(page, /platform-mock token --identity/);
});

for (const host of ["a'b", 'a$(id)', 'a;b', 'a&b', 'a`b`']) {
  test(`an address like http://${host} is not shown`, async () => {
    const page = await rootOf(`http://${host}/`);
    assert.ok(page.includes('http://mock.test:8484/registry'), page);
    assert.ok(!page.includes(host));
  });
}

test('values from outside are escaped in HTML', async () => {
  const page = await rootOf('http://localhost/', { token: () => '"><script>alert(1)</script>', version: '<b>' });
  assert.doesNotMatch(page, /<script>|<b>/);
  assert.match(
    await (await appWith({ token: () => '"><i>' }).request('/docs')).text(),
    /data-token="&quot;&gt;&lt;i&gt;"/,
  );
});
