import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyMessage } from '../schema/field-types.ts';
import type { Operation } from '../schema/operation.ts';
import { kernel } from '../testing/specimen-world.ts';
import { defineResource } from './resource.ts';
import { serviceOf } from './service-names.ts';
import { operationsOf } from './standard-operations.ts';

const operation = (id: string): Operation =>
  kernel.operations.find((bound) => bound.operation.id === id)?.operation ?? assert.fail(`there is no ${id}`);

/** A message as its fields' proto names and numbers, required ones with a mark. */
const shape = (of: AnyMessage | undefined): string =>
  [...(of?.fields.values() ?? [])]
    .map(({ proto, number, behaviour }) => `${proto}${behaviour === 'required' ? '!' : ''} ${number}`)
    .join(', ');

const CASES: readonly (readonly [
  id: string,
  http: string,
  scope: string | undefined,
  request: string,
  response: string,
  fails: string,
])[] = [
  [
    'ListShelves',
    'GET /registry/v2/shelves',
    undefined,
    'uidp 1, name 6, colour 7, tags 8, min_size 9, dusty 10, page_size 2, page_token 3, order_by 4, skip 5',
    'shelves 1, next_page_token 2, total_count 3, skipped 4',
    'NOT_FOUND',
  ],
  ['GetShelf', 'GET /registry/v2/shelves/{uid=**}', 'uid', 'uid! 1', 'specimen.Shelf', 'NOT_FOUND'],
  [
    'CreateShelf',
    'POST /registry/v2/shelves/{parent=**} shelf',
    'parent',
    'parent! 1, shelf! 2',
    'specimen.Shelf',
    'NOT_FOUND, ALREADY_EXISTS',
  ],
  [
    'UpdateShelf',
    'PATCH /registry/v2/shelves/{shelf.uid=**} shelf',
    'shelf.uid',
    'shelf! 1, update_mask 2',
    'specimen.Shelf',
    'NOT_FOUND, ALREADY_EXISTS',
  ],
  ['DeleteShelf', 'DELETE /registry/v2/shelves/{uid=**}', 'uid', 'uid! 1', '', 'NOT_FOUND, FAILED_PRECONDITION'],
  [
    'CreateGroup',
    'POST /iam/v2/groups/{parent=**} group',
    undefined,
    'parent 1, group! 2',
    'specimen.Group',
    'NOT_FOUND, ALREADY_EXISTS',
  ],
];

for (const [id, http, scope, request, response, fails] of CASES) {
  test(`${id} is ${http}`, () => {
    const found = operation(id);
    const { method, path, body } = found.http ?? {};
    assert.equal([method, path, ...(body === undefined ? [] : [body])].join(' '), http);
    assert.equal(found.scope, scope);
    assert.equal(shape(found.request), request);
    const answer = found.response?.name.startsWith('specimen.') ? found.response.name : shape(found.response);
    assert.equal(answer, response);
    assert.equal(found.fails.join(', '), fails);
    assert.deepEqual([found.auth, found.origin], ['token', 'published']);
  });
}

test('messages and services are named after the resource', () => {
  const { request, response, service } = operation('ListShelves');
  const names = [request.name, response?.name, service].map((name) =>
    name?.replace('chainguard.platform.registry.v2.', ''),
  );
  assert.deepEqual(names, ['ListShelvesRequest', 'ListShelvesResponse', 'ShelvesService']);
  assert.equal(serviceOf({ domain: 'iam', plural: 'x', service: 'Own' }), 'chainguard.platform.iam.v2.Own');
});

test('the rule of a verb overrides its defaults', () => {
  const event = { type: 'x.deleted.v1', audience: 'customer' } as const;
  const rule = { capabilities: ['a', 'b'], description: 'Deletes.', event, origin: 'spec', auth: 'open' } as const;
  const [bound, ...others] = operationsOf(
    defineResource({
      domain: 'iam',
      type: 'Apple',
      singular: 'apple',
      plural: 'apples',
      words: { singular: 'apple', plural: 'apples' },
      description: 'Apples.',
      message: { name: 'x', description: '', table: {}, fields: new Map(), find: () => undefined },
      verbs: { delete: { ...rule, unscoped: true, fails: ['ABORTED'] } },
    }),
  );
  assert.deepEqual(others, []);
  const { capabilities, summary, scope, origin, auth, fails, ...rest } = bound?.operation ?? assert.fail('no delete');
  assert.deepEqual(
    { capabilities, summary, scope, origin, auth, fails, event: rest.event },
    {
      capabilities: ['a', 'b'],
      summary: 'Delete an apple',
      scope: undefined,
      origin: 'spec',
      auth: 'open',
      fails: ['NOT_FOUND', 'FAILED_PRECONDITION', 'ABORTED'],
      event,
    },
  );
});
