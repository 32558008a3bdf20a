import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResourceDirectory } from '../../kernel/directory.ts';
import { buryUid, uidFor } from '../../kernel/ids.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { MemoryStore } from '../../store/memory.ts';
import { resources } from '../index.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { bindRole, identify } from './role-binding-message.ts';
import { roleBindings } from './role-bindings.ts';

const ACME = uidFor('s', TOP, 'group', 'acme');
const ENG = uidFor('s', ACME, 'group', 'eng');
const CI = uidFor('s', ACME, 'identity', 'ci');
const VIEWER = { identityUid: CI, roleUid: uidOfBuiltInRole('viewer') };
const EDITOR = { identityUid: CI, roleUid: uidOfBuiltInRole('editor') };
const NOW = '2026-01-01T00:00:00.000Z';

const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1', seed: 'seed' };
const directory = new ResourceDirectory(resources);

const open = () => {
  const store = new MemoryStore();
  const bind = (group: string, bound: Parameters<typeof bindRole>[1], now = NOW): Promise<void> =>
    store.write((tx) => bindRole(group, bound, { tx, now, settings, directory }));
  return { store, bind, bindings: () => store.rows.listWithin(roleBindings, TOP) };
};

const uidOf = (group: string, bound: typeof VIEWER, nth = 0): string =>
  uidFor('seed', group, 'roleBinding', identify(bound), nth);

test('a role is bound on the group, now', async () => {
  const { bind, bindings } = open();
  await bind(ACME, VIEWER);
  assert.deepEqual(bindings(), [{ uid: uidOf(ACME, VIEWER), ...VIEWER, createTime: NOW, updateTime: NOW }]);
});

test('the founder of a group is marked', async () => {
  const { bind, bindings } = open();
  await bind(ACME, { ...VIEWER, founder: true });
  const uid = uidOf(ACME, VIEWER);
  assert.deepEqual(bindings(), [{ uid, ...VIEWER, founder: true, createTime: NOW, updateTime: NOW }]);
});

test('an existing binding is left as it is', async () => {
  const { bind, bindings } = open();
  await bind(ACME, VIEWER);
  const before = bindings();
  await bind(ACME, VIEWER, '2026-01-02T00:00:00.000Z');
  await bind(ACME, { ...VIEWER, founder: true });
  assert.deepEqual(bindings(), before);
});

test('another role, another group and another identity are bound beside it', async () => {
  const { bind, bindings } = open();
  const other = { ...VIEWER, identityUid: uidFor('s', ACME, 'identity', 'other') };
  for (const [group, bound] of [
    [ACME, VIEWER],
    [ACME, EDITOR],
    [ENG, VIEWER],
    [ACME, other],
  ] as const) {
    await bind(group, bound);
  }
  assert.deepEqual(
    bindings()
      .map(({ uid, identityUid, roleUid }) => [parentOf(uid), identityUid, roleUid].join())
      .sort(),
    [
      [ACME, CI, VIEWER.roleUid],
      [ACME, CI, EDITOR.roleUid],
      [ENG, CI, VIEWER.roleUid],
      [ACME, other.identityUid, VIEWER.roleUid],
    ]
      .map((parts) => parts.join())
      .sort(),
  );
});

test('a deleted binding is created again, under another uid', async () => {
  const { store, bind, bindings } = open();
  await bind(ACME, VIEWER);
  await store.write((tx) => {
    tx.remove(roleBindings, uidOf(ACME, VIEWER));
    buryUid(tx, uidOf(ACME, VIEWER));
  });
  await bind(ACME, VIEWER);
  assert.deepEqual(
    bindings().map(({ uid }) => uid),
    [uidOf(ACME, VIEWER, 1)],
  );
});
