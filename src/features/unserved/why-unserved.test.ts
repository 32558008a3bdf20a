import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logUnserved } from './unserved-paths.ts';
import { whyUnserved } from './why-unserved.ts';

const CASES: readonly (readonly [method: string, path: string, why: string])[] = [
  ['GET', '/registry/v1/digestcount/a/b', 'published, not served: GetManifestDigestCount'],
  ['GET', '/registry/v1/repos/a/b/digests/sha256:0/sbom', 'published, not served: GetSbom'],
  ['DELETE', '/auth/v1/delete/a', 'published, not served: Delete'],
  ['GET', '/ping/v1/ping', 'published, not served: the profile published has it'],
  ['GET', '/registry/v2/sboms', 'published, not served: the mock has no SBOMs'],
  ['GET', '/registry/v1/charts/a', 'published, not served: the mock has no charts'],
  ['GET', '/billing/v1/accounts', 'published, not served: the mock has no billing and entitlements'],
  ['GET', '/iam/v2/iam/v2/groups', 'a prefix twice: /iam/v2 stands in the base URL and in the path'],
  ['GET', '/api/iam/v2/groups', 'a base path too much: without /api it is a path'],
  ['POST', '/platform/api/registry/v2/repos/a', 'a base path too much: without /platform/api it is a path'],
  ['GET', '/registry/v2/repo', 'there is no such path, the nearest is /registry/v2/repos'],
  ['GET', '/iam/v2/identitys', 'there is no such path, the nearest is /iam/v2/identities'],
  ['GET', '/wholly/other/thing', 'there is no such path'],
  ['GET', '/', 'there is no such path'],
  ['GET', '/_mock/v1/reset', 'no call of the control plane, which /_mock/v1/openapi.yaml lists'],
  ['POST', '/_mock/v1/rest', 'no call of the control plane, which /_mock/v1/openapi.yaml lists'],
];

for (const [method, path, why] of CASES) {
  test(`behaviour 35.1: ${method} ${path} is none, and why`, () => {
    assert.equal(whyUnserved(method, path), why);
  });
}

test('behaviour 35.1: each path is one line of the log, up to a bound', () => {
  const lines: string[] = [];
  const log = logUnserved({ info: (fields, text) => lines.push(`${JSON.stringify(fields)} ${text}`) });
  for (const path of ['/iam/v2/nope', '/iam/v2/nope', '/a\u001bb']) log('GET', path);
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? '', /"\/a\?b"/);
  for (let nth = 0; nth < 2_000; nth += 1) log('GET', `/iam/v2/nope/${nth}`);
  assert.equal(lines.length, 1_000);
});
