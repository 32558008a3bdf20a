import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V2 } from '../../src/schema/edition.ts';
import { string, uid } from '../../src/schema/field-types.ts';
import { message, of, plain, required } from '../../src/schema/message.ts';
import type { HttpMethod, HttpOperation } from '../../src/schema/operation.ts';
import { formOf } from './form.ts';
import { documentPaths } from './paths.ts';

const Thing = message('paths.Thing', 'A thing.', { uid: required(1, uid(), 'Its uid.') });
const Request = message('paths.Request', 'A request.', {
  uid: required(1, uid(), 'The uid.'),
  parent: required(2, uid(), 'The parent.'),
  thing: plain(3, of(Thing), 'The thing.'),
  thingUid: required(4, uid(), 'The uid of the thing.'),
  group: required(5, uid(), 'The group.'),
  digest: required(6, string(), 'A digest.'),
});

const operation = (id: string, method: HttpMethod, path: string): HttpOperation => ({
  id,
  service: 'paths.Things',
  domain: 'iam',
  summary: '',
  description: '',
  http: { method, path },
  request: Request,
  response: undefined,
  capabilities: [],
  auth: 'token',
  edition: V2,
  origin: 'published',
  fails: [],
});

const CASES = [
  ['List', 'GET', '/iam/v2/things', '/iam/v2/things', ''],
  ['Get', 'GET', '/iam/v2/things/{uid=**}', '/iam/v2/things/{uid}', 'uid'],
  ['Create', 'POST', '/iam/v2/things/{parent=**}', '/iam/v2/things/{uid}', 'parent'],
  ['Update', 'PATCH', '/iam/v2/things/{thing.uid=**}', '/iam/v2/things/{uid}', 'uid'],
  ['Mend', 'POST', '/iam/v2/things/{thing_uid=**}:mend', '/iam/v2/things/{uid}:mend', 'thingUid'],
  ['Accept', 'POST', '/iam/v2/terms/{group=**}', '/iam/v2/terms/{group}', 'group'],
  ['Plant', 'POST', '/iam/v2/seeds/{parent=**}', '/iam/v2/seeds/{parent}', 'parent'],
  [
    'Size',
    'GET',
    '/iam/v2/things/{thing_uid=**}/digests/{digest}',
    '/iam/v2/things/{thingUid}/digests/{digest}',
    'thingUid digest',
  ],
] as const;

const FORM = formOf(V2);
const paths = documentPaths(
  CASES.map(([id, method, path]) => operation(id, method, path)),
  FORM,
);

for (const [id, method, path, documented, fields] of CASES) {
  test(`${method} ${path} is documented as ${documented}`, () => {
    assert.equal(paths.get(id)?.path, documented);
    assert.equal(
      paths
        .get(id)
        ?.variables.map(({ field }) => field.name)
        .join(' '),
      fields,
    );
  });
}

test('no two documented paths differ only in the names of variables', () => {
  const all = [...new Set([...paths.values()].map(({ path }) => path))];
  assert.equal(new Set(all.map((path) => path.replaceAll(/\{\w+\}/g, '{}'))).size, all.length);
});

test('a path with an unknown field of the request is refused', () => {
  assert.throws(
    () => documentPaths([operation('Get', 'GET', '/iam/v2/things/{id=**}')], FORM),
    /the path of Get names id/,
  );
});
