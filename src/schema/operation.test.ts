import assert from 'node:assert/strict';
import { test } from 'node:test';
import { betaOf } from './operation.ts';

const BETA: readonly (readonly [name: string, beta: string | undefined])[] = [
  ['mock.iam.v2.Identity.ClaimMatch', 'mock.iam.v2beta1.Identity.ClaimMatch'],
  ['mock.iam.v2', 'mock.iam.v2beta1'],
  ['mock/iam/v2/iam.proto', 'mock/iam/v2beta1/iam.proto'],
  ['/iam/v2/groups/{uid=**}', '/iam/v2beta1/groups/{uid=**}'],
  ['mock.oidc.RawToken', undefined],
  ['mock.iam.v1.Group', undefined],
  ['mock.v2ray.Echo', undefined],
  ['grpc.reflection.v1.ErrorResponse', undefined],
];

for (const [name, beta] of BETA) {
  test(`${name} has ${beta === undefined ? 'no name' : `the name ${beta}`} in v2beta1`, () => {
    assert.equal(betaOf(name), beta);
  });
}
