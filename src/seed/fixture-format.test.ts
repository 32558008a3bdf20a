import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { defineResource, type Resource } from '../kernel/resource.ts';
import { bool, string, uid } from '../schema/field-types.ts';
import { message, of, optional, output, plain } from '../schema/message.ts';
import { fixtureFormat } from './fixture-format.ts';

const format = fixtureFormat(allResources);

const kind = (singular: string) => {
  const found = format.kinds.get(singular);
  assert.ok(found, singular);
  return found;
};

test('roots are groups, identities above them and what lies outside of the tree', () => {
  const inV2 = ['groups', 'identities', 'artifacts', 'documents', 'vulnerabilityMetadata', 'termsDocuments'];
  assert.deepEqual([...format.roots.keys()], [...inV2, 'packages', 'malwareEntries']);
});

const CHILDREN: readonly (readonly [singular: string, keys: readonly string[]])[] = [
  [
    'group',
    [
      'accountAssociation',
      'advisories',
      'groupInvites',
      'groups',
      'identities',
      'identityProviders',
      'registrySettings',
      'repos',
      'roleBindings',
      'roles',
      'subscriptions',
      'termsAcceptances',
    ],
  ],
  [
    'repo',
    [
      'buildReports',
      'deployment',
      'images',
      'readme',
      'resolvedVulnsReports',
      'syncStatus',
      'tags',
      'vulnCountReports',
    ],
  ],
  ['identity', ['everything', 'metadata']],
  ['identityProvider', ['externalGroupRoleMappings', 'scimCredential']],
  ['artifact', ['artifactVersions']],
  ['tag', ['history']],
  ['role', []],
];

for (const [singular, keys] of CHILDREN) {
  test(`a ${singular} holds ${keys.join(', ') || 'nothing'}`, () => {
    assert.deepEqual([...kind(singular).children.keys()].sort(), keys);
  });
}

test('every resource that has rows is a kind', () => {
  const kinds = [...format.kinds.keys()].sort();
  const withoutRows = ['ping', 'securityToken', 'auth'];
  const expected = allResources.map(({ singular }) => singular).filter((singular) => !withoutRows.includes(singular));
  assert.deepEqual(kinds, expected.sort());
});

test('a reference goes by its field, and by what stands before Uid', () => {
  assert.deepEqual([...kind('roleBinding').references.keys()], ['identityUid', 'identity', 'roleUid', 'role']);
  assert.deepEqual([...kind('identityProvider').references.keys()], ['defaultRole']);
});

test('fields that are answered from other rows cannot be given', () => {
  assert.equal(kind('identityProvider').fields.find('scim'), undefined);
  assert.equal(kind('roleBinding').fields.find('group'), undefined);
});

test('fields that are stored beside a message can be given, but for the uid', () => {
  assert.ok(kind('advisory').fields.find('origin'));
  assert.equal(kind('document').fields.find('uid'), undefined);
});

const WIDGET = {
  domain: 'iam',
  type: 'Widget',
  singular: 'widget',
  plural: 'widgets',
  words: { singular: 'widget', plural: 'widgets' },
  description: 'Widgets.',
  served: false,
} as const;

const Widget = message('mock.test.Widget', 'A widget.', {
  uid: output(1, uid(), 'The uid.'),
  name: optional(2, string(), 'The name.'),
  view: output(3, of(message('mock.test.View', 'A view.', { name: plain(1, string(), 'A name.') })), 'Looked up.'),
});

test('a new resource is a key by itself', () => {
  const widgets = defineResource({
    ...WIDGET,
    message: Widget,
    parent: { singular: 'group', onDelete: 'cascade' },
    rowFields: { hidden: plain(200, bool(), 'Stored and never returned.') },
  });
  const made = fixtureFormat([...allResources, widgets])
    .kinds.get('group')
    ?.children.get('widgets');
  assert.deepEqual([...(made?.fields.fields.keys() ?? [])], ['name', 'hidden']);
  assert.equal(made?.inTree, true);
});

test('a new resource without a parent is a root outside of the tree', () => {
  const made = fixtureFormat([...allResources, defineResource({ ...WIDGET, message: Widget })]).roots.get('widgets');
  assert.equal(made?.inTree, false);
});

const clashing = (field: string, plural: string): readonly Resource[] => [
  defineResource({
    ...WIDGET,
    message: message(`mock.test.Widget.${field}`, 'A widget.', {
      uid: output(1, uid(), 'The uid.'),
      [field]: optional(2, string(), 'A field.'),
    }),
  }),
  defineResource({
    ...WIDGET,
    singular: 'part',
    plural,
    message: message(`mock.test.Part.${plural}`, 'A part.', { uid: output(1, uid(), 'The uid.') }),
    parent: { singular: 'widget', onDelete: 'cascade' },
  }),
];

test('a key with two meanings is a mistake in a description', () => {
  assert.throws(() => fixtureFormat(clashing('parts', 'parts')), /Widget has two meanings for parts/);
  assert.throws(() => fixtureFormat(clashing('alias', 'pieces')), /Widget cannot have the key alias/);
  const tokens = defineResource({ ...WIDGET, plural: 'tokens', message: Widget });
  assert.throws(() => fixtureFormat([tokens]), /a fixture cannot have tokens at its top twice/);
});
