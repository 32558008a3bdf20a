import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/editions/editions.ts';
import type { BoundOperation } from '../../src/kernel/runner.ts';
import { roleBindings } from '../../src/resources/iam/role-bindings.ts';
import type { HttpRule, Operation } from '../../src/schema/operation.ts';
import { serviceLines } from './files.ts';
import { References } from './messages.ts';

const bound = allOperations().filter(({ resource }) => resource === roleBindings);
const named = (id: string): BoundOperation => {
  const found = bound.find(({ operation }) => operation.id === id);
  assert.ok(found);
  return found;
};
const create = named('CreateRoleBinding');
const SERVICE = create.operation.service;
const PACKAGE = 'chainguard.platform.iam.v2';

const changed = (changes: Partial<Operation> & { readonly additionalHttp?: readonly HttpRule[] }): BoundOperation => ({
  ...create,
  operation: { ...create.operation, description: 'Does it.', capabilities: [], ...changes },
});

const linesOf = (...methods: readonly BoundOperation[]): readonly string[] =>
  serviceLines(SERVICE, methods, new References(PACKAGE, new Set())).join('\n').split('\n');

const methodOf = (method: BoundOperation): readonly string[] => linesOf(method).slice(2, -1);

test('the comment of a service is that of its resources, and its methods are separated by empty lines', () => {
  const lines = linesOf(named('GetRoleBinding'), create);
  assert.equal(lines[0], `// ${roleBindings.description}`);
  assert.equal(lines[1], 'service RoleBindingsService {');
  assert.equal(lines.filter((line) => line === '').length, 1);
  assert.equal(lines.at(-1), '}');
});

test('2.3: a path that ends with ** is declared before those that are more specific, which gateways try first', () => {
  const paths = ['/a', '/a/{uid=**}/b', '/a/{uid=**}', '/a/{uid=**}:verb'];
  const lines = linesOf(...paths.map((path) => changed({ http: { method: 'GET', path } })));
  const declared = lines.flatMap((line) => /get: "(.*)"/.exec(line)?.[1] ?? []);
  assert.deepEqual(declared, ['/a/{uid=**}', '/a', '/a/{uid=**}/b', '/a/{uid=**}:verb']);
});

const HEAD = [
  '  // Does it.',
  '  rpc CreateRoleBinding(.chainguard.platform.iam.v2.CreateRoleBindingRequest) returns ' +
    '(.chainguard.platform.iam.v2.RoleBinding) {',
];
const get: HttpRule = { method: 'GET', path: '/a' };

const RULES: readonly (readonly [what: string, changes: Parameters<typeof changed>[0], rule: readonly string[]])[] = [
  ['a rule without a body is one line', { http: get }, ['{get: "/a"};']],
  [
    'a body is named as in proto',
    { http: { method: 'POST', path: '/a', body: 'roleBinding' } },
    ['{', '      post: "/a"', '      body: "role_binding"', '    };'],
  ],
  [
    'the whole request is a star',
    { http: { method: 'PUT', path: '/a', body: '*' } },
    ['{', '      put: "/a"', '      body: "*"', '    };'],
  ],
  [
    'further routes are additional bindings',
    { http: get, additionalHttp: [get, { method: 'PATCH', path: '/b', body: '*' }] },
    [
      '{',
      '      get: "/a"',
      '      additional_bindings: {get: "/a"}',
      '      additional_bindings: {',
      '        patch: "/b"',
      '        body: "*"',
      '      }',
      '    };',
    ],
  ],
];

for (const [what, changes, [first, ...rest]] of RULES) {
  test(what, () => {
    const lines = methodOf(changed(changes));
    assert.deepEqual(lines, [...HEAD, `    option (google.api.http) = ${first}`, ...rest, '  }']);
  });
}

test('a body that is not a field is refused', () => {
  assert.throws(() => methodOf(changed({ http: { method: 'POST', path: '/a', body: 'nope' } })), /no field nope/);
});

test('an operation without an answer returns Empty', () => {
  const references = new References(PACKAGE, new Set());
  const lines = serviceLines(SERVICE, [changed({ response: undefined })], references);
  assert.match(lines[3] ?? '', /returns \(google\.protobuf\.Empty\) \{$/);
  assert.deepEqual(references.imports, ['google/api/annotations.proto', 'google/protobuf/empty.proto']);
});

const { scope: _, ...unscoped } = create.operation;
const NEEDS: readonly (readonly [operation: Operation, words: string])[] = [
  [{ ...create.operation, capabilities: ['repo.list'] }, 'Needs `repo.list`.'],
  [{ ...create.operation, capabilities: ['repo.list', 'tag.list'] }, 'Needs `repo.list` and `tag.list`.'],
  [{ ...unscoped, capabilities: ['a', 'b', 'c'] }, 'Needs `a`, `b`, and `c` on at least one group.'],
];

for (const [operation, words] of NEEDS) {
  test(`a method's comment ends with ${words}`, () => {
    assert.ok(methodOf({ ...create, operation }).includes(`  // ${words}`));
  });
}
