import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessEvaluator } from '../../kernel/access.ts';
import { uidFor } from '../../kernel/ids.ts';
import { TOP } from '../../kernel/uid.ts';
import { everyCapability } from '../../schema/capability.ts';
import { MemoryStore } from '../../store/memory.ts';
import { builtInRoles, uidOfBuiltInRole } from './built-in-roles.ts';
import { grants } from './grants.ts';
import type { RoleBindingRow } from './role-binding-message.ts';
import { roleBindings } from './role-bindings.ts';
import { roles } from './roles.ts';
import { superusers } from './superusers.ts';

const ACME = uidFor('s', TOP, 'group', 'acme');
const ENG = uidFor('s', ACME, 'group', 'eng');
const OPS = uidFor('s', ENG, 'group', 'ops');
const ZETA = uidFor('s', TOP, 'group', 'zeta');
const NAMES: ReadonlyMap<string, string> = new Map([
  [TOP, 'the top'],
  [ACME, 'acme'],
  [ENG, 'eng'],
  [OPS, 'ops'],
  [ZETA, 'zeta'],
]);

const SMALL = uidFor('s', ACME, 'role', 'small');
const identityIn = (home: string): string => uidFor('s', home, 'identity', 'ci');

/** A store with the roles and these bindings of one identity. */
const bound = async (
  identity: string,
  ...bindings: readonly (readonly [group: string, role?: string, founder?: boolean])[]
) => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const role of builtInRoles) tx.put(roles, role);
    tx.put(roles, { uid: SMALL, name: 'small', capabilities: ['CAP_REPO_LIST'] });
    for (const [at, [group, roleUid = SMALL, founder]] of bindings.entries()) {
      const uid = uidFor('s', group, 'roleBinding', `${identity} ${at}`);
      const row: RoleBindingRow = { uid, identityUid: identity, roleUid, ...(founder ? { founder } : {}) };
      tx.put(roleBindings, row);
    }
  });
  return store;
};

const PLACES: readonly (readonly [home: string, group: string, holds: string | undefined, founder?: true])[] = [
  [ACME, ACME, ACME],
  [ACME, ENG, ENG],
  [ACME, ZETA, undefined],
  [ENG, ENG, ENG],
  [ENG, OPS, OPS],
  [ENG, ACME, ENG],
  [OPS, ACME, OPS],
  [ENG, ZETA, undefined],
  [TOP, ACME, ACME],
  [TOP, OPS, OPS],
  [ENG, ZETA, ZETA, true],
  [ENG, ACME, ACME, true],
];

for (const [home, group, holds, founder] of PLACES) {
  const binding = `${founder ? 'the founder’s ' : 'a '}binding on ${NAMES.get(group)}`;
  test(`${binding} of an identity in ${NAMES.get(home)} holds ${holds ? `at ${NAMES.get(holds)}` : 'nowhere'}`, async () => {
    const identity = identityIn(home);
    const { rows } = await bound(identity, [group, SMALL, founder ?? false]);
    const found = grants.grantsOf(identity, rows);
    assert.deepEqual(
      found.map(({ at }) => at),
      holds === undefined ? [] : [holds],
    );
  });
}

test('a grant holds the capabilities of the role, by their names', async () => {
  const identity = identityIn(ACME);
  const { rows } = await bound(identity, [ACME]);
  const by = { uid: uidFor('s', ACME, 'roleBinding', `${identity} 0`), group: ACME, role: 'small' };
  assert.deepEqual(grants.grantsOf(identity, rows), [{ at: ACME, capabilities: new Set(['repo.list']), by }]);
});

test('every binding of an identity counts, and no other', async () => {
  const identity = identityIn(ACME);
  const { rows } = await bound(identity, [ACME], [ENG, uidOfBuiltInRole('viewer')]);
  assert.deepEqual(
    grants
      .grantsOf(identity, rows)
      .map(({ at }) => at)
      .sort(),
    [ACME, ENG],
  );
  assert.deepEqual(grants.grantsOf(identityIn(ENG), rows), []);
});

test('a binding to a missing role holds nothing', async () => {
  const identity = identityIn(ACME);
  const { rows } = await bound(identity, [ACME, uidFor('s', ACME, 'role', 'gone')]);
  assert.deepEqual(grants.grantsOf(identity, rows), []);
});

test('a superuser holds everything everywhere, whatever is bound', async () => {
  const identity = identityIn(OPS);
  const store = await bound(identity, [OPS]);
  await store.write((tx) => tx.put(superusers, { uid: identity }));
  const by = { uid: identity, group: TOP, role: 'everything' };
  assert.deepEqual(grants.grantsOf(identity, store.rows), [{ at: TOP, capabilities: everyCapability, by }]);
});

test('the grants of an identity follow its bindings, its roles and the superusers at once', async () => {
  const identity = identityIn(ACME);
  const store = await bound(identity);
  const evaluate = accessEvaluator(grants);
  const holds = (capability: string): boolean => evaluate(identity, store.rows).holds([capability], ENG);
  assert.equal(holds('repo.list'), false);
  const uid = uidFor('s', ACME, 'roleBinding', 'new');
  await store.write((tx) => tx.put(roleBindings, { uid, identityUid: identity, roleUid: SMALL }));
  assert.deepEqual([holds('repo.list'), holds('tag.list')], [true, false]);
  await store.write((tx) => tx.put(roles, { uid: SMALL, name: 'small', capabilities: ['CAP_TAG_LIST'] }));
  assert.deepEqual([holds('repo.list'), holds('tag.list')], [false, true]);
  await store.write((tx) => tx.remove(roleBindings, uid));
  assert.equal(holds('tag.list'), false);
  await store.write((tx) => tx.put(superusers, { uid: identity }));
  assert.equal(holds('tag.list'), true);
});
