import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedOperations } from '../../editions/editions.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import { addEnumValue, addField, widenMessage } from './unpublished.ts';

const responseOf = (id: string) => {
  const response = describedOperations.find(({ operation }) => operation.id === id)?.operation.response;
  assert.ok(response, id);
  return response;
};

const CASES: readonly (readonly [what: string, operation: string, value: JsonObject])[] = [
  ['a row', 'GetRepo', { uid: 'a', name: 'one', catalogTier: 'APPLICATION' }],
  ['rows of a list', 'ListRepos', { repos: [{ uid: 'a', catalogTier: 'APPLICATION' }, { uid: 'b' }] }],
  ['a row with a list of an enum', 'GetRole', { uid: 'a', capabilities: ['CAP_IAM_GROUPS_LIST'] }],
];
for (const [what, operation, value] of CASES) {
  for (const [how, add] of Object.entries({ addField, addEnumValue })) {
    test(`behaviour F33, F34, 31.13: ${what} is read as it was sent after ${how}`, () => {
      const of = responseOf(operation);
      const added = add({ message: of, value });
      assert.ok(added);
      const read = JSON.parse(JSON.stringify(added.value));
      assert.deepEqual(encodeProto(widenMessage(of, read), read), encodeProto(added.message, added.value));
    });
  }
  test(`behaviour 31.13: ${what} that has nothing in addition has its own message`, () => {
    const of = responseOf(operation);
    assert.equal(widenMessage(of, value), of);
  });
}
