import assert from 'node:assert/strict';
import { test } from 'node:test';
import { References } from './messages.ts';

const DECLARED = ['a.v2.Group', 'a.v2.Users', 'a.v2.Users.Group', 'a.v2.Users.Group.Kind', 'a.v2.Users.User'];

const SHORT: readonly (readonly [within: string, fullName: string, short: string])[] = [
  ['a.v2.GroupsService', 'a.v2.Group', 'Group'],
  ['a.v2.GroupsService', 'a.v2.Users.Group', 'Users.Group'],
  ['a.v2.Users', 'a.v2.Users.User', 'User'],
  ['a.v2.Users.User', 'a.v2.Users.Group', 'Group'],
  ['a.v2.Users.Group', 'a.v2.Users.Group.Kind', 'Kind'],
  ['a.v2.Users.User', 'a.v2.Users', 'Users'],
  // `Group` would be the one inside Users.
  ['a.v2.Users.User', 'a.v2.Group', '.a.v2.Group'],
  ['a.v2.Users', 'b.v2.Group', 'b.v2.Group'],
  ['a.v2.Users', 'google.protobuf.Timestamp', 'google.protobuf.Timestamp'],
];

for (const [within, fullName, short] of SHORT) {
  test(`in ${within}, ${fullName} is written ${short}`, () => {
    assert.equal(new References('a.v2', new Set(DECLARED)).name(fullName, within), short);
  });
}

test('only types of other packages are imported, each file once and in order', () => {
  const references = new References('a.v2', new Set(DECLARED));
  for (const name of ['google.protobuf.Timestamp', 'a.v2.Group', 'b.v2.Group', 'b.v2.User', 'a.common.Filter']) {
    references.name(name, 'a.v2.Users');
  }
  assert.deepEqual(references.imports, ['a/common/common.proto', 'b/v2/b.proto', 'google/protobuf/timestamp.proto']);
});
