import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import { ADMIN, openSpecimenWorld } from '../testing/specimen-world.ts';
import { genres } from '../testing/specimens.ts';
import { ApiError } from './errors.ts';
import type { Uidp } from './scope.ts';
import { TOP } from './uid.ts';

const { call, grant, put } = await openSpecimenWorld(new MemoryStore());

const create = async (type: string, parent: string, name: string): Promise<string> => {
  const singular = type.toLowerCase();
  const answer = await call(`Create${type}`, { parent, [singular]: { name } });
  return answer.kind === 'message' ? String(answer.value.uid) : assert.fail(answer.kind);
};

const ACME = await create('Group', '', 'acme');
const ENG = await create('Group', ACME, 'eng');
const OPS = await create('Group', ENG, 'ops');
const ZETA = await create('Group', '', 'zeta');
const A1 = await create('Shelf', ACME, 'a1');
const E1 = await create('Shelf', ENG, 'e1');
const E2 = await create('Shelf', ENG, 'e2');
const O1 = await create('Shelf', OPS, 'o1');
await create('Shelf', ZETA, 'z1');
await create('Book', E1, 'b1');
await create('Book', E2, 'b2');
await create('Seal', ACME, 'seal of acme');
await create('Seal', ENG, 'seal of eng');
await create('Seal', OPS, 'seal of ops');
await put(genres, { uid: '1'.repeat(40), name: 'built-in' });
await create('Genre', ENG, 'genre of eng');

const NOWHERE = 'f'.repeat(40);
const LIST = ['list', 'shelf.list', 'group.list', 'book.list', 'seal.list', 'genre.list'];
await grant('eng', { [ENG]: LIST });
await grant('eng and zeta', { [ENG]: LIST, [ZETA]: LIST });
await grant('nobody', { [ACME]: ['shelf.create'] });

const list = async (plural: string, uidp: Uidp, as = ADMIN): Promise<string> => {
  const answer = await call(`List${plural}`, { uidp, orderBy: 'name' }, { as });
  if (answer.kind !== 'page') return assert.fail(answer.kind);
  const names = answer.page.entries.map(({ row }) => ('name' in row ? row.name : ''));
  assert.equal(answer.page.totalCount, names.length);
  return names.join(', ');
};

type Case = readonly [plural: string, uidp: Uidp, names: string, as?: string];

const CASES: readonly Case[] = [
  ['Shelves', {}, 'a1, e1, e2, o1, z1'],
  ['Groups', {}, 'acme, eng, ops, zeta'],
  ['Shelves', { descendantsOf: ACME }, 'a1, e1, e2, o1'],
  ['Shelves', { descendantsOf: ENG }, 'e1, e2, o1'],
  ['Shelves', { descendantsOf: TOP }, 'a1, e1, e2, o1, z1'],
  ['Shelves', { descendantsOf: E1 }, ''],
  ['Groups', { descendantsOf: ACME }, 'eng, ops'],
  ['Books', { descendantsOf: ACME }, 'b1, b2'],
  ['Books', { descendantsOf: E1 }, 'b1'],
  ['Seals', { descendantsOf: ENG }, 'seal of eng, seal of ops'],
  ['Shelves', { childrenOf: ENG }, 'e1, e2'],
  ['Groups', { childrenOf: ACME }, 'eng'],
  ['Groups', { childrenOf: TOP }, 'acme, zeta'],
  ['Books', { childrenOf: E2 }, 'b2'],
  ['Books', { childrenOf: ENG }, ''],
  ['Shelves', { childrenOf: E1 }, ''],
  ['Seals', { childrenOf: ENG }, 'seal of eng'],
  ['Groups', { ancestorsOf: OPS }, 'acme, eng'],
  ['Groups', { ancestorsOf: ACME }, ''],
  ['Groups', { ancestorsOf: O1 }, 'acme, eng, ops'],
  ['Books', { ancestorsOf: E1 }, 'b1'],
  ['Shelves', { ancestorsOf: OPS }, 'a1, e1, e2'],
  ['Shelves', { ancestorsOf: ENG }, 'a1'],
  ['Seals', { ancestorsOf: OPS }, 'seal of acme, seal of eng'],
  ['Groups', { inRoot: true }, 'acme, zeta'],
  ['Shelves', { inRoot: true }, ''],
  ['Seals', { inRoot: true }, 'seal of acme'],
  ['Genres', { inRoot: true }, 'built-in'],
  ['Shelves', { ids: [O1, A1] }, 'a1, o1'],
  ['Shelves', { ids: [O1, O1, NOWHERE, 'malformed', ENG] }, 'o1'],
  ['Shelves', { descendantsOf: ENG, ids: [O1, A1] }, 'o1'],
  ['Shelves', { descendantsOf: ENG, childrenOf: OPS }, 'o1'],
  ['Shelves', { descendantsOf: ENG, childrenOf: ACME }, ''],
  ['Groups', { childrenOf: ACME, inRoot: true }, ''],
  ['Groups', { childrenOf: TOP, inRoot: true }, 'acme, zeta'],
  ['Groups', { ancestorsOf: OPS, inRoot: true }, 'acme'],
  ['Shelves', {}, 'e1, e2, o1', 'eng'],
  ['Shelves', {}, 'e1, e2, o1, z1', 'eng and zeta'],
  ['Shelves', { descendantsOf: ACME }, 'e1, e2, o1', 'eng'],
  ['Shelves', { childrenOf: ACME }, '', 'eng'],
  ['Shelves', { childrenOf: OPS }, 'o1', 'eng'],
  ['Shelves', { ids: [A1, E1] }, 'e1', 'eng'],
  ['Groups', {}, 'eng, ops', 'eng'],
  ['Groups', { ancestorsOf: OPS }, 'eng', 'eng'],
  ['Seals', {}, 'seal of eng, seal of ops', 'eng'],
  ['Genres', {}, 'built-in, genre of eng', 'eng'],
  ['Genres', { descendantsOf: ENG }, 'genre of eng', 'eng'],
  ['Genres', { inRoot: true }, 'built-in', 'eng'],
];

const UIDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ACME, ENG, OPS, ZETA, A1, E1, E2, O1 }).map(([name, uid]) => [uid, name]),
);
const textOf = (uidp: Uidp): string =>
  JSON.stringify(uidp).replaceAll(/[0-9a-f/]{40,}/g, (uid) => UIDS.get(uid) ?? uid);

for (const [plural, uidp, names, as] of CASES) {
  test(`${as ?? ADMIN} lists ${plural} with ${textOf(uidp)}: ${names || 'none'}`, async () => {
    assert.equal(await list(plural, uidp, as), names);
  });
}

const FAILURES: readonly (readonly [plural: string, uidp: Uidp, as: string, code: string, message: string])[] = [
  ['Shelves', { descendantsOf: NOWHERE }, ADMIN, 'NOT_FOUND', `group "${NOWHERE}" not found`],
  ['Shelves', { childrenOf: 'malformed' }, ADMIN, 'NOT_FOUND', 'group "malformed" not found'],
  ['Shelves', { ancestorsOf: NOWHERE }, ADMIN, 'NOT_FOUND', `group "${NOWHERE}" not found`],
  ['Books', { childrenOf: NOWHERE }, ADMIN, 'NOT_FOUND', `shelf "${NOWHERE}" not found`],
  ['Books', { descendantsOf: NOWHERE }, ADMIN, 'NOT_FOUND', `group "${NOWHERE}" not found`],
  ['Shelves', { descendantsOf: ZETA }, 'eng', 'PERMISSION_DENIED', `missing capability "shelf.list" on group ${ZETA}`],
  ['Shelves', { childrenOf: A1 }, 'eng', 'PERMISSION_DENIED', `missing capability "shelf.list" on group ${ACME}`],
  ['Shelves', { ancestorsOf: ZETA }, 'eng', 'PERMISSION_DENIED', `missing capability "shelf.list" on group ${ZETA}`],
  ['Shelves', { descendantsOf: ZETA, childrenOf: NOWHERE }, 'eng', 'NOT_FOUND', `group "${NOWHERE}" not found`],
  ['Shelves', {}, 'nobody', 'PERMISSION_DENIED', 'missing capability "shelf.list"'],
  ['Shelves', { descendantsOf: NOWHERE }, 'nobody', 'PERMISSION_DENIED', 'missing capability "shelf.list"'],
];

for (const [plural, uidp, as, code, message] of FAILURES) {
  test(`${as} listing ${plural} with ${textOf(uidp)} is ${code}`, async () => {
    await assert.rejects(list(plural, uidp, as), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, code);
      assert.ok(error.message.endsWith(message), error.message);
      return true;
    });
  });
}
