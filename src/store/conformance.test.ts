import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { bySize } from '../../scripts/test-size.ts';
import type { Store } from '../kernel/rows.ts';
import { runChangesTwice } from '../testing/changes-twice.ts';
import { type SharedScene, startSharedScene } from '../testing/shared-scene.ts';
import { testStoreConformance } from '../testing/store-conformance.ts';
import { openJsonFileStore } from './json-file.ts';
import { MemoryStore } from './memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (): string => join(mkdtempSync(join(folder, 'at-')), 'data.json');

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

const STORES: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['MemoryStore', async () => new MemoryStore()],
  ['JsonFileStore', () => openJsonFileStore({ file: newFile() })],
  [
    'JsonFileStore that compacts all the time',
    () => openJsonFileStore({ file: newFile(), compactBytes: 1, report: assert.ifError }),
  ],
  ['SharedStore', () => scene.openWorld()],
  ['SharedStore that writes checkpoints all the time', () => scene.openWorld({ checkpointSize: 1 })],
];

/** The stores that are tested with changes which run twice: a shared one runs them on what the first keeps its rows in. */
const TWICE = bySize({ small: /^Memory/, usual: /^Memory/, whole: /./ });

for (const [name, open] of STORES) {
  testStoreConformance(name, open);
  if (!TWICE.test(name)) continue;
  testStoreConformance(`${name} that runs every change twice`, async () => runChangesTwice(await open()));
}
