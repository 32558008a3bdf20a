import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBesideApi } from './node-request.ts';

for (const [target, isBeside] of [
  ['/', true],
  ['/?a=b', true],
  ['/docs', true],
  ['/docs/docs.css', true],
  ['/openapi.yaml', true],
  ['/_mock/v1/info', true],
  ['/docsx', false],
  ['/iam/v2/groups', false],
  ['/iam/v2/groups/\\', false],
  ['/nope', false],
  ['*', false],
  ['http://[', false],
  [undefined, false],
] as const) {
  test(`${target} is ${isBeside ? 'served beside' : 'left to'} the API`, () =>
    assert.equal(isBesideApi(target), isBeside));
}
