import { readFileSync } from 'node:fs';
import { ok } from '../support/answer.ts';
import { coverage, OK, operationIn } from '../support/coverage-report.ts';
import { expect, test } from '../support/grpc-test.ts';
import { operations, operationsV1 } from '../support/openapi.ts';

test('behaviour K7: the answers that the documents declare are never handled until somebody meets them @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  const before = await coverage(world);
  for (const [version, documented] of [
    ['v2', operations],
    ['v1', operationsV1],
  ] as const) {
    for (const { id, statuses } of documented) {
      const name = version === 'v1' ? `v1.${id.replace('_', '.')}` : id;
      const found = before.operations.find(({ operation }) => operation === name) ?? operationIn(before, id);
      // 431 and 501 are answered before the operation is known, and so are no answers of it.
      const own = statuses.filter((status) => !['431', '501'].includes(status));
      expect([...new Set(found.declared.map(({ status }) => String(status)))].sort(), name).toEqual(own.sort());
      expect(found.neverHandled, name).toEqual(found.declared);
    }
  }
  ok(await world.get('/registry/v2/repos?page_size=1'));
  const after = await coverage(world);
  const { declared, neverHandled } = operationIn(after, 'ListRepos');
  expect([OK, ...neverHandled]).toEqual(declared);
  const [v2] = after.versions;
  expect(v2).toMatchObject({ version: 'v2', covered: 1, met: 1, faulted: 0 });
  expect(v2?.neverHandled).toBe(Number(before.versions[0]?.neverHandled) - 1);
  expect(v2?.percent).toBe(Math.floor(1000 / Number(v2?.operations)) / 10);
});

test('behaviour K8: each operation of v1 has the one that replaces it, or stays on v1 as the guide says @mock', async ({
  ownWorld,
}) => {
  const { operations: all } = await coverage(await ownWorld());
  const ids = all.map(({ operation }) => operation);
  const stays: string[] = [];
  for (const { operation, version, replacedBy } of all) {
    expect(replacedBy === undefined, operation).toBe(version === 'v2');
    if (replacedBy === null) stays.push(operation.replace('v1.', ''));
    if (typeof replacedBy === 'string') expect(ids, operation).toContain(replacedBy);
  }
  for (const [v1, v2] of [
    ['v1.Registry.CreateRepo', 'CreateRepo'],
    ['v1.Registry.UpdateTag', 'CreateTag'],
    ['v1.Registry.GetArchs', 'GetArchitectures'],
    ['v1.RoleBindings.CreateBatch', 'BatchCreateRoleBindings'],
    ['v1.EventIdentities.UpdateMetadata', 'UpdateIdentityMetadata'],
  ]) {
    expect(all.find(({ operation }) => operation === v1)?.replacedBy, v1).toBe(v2);
  }
  const [, guide = ''] = readFileSync('docs/migrating.md', 'utf8').split('\n# Operations that only v1 has\n');
  const named = [...guide.matchAll(/`([A-Z]\w+\.[A-Z]\w+)`/g)].map(([, method]) => method);
  // The guide is about rows of organizations; these identities are above them all, and v2 has none there.
  expect(stays.filter((method) => method !== 'EventIdentities.Create').sort()).toEqual([...new Set(named)].sort());
});
