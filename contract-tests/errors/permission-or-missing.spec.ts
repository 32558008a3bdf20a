import type { Api } from '../support/api.ts';
import { expectDenied, expectMissing } from '../support/errors.ts';
import { type Kind, kinds } from '../support/kinds.ts';
import { operations } from '../support/openapi.ts';
import { expect, test } from '../support/test.ts';

const isUpdated = ({ path }: Kind): boolean =>
  operations.some((operation) => operation.method === 'PATCH' && operation.path.startsWith(`${path}/{`));

/** The calls that name one row of a kind. */
const calls = (kind: Kind, uid: string, caller: Api) => [
  ['GET', () => caller.get(`${kind.path}/${uid}`)] as const,
  ['DELETE', () => caller.delete(`${kind.path}/${uid}`)] as const,
  ...(isUpdated(kind) ? [['PATCH', () => caller.patch(`${kind.path}/${uid}`, {})] as const] : []),
];

for (const kind of kinds) {
  test(`9.7: ${kind.plural}: unknown below a known group is 404 for a caller who holds the capability`, async ({
    api,
    org,
  }) => {
    const uid = `${org.uid}/${'d'.repeat(16)}`;
    for (const [method, call] of calls(kind, uid, api)) {
      expectMissing(await call(), kind.type, uid);
      expect(method).toBeTruthy();
    }
  });

  for (const uid of ['d'.repeat(40), 'nonsense', 'D'.repeat(40), '%20', 'a/b/c', 'x'.repeat(2_000)]) {
    test(`9.7: ${kind.plural}: "${uid.slice(0, 41)}" is 404 for any caller`, async ({ api, viewer }) => {
      for (const caller of [api, viewer]) {
        for (const [, call] of calls(kind, uid, caller))
          expectMissing(await call(), kind.type, decodeURIComponent(uid));
      }
    });
  }

  test(`9.7: ${kind.plural}: without the capability a known and an unknown row are both 403 @mock`, async ({ org }) => {
    const elsewhere = await org.group();
    const stranger = await org.caller('owner', { at: elsewhere.uid });
    const place = await kind.place(org);
    const row = await kind.make(org, place, 1);
    for (const uid of [row.uid, `${place}/${'d'.repeat(16)}`]) {
      for (const [, call] of calls(kind, uid, stranger))
        expectDenied(await call(), /^missing capability "[a-z_.]+" on group /);
      expectDenied(
        await stranger.get(`${kind.path}/${uid}`),
        new RegExp(`^missing capability "${kind.readBy}" on group ${org.uid}`),
      );
    }
  });
}

test('9.7: a caller who may read and not write is 403 on the write @mock', async ({ org }) => {
  const viewer = await org.caller('viewer');
  const repo = await org.repo();
  const says = (capability: string): string => `missing capability "${capability}" on group ${org.uid}`;
  expectDenied(await viewer.delete(`/registry/v2/repos/${repo.uid}`), says('repo.delete'));
  expectDenied(await viewer.patch(`/registry/v2/repos/${repo.uid}`, {}), says('repo.update'));
  expectDenied(await viewer.post(`/registry/v2/repos/${org.uid}`, {}), says('repo.create'));
  expectDenied(await viewer.delete(`/registry/v2/repos/${org.uid}/${'d'.repeat(16)}`), says('repo.delete'));
});

test('7.3: a create under a missing group is 403 where its nearest group is out of reach, and 404 where it is in reach @mock', async ({
  org,
}) => {
  const mine = await org.group();
  const caller = await org.caller('owner', { at: mine.uid });
  const missing = `${mine.uid}/${'d'.repeat(16)}`;
  expectMissing(await caller.post(`/registry/v2/repos/${missing}`, { name: 'a' }), 'iam/Group', missing);
  expectDenied(await caller.post(`/registry/v2/repos/${org.uid}/${'d'.repeat(16)}`, { name: 'a' }));
  const root = 'd'.repeat(40);
  expectMissing(await caller.post(`/registry/v2/repos/${root}`, { name: 'a' }), 'iam/Group', root);
});

test('9.7: GetRole of a built-in role needs roles.list anywhere, a custom role needs it there @mock', async ({
  org,
}) => {
  const mine = await org.group();
  const custom = await org.role();
  const own = await org.role({}, mine.uid);
  const reader = await org.caller('viewer', { at: mine.uid });
  const viewerRole = org.roles.get('viewer') ?? '';
  expect((await reader.get(`/iam/v2/roles/${viewerRole}`)).status).toBe(200);
  expect((await reader.get(`/iam/v2/roles/${own.uid}`)).status).toBe(200);
  expectDenied(await reader.get(`/iam/v2/roles/${custom.uid}`));
  const nobody = await org.caller('registry.pull', { at: mine.uid });
  expectDenied(await nobody.get(`/iam/v2/roles/${viewerRole}`));
});
