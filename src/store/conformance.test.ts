import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Store } from '../kernel/rows.ts';
import { makeOwnedDatabase } from '../testing/owned-database.ts';
import { testStoreConformance } from '../testing/store-conformance.ts';
import { openJsonFileStore } from './json-file.ts';
import { MemoryStore } from './memory.ts';
import type { StoredWorlds } from './postgres/stored-worlds.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (): string => join(mkdtempSync(join(folder, 'at-')), 'data.json');

let worlds: Promise<StoredWorlds> | undefined;
let endTerm = (): void => undefined;
after(() => endTerm());
let made = 0;
/** A world in a database that all of them share. */
const openWorld = async (): Promise<Store> => {
  worlds ??= makeOwnedDatabase((end) => {
    endTerm = end;
  }).then((database) => database.load(1));
  const { store, persist } = (await worlds).begin(new MemoryStore());
  made += 1;
  await persist(`world-${made}`, '{}', undefined);
  return store;
};

const STORES: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['MemoryStore', async () => new MemoryStore()],
  ['JsonFileStore', () => openJsonFileStore({ file: newFile() })],
  [
    'JsonFileStore that compacts all the time',
    () => openJsonFileStore({ file: newFile(), compactBytes: 1, report: assert.ifError }),
  ],
  ['DurableStore in a Postgres that writes checkpoints all the time', openWorld],
];

for (const [name, open] of STORES) testStoreConformance(name, open);
