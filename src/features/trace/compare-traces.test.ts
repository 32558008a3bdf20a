import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TracedCall, TracedPage } from '../evidence/traced-call.ts';
import { compareTraces } from './compare-traces.ts';
import type { Trace } from './read-trace.ts';

const ORG = '398b803fffbcf8cbc364eba13b65ac7bd90ff292';

/** A call of a world: what it asks for, and what it is answered. */
const call = (operation: string, path: string, answer: object = {}, pageref = 'w'): TracedCall => ({
  pageref,
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { method: 'GET', url: `http://127.0.0.1:4000${path}` },
  response: { status: 200, headers: [], content: { text: JSON.stringify(answer) } },
  _operation: operation,
});

const get = (name: string, answer: object = {}): TracedCall => call('GetRepo', `/repos/${name}`, answer);

const traceOf = (entries: readonly TracedCall[], pages: readonly TracedPage[] = [{ id: 'w' }]): Trace => ({
  pages,
  entries,
  steps: [],
});

/** The findings of a comparison: the numbers of both calls, and the places that differ. */
const found = (one: Trace, other: Trace): readonly unknown[] =>
  compareTraces(one, other).findings.map((each) => [
    each.one?.number,
    each.other?.number,
    ...each.differences.map(({ path }) => path),
  ]);

const uid = (digit: string): string => `${ORG}/${digit.repeat(16)}`;
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Calls of two runs, with what is found. */
const CASES: readonly (readonly [
  what: string,
  one: readonly TracedCall[],
  other: readonly TracedCall[],
  findings: readonly unknown[],
])[] = [
  ['nothing', [], [], []],
  [
    'calls that overlapped and changed places',
    names.map((name) => get(name)),
    names.toReversed().map((name) => get(name)),
    [],
  ],
  ['a call more among equal ones', [get('a'), get('a')], [get('a'), get('a'), get('a')], [[undefined, 3]]],
  ['calls of one run only', [get('a')], [], [[1, undefined]]],
  [
    'a call of another operation',
    [get('a'), get('b')],
    [get('a'), call('ListRepos', '/repos')],
    [
      [2, undefined],
      [undefined, 2],
    ],
  ],
  [
    'a call that asks for something else between others',
    [get('a'), get('b'), get('c')],
    [get('a'), get('x'), get('c')],
    [[2, 2, 'request.path']],
  ],
  [
    'uids that stand for others everywhere, and then for one that they do not',
    [get('a', { uid: uid('1') }), get('b', { uid: uid('2') }), get(uid('1')), get('c', { parent: uid('2') })],
    [get('a', { uid: uid('3') }), get('b', { uid: uid('4') }), get(uid('3')), get('c', { parent: uid('3') })],
    [[4, 4, 'answer.body.parent']],
  ],
  [
    'a row more in a list, and then the rows behind it',
    [call('ListRepos', '/repos', { repos: [{ uid: uid('1') }] }), get(uid('1'))],
    [call('ListRepos', '/repos', { repos: [{ uid: uid('3') }, { uid: uid('1') }] }), get(uid('1'))],
    [[1, 1, 'answer.body.repos[1]']],
  ],
  [
    'the uid of a row that both have, when the call for another is missing',
    [get(uid('1')), get(uid('2')), get(uid('3'))],
    [get(uid('2')), get(uid('3'))],
    [[1, undefined]],
  ],
  [
    'times, secrets, page tokens and addresses',
    [
      get('a', {
        at: '2026-01-01T00:00:00Z',
        till: '2026-01-01T00:00:00Z',
        secret: '[secret 1]',
        nextPageToken: 'one',
        url: 'http://127.0.0.1:1/x',
      }),
    ],
    [
      get('a', {
        at: '2027-01-01T00:00:01.5Z',
        till: '2027-01-01T00:00:02Z',
        secret: '[secret 7]',
        nextPageToken: 'two',
        url: 'http://localhost:2/x',
      }),
    ],
    [],
  ],
  [
    'equal secrets that are two in the other run',
    [get('a', { one: '[secret 1]', two: '[secret 1]' })],
    [get('a', { one: '[secret 1]', two: '[secret 2]' })],
    [[1, 1, 'answer.body.two']],
  ],
  [
    'a page token that is missing',
    [get('a', { nextPageToken: 'x' })],
    [get('a', { nextPageToken: '' })],
    [[1, 1, 'answer.body.nextPageToken']],
  ],
  [
    'digests, which clients make',
    [get('a', { digest: '1'.repeat(64) })],
    [get('a', { digest: '2'.repeat(64) })],
    [[1, 1, 'answer.body.digest']],
  ],
];

for (const [what, one, other, findings] of CASES) {
  test(`behaviour R14: two runs are compared by ${what}`, () => {
    assert.deepEqual(found(traceOf(one), traceOf(other)), findings);
  });
}

test('behaviour R14: worlds stand for each other by their tests, by their names, and in their order', () => {
  const page = (id: string, title?: string): TracedPage => ({
    id,
    ...(title && { _labels: { title, file: 'a', retry: '0' } }),
  });
  const inWorld = (pageref: string, name: string): TracedCall => call('GetRepo', `/repos/${name}`, {}, pageref);
  const one = traceOf(
    [inWorld('a-1', 'a'), inWorld('b-1', 'b'), inWorld('named', 'n'), inWorld('x', 'x'), inWorld('default', 'd')],
    [page('default'), page('a-1', 'a'), page('b-1', 'b'), page('named'), page('x')],
  );
  const other = traceOf(
    [inWorld('y', 'x'), inWorld('b-2', 'b'), inWorld('named', 'n'), inWorld('a-2', 'a'), inWorld('z', 'z')],
    [page('y'), page('b-2', 'b'), page('named'), page('a-2', 'a'), page('z')],
  );
  assert.deepEqual(found(one, other), [
    [5, undefined],
    [undefined, 5],
  ]);
  assert.equal(compareTraces(one, other).alike, 4);
});

test('behaviour R14: two differences are found in 20,000 calls', () => {
  const calls = Array.from({ length: 20_000 }, (_, at) => get(`${at % 7}-${at % 1_000}`, { at }));
  const others = calls.toSpliced(5_000, 1).with(15_000, get('new'));
  assert.deepEqual(
    found(traceOf(calls), traceOf(others)).map((each) => (each as readonly unknown[]).slice(0, 2)),
    [
      [5_001, undefined],
      [15_002, 15_001],
    ],
  );
});
