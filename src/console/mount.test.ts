import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { type ConsoleParts, mountConsole } from './mount.ts';

const YAML = 'openapi: 3.1.0\n';
const JSON_TEXT = '{"openapi":"3.1.0"}\n';

const appWith = (parts: Partial<ConsoleParts> = {}): Hono => {
  const app = new Hono();
  const openApi = async () => ({ yaml: YAML, json: JSON_TEXT });
  mountConsole({ version: '1.2.3', url: 'http://mock.test:8484', openApi, token: () => 'admin-token', ...parts })(app);
  return app;
};

const SERVED = [
  ['/', 'text/html; charset=utf-8', /<h1>platform-mock/],
  ['/docs', 'text/html; charset=utf-8', /<div id="swagger-ui"/],
  ['/docs/', 'text/html; charset=utf-8', /<div id="swagger-ui"/],
  ['/docs/start.js', 'text/javascript; charset=utf-8', /url: '\/openapi\.json'/],
  ['/docs/root.css', 'text/css; charset=utf-8', /color-scheme/],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8', /\.swagger-ui/],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', /SwaggerUIBundle/],
  ['/docs/favicon-32x32.png', 'image/png', /PNG/],
  ['/openapi.yaml', 'application/yaml; charset=utf-8', /^openapi: 3\.1\.0\n$/],
  ['/openapi.json', 'application/json', /^\{"openapi":"3\.1\.0"\}\n$/],
] as const;

for (const [path, type, holds] of SERVED) {
  test(`${path} is served as ${type}, and nothing of it may come from elsewhere`, async () => {
    const answer = await appWith().request(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Content-Type'), type);
    assert.match(answer.headers.get('Content-Security-Policy') ?? '', /^default-src 'self';/);
    assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(await answer.text(), holds);
  });
}

const REFUSED = ['/docs/package.json', '/docs/index.html', '/docs/..%2fpackage.json', '/docs/%2e%2e/package.json'];

for (const path of REFUSED) {
  test(`${path} is not served`, async () => assert.equal((await appWith().request(path)).status, 404));
}

test('the pages name no other host', async () => {
  for (const path of ['/', '/docs', '/docs/start.js', '/docs/root.css']) {
    const text = await (await appWith().request(`http://localhost${path}`)).text();
    const hosts = [...text.matchAll(/(?:https?:)?\/\/([\w.-]+)/g)].map(([, host]) => host);
    assert.deepEqual(new Set([...hosts, 'localhost']), new Set(['localhost']), path);
  }
});

test('the document is made when it is first asked for, and once', async () => {
  let made = 0;
  const app = appWith({
    openApi: async () => {
      made += 1;
      return { yaml: YAML, json: JSON_TEXT };
    },
  });
  assert.equal(made, 0);
  await Promise.all(['/openapi.yaml', '/openapi.json', '/openapi.yaml'].map((path) => app.request(path)));
  assert.equal(made, 1);
});

test('a document that could not be made is asked for again', async () => {
  let made = 0;
  const app = appWith({
    openApi: async () => {
      made += 1;
      if (made === 1) throw new Error('not yet');
      return { yaml: YAML, json: JSON_TEXT };
    },
  });
  app.onError(() => new Response(null, { status: 500 }));
  assert.equal((await app.request('/openapi.yaml')).status, 500);
  assert.equal((await app.request('/openapi.yaml')).status, 200);
});

const rootOf = async (url: string, parts: Partial<ConsoleParts> = {}): Promise<string> =>
  (await appWith(parts).request(url)).text();

test('the root page gives a call to paste, by the address that the browser came by', async () => {
  const page = await rootOf('http://localhost:9000/');
  assert.match(page, /<code>http:\/\/localhost:9000<\/code>/);
  const call =
    'curl -H "Authorization: Bearer admin-token" \\\n  "http://localhost:9000/registry/v2/repos?page_size=3"';
  assert.ok(page.includes(call), page);
  for (const link of ['/docs', '/openapi.yaml', '/_mock/v1/info']) assert.ok(page.includes(`href="${link}"`), link);
});

test('without a named token the root page tells how to get one', async () => {
  const page = await rootOf('http://localhost/', { token: () => undefined });
  assert.match(page, /Bearer \$PLATFORM_TOKEN/);
  assert.match(page, /platform-mock token --identity/);
});

for (const host of ["a'b", 'a$(id)', 'a;b', 'a&b', 'a`b`']) {
  test(`an address like http://${host} is not repeated`, async () => {
    const page = await rootOf(`http://${host}/`);
    assert.ok(page.includes('http://mock.test:8484/registry'), page);
    assert.ok(!page.includes(host));
  });
}

test('what comes from outside cannot become HTML', async () => {
  const page = await rootOf('http://localhost/', { token: () => '"><script>alert(1)</script>', version: '<b>' });
  assert.doesNotMatch(page, /<script>|<b>/);
  assert.match(
    await (await appWith({ token: () => '"><i>' }).request('/docs')).text(),
    /data-token="&quot;&gt;&lt;i&gt;"/,
  );
});
