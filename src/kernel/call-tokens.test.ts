import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import { ADMIN, kernel, openSpecimenWorld } from '../testing/specimen-world.ts';
import { groups, shelves } from '../testing/specimens.ts';
import type { Answer } from './answer.ts';
import { ApiError } from './errors.ts';
import { uidFor } from './ids.ts';
import { TOP } from './uid.ts';

const { world, call, put, grant, advance } = await openSpecimenWorld(new MemoryStore());

const ROOT = uidFor('s', TOP, 'group', 'root');
const ENG = uidFor('s', ROOT, 'group', 'eng');
const DOCS = uidFor('s', ROOT, 'group', 'docs');
const OTHER = uidFor('s', TOP, 'group', 'other');
const SHELF = uidFor('s', ENG, 'shelf', 'a');
const DOCS_SHELF = uidFor('s', DOCS, 'shelf', 'b');

await put(groups, { uid: ROOT, name: 'root' }, { uid: ENG, name: 'eng' }, { uid: DOCS, name: 'docs' });
await put(groups, { uid: OTHER, name: 'other' });
await put(shelves, { uid: SHELF, name: 'a' }, { uid: DOCS_SHELF, name: 'b' });
await grant('reader', { [ROOT]: ['shelf.list', 'group.list'] });

const NOW = '2026-01-01T00:00:00.000Z';

const messageOf = (answer: Answer): Readonly<Record<string, unknown>> => {
  assert.ok(answer.kind === 'message');
  return answer.value;
};

const failure = async (run: () => Promise<Answer>): Promise<string> => {
  const error = await run().then(
    () => assert.fail('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error.message;
};

test('a method that makes tokens receives what was presented, whoever the caller is', async () => {
  for (const as of ['stranger', 'no such caller', 'reader@nowhere']) {
    const answer = await call('IssuePass', { aud: ['a', 'b'] }, { as });
    assert.deepEqual(messageOf(answer), { token: `${as}||a|b`, expiry: NOW });
  }
});

test('the answer of a method that makes tokens is a message with secrets', async () => {
  const answer = await call('IssuePass', {});
  assert.ok(answer.kind === 'message');
  assert.deepEqual([answer.message.name, answer.once], ['specimen.IssuedPass', true]);
});

test("a method that makes tokens uses the world's clock", async () => {
  const { advance: ahead, call: ask } = await openSpecimenWorld(new MemoryStore());
  ahead(1_500);
  assert.equal(messageOf(await ask('IssuePass', {})).expiry, '2026-01-01T00:00:01.500Z');
});

const VIOLATION = { field: 'aud', description: 'malformed' };
const LONG = 'x'.repeat(21);
const MISSING = 'Unauthenticated: missing bearer token';

const REFUSED: readonly (readonly [
  what: string,
  request: Readonly<Record<string, unknown>>,
  options: NonNullable<Parameters<typeof call>[2]>,
  message: string,
])[] = [
  ['a call without a token', {}, { as: undefined }, MISSING],
  [
    'a call without a token, before a request that cannot be read',
    {},
    { as: undefined, violations: [VIOLATION] },
    MISSING,
  ],
  ['a call without a token, before bad fields', { identityProvider: LONG }, { as: undefined }, MISSING],
  ['a request that cannot be read', {}, { violations: [VIOLATION] }, 'Invalid argument: aud: malformed'],
  [
    'a request that cannot be read, before bad fields',
    { identityProvider: LONG },
    { violations: [VIOLATION] },
    'Invalid argument: aud: malformed',
  ],
  ['bad fields', { identityProvider: LONG }, {}, 'Invalid argument: identityProvider: must have at most 20 characters'],
];

for (const [what, request, options, message] of REFUSED) {
  test(`a method that makes tokens refuses ${what}`, async () => {
    assert.equal(await failure(() => call('IssuePass', request, options)), message);
  });
}

test('a request is not read when the method refuses the token', async () => {
  const read = (): never => assert.fail('the request was read');
  const bound = kernel.operations.find(({ operation }) => operation.id === 'IssuePass');
  assert.ok(bound);
  await assert.rejects(kernel.call(bound, { authorization: undefined, read }, world), { message: MISSING });
});

/** The reads allowed to a reader of everything below the root whose token is limited to a group. */
const CONFINED: readonly (readonly [at: string, shelf: string, message: string])[] = [
  [ENG, SHELF, ''],
  [ENG, DOCS_SHELF, `Permission denied: missing capability "shelf.list" on group ${DOCS}`],
  [DOCS, SHELF, `Permission denied: missing capability "shelf.list" on group ${ENG}`],
  [ROOT, SHELF, ''],
  [TOP, SHELF, ''],
  [OTHER, SHELF, `Permission denied: missing capability "shelf.list" on group ${ENG}`],
];

const nameOf = (uid: string): string =>
  uid === TOP ? 'everything' : (world.store.rows.get(groups, uid)?.name ?? 'a shelf');

for (const [at, shelf, message] of CONFINED) {
  test(`a token confined to ${nameOf(at)} ${message === '' ? 'reads' : 'does not read'} ${shelf === SHELF ? 'eng' : 'docs'}`, async () => {
    const run = () => call('GetShelf', { uid: shelf }, { as: `reader@${at}` });
    if (message === '') assert.equal((await run()).kind, 'row');
    else assert.equal(await failure(run), message);
  });
}

test('a confined token lists only rows within its limits', async () => {
  const listed = async (as: string): Promise<number> => {
    const answer = await call('ListShelves', {}, { as });
    assert.ok(answer.kind === 'page');
    return answer.page.totalCount;
  };
  assert.equal(await listed('reader'), 2);
  assert.equal(await listed(`reader@${ENG}`), 1);
  assert.equal(await listed(`reader@${ROOT}`), 2);
  assert.equal(await listed(`${ADMIN}@${DOCS}`), 1);
});

test('a confined token writes only within its limits, whatever its caller may do', async () => {
  const create = (parent: string) => call('CreateShelf', { parent, shelf: { name: 'new' } }, { as: `${ADMIN}@${ENG}` });
  assert.equal((await create(ENG)).kind, 'message');
  assert.match(await failure(() => create(DOCS)), /missing capability "shelf.create"/);
});

test('a confined token cannot create a root', async () => {
  const create = (as: string) => call('CreateGroup', { parent: '', group: { name: 'root of one' } }, { as });
  assert.match(await failure(() => create(`${ADMIN}@${ROOT}`)), /^Permission denied: /);
});

test('a confined token loses what its caller no longer holds', async () => {
  await grant('late', {});
  const read = () => call('GetShelf', { uid: SHELF }, { as: `late@${ENG}` });
  assert.match(await failure(read), /^Permission denied/);
  await grant('late', { [ROOT]: ['shelf.list'] });
  advance(1);
  assert.equal((await read()).kind, 'row');
});
