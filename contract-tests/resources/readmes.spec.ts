import { ok } from '../support/answer.ts';
import { expectBare, expectDenied, expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/grpc-test.ts';

const V1 = 'chainguard.platform.registry.Registry';
const V2 = 'chainguard.platform.registry.v2.ReposService';

test('5.10: a new repo has an empty readme, under its own uid', async ({ api, org }) => {
  const repo = await org.repo();
  expect(await api.read(`/registry/v2/repos/${repo.uid}/readme`)).toMatchObject({ uid: repo.uid, content: '' });
});

test('5.10: a readme is written and read', async ({ api, org }) => {
  const repo = await org.repo();
  const target = `/registry/v2/repos/${repo.uid}/readme`;
  const content = '# Title\n\n<p><img src="https://a.test/x.png" width="100px" height="50"></p>\n\n<!-- c -->\n';
  expect(ok(await api.patch(target, { content }))).toMatchObject({ uid: repo.uid, content });
  expect(await api.read(target)).toMatchObject({ uid: repo.uid, content });
  expect(await api.read(`/registry/v2/repos/${repo.uid}`)).not.toHaveProperty('readme');
});

test('6: a mask and a wildcard work on a readme', async ({ api, org }) => {
  const repo = await org.repo();
  const target = `/registry/v2/repos/${repo.uid}/readme`;
  for (const query of ['?updateMask=content', '?update_mask=content', '?updateMask=*', '']) {
    expect(ok(await api.patch(target + query, { content: `text ${query}` })).content).toBe(`text ${query}`);
  }
  expect(ok(await api.patch(target, {})).content).toBe('text ');
  expect(ok(await api.patch(`${target}?updateMask=uid`, { uid: 'x', content: 'no' })).content).toBe('text ');
  expect(ok(await api.patch(`${target}?updateMask=content`, {})).content).toBe('');
  expectInvalid(await api.patch(`${target}?updateMask=bogus`, {}), { updateMask: 'unknown field "bogus"' });
  expectViolation(await api.patch(target, { text: 'x' }), 'text');
});

const REFUSED = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href=" JaVaScRiPt:alert(1)">x</a>',
  '<iframe src="https://a.test"></iframe>',
  '<p align="center">x</p>',
  '<kbd>x</kbd>',
  '<B>x</B>',
  "<a href='https://a.test'>x</a>",
  'List<String>',
  '[x](ftp://a.test)',
  '![50%](x.png)',
  '```c++\nx\n```',
  'x\r\ny',
];
const ACCEPTED = [
  'text with onclick= in words',
  '`<code>`',
  'a < b and c > d',
  '[x](https://a.test)',
  '<b>bold</b> <sub>low</sub><br/>',
  '```go\n<STYLE>.X{}</STYLE>\n```',
];

for (const [contents, isAccepted] of [
  [REFUSED, false],
  [ACCEPTED, true],
] as const) {
  test(`5.0: ${contents.length} readmes are ${isAccepted ? 'accepted' : 'refused'} in both versions, on both faces`, async ({
    api,
    org,
    grpc,
  }) => {
    const { uid, name } = await org.repo();
    const violation = 'readme contained unsafe html content';
    for (const readme of contents) {
      const content = `# x\n\n${readme}\n`;
      const patched = await api.patch(`/registry/v2/repos/${uid}/readme`, { content });
      const put = await api.put(`/registry/v1/repos/${uid}`, { name, readme: content });
      const v2 = await grpc.call(`${V2}/UpdateRepoReadme`, { repoReadme: { uid, content } });
      const v1 = await grpc.call(`${V1}/UpdateRepo`, { id: uid, name, readme: content });
      if (isAccepted) {
        expect([ok(patched).content, ok(put).readme, v1.ok, v2.ok], readme).toEqual([content, content, true, true]);
        continue;
      }
      expectInvalid(patched, { content: violation });
      expectBare(put, 'INVALID_ARGUMENT', `readme: ${violation}`);
      for (const ended of [v1, v2]) expect(ended, readme).toMatchObject({ ok: false, code: 3 });
      expect((await api.read(`/registry/v2/repos/${uid}/readme`)).content).toBe('');
    }
  });
}

test('2.3, 7.1: the readme of a missing repo is 404 for the repo', async ({ api, org }) => {
  const uid = `${org.uid}/${'4'.repeat(16)}`;
  expectMissing(await api.get(`/registry/v2/repos/${uid}/readme`), 'registry/Repo', uid);
  expectMissing(await api.patch(`/registry/v2/repos/${uid}/readme`, { content: 'x' }), 'registry/Repo', uid);
});

test('8.6: a readme is deleted with its repo', async ({ api, org }) => {
  const repo = await org.repo({ name: 'same' });
  ok(await api.patch(`/registry/v2/repos/${repo.uid}/readme`, { content: 'old' }));
  ok(await api.delete(`/registry/v2/repos/${repo.uid}`));
  const again = await org.repo({ name: 'same' });
  expect((await api.read(`/registry/v2/repos/${again.uid}/readme`)).content).toBe('');
});

test('5.10: an owner may not write it, a custom role with repo.internal.admin may @mock', async ({ org }) => {
  const repo = await org.repo();
  const target = `/registry/v2/repos/${repo.uid}/readme`;
  const owner = await org.caller('owner');
  expectDenied(
    await owner.patch(target, { content: 'x' }),
    `missing capability "repo.internal.admin" on group ${org.uid}`,
  );
  const role = await org.role({ capabilities: ['CAP_REPO_UPDATE', 'CAP_REPO_INTERNAL_ADMIN'] });
  expect((await (await org.caller(role.uid)).patch(target, { content: 'x' })).status).toBe(200);
});
