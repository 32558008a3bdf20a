import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import { lay } from '../testing/data-files.ts';
import { type LogPlace, testLogConformance } from '../testing/log-conformance.ts';
import { makeOwnedDatabase } from '../testing/owned-database.ts';
import { openFileLog } from './json-file.ts';
import { MemoryStore } from './memory.ts';
import { loadWorlds } from './postgres/load-worlds.ts';
import { States } from './postgres/states.ts';
import { WorldLog } from './postgres/world-log.ts';

const newFilePlace = async (): Promise<LogPlace> => {
  const file = lay({});
  return {
    open: () => openFileLog({ file, report: assert.ifError }),
    fillUp: async (t) => {
      const mocked = t.mock.method(fs, 'fdatasync', (_: number, done: (error: Error) => void) => {
        setImmediate(done, Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
      });
      syncBuiltinESMExports();
      return async () => {
        mocked.mock.restore();
        syncBuiltinESMExports();
      };
    },
  };
};

const newDatabasePlace = async (t: TestContext): Promise<LogPlace> => {
  const database = await makeOwnedDatabase((end) => t.after(end));
  await (await database.load()).begin(new MemoryStore()).persist('world', '{}', undefined);
  return {
    open: async () => {
      const { term, link } = await database.take();
      const states = new States(term, link, 1_000);
      const found = await link.query('SELECT * FROM platform_mock.world');
      const [loaded] = await loadWorlds(link, states, found);
      assert.ok(loaded);
      const [born, { rows, last, size, state }] = loaded;
      const log = new WorldLog(states, born);
      log.resume(last, size, state);
      return { log, rows };
    },
    fillUp: () => database.fillUp('entry'),
  };
};

const PLACES: readonly (readonly [name: string, newPlace: (t: TestContext) => Promise<LogPlace>])[] = [
  ['a file', newFilePlace],
  ['a Postgres', newDatabasePlace],
];

for (const [name, newPlace] of PLACES) testLogConformance(name, newPlace);
