import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoundOperation } from '../../kernel/runner.ts';
import { V2 } from '../../schema/edition.ts';
import { message } from '../../schema/message.ts';
import type { HttpMethod, HttpRule, Operation } from '../../schema/operation.ts';
import { createMatcher } from './matcher.ts';

const request = message('mock.test.matcher.Request', 'A request.', {});

const operation = (
  id: string,
  method: HttpMethod,
  path: string,
  ...additionalHttp: readonly HttpRule[]
): BoundOperation => {
  const described: Operation = {
    id,
    service: 'mock.test.Service',
    domain: 'iam',
    summary: id,
    description: id,
    http: { method, path },
    ...(additionalHttp.length === 0 ? {} : { additionalHttp }),
    request,
    response: undefined,
    capabilities: [],
    auth: 'token',
    edition: V2,
    origin: 'published',
    fails: [],
  };
  // The matcher needs no other member.
  return { operation: described } as BoundOperation;
};

// In an order that is wrong in both directions: the matcher must sort them itself.
const match = createMatcher([
  operation('List', 'GET', '/registry/v2/repos'),
  operation('Get', 'GET', '/registry/v2/repos/{uid=**}'),
  operation('Create', 'POST', '/registry/v2/repos/{parent=**}'),
  operation('Update', 'PATCH', '/registry/v2/repos/{repo.uid=**}'),
  operation('Delete', 'DELETE', '/registry/v2/repos/{uid=**}'),
  operation('Readme', 'GET', '/registry/v2/repos/{uid=**}/readme'),
  operation('UpdateReadme', 'PATCH', '/registry/v2/repos/{repo_readme.uid=**}/readme'),
  operation('Size', 'GET', '/registry/v2/repos/{repo_uid=**}/digests/{digest}/size'),
  operation('OlderSize', 'GET', '/registry/v1/repos/{repo_id=**}/digests/{digest=*}/size'),
  operation('CreateGroup', 'POST', '/iam/v2/groups/{parent=**}'),
  operation('GetGroup', 'GET', '/iam/v2/groups/{uid=**}'),
  operation('LookupGroup', 'GET', '/iam/v2/groups:lookupGroup'),
  operation('RequestAccess', 'POST', '/iam/v2/groups/{group_uid=**}:requestGroupAccess'),
  operation('BatchCreate', 'POST', '/iam/v2/groups:batchCreate'),
  operation('ListArtifacts', 'GET', '/libraries/v2/artifacts'),
  operation('Versions', 'GET', '/libraries/v2/artifacts/{artifact_id}/versions'),
  operation('Count', 'GET', '/libraries/v2/artifacts/count'),
  operation('Ping', 'GET', '/ping/v2/ping'),
  // One whose variable is not right behind the third segment.
  operation('Tagged', 'GET', '/registry/v2/tags/latest/{uid=**}'),
  // Paths without a version, of one more segment, and further paths of one operation.
  operation('Exchange', 'POST', '/sts/exchange', { method: 'GET', path: '/sts/exchange' }),
  operation('Refresh', 'POST', '/sts/exchange_refresh_token'),
  operation('WhoAmI', 'GET', '/auth/v1/ok'),
  operation('Register', 'POST', '/auth/v1/register'),
  operation('ForgetMe', 'DELETE', '/auth/v1/delete/{id=*}', { method: 'POST', path: '/auth/v1/forget', body: '*' }),
]);

const UID = `${'a'.repeat(40)}/${'1'.repeat(16)}`;
const REPOS = '/registry/v2/repos';

const MATCHED: readonly (readonly [
  method: string,
  path: string,
  id: string,
  values: Readonly<Record<string, string>>,
])[] = [
  ['GET', REPOS, 'List', {}],
  ['GET', `${REPOS}/`, 'List', {}],
  ['GET', `${REPOS}/${UID}`, 'Get', { uid: UID }],
  ['GET', `${REPOS}/${UID}/`, 'Get', { uid: UID }],
  ['GET', `${REPOS}/x`, 'Get', { uid: 'x' }],
  ['GET', `${REPOS}//x`, 'Get', { uid: '/x' }],
  ['GET', `${REPOS}//`, 'Get', { uid: '' }],
  ['GET', `${REPOS}/${UID}/readme`, 'Readme', { uid: UID }],
  ['GET', `${REPOS}/${UID}/readme/`, 'Readme', { uid: UID }],
  ['GET', `${REPOS}/readme`, 'Readme', { uid: '' }],
  ['GET', `${REPOS}/${UID}/readme/more`, 'Get', { uid: `${UID}/readme/more` }],
  ['PATCH', `${REPOS}/${UID}/readme`, 'UpdateReadme', { 'repo_readme.uid': UID }],
  ['PATCH', `${REPOS}/${UID}`, 'Update', { 'repo.uid': UID }],
  ['DELETE', `${REPOS}/${UID}`, 'Delete', { uid: UID }],
  ['DELETE', `${REPOS}/${UID}/readme`, 'Delete', { uid: `${UID}/readme` }],
  ['DELETE', REPOS, 'Delete', { uid: '' }],
  ['POST', REPOS, 'Create', { parent: '' }],
  ['POST', `${REPOS}/`, 'Create', { parent: '' }],
  ['POST', `${REPOS}/${UID}/`, 'Create', { parent: `${UID}/` }],
  ['POST', `${REPOS}/${UID}/readme`, 'Create', { parent: `${UID}/readme` }],
  ['GET', `${REPOS}/${UID}/digests/sha256:abc/size`, 'Size', { repo_uid: UID, digest: 'sha256:abc' }],
  ['GET', `/registry/v1/repos/${UID}/digests/sha256:abc/size`, 'OlderSize', { repo_id: UID, digest: 'sha256:abc' }],
  ['GET', `${REPOS}/${UID}/digests/size`, 'Get', { uid: `${UID}/digests/size` }],
  ['GET', `${REPOS}/${UID}/digests/a/b/size`, 'Get', { uid: `${UID}/digests/a/b/size` }],
  ['POST', '/iam/v2/groups', 'CreateGroup', { parent: '' }],
  ['POST', `/iam/v2/groups/${UID}`, 'CreateGroup', { parent: UID }],
  ['POST', `/iam/v2/groups/${UID}:requestGroupAccess`, 'RequestAccess', { group_uid: UID }],
  ['POST', '/iam/v2/groups/:requestGroupAccess', 'RequestAccess', { group_uid: '' }],
  ['POST', `/iam/v2/groups/${UID}:unheardOf`, 'CreateGroup', { parent: `${UID}:unheardOf` }],
  ['GET', `/iam/v2/groups/${UID}:requestGroupAccess`, 'GetGroup', { uid: `${UID}:requestGroupAccess` }],
  ['GET', `/iam/v2/groups/${UID}:unheardOf`, 'GetGroup', { uid: `${UID}:unheardOf` }],
  ['GET', '/iam/v2/groups:lookupGroup', 'LookupGroup', {}],
  ['POST', '/iam/v2/groups:batchCreate', 'BatchCreate', {}],
  ['GET', '/libraries/v2/artifacts/count', 'Count', {}],
  ['GET', '/libraries/v2/artifacts/id/versions', 'Versions', { artifact_id: 'id' }],
  ['GET', '/ping/v2/ping', 'Ping', {}],
  ['GET', '/registry/v2/tags/latest/a/b', 'Tagged', { uid: 'a/b' }],
  ['GET', '/ping/v2/ping/', 'Ping', {}],
  ['GET', `/registry/v2beta1/repos/${UID}/readme`, 'Readme', { uid: UID }],
  ['POST', '/iam/v2beta1/groups:batchCreate', 'BatchCreate', {}],
  ['POST', '/sts/exchange', 'Exchange', {}],
  ['GET', '/sts/exchange', 'Exchange', {}],
  ['POST', '/sts/exchange_refresh_token', 'Refresh', {}],
  ['GET', '/auth/v1/ok', 'WhoAmI', {}],
  ['GET', '/auth/v1/ok/', 'WhoAmI', {}],
  ['POST', '/auth/v1/register', 'Register', {}],
  ['DELETE', '/auth/v1/delete/x', 'ForgetMe', { id: 'x' }],
  ['POST', '/auth/v1/forget', 'ForgetMe', {}],
];

const short = (path: string): string => path.replace(UID, 'UID');

for (const [method, path, id, values] of MATCHED) {
  test(`${method} ${short(path)} is ${id} with ${short(JSON.stringify(values))}`, () => {
    const routed = match(method, path);
    assert.ok(routed && 'bound' in routed);
    assert.equal(routed.bound.operation.id, id);
    assert.deepEqual(routed.values, values);
  });
}

const NOWHERE: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', ''],
  ['GET', '/registry'],
  ['GET', '/registry/v2'],
  ['GET', '/registry/v2/'],
  ['GET', '/registry/v2/nope'],
  ['GET', '/registry/v1/repos'],
  ['GET', '/registry/v3/repos'],
  ['GET', '/registry/V2/repos'],
  ['GET', '/iam/v2/repos'],
  ['GET', '/Registry/v2/repos'],
  ['GET', '//registry/v2/repos'],
  ['GET', '/registry/v2/repos:nope'],
  ['POST', '/iam/v2/groups:unheardOf'],
  ['GET', '/iam/v2/groups:lookupGroup/x'],
  ['GET', '/ping/v2/ping/pong'],
  ['GET', '/registry/v2/tags/first/a'],
  ['GET', '/ping/v2/ping//'],
  ['GET', '/libraries/v2/artifacts/id'],
  ['GET', '/libraries/v2/artifacts/a/b/versions'],
  ['GET', '/constructor/v2/__proto__'],
  ['GET', '/sts'],
  ['POST', '/sts/'],
  ['GET', '/sts/exchange/'],
  ['POST', '/sts/exchange/x'],
  ['POST', '/sts/exchange/:x'],
  ['POST', '/sts/exchange:x'],
  ['POST', '/sts/v2/exchange'],
  ['POST', '/sts/refresh'],
  ['GET', '/auth/v2/ok'],
  ['GET', '/auth/v1beta1/ok'],
  ['GET', '/auth/v1'],
  ['GET', '/auth/v1/okay'],
  ['DELETE', '/auth/v1/delete/x/y'],
  ['GET', '/iam/v2/groups:batchCreate/'],
  ['POST', '/iam/v2/groups:batchCreate/'],
];

for (const [method, path] of NOWHERE) {
  test(`${method} ${path || 'without a path'} leads nowhere`, () => assert.equal(match(method, path), undefined));
}

const REFUSED: readonly (readonly [method: string, path: string, ...allow: readonly HttpMethod[]])[] = [
  ['PUT', `${REPOS}/${UID}`, 'GET', 'POST', 'PATCH', 'DELETE'],
  ['TRACE', '/ping/v2/ping', 'GET'],
  ['POST', '/ping/v2/ping', 'GET'],
  ['POST', '/iam/v2/groups:lookupGroup', 'GET'],
  ['GET', '/iam/v2/groups:batchCreate', 'POST'],
  ['PATCH', `/iam/v2/groups/${UID}`, 'POST', 'GET'],
  ['PUT', '/sts/exchange', 'POST', 'GET'],
  ['GET', '/sts/exchange_refresh_token', 'POST'],
  ['POST', '/auth/v1/ok', 'GET'],
  ['GET', '/auth/v1/forget', 'POST'],
  // The slash is taken off for GET only.
  ['POST', '/ping/v2/ping/', 'GET'],
  ['PUT', `${REPOS}/`, 'GET', 'POST', 'PATCH', 'DELETE'],
];

for (const [method, path, ...allow] of REFUSED) {
  test(`${method} ${short(path)} is only there for ${allow.join(', ')}`, () => {
    const routed = match(method, path);
    assert.ok(routed && 'allow' in routed);
    assert.deepEqual([...routed.allow].sort(), [...allow].sort());
  });
}

const FOUND_BY: readonly (readonly [method: string, path: string, http: HttpRule])[] = [
  ['POST', '/sts/exchange', { method: 'POST', path: '/sts/exchange' }],
  ['GET', '/sts/exchange', { method: 'GET', path: '/sts/exchange' }],
  ['DELETE', '/auth/v1/delete/x', { method: 'DELETE', path: '/auth/v1/delete/{id=*}' }],
  ['POST', '/auth/v1/forget', { method: 'POST', path: '/auth/v1/forget', body: '*' }],
];

for (const [method, path, http] of FOUND_BY) {
  test(`${method} ${path} returns the rule that matches it`, () => {
    const routed = match(method, path);
    assert.ok(routed && 'bound' in routed);
    assert.deepEqual(routed.http, http);
  });
}

test('a template that cannot be read is an error in a description', () => {
  assert.throws(() => createMatcher([operation('Bad', 'GET', '/iam/v2/groups/{uid=***}')]), /cannot read the path/);
});
