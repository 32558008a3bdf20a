import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CapabilityEnum, capabilityName } from './capability.ts';
import { decodeJson } from './decode-json.ts';
import { encodeMessage } from './encode-json.ts';
import { encodeProto } from './encode-proto.ts';
import type { AnyMessage } from './field-types.ts';
import { enumOf, map, repeated, string } from './field-types.ts';
import { message, of, output, plain } from './message.ts';
import { profileNamed, SPECIFICATION } from './profile.ts';
import { messagesIn } from './profile-messages.ts';

const PACKAGE = 'mock.test.profile';

const Inner = message(`${PACKAGE}.Inner`, 'Inside.', {
  name: plain(1, string(), 'A name.'),
  addedTime: output(100, string(), 'An addition.'),
});

const Outer: AnyMessage = message(`${PACKAGE}.Outer`, 'Outside.', {
  syncConfig: plain(1, of(Inner), 'One.', { asPublished: { json: 'sync_config', description: 'As published.' } }),
  items: plain(2, repeated(of(Inner)), 'Several.'),
  byName: plain(3, map('string', of(Inner)), 'By name.'),
  capabilities: plain(4, repeated(enumOf(CapabilityEnum)), 'Values.'),
  names: plain(5, repeated(capabilityName()), 'Names.'),
  self: plain(
    6,
    of(() => Outer),
    'Another.',
  ),
  published: plain(101, string(), 'A published field with a large number.', { published: true }),
  added: plain(102, string(), 'An addition.'),
});

const inner = { name: 'a', addedTime: 't' };
const value = {
  syncConfig: inner,
  items: [inner],
  byName: { b: inner },
  capabilities: ['CAP_REPO_LIST', 'CAP_LIBRARIES_REMOTE_REGISTRIES_LIST'],
  names: ['libraries.remote_registries.create', 'repo.list'],
  self: { added: 'x', items: [inner] },
  published: 'p',
  added: 'x',
};
const answer = { name: 'a' };

const form = messagesIn(profileNamed('published'));

test('C4, C5: a message of the published profile lacks what was added, at any depth; C3: it has the published names', () => {
  assert.deepEqual(encodeMessage(form(Outer), value), {
    sync_config: answer,
    items: [answer],
    byName: { b: answer },
    capabilities: ['CAP_REPO_LIST'],
    names: ['repo.list'],
    self: { items: [answer] },
    published: 'p',
  });
});

test('P1: a message of the published profile has the rules of its fields', () => {
  const rules = [{ check: () => [], required: ['name'] }];
  const Ruled = message(`${PACKAGE}.Ruled`, 'Ruled.', { name: plain(1, string(), 'A name.') }, rules);
  assert.notEqual(form(Ruled), Ruled);
  assert.equal(form(Ruled).rules, rules);
});

test('C34: protobuf has the same fields and capabilities', () => {
  const { added: _, ...rest } = value;
  const plainInner = { name: 'a' };
  const expected = {
    ...rest,
    syncConfig: plainInner,
    items: [plainInner],
    byName: { b: plainInner },
    capabilities: ['CAP_REPO_LIST'],
    names: ['repo.list'],
    self: { items: [plainInner] },
  };
  assert.deepEqual(encodeProto(form(Outer), value), encodeProto(Outer, expected));
  assert.notDeepEqual(encodeProto(form(Outer), value), encodeProto(Outer, value));
});

test('C4: in requests an addition is unknown, under either name', () => {
  const read = decodeJson(form(Outer), { added: 'x', sync_config: { name: 'a', added_time: 't' } }, { strict: true });
  assert.deepEqual(read.value, { syncConfig: { name: 'a' } });
  assert.deepEqual(
    read.violations.map(({ field }) => field),
    ['added', 'syncConfig.added_time'],
  );
  assert.equal(form(Outer).find('added'), undefined);
  assert.equal(form(Outer).find('by_name')?.name, 'byName');
});

test('a field of the published profile has its published description, and the same message is the same object', () => {
  assert.equal(form(Outer).fields.get('syncConfig')?.description, 'As published.');
  assert.equal(form(Outer), form(Outer));
  assert.equal(form(Outer).fields.get('self')?.type.message?.(), form(Outer));
});

test('messages of the default profile are those that are declared', () => {
  assert.equal(messagesIn(SPECIFICATION)(Outer), Outer);
});
