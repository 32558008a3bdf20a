import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CapabilityEnum, capabilityEnumOf, capabilityOf, everyCapability, isInternal } from './capability.ts';

for (const [capability, name] of [
  ['repo.list', 'CAP_REPO_LIST'],
  ['groups.create', 'CAP_IAM_GROUPS_CREATE'],
  ['internal', 'CAP_INTERNAL'],
] as const) {
  test(`${capability} travels as ${name}`, () => {
    assert.equal(capabilityEnumOf(capability), name);
    assert.equal(capabilityOf(name), capability);
    assert.ok(everyCapability.has(capability));
  });
}

test('an unknown name has no enum name, and an unknown enum name no capability', () => {
  assert.equal(capabilityOf('CAP_NOPE'), undefined);
  assert.equal(capabilityOf('__proto__'), undefined);
  assert.equal(capabilityEnumOf('nope'), undefined);
  assert.equal(isInternal('nope'), false);
});

test('the zero value is not a capability', () => {
  const names = Object.entries(CapabilityEnum.values).filter(([, number]) => number !== 0);
  assert.equal(everyCapability.size, names.length);
  assert.equal(everyCapability.has('UNKNOWN'), false);
});

test('some capabilities are only for staff', () => {
  assert.equal(isInternal('repo.internal.admin'), true);
  assert.equal(isInternal('repo.update'), false);
});
