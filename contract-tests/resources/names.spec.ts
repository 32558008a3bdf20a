import type { Body } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import type { Org } from '../support/org.ts';
import { claimMatchOf, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

const RULE = 'name must match "^[a-z0-9 ._-]{1,}$"';

const bodies: Readonly<Record<string, (org: Org) => object>> = {
  '/iam/v2/groups': () => ({}),
  '/iam/v2/identities': () => ({ claimMatch: claimMatchOf('x') }),
  '/iam/v2/roles': () => ({ capabilities: ['CAP_IAM_GROUPS_LIST'] }),
  '/iam/v2/identityProviders': ({ roles }) => ({ defaultRole: roleUid(roles, 'viewer'), oidc }),
  '/iam/v2/accountAssociations': () => ({}),
  '/registry/v2/repos': () => ({}),
};

const BAD: readonly unknown[] = ['', 'A', 'a/b', 'é', 'a\tb', 'a\n', '\nb', 'a:b', 'nul\0', '😀', 'a@b', '"'];
const GOOD = ['a', '0', 'a b', 'a.b_c-d', '.', '-', '_', ' ', 'registry.pull', 'x'.repeat(300)];

for (const [path, body] of Object.entries(bodies)) {
  test(`5.0: a name of ${path} is refused unless it has only lower case letters, digits and " ._-"`, async ({
    api,
    org,
  }) => {
    for (const name of BAD) {
      expectInvalid(await api.post(`${path}/${org.uid}`, { ...body(org), name }), { name: RULE });
    }
  });

  test(`5.0, C1: a name of ${path} may be one letter, or long`, async ({ api, org }) => {
    for (const name of GOOD) {
      const answer = await api.post(`${path}/${org.uid}`, { ...body(org), name });
      expect(answer.status, JSON.stringify(name)).toBe(200);
      expect(answer.body.name).toBe(name);
      await api.delete(`${path}/${answer.body.uid}`);
    }
  });

  for (const name of [1, true, {}, ['a']]) {
    test(`1.2: a name of ${path} is not ${JSON.stringify(name)}`, async ({ api, org }) => {
      expectInvalid(await api.post(`${path}/${org.uid}`, { ...body(org), name }), { name: /./ });
    });
  }
}

const made = (org: Org): Readonly<Record<string, (fields: object) => Promise<Body>>> => ({
  group: (fields) => org.group({ ...fields }),
  identity: (fields) => org.identity({ ...fields }),
  role: (fields) => org.role({ ...fields }),
  provider: (fields) => org.provider({ ...fields }),
});

for (const kind of ['group', 'identity', 'role', 'provider']) {
  test(`5.0: the description of a ${kind} may have lines, and 4096 letters at most`, async ({ org }) => {
    const make = made(org)[kind];
    for (const description of ['two\nlines', 'x'.repeat(4_096), '']) {
      expect((await make?.({ description }))?.description).toBe(description);
    }
    await expect(make?.({ description: 'x'.repeat(4_097) })).rejects.toThrow(/"field":"description"/);
  });
}

test('5.0, C28: the description of a repo is one line of 512 letters at most', async ({ api, org }) => {
  const says = 'description must match "^[\\S ]{0,512}$"';
  for (const description of ['a\nb', 'a\tb', 'a\rb', 'a\fb', 'x'.repeat(513)]) {
    expectInvalid(await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', description }), { description: says });
  }
  for (const description of ['', 'x'.repeat(512), 'é😀 "quoted"', '😀'.repeat(512)]) {
    expect((await org.repo({ description })).description).toBe(description);
  }
});
