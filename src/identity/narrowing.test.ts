import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uidFor } from '../kernel/ids.ts';
import type { Narrowing } from '../kernel/token-service.ts';
import { TOP } from '../kernel/uid.ts';
import { groups } from '../resources/index.ts';
import { MemoryStore } from '../store/memory.ts';
import { refusalOf } from '../testing/specimen-tokens.ts';
import { type Confines, confineGrants, confinesOf } from './token-issuer.ts';

const ACME = uidFor('s', TOP, 'group', 'acme');
const ENG = uidFor('s', ACME, 'group', 'eng');
const OPS = uidFor('s', ENG, 'group', 'ops');
const DOCS = uidFor('s', ACME, 'group', 'docs');
const ZETA = uidFor('s', TOP, 'group', 'zeta');
const GONE = uidFor('s', ACME, 'group', 'gone');
const NAMES = new Map(
  [ACME, ENG, OPS, DOCS, ZETA, GONE].map((uid, at) => [uid, ['acme', 'eng', 'ops', 'docs', 'zeta', 'gone'][at]]),
);

const { rows, write } = await (async () => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const uid of [ACME, ENG, OPS, DOCS, ZETA]) tx.put(groups, { uid, name: NAMES.get(uid) ?? '' });
  });
  return { rows: store.rows, write: store.write.bind(store) };
})();

const confine = (asked: Narrowing, before: Confines = {}): Confines => confinesOf(asked, before, groups, rows);

/** A text in which groups go by their names. */
const named = (value: unknown): string => {
  // The longest uids first, since one begins with the other.
  const uids = [...NAMES].sort(([a], [b]) => b.length - a.length);
  return uids.reduce((text, [uid, name]) => text.replaceAll(uid, name ?? ''), JSON.stringify(value));
};

const CASES: readonly (readonly [asked: Narrowing, before: Confines, confines: Confines])[] = [
  [{}, {}, {}],
  [{ scopes: [], cap: [], scope: '' }, {}, {}],
  [{ aud: ['a', 'b'] }, {}, {}],
  [{ scopes: [ENG] }, {}, { scopes: [ENG] }],
  [{ scope: ENG }, {}, { scopes: [ENG] }],
  [{ scopes: [ENG], scope: ENG }, {}, { scopes: [ENG] }],
  [{ scopes: [ENG, ENG], scope: DOCS }, {}, { scopes: [ENG, DOCS] }],
  [{ cap: ['repo.list', 'groups.list'] }, {}, { cap: ['repo.list', 'groups.list'] }],
  [{ scopes: [ENG], cap: ['repo.list'] }, {}, { scopes: [ENG], cap: ['repo.list'] }],
  // Earlier limits stay, and may only become narrower.
  [{}, { scopes: [ENG], cap: ['repo.list'] }, { scopes: [ENG], cap: ['repo.list'] }],
  [{ scopes: [OPS] }, { scopes: [ENG] }, { scopes: [OPS] }],
  [{ scopes: [ACME] }, { scopes: [ENG] }, { scopes: [ENG] }],
  [{ scopes: [ENG] }, { scopes: [ENG] }, { scopes: [ENG] }],
  [{ scopes: [ENG, ZETA] }, { scopes: [ACME] }, { scopes: [ENG] }],
  [{ scopes: [ACME] }, { scopes: [OPS, DOCS, ZETA] }, { scopes: [OPS, DOCS] }],
  [{ cap: ['repo.list', 'tag.list'] }, { cap: ['tag.list', 'groups.list'] }, { cap: ['tag.list'] }],
  [{ cap: ['repo.list'] }, { scopes: [ENG] }, { scopes: [ENG], cap: ['repo.list'] }],
  [{ scopes: [ENG] }, { cap: ['repo.list'] }, { scopes: [ENG], cap: ['repo.list'] }],
];

for (const [asked, before, confines] of CASES) {
  test(`${named(asked)} under ${named(before)} results in ${named(confines)}`, () => {
    assert.deepEqual(confine(asked, before), confines);
  });
}

const ARGUMENT = 'INVALID_ARGUMENT Invalid argument:';
const DENIED = 'PERMISSION_DENIED Permission denied:';
const OUTSIDE = `${DENIED} invalid "scopes": they lie outside of what the token is confined to`;

const REFUSED: readonly (readonly [asked: Narrowing, before: Confines, refusal: string])[] = [
  [{ scopes: ['eng'] }, {}, `${ARGUMENT} scopes: "eng" is not the uid of a group`],
  [{ scope: '/' }, {}, `${ARGUMENT} scopes: "/" is not the uid of a group`],
  [{ scopes: [ENG, ''] }, {}, `${ARGUMENT} scopes: "" is not the uid of a group`],
  [{ scopes: [`${ENG} ${DOCS}`] }, {}, `${ARGUMENT} scopes: "${ENG} ${DOCS}" is not the uid of a group`],
  [{ scopes: [GONE] }, {}, `NOT_FOUND Not found: group "${GONE}" not found`],
  [{ scopes: [ENG, GONE] }, {}, `NOT_FOUND Not found: group "${GONE}" not found`],
  [{ cap: ['repo.fly'] }, {}, `${ARGUMENT} cap: unknown capability "repo.fly"`],
  [{ cap: ['repo.list', 'CAP_REPO_LIST'] }, {}, `${ARGUMENT} cap: unknown capability "CAP_REPO_LIST"`],
  [{ aud: ['a', ''] }, {}, `${ARGUMENT} aud[1]: must not be empty`],
  [{ scopes: [ZETA] }, { scopes: [ENG] }, OUTSIDE],
  [{ scopes: [DOCS] }, { scopes: [ENG] }, OUTSIDE],
  [
    { cap: ['repo.list'] },
    { cap: ['tag.list'] },
    `${DENIED} invalid "cap": none is among those that the token is confined to`,
  ],
];

for (const [asked, before, refusal] of REFUSED) {
  test(`${named(asked)} under ${named(before)} is refused`, async () => {
    assert.equal(await refusalOf(() => confine(asked, before)), refusal);
  });
}

test('a group that was deleted since still confines what was confined to it', async () => {
  await write((tx) => tx.put(groups, { uid: GONE, name: 'gone' }));
  const before = confine({ scopes: [GONE] });
  await write((tx) => tx.remove(groups, GONE));
  assert.deepEqual(confine({}, before), { scopes: [GONE] });
});

const GRANTS = [
  { at: ACME, capabilities: new Set(['repo.list', 'repo.create', 'tag.list']) },
  { at: ENG, capabilities: new Set(['groups.list']) },
];

const CONFINED: readonly (readonly [
  confines: Confines,
  left: readonly (readonly [at: string, ...held: string[]])[],
])[] = [
  [{ cap: ['repo.list'] }, [[ACME, 'repo.list']]],
  [
    { cap: ['tag.list', 'repo.list', 'groups.list'] },
    [
      [ACME, 'repo.list', 'tag.list'],
      [ENG, 'groups.list'],
    ],
  ],
  [{ cap: ['repo.delete'] }, []],
  [
    { cap: ['repo.list'], scopes: [ENG, DOCS] },
    [
      [ENG, 'repo.list'],
      [DOCS, 'repo.list'],
    ],
  ],
  [
    { cap: ['repo.list', 'groups.list'], scopes: [OPS] },
    [
      [OPS, 'repo.list'],
      [OPS, 'groups.list'],
    ],
  ],
  [{ cap: ['groups.list'], scopes: [ACME] }, [[ENG, 'groups.list']]],
  [{ cap: ['repo.list'], scopes: [ZETA] }, []],
  [{}, []],
];

for (const [confines, expected] of CONFINED) {
  test(`grants confined to ${named(confines)} are ${named(expected)}`, () => {
    const found = confineGrants(GRANTS, confines);
    assert.deepEqual(
      found.map(({ at, capabilities }) => [at, ...capabilities]),
      expected,
    );
  });
}

test('with scopes, grants that hold everywhere hold only in the scopes', () => {
  const everywhere = [{ at: TOP, capabilities: new Set(['repo.list']) }];
  const found = confineGrants(everywhere, { cap: ['repo.list'], scopes: [ENG, ZETA] });
  assert.deepEqual(
    found.map(({ at }) => at),
    [ENG, ZETA],
  );
});
