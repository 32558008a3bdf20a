import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { lay } from '../testing/data-files.ts';
import { type LogPlace, testLogConformance } from '../testing/log-conformance.ts';
import { openFileLog } from './json-file.ts';

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

const PLACES: readonly (readonly [name: string, newPlace: () => Promise<LogPlace>])[] = [['a file', newFilePlace]];

for (const [name, newPlace] of PLACES) testLogConformance(name, newPlace);
