import { writeFileSync } from 'node:fs';
import { readTrace, type TracedCall } from '../support/traces.ts';
import { expect, test } from './test.ts';

const keyOf = ({ request: { method, url, postData } }: TracedCall): string =>
  `${method} ${url} ${method === 'POST' ? postData?.text : ''}`;

test('behaviour R5: a browser is served each answer of a trace that is the first of its method, URL and body', async ({
  page,
  ownServer,
}, info) => {
  const { api, ready } = await ownServer();
  const list = `/registry/v2/repos?page_size=2&uidp.children_of=${ready.orgId}`;
  for (const name of ['a', 'b', 'a']) await api.post(`/registry/v2/repos/${ready.orgId}`, { name });
  await api.get(list);
  await api.get('/registry/v2/repos/nowhere');
  const { log, text } = await readTrace(api);
  const file = info.outputPath('run.har');
  writeFileSync(file, text);
  const first = new Map<string, TracedCall>();
  for (const call of log.entries) if (!first.has(keyOf(call))) first.set(keyOf(call), call);
  await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: '<p>page</p>' }));
  await page.routeFromHAR(file, { url: /\/registry\// });
  await page.goto(`${ready.url}/page`);
  const wanted = [...first.values()].filter(({ request }) => request.url.includes('/registry/'));
  expect(wanted.length).toBeGreaterThan(3);
  for (const { request, response } of wanted) {
    const served = await page.evaluate(
      async ({ url, method, body }) => {
        const answer = await fetch(url, { method, ...(body !== undefined && { body }) });
        return [answer.status, await answer.text()];
      },
      { url: request.url, method: request.method, body: request.postData?.text },
    );
    expect(served).toEqual([response.status, response.content.text]);
  }
});
