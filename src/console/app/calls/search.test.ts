import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCall } from './call.ts';
import { compileSearch, type SearchContext, suggestionsFor, termsOf, toggleTerm } from './search.ts';

test('behaviour Z14: a search is words, and keys with values', () => {
  const shapes = termsOf('status:403,4xx -operation:CreateRepo "two words" test:"a b" http://x is:').map(
    ({ key, values, isNegated }) => [key, values, isNegated],
  );
  assert.deepEqual(shapes, [
    ['status', ['403', '4xx'], false],
    ['operation', ['CreateRepo'], true],
    ['', ['two words'], false],
    ['test', ['a b'], false],
    // A word before a colon that is no key is a part of the text.
    ['', ['http://x'], false],
    ['is', [], false],
  ]);
});

const call = (number: number, facts: object) =>
  toCall({
    world: 'w',
    number: String(number),
    id: String(number),
    state: 'ended',
    time: `2026-01-28T14:32:${String(number).padStart(2, '0')}.000Z`,
    machineTime: `2026-01-28T14:32:${String(number).padStart(2, '0')}.000Z`,
    protocol: 'rest',
    method: 'GET',
    path: '/registry/v2/repos',
    unread: [],
    status: 200,
    code: 'OK',
    faults: [],
    changes: [],
    durationMs: number,
    ...facts,
  });

const CALLS = [
  call(1, { operation: 'CreateRole' }),
  call(2, { operation: 'CreateRoleBinding', client: 'platform-mock-console' }),
  call(3, { operation: 'CreateRoleBinding', status: 409, code: 'ALREADY_EXISTS', message: 'taken' }),
  call(30, { operation: 'ListRepos', faults: [{ rule: '0', phase: 'before' }], status: 503, code: 'UNAVAILABLE' }),
];

const CONTEXT: SearchContext = {
  calls: CALLS,
  triesOf: () => [],
  testOf: () => 'pays with a card',
  beginMillis: CALLS[0]?.millis ?? 0,
};

const find = (search: string): readonly number[] | string => {
  const compiled = compileSearch(search, CONTEXT);
  return 'error' in compiled ? compiled.error : CALLS.filter(compiled.matches).map(({ number }) => number);
};

const CASES: readonly (readonly [search: string, found: readonly number[] | string])[] = [
  ['', [1, 3, 30]],
  ['is:own', [2]],
  // A whole name is meant if there is one.
  ['operation:CreateRole', [1]],
  ['operation:createrole', [1]],
  ['operation:Create', [1, 3]],
  ['operation:CreateRole,ListRepos', [1, 30]],
  ['-status:2xx', [3, 30]],
  ['status:ALREADY_EXISTS', [3]],
  ['is:faulted', [30]],
  ['ms:>2', [3, 30]],
  ['ms:<2', [1]],
  ['at:1s..3s', [3]],
  ['test:pays TAKEN', [3]],
  ['status:9', 'status:9 is not a status. Write 403, 4xx or NOT_FOUND.'],
  ['ms:long', 'ms:long is not a time. Write ms:>100 or ms:<5.'],
  ['at:noon', 'at:noon is not a time. Write at:12s..18s.'],
  ['status:', [1, 3, 30]],
];

for (const [search, found] of CASES) {
  test(`behaviour Z14: ${JSON.stringify(search)} is understood`, () => assert.deepEqual(find(search), found));
}

test('behaviour Z14: a search is completed by values with their calls, or by keys', () => {
  const texts = (search: string) =>
    suggestionsFor(search, search.length, CONTEXT).map(({ text, about }) => [text, about]);
  assert.deepEqual(texts('status:5'), [
    ['status:5xx', '1 call, by a fault'],
    ['status:503', '1 call, by a fault'],
  ]);
  assert.deepEqual(texts('x -op'), [['-operation:', 'the name of an operation']]);
  assert.deepEqual(texts('operation:CreateRole,List'), [
    ['operation:CreateRole,ListRepos', '1 call, by a fault'].slice(0, 1).concat('1 call'),
  ]);
});

test('behaviour Z14, Z19: a mark sets its term, and takes it away', () => {
  assert.equal(toggleTerm('caller:x', 'is:failed'), 'caller:x is:failed');
  assert.equal(toggleTerm('is:failed caller:x', 'is:failed'), 'caller:x');
});
