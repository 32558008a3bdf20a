import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations, editionNamed } from '../../src/editions/editions.ts';
import type { JsonObject } from '../../src/json.ts';
import { encodeMessage } from '../../src/schema/encode-json.ts';
import { componentName } from './components.ts';
import { documentOf } from './specimen-document.ts';

const { document, operations, documented, violationsAt, answerViolationsAt } = documentOf(
  allOperations(),
  editionNamed('v1'),
);

const PATHS = [
  ['Groups_List', 'get', '/iam/v1/groups', ''],
  // One path has one name for its variable, whatever its operations call it.
  ['Groups_Create', 'post', '/iam/v1/groups/{id}', 'id'],
  ['Groups_Update', 'put', '/iam/v1/groups/{id}', 'id'],
  ['Registry_CreateTag', 'post', '/registry/v1/tags/{id}', 'id'],
  ['ExternalGroupRoleMappings_Get', 'get', '/iam/v1/externalGroupRoleMappings/{id}', 'id'],
  ['Groups_RequestGroupAccess', 'post', '/iam/v1/groups/{group_id}:requestGroupAccess', 'group_id'],
  ['RoleBindings_CreateBatch', 'post', '/iam/v1/rolebindings/batch/{parent}', 'parent'],
  ['GroupAccountAssociations_Create', 'post', '/iam/v1/account_associations/{group}', 'group'],
  ['Registry_GetSize', 'get', '/registry/v1/repos/{repo_id}/digests/{digest}/size', 'repo_id digest'],
  ['Identities_Lookup', 'get', '/iam/v1/identities/lookup', ''],
] as const;

for (const [id, method, path, names] of PATHS) {
  test(`${id} is ${method.toUpperCase()} ${path}`, () => {
    const { parameters = [] } = documented.get(id)?.operation ?? {};
    assert.deepEqual([documented.get(id)?.method, documented.get(id)?.path], [method, path]);
    const variables = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    assert.equal(variables.join(' '), names);
  });
}

test('a variable that cannot have its published name in a path has it in its description', () => {
  const wordsOf = (id: string): string => String(documented.get(id)?.operation.parameters?.[0]?.description);
  assert.match(wordsOf('Roles_Create'), /It is published as `\{parent_id\}`\./);
  assert.match(wordsOf('Registry_CreateTag'), /It is published as `\{repo_id\}`\./);
  assert.doesNotMatch(wordsOf('Roles_Update'), /published/);
  assert.doesNotMatch(wordsOf('RoleBindings_CreateBatch'), /published/);
});

test('operation ids are words that every generator can derive a name from', () => {
  for (const id of documented.keys()) assert.match(id, /^[A-Z][A-Za-z]+_[A-Z][A-Za-z]+$/);
});

const STATUSES = [
  ['Groups_List', '200 400 401 403 431 500'],
  ['Groups_Delete', '200 400 401 403 431 500'],
  ['Groups_Update', '200 400 401 403 404 409 413 431 500'],
  ['Groups_Create', '200 400 401 403 404 409 413 431 500 501'],
  ['Identities_Lookup', '200 400 401 404 431 500'],
  ['Groups_LookupGroup', '200 400 401 404 431 500'],
  ['Advisories_Delete', '200 400 401 403 431 500'],
  ['SecurityAdvisory_ListDocuments', '200 400 401 431 500'],
  // A digest with a slash makes a path that only has the methods which write.
  ['Registry_GetSize', '200 400 401 403 431 500 501'],
  ['Artifacts_ListVersions', '200 400 401 403 431 500'],
  ['SecurityTokenService_Exchange', '200 400 401 403 404 413 431 500 501'],
  ['Auth_Validate', '200 400 401 431 500'],
] as const;

for (const [id, statuses] of STATUSES) {
  test(`${id} declares ${statuses}`, () => {
    assert.equal(Object.keys(documented.get(id)?.operation.responses ?? {}).join(' '), statuses);
  });
}

test('no operation and no parameter is deprecated', () => {
  for (const [id, { operation }] of documented) {
    assert.equal(operation.deprecated, undefined, id);
    for (const parameter of operation.parameters ?? []) assert.equal(parameter.deprecated, undefined, id);
  }
});

test('the answer of a delete is empty, also for a missing resource', () => {
  assert.deepEqual(documented.get('Groups_Delete')?.operation.responses['200'], {
    description: 'Done, or there was nothing to do. The answer is empty.',
  });
});

const ERROR = ['components', 'schemas', 'Error'];

test('an error has no details', () => {
  assert.equal(answerViolationsAt(ERROR, { code: 5, message: 'Not found', details: [] }), '');
  const detail = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'NOT_FOUND', domain: 'iam.a.test' };
  assert.notEqual(answerViolationsAt(ERROR, { code: 5, message: 'Not found', details: [detail] }), '');
  assert.notEqual(answerViolationsAt(ERROR, { code: 5, message: 'Not found' }), '');
  const own = Object.entries(document.components.responses).filter(([name]) => !/Unversioned$|^Headers/.test(name));
  assert.doesNotMatch(JSON.stringify(own), /google\.rpc|details say|details name|Unversioned/);
  assert.match(JSON.stringify(own), /cannot delete group"/);
});

const UNVERSIONED = ['components', 'schemas', 'ErrorUnversioned'];

test('12: operations without a version are described as in v2: their own fields, and errors with details', () => {
  const { document: newer } = documentOf(allOperations(), editionNamed('v2'));
  const paths = Object.keys(newer.paths).filter((path) => /^\/(?:sts|auth)\//.test(path));
  assert.equal(paths.length, 4);
  const detail = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'UNAUTHENTICATED', domain: 'oidc.a' };
  assert.equal(answerViolationsAt(UNVERSIONED, { code: 16, message: 'Unauthenticated', details: [detail] }), '');
  const plain = (item: JsonObject): string =>
    JSON.stringify(item)
      .replaceAll('Unversioned', '')
      .replaceAll(/(?<="operationId":")[A-Za-z]+_/g, '');
  for (const path of paths) assert.equal(plain(document.paths[path] ?? {}), plain(newer.paths[path] ?? {}), path);
  for (const [name, schema] of Object.entries(newer.components.schemas)) {
    if (!/^(?:oidc|auth)\./.test(name)) continue;
    assert.equal(plain(document.components.schemas[name] ?? {}), plain(schema), name);
  }
});

test('9.2.12, 1.14: an answer that is given before the path is known has details', () => {
  const { HeadersTooLarge } = document.components.responses;
  assert.match(JSON.stringify(HeadersTooLarge), /schemas\/ErrorUnversioned.*"domain":"api\.platform\.test"/);
});

test('every answer may be all zeros, which is what v1 returns for a missing resource', () => {
  for (const { operation } of operations) {
    const { response } = operation;
    if (!response) continue;
    const place = ['components', 'schemas', componentName(response.name)];
    assert.equal(answerViolationsAt(place, encodeMessage(response, {}, true, 'proto')), '');
  }
});

const BODIES = [
  ['Groups_Create', { name: 'a' }, true],
  ['Groups_Create', {}, false],
  ['Groups_Update', { name: 'a', resource_limits: {} }, true],
  ['Groups_Update', { description: 'a' }, false],
  ['Identities_Create', { name: 'a', claim_match: { issuer: 'https://a', subject: 'b' } }, true],
  ['Identities_Create', { name: 'a', claim_match: { issuer: 'https://a' } }, false],
  ['Identities_Create', { name: 'a' }, false],
  ['Roles_Create', { name: 'a', capabilities: ['repo.list'] }, true],
  ['Roles_Create', { name: 'a', capabilities: ['nothing'] }, false],
  ['Roles_Create', { name: 'a' }, false],
  ['Roles_Update', { name: 'a' }, true],
  ['IdentityProviders_Create', { name: 'a', default_role: 'b', oidc: { issuer: 'https://a', client_id: 'c' } }, false],
  ['IdentityProviders_Update', { name: 'a', default_role: 'b', oidc: { issuer: 'https://a', client_id: 'c' } }, true],
  ['Identities_Create', { name: 'a', service_principal: 'COSIGNED' }, true],
  ['Identities_Create', { name: 'a', claim_match: { issuer: 'https://a' }, service_principal: 'COSIGNED' }, false],
  ['RoleBindings_CreateBatch', [{ identity: 'a', role: 'b' }], true],
  ['RoleBindings_CreateBatch', [{ identity: 'a' }], false],
  ['RoleBindings_CreateBatch', { role_bindings: [] }, false],
  ['RoleBindings_CreateBatch', [], false],
  ['GroupAccountAssociations_Update', {}, false],
  ['Advisories_UpdateAdvisoryEvent', { author: 'a', status: 'APPROVED' }, true],
] as const;

for (const [id, body, isValid] of BODIES) {
  test(`the body of ${id} ${isValid ? 'may' : 'may not'} be ${JSON.stringify(body)}`, () => {
    const { path = '', method = '' } = documented.get(id) ?? {};
    const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
    assert.equal(violationsAt(place, body) === '', isValid);
  });
}

test('the body of a PUT does not have the fields that are in the path', () => {
  const { schemas } = document.components;
  const fieldsOf = (name: string): readonly string[] => Object.keys((schemas[name]?.properties ?? {}) as JsonObject);
  assert.ok(!fieldsOf('iam.GroupInput').includes('id'));
  assert.ok(!fieldsOf('iam.AccountAssociationsBody').includes('group'));
  assert.ok(fieldsOf('vulnerabilities.v1.AdvisoryEventInput').includes('id'));
  assert.ok(!fieldsOf('vulnerabilities.v1.AdvisoryEventBody').includes('id'));
});

const parameterOf = (id: string, name: string): JsonObject | undefined => {
  const { parameters = [] } = documented.get(id)?.operation ?? {};
  const own = parameters.find((parameter) => parameter.name === name);
  const isShared = parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`);
  return own ?? (isShared ? document.components.parameters[name] : undefined);
};

test('a list declares the parameters of slices, also one with a cursor', () => {
  for (const [name, minimum] of [
    ['offset', 0],
    ['page', 1],
    ['page_size', 0],
    ['limit', 0],
  ] as const) {
    assert.equal((parameterOf('Groups_List', name)?.schema as JsonObject)?.minimum, minimum, name);
    assert.equal((parameterOf('Groups_List', name)?.schema as JsonObject)?.default, undefined, name);
  }
  for (const name of ['offset', 'page', 'limit']) {
    assert.deepEqual(parameterOf('Advisories_List', name)?.schema, parameterOf('Groups_List', name)?.schema);
  }
  assert.ok(parameterOf('Advisories_List', 'page_token'));
  assert.equal((parameterOf('Advisories_List', 'page_size')?.schema as JsonObject)?.type, 'string');
});

test('calls with the examples find rows of the default fixture, as those of v2 do', () => {
  const v2 = documentOf(allOperations(), editionNamed('v2'));
  const exampleOf = ({ documented: of }: typeof v2, id: string, at: number): unknown =>
    of.get(id)?.operation.parameters?.[at]?.example;
  assert.equal(exampleOf({ ...v2, documented }, 'Registry_UpdateRepo', 0), exampleOf(v2, 'GetRepo', 0));
  assert.equal(exampleOf({ ...v2, documented }, 'Registry_CreateRepo', 0), exampleOf(v2, 'CreateRepo', 0));
  assert.equal(exampleOf({ ...v2, documented }, 'Registry_GetSize', 0), exampleOf(v2, 'GetSize', 0));
  assert.equal(exampleOf({ ...v2, documented }, 'Registry_GetSize', 1), exampleOf(v2, 'GetSize', 1));
});

test('the document of a server with camel names has them everywhere except in paths and queries', () => {
  const camel = documentOf(allOperations(), editionNamed('v1'), { spelling: 'json' }).document;
  const fieldsOf = ({ components }: typeof camel): readonly string[] =>
    Object.keys((components.schemas['iam.Group']?.properties ?? {}) as JsonObject);
  assert.ok(fieldsOf(document).includes('resource_limits'));
  assert.ok(fieldsOf(camel).includes('resourceLimits'));
  assert.deepEqual(Object.keys(camel.paths), Object.keys(document.paths));
  assert.deepEqual(Object.keys(camel.components.parameters), Object.keys(document.components.parameters));
  assert.match(JSON.stringify(document.info), /Answers have fields in snake_case/);
  assert.match(JSON.stringify(camel.info), /Answers have fields in camelCase/);
});

test('every operation of v1 that is reached over HTTP is one of those that have no other version', () => {
  const v2 = new Set(documentOf(allOperations(), editionNamed('v2')).operations.map(({ operation }) => operation.id));
  assert.ok(operations.length > 60);
  for (const { operation } of operations) {
    assert.ok(operation.http.path.includes('/v1/'), operation.id);
    assert.ok(!v2.has(operation.id), operation.id);
  }
});
