import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../../../generated/nouns.ts';
import { createdCall as created, ORG } from '../../testing/created-call.ts';
import { toCurl, toGrpcurl } from './call-code.ts';

const PARTS = { url: 'http://localhost:8484', token: "it's" };

const listed: JournalEntry = {
  ...created,
  method: 'GET',
  path: '/registry/v2/repos',
  operation: 'ListRepos',
  request: { uidp: { childrenOf: ORG, ids: ['x', 'y'] }, pageSize: 2 },
  changes: [],
};
const updated: JournalEntry = {
  ...created,
  method: 'PATCH',
  path: `/registry/v2/repos/${ORG}/c`,
  operation: 'UpdateRepo',
  request: { updateMask: 'description', repo: { description: 'x', uid: `${ORG}/c` } },
};

test('a call is copied for curl with its body or its query, quoted for a shell', () => {
  assert.equal(
    toCurl(created, PARTS),
    `curl -X POST 'http://localhost:8484/registry/v2/repos/${ORG}' -H 'Authorization: Bearer it'\\''s' -H 'Content-Type: application/json' -d '{"name":"o'\\''neil"}'`,
  );
  assert.match(toCurl(listed, PARTS), /repos\?uidp\.childrenOf=a{40}&uidp\.ids=x&uidp\.ids=y&pageSize=2' -H/);
  assert.match(toCurl(updated, PARTS), /\?updateMask=description' .* -d '\{"description":"x","uid":"a{40}\/c"\}'$/);
});

const METHODS = [
  [created, 'chainguard.platform.registry.v2.ReposService/CreateRepo'],
  [
    { ...created, path: `/registry/v1/repos/${ORG}`, operation: 'v1.Registry.CreateRepo' },
    'chainguard.platform.registry.Registry/CreateRepo',
  ],
  [
    { ...created, path: '/iam/v2/roleBindings:batchCreate', operation: 'BatchCreateRoleBindings' },
    'chainguard.platform.iam.v2.RoleBindingsService/BatchCreateRoleBindings',
  ],
  [{ ...created, protocol: 'grpc', path: '/a.B/C' }, 'a.B/C'],
] as const;

for (const [entry, method] of METHODS) {
  test(`a call is copied for grpcurl as ${method}`, () => {
    assert.ok(toGrpcurl(entry, PARTS)?.endsWith(` localhost:8484 ${method}`));
  });
}

test('a call that only HTTP has is not copied for grpcurl', () => {
  assert.equal(toGrpcurl({ ...created, path: '/sts/exchange', operation: 'ExchangeToken' }, PARTS), undefined);
});
