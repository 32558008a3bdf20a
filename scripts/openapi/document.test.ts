import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { allOperations, editionNamed } from '../../src/editions/editions.ts';
import type { JsonObject } from '../../src/json.ts';
import { uidFor } from '../../src/kernel/ids.ts';
import { encodeMessage } from '../../src/schema/encode-json.ts';
import { componentName } from './components.ts';
import { documentOf, sampleOf } from './specimen-document.ts';

const TIME = '2026-01-28T12:54:21.189Z';

const { document, operations, documented, violationsAt, answerViolationsAt } = documentOf(
  allOperations(),
  editionNamed('v2'),
);

/** The uid of a row of a fixture. */
const derivedUid = (parent: string, kind: string, name: string): string => uidFor('fixture', parent, kind, name);

const PATHS = [
  ['ListRepos', 'get', '/registry/v2/repos'],
  ['UpdateRepo', 'patch', '/registry/v2/repos/{uid}'],
  ['GetRepoReadme', 'get', '/registry/v2/repos/{uid}/readme'],
  ['GetSize', 'get', '/registry/v2/repos/{repoUid}/digests/{digest}/size'],
  ['CreateIdentity', 'post', '/iam/v2/identities/{uid}'],
  ['DeleteIdentity', 'delete', '/iam/v2/identities/{uid}'],
  ['LookupGroup', 'get', '/iam/v2/groups:lookupGroup'],
  ['RequestGroupAccess', 'post', '/iam/v2/groups/{uid}:requestGroupAccess'],
  ['GenerateScimToken', 'post', '/iam/v2/identityProviders/{uid}:generateScimToken'],
  ['AcceptTerms', 'post', '/iam/v2/terms/{group}'],
  ['ListArtifactVersions', 'get', '/libraries/v2/artifacts/{artifactId}/versions'],
] as const;

for (const [id, method, path] of PATHS) {
  test(`${id} is ${method.toUpperCase()} ${path}`, () => {
    assert.deepEqual([documented.get(id)?.method, documented.get(id)?.path], [method, path]);
  });
}

const STATUSES = [
  ['Ping', '200 400 401 431 500'],
  ['GetRepo', '200 400 401 403 404 431 500'],
  ['CreateRepo', '200 400 401 403 404 409 413 431 500 501'],
  ['DeleteGroup', '200 400 401 403 404 431 500'],
  ['LookupIdentity', '200 400 401 404 431 500'],
  ['RegenerateScimToken', '200 400 401 403 404 409 413 431 500 501'],
  ['RequestGroupAccess', '200 400 401 404 413 429 431 500 501'],
  ['GetSize', '200 400 401 403 404 431 500'],
] as const;

for (const [id, statuses] of STATUSES) {
  test(`${id} declares ${statuses}`, () => {
    assert.equal(Object.keys(documented.get(id)?.operation.responses ?? {}).join(' '), statuses);
  });
}

test('a delete returns no content, and declares the failures that can prevent it', () => {
  const responses = documented.get('DeleteGroup')?.operation.responses;
  assert.deepEqual(responses?.['200'], { description: 'Done. The answer is empty.' });
  assert.deepEqual(responses?.['400'], { $ref: '#/components/responses/InvalidArgumentOrFailedPrecondition' });
});

test('a token is optional for the open operations and needed for all others', () => {
  assert.deepEqual(document.security, [{ bearer: [] }]);
  for (const { operation } of operations) {
    const { security } = documented.get(operation.id)?.operation ?? {};
    assert.deepEqual(security, operation.auth === 'open' ? [{}, { bearer: [] }] : undefined, operation.id);
  }
});

test('an operation has its origin, its capabilities and its event', () => {
  const { operation } = documented.get('UpdateGroupInvite') ?? {};
  assert.equal(operation?.['x-origin'], 'spec');
  assert.deepEqual(operation?.['x-capabilities'], ['group_invites.create', 'role_bindings.create']);
  assert.deepEqual(documented.get('CreateRepo')?.operation['x-event'], {
    type: 'platform.registry.repo.created.v1',
    audience: 'customer',
  });
});

test('calls with the examples find rows of the default fixture', () => {
  const fixture = parse(readFileSync(new URL('../../fixtures/default.yaml', import.meta.url), 'utf8')) as JsonObject;
  const [{ name, repos }] = fixture.groups as readonly [
    { readonly name: string; readonly repos: readonly JsonObject[] },
  ];
  const { tags, images } = repos.find((repo) => repo.name === 'nginx') as Readonly<
    Record<string, readonly JsonObject[]>
  >;
  const uid = derivedUid('/', 'group', name);
  const repoUid = derivedUid(uid, 'repo', 'nginx');
  const exampleOf = (id: string, at: number): unknown => documented.get(id)?.operation.parameters?.[at]?.example;
  assert.equal(exampleOf('CreateRepo', 0), uid);
  assert.equal(exampleOf('GetRepo', 0), repoUid);
  assert.equal(exampleOf('GetSize', 0), repoUid);
  assert.equal(exampleOf('GetTag', 0), derivedUid(repoUid, 'tag', '1.27.4'));
  assert.ok(tags?.some((tag) => tag.name === '1.27.4'));
  assert.ok(images?.some(({ digest }) => digest === exampleOf('GetSize', 1)));
});

test('an answer requires no field that a minimal row lacks', () => {
  for (const resource of new Set(operations.filter(({ verb }) => verb === 'get').map((bound) => bound.resource))) {
    const { message } = resource;
    const needed = [...message.fields.values()].filter(
      ({ name, behaviour, always }) =>
        behaviour === 'required' ||
        (behaviour === 'input' && always) ||
        ['uid', 'createTime', 'updateTime'].includes(name),
    );
    const row = Object.fromEntries(needed.map(({ name, type }) => [name, sampleOf(type)]));
    assert.equal(
      answerViolationsAt(['components', 'schemas', componentName(message.name)], encodeMessage(message, row)),
      '',
    );
  }
});

test('5.2: the answer of an invite has its ttl, although it is input only', () => {
  const invite = document.components.schemas['iam.v2.GroupInvite'] as { readonly required: readonly string[] };
  assert.ok(invite.required.includes('ttl'));
});

test('clients §7.5: the document leaves room for fields that a service adds to an answer', () => {
  const repo = { uid: 'a', name: 'nginx', description: '', createTime: TIME, updateTime: TIME, added: 1 };
  assert.equal(violationsAt(['components', 'schemas', 'registry.v2.Repo'], repo), '');
});

test('an answer has no field that is unknown, input only, or null', () => {
  const repo = { uid: 'a', name: 'nginx', description: '', createTime: TIME, updateTime: TIME };
  const place = ['components', 'schemas', 'registry.v2.Repo'];
  assert.equal(answerViolationsAt(place, repo), '');
  for (const wrong of [
    { ...repo, id: 'a' },
    { ...repo, description: null },
    { ...repo, updateTime: undefined },
  ]) {
    assert.notEqual(answerViolationsAt(place, JSON.parse(JSON.stringify(wrong))), '', JSON.stringify(wrong));
  }
  const oidc = document.components.schemas['iam.v2.IdentityProvider.OIDC'] as { readonly properties: JsonObject };
  assert.deepEqual(['clientId' in oidc.properties, 'clientSecret' in oidc.properties], [true, false]);
});

const BODIES = [
  ['CreateIdentity', { name: 'ci-bot', servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED', unknown: 1 }, true],
  ['CreateIdentity', { name: 'a', servicePrincipal: 'SERVICE_PRINCIPAL_UNSPECIFIED' }, false],
  ['CreateGroupInvite', { roleUid: 'a', ttl: '1s' }, true],
  ['CreateGroupInvite', { roleUid: 'a' }, false],
  ['CreateGroupInvite', { roleUid: 'a', ttl: '0.0s' }, false],
  ['UpdateGroupInvite', { singleUse: true }, true],
  ['UpdateGroupInvite', { unknown: 1 }, false],
  ['GenerateScimToken', { neverExpires: false, expireTime: '2030-01-01T00:00:00Z' }, true],
  ['GenerateScimToken', { neverExpires: true, expireTime: '2030-01-01T00:00:00Z' }, false],
  ['GenerateScimToken', { expireTime: '2030-01-01T00:00:60Z' }, false],
  ['CreateRepo', { name: 'a', customOverlay: { environment: { CHAINGUARD_A: 'b' } } }, false],
  ['CreateSubscription', { sink: 'http://hooks.localhost:3000/a' }, true],
  ['CreateSubscription', { sink: 'http://hooks.example.com/a' }, false],
  ['BatchCreateRoleBindings', { parent: 'a', roleUid: 'b', requests: [{ roleBinding: { identityUid: 'c' } }] }, true],
  ['BatchCreateRoleBindings', { parent: 'a', roleUid: 'b', requests: [{ roleBinding: {} }] }, false],
  ['BatchCreateRoleBindings', { parent: 'a', requests: [] }, false],
  ['CreateIdentity', {}, false],
  ['CreateIdentity', { name: 'CI' }, false],
  ['CreateIdentity', { name: 'a', description: 'x'.repeat(4097) }, false],
  ['CreateIdentity', { name: 'a', claimMatch: { issuer: 'https://a', issuerPattern: '.*' } }, false],
  ['CreateRepo', { name: 'a', catalogTier: 'NONE' }, false],
  ['CreateRepo', { name: 'a', aliases: ['b'] }, false],
  ['CreateTag', { name: 'latest', digest: 'sha256:12' }, false],
  ['UpdateIdentity', {}, true],
  ['UpdateIdentity', { claimMatch: { subject: 'a' } }, true],
  ['UpdateIdentity', { name: '' }, false],
  ['AcceptTerms', {}, false],
  ['RevokeScimToken', {}, true],
] as const;

for (const [id, body, isValid] of BODIES) {
  test(`the body of ${id} ${isValid ? 'may' : 'may not'} be ${JSON.stringify(body).slice(0, 80)}`, () => {
    const { path = '', method = '' } = documented.get(id) ?? {};
    const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
    assert.equal(violationsAt(place, body) === '', isValid);
  });
}

test('query parameters have the spelling of the specification, and page_size has no maximum', () => {
  const names = (documented.get('ListAdvisories')?.operation.parameters ?? []).map(({ $ref, name }) =>
    String($ref ?? name).replace('#/components/parameters/', ''),
  );
  for (const name of ['uidp.descendants_of', 'page_size', 'order_by', 'artifactNames', 'advisoryIds']) {
    assert.ok(names.includes(name), name);
  }
  assert.equal(violationsAt(['components', 'parameters', 'page_size', 'schema'], 1000), '');
  const { schema } = document.components.parameters.page_size as { readonly schema: JsonObject };
  assert.equal(schema.default, 50);
});
