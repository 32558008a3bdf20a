import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf, fileOf, fileOfPackage, isWellKnown, nameInPackage, packageOf, versionOf } from './names.ts';

const NAMES: readonly (readonly [name: string, pkg: string, local: string, file: string])[] = [
  ['mock.platform.iam.v2.Identity', 'mock.platform.iam.v2', 'Identity', 'mock/platform/iam/v2/iam.proto'],
  ['mock.iam.v2.Identity.ClaimMatch', 'mock.iam.v2', 'Identity.ClaimMatch', 'mock/iam/v2/iam.proto'],
  ['mock.oidc.SecurityTokenService', 'mock.oidc', 'SecurityTokenService', 'mock/oidc/oidc.proto'],
  ['mock.echo.v1alpha.Echo', 'mock.echo.v1alpha', 'Echo', 'mock/echo/v1alpha/echo.proto'],
  ['mock.echo.v1beta2.Echo', 'mock.echo.v1beta2', 'Echo', 'mock/echo/v1beta2/echo.proto'],
  ['mock.v2ray.Echo', 'mock.v2ray', 'Echo', 'mock/v2ray/v2ray.proto'],
  ['google.protobuf.FieldMask', 'google.protobuf', 'FieldMask', 'google/protobuf/field_mask.proto'],
  ['google.rpc.Status', 'google.rpc', 'Status', 'google/rpc/status.proto'],
  ['google.rpc.BadRequest.FieldViolation', 'google.rpc', 'BadRequest.FieldViolation', 'google/rpc/error_details.proto'],
];

for (const [name, pkg, local, file] of NAMES) {
  test(`${name} is ${local} of ${pkg}, declared in ${file}`, () => {
    assert.deepEqual([packageOf(name), nameInPackage(name), fileOf(name)], [pkg, local, file]);
  });
}

const PACKAGES: readonly (readonly [pkg: string, domain: string, version: string, file: string])[] = [
  ['a.iam.v2', 'iam', 'v2', 'a/iam/v2/iam.proto'],
  ['a.iam.v2beta1', 'iam', 'v2beta1', 'a/iam/v2beta1/iam.proto'],
  ['a.echo.v1alpha', 'echo', 'v1alpha', 'a/echo/v1alpha/echo.proto'],
  ['a.oidc', 'oidc', '', 'a/oidc/oidc.proto'],
];

for (const [pkg, domain, version, file] of PACKAGES) {
  test(`${pkg} is of ${domain}, written in ${file}`, () => {
    assert.deepEqual([domainOf(pkg), versionOf(pkg), fileOfPackage(pkg)], [domain, version, file]);
  });
}

test('a name without a package, a package without a name and only a version are refused', () => {
  for (const name of ['Group', 'a.iam', '']) assert.throws(() => packageOf(name), /names nothing in a package/);
  assert.throws(() => domainOf('v2'), /v2 is only a version/);
});

test('only types of protobuf itself are well known', () => {
  assert.equal(isWellKnown('google.protobuf.Any'), true);
  assert.equal(isWellKnown('google.rpc.Status'), false);
});
