import { ok } from '../support/answer.ts';
import { expectDenied, expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

test('5.10: a new repo has an empty readme, under its own uid', async ({ api, org }) => {
  const repo = await org.repo();
  expect(await api.read(`/registry/v2/repos/${repo.uid}/readme`)).toMatchObject({ uid: repo.uid, content: '' });
});

test('5.10: a readme is written and read', async ({ api, org }) => {
  const repo = await org.repo();
  const target = `/registry/v2/repos/${repo.uid}/readme`;
  const content =
    '# Title\n\n<p align="center"><img src="https://a.test/x.png" width="100" height="50"></p>\n\n<!-- c -->\n';
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

const UNSAFE = [
  '<script>alert(1)</script>',
  '<SCRIPT src=x>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<iframe src="https://a.test"></iframe>',
  '<object data="x"></object>',
  '<embed src="x">',
  '<form action="https://a.test"><input></form>',
];
for (const content of UNSAFE) {
  test(`5.10: ${content} is refused in a readme`, async ({ api, org }) => {
    const repo = await org.repo();
    expectInvalid(await api.patch(`/registry/v2/repos/${repo.uid}/readme`, { content: `# x\n\n${content}\n` }), {
      content: 'readme contained unsafe html content',
    });
  });
}

for (const content of [
  'text with onclick= in words',
  '`<code>`',
  'a < b and c > d',
  '[x](https://a.test)',
  '<b>bold</b>',
]) {
  test(`5.10: ${content} is accepted in a readme`, async ({ api, org }) => {
    const repo = await org.repo();
    expect(ok(await api.patch(`/registry/v2/repos/${repo.uid}/readme`, { content })).content).toBe(content);
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
