import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineResource } from '../kernel/resource.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { message } from '../schema/message.ts';
import { operationsInV1 } from '../testing/v1-specimens.ts';
import type { V1Operation } from './adapter.ts';
import { conversion } from './conversion.ts';
import { V1 } from './edition.ts';
import type { V1Form } from './form.ts';
import { v1OperationsOf } from './operations.ts';

const bound = (id: string): V1Operation =>
  operationsInV1.find(({ operation }) => operation.id === id) ?? assert.fail(`there is no ${id}`);

/** A message as its fields' proto names and numbers, required ones with a mark; the message of a resource as its name. */
const shape = (of: AnyMessage | undefined): string => {
  if (of === undefined) return '';
  if (/^specimen\.v1\.(?:Shelf|Group|Seal)$/.test(of.name)) return of.name;
  return [...of.fields.values()]
    .map(({ proto, number, behaviour }) => `${proto}${behaviour === 'required' ? '!' : ''} ${number}`)
    .join(', ');
};

const SLICE = 'page_size 100, offset 101, page 102, limit 103';

type Case = readonly [
  id: string,
  target: string,
  http: string,
  scope: string | undefined,
  request: string,
  response: string,
];

const CASES: readonly Case[] = [
  [
    'v1.Shelves.List',
    'ListShelves',
    'GET /registry/v1/shelves',
    undefined,
    `uidp 2, id 1, name 3, ${SLICE}`,
    'items 1',
  ],
  [
    'v1.Shelves.Create',
    'CreateShelf',
    'POST /registry/v1/shelves/{parent_id=**} shelf',
    'parentId',
    'parent_id! 1, shelf! 2',
    'specimen.v1.Shelf',
  ],
  [
    'v1.Shelves.Update',
    'UpdateShelf',
    'PUT /registry/v1/shelves/{id=**} *',
    'id',
    'specimen.v1.Shelf',
    'specimen.v1.Shelf',
  ],
  ['v1.Shelves.Delete', 'DeleteShelf', 'DELETE /registry/v1/shelves/{id=**}', 'id', 'id! 1', ''],
  ['v1.Groups.Make', 'CreateGroup', '', undefined, 'parent 1, group! 2', 'specimen.v1.Group'],
  ['v1.Groups.Delete', 'DeleteGroup', '', 'groupId', 'group_id! 1', ''],
  [
    'v1.Books.List',
    'ListBooks',
    'GET /registry/v1/books',
    undefined,
    'name 3, page_size 1, page_token 2, offset 101, page 102, limit 103',
    'items 2, next_page_token 1',
  ],
  [
    'v1.Writers.Praise',
    'PraiseWriter',
    'POST /iam/v1/writers/{writer_id=**}:praise *',
    'writerId',
    'writer_id! 1, praise 2',
    'writer 1',
  ],
  ['v1.Seals.Create', 'CreateSeal', 'POST /iam/v1/seals/{group=**} *', 'group', 'specimen.v1.Seal', 'specimen.v1.Seal'],
  ['v1.Seals.Update', 'UpdateSeal', 'PUT /iam/v1/seals/{group=**} *', 'group', 'specimen.v1.Seal', 'specimen.v1.Seal'],
  ['v1.Seals.Delete', 'DeleteSeal', 'DELETE /iam/v1/seals/{group=**}', 'group', 'group! 1', ''],
];

for (const [id, wrapped, http, scope, request, response] of CASES) {
  test(`${id} wraps ${wrapped}${http === '' ? ', only over gRPC' : ` at ${http}`}`, () => {
    const { operation, adapter, verb, resource } = bound(id);
    const target = adapter?.target ?? assert.fail('it wraps nothing');
    assert.equal(target.operation.id, wrapped);
    assert.deepEqual([verb, resource.plural], [target.verb, target.resource.plural]);
    const { method, path, body } = operation.http ?? {};
    assert.equal([method, path, body].filter((part) => part !== undefined).join(' '), http);
    assert.equal(operation.scope, scope);
    assert.equal(shape(operation.request), request);
    assert.equal(shape(operation.response), response);
  });
}

test('the operations of v1 are named after their service and method', () => {
  const { operation } = bound('v1.Groups.Make');
  assert.deepEqual([operation.service, operation.method, operation.edition], ['specimen.v1.Groups', 'Make', V1]);
});

test('operations of v1 need the capabilities of the operations that they wrap', () => {
  for (const { operation, adapter } of operationsInV1) {
    assert.deepEqual(operation.capabilities, adapter?.target.operation.capabilities, operation.id);
  }
});

test('an update keeps the fields that v1 does not have, and those that the mask `*` keeps in v2', () => {
  const preservedOf = ({ adapter }: V1Operation): readonly string[] =>
    adapter?.keep?.() ?? assert.fail('nothing is kept');
  assert.deepEqual(preservedOf(bound('v1.Shelves.Update')), ['weight', 'secret', 'updateTime']);
  assert.deepEqual(preservedOf(bound('v1.Seals.Update')), ['name', 'createTime', 'updateTime']);
});

const PATHS: readonly (readonly [id: string, newer: string, older: string])[] = [
  ['v1.Shelves.Create', 'parent', 'parent_id'],
  ['v1.Shelves.Create', 'uid', 'id'],
  ['v1.Shelves.Create', 'note', 'remark'],
  ['v1.Shelves.Create', 'tags[1]', 'labels[1]'],
  ['v1.Shelves.Update', 'uid', 'id'],
  ['v1.Shelves.Update', 'colour', 'shade'],
  ['v1.Shelves.Delete', 'uid', 'id'],
  ['v1.Groups.Delete', 'uid', 'group_id'],
  ['v1.Seals.Update', 'uid', 'group'],
  ['v1.Writers.Praise', 'writerUid', 'writer_id'],
  ['v1.Writers.Praise', 'howMuch', 'how_much'],
];

for (const [id, newer, older] of PATHS) {
  test(`${id} reports ${newer} as ${older}`, () => {
    assert.equal(bound(id).adapter?.pathOf(newer), older);
  });
}

const ASKED: readonly (readonly [what: string, id: string, given: object, asked: object])[] = [
  [
    'a create',
    'v1.Shelves.Create',
    { parentId: 'p', shelf: { id: 'x', name: 'a', remark: 'r', shade: 'SHADE_RED' } },
    { parent: 'p', shelf: { name: 'a', note: 'r', colour: 'RED' } },
  ],
  ['an empty create', 'v1.Shelves.Create', {}, { parent: undefined, shelf: {} }],
  [
    'a create whose message is the request',
    'v1.Seals.Create',
    { group: 'g', name: 'a' },
    { parent: 'g', seal: { name: 'a' } },
  ],
  ['an update', 'v1.Shelves.Update', { id: 'u', labels: ['l'] }, { shelf: { uid: 'u', tags: ['l'] } }],
  ['a delete', 'v1.Groups.Delete', { groupId: 'g' }, { uid: 'g' }],
  ['a method', 'v1.Writers.Praise', { writerId: 'w', praise: 'p' }, { writerUid: 'w', praise: 'p' }],
];

for (const [what, id, given, asked] of ASKED) {
  test(`${what} of v1 is converted to one of v2`, () => {
    assert.deepEqual(bound(id).adapter?.ask(given as Readonly<Record<string, unknown>>), asked);
  });
}

const Leaf = message('mock.test.v1operations.Leaf', 'A leaf.', {});

const leaves = defineResource({
  domain: 'iam',
  type: 'Leaf',
  singular: 'leaf',
  plural: 'leaves',
  words: { singular: 'leaf', plural: 'leaves' },
  description: 'Leaves.',
  message: Leaf,
});

/** The operations of v1 of a resource without any verb. */
const expand = (form: Partial<V1Form>) =>
  v1OperationsOf(
    {
      resource: leaves,
      form: { service: 'mock.test.Leaves', message: Leaf, conversion: conversion(Leaf, Leaf), ...form },
    },
    operationsOf(leaves),
  );

const METHOD = {
  name: 'Fall',
  calls: 'FallLeaf',
  summary: 'Fall',
  description: 'Falls.',
  request: Leaf,
  response: Leaf,
  ask: () => ({}),
  answer: () => ({}),
};

const REFUSED: readonly (readonly [what: string, form: Partial<V1Form>, error: RegExp])[] = [
  ['a list', { list: { request: 'a', response: 'b', filters: {} } }, /a list of leaves that v2 does not have/],
  ['a create', { create: { parent: 'parent' } }, /a create of leaves that v2 does not have/],
  ['an update', { update: {} }, /a update of leaves that v2 does not have/],
  ['a delete', { delete: { request: 'c' } }, /a delete of leaves that v2 does not have/],
  ['a method', { methods: [METHOD] }, /FallLeaf is not an operation of leaves/],
];

for (const [what, form, error] of REFUSED) {
  test(`${what} of v1 without a counterpart in v2 is refused`, () => {
    assert.throws(() => expand(form), error);
  });
}

test('a form without operations has none', () => {
  assert.deepEqual(expand({}), []);
});
