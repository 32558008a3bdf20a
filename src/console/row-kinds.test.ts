import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations, allResources } from '../editions/editions.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { V2 } from '../schema/edition.ts';
import { fixtureFormat } from '../seed/fixture-format.ts';
import { rowKindsOf } from './row-kinds.ts';

const kindsOf = (operations: readonly BoundOperation[]) => rowKindsOf(operations, () => ({ name: 'nginx', size: 1 }));

test('the kinds that are looked at most come first, and then all others', () => {
  const repos = allOperations().find(({ operation }) => operation.id === 'ListRepos');
  assert.ok(repos?.operation.http);
  const words = { singular: 'spare part', plural: 'spare parts' };
  const parts: BoundOperation = {
    ...repos,
    operation: { ...repos.operation, id: 'ListParts', http: { ...repos.operation.http, path: '/registry/v2/parts' } },
    resource: { ...repos.resource, singular: 'part', plural: 'parts', words },
  };
  const kinds = kindsOf([parts, ...allOperations()]);
  const first = ['repos', 'tags', 'identities', 'roleBindings', 'roles', 'groups'];
  assert.deepEqual(
    kinds.slice(0, 6).map(({ name }) => name),
    first,
  );
  const made = kinds.find(({ name }) => name === 'parts');
  assert.equal(kinds.indexOf(made as (typeof kinds)[number]), 6);
  assert.deepEqual(made, {
    name: 'parts',
    title: 'Spare parts',
    one: 'spare part',
    type: 'Repo',
    fields: [...repos.resource.message.fields.values()].map(({ name }) => name),
    path: '/registry/v2/parts',
    key: 'parts',
    place: 'uidp.children_of',
    sortable: ['name', 'uid', 'createTime', 'updateTime', 'catalogTier'],
    filters: ['name'],
    can: { read: true, create: true, update: true, delete: true },
    parent: 'Group',
    sample: { name: 'new-spare-part', size: 1 },
  });
});

test('rows below other rows are found anywhere below a group, and have their parent and their older path', () => {
  const list = allOperations().find(({ operation }) => operation.id === 'ListTags');
  assert.ok(list?.operation.http);
  const http = { ...list.operation.http, path: '/registry/v0/tags' };
  const operation = { ...list.operation, id: 'v0.ListTags', http, edition: { ...V2, name: 'v0' } };
  const [tags, ...others] = kindsOf([
    list,
    { ...list, operation, wraps: list },
    ...allOperations().filter(({ verb }) => verb === 'get'),
  ]);
  assert.deepEqual([tags?.place, tags?.parent, tags?.olderPath], ['uidp.descendants_of', 'Repo', http.path]);
  assert.deepEqual(others, []);
});

test('every kind that a fixture can have is shown: kinds that no call lists come last, and are read-only', () => {
  const resources = [...fixtureFormat(allResources).kinds.values()].map(({ resource }) => resource);
  const kinds = rowKindsOf(allOperations(), () => ({}), resources);
  assert.equal(new Set(kinds.map(({ name }) => name)).size, kinds.length);
  assert.deepEqual(new Set(kinds.map(({ type }) => type)), new Set(resources.map(({ type }) => type)));
  const stored = kinds.slice(kindsOf(allOperations()).length);
  assert.deepEqual(
    stored.map(({ name, isStored, place, can }) => [name, isStored, place, Object.values(can).includes(true)]),
    [
      ...['repoReadmes', 'images', 'artifactVersions', 'identityMetadata', 'scimCredentials', 'termsDocuments'],
      ...['superusers', 'tagHistories', 'repoDeployments', 'registrySettings', 'packages'],
    ].map((name) => [name, true, undefined, false]),
  );
});

test('every list is a kind, but that of the versions of one thing; what only v1 lists is one, too', () => {
  const kinds = kindsOf(allOperations());
  const names = kinds.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const known = [
    'advisories',
    'documents',
    'artifacts',
    'termsAcceptances',
    'resolvedVulnsReports',
    'eolTags',
    'malware',
  ];
  for (const name of known) assert.ok(names.includes(name), name);
  assert.ok(!names.includes('artifactVersions'));
  const places = new Map(kinds.map(({ name, place }) => [name, place]));
  assert.deepEqual(
    ['termsAcceptances', 'documents', 'advisories', 'syncStatuses'].map((name) => places.get(name)),
    ['path', undefined, 'uidp.children_of', 'registry_id'],
  );
  assert.deepEqual(
    kinds.filter(({ isOlder, can }) => isOlder && Object.values(can).includes(true)),
    [],
  );
});
