import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../memory.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Connections } from './connections.ts';
import { driverError } from './database-error.ts';
import type { WorldView } from './world-view.ts';

const view = {
  growth: { checkpointSize: 0, grown: 10 },
  place: { line: 1, rev: 0, seq: 1, tag: '1' },
  state: new MemoryStore(),
} as unknown as WorldView;

for (const [what, error, isReported] of [
  ['the end of its connection', driverError(Object.assign(new Error('terminated'), { code: '57P01' })), false],
  ['a mistake of this program', new TypeError('undefined is not a function'), true],
] as const) {
  test(`a checkpoint that fails by ${what} is ${isReported ? '' : 'not '}reported, and tried again`, async () => {
    let tries = 0;
    const inTransaction = async (): Promise<never> => {
      tries += 1;
      throw error;
    };
    const reported: unknown[] = [];
    const checkpoints = new Checkpoints({
      connections: { inTransaction } as unknown as Connections,
      report: (seen) => reported.push(seen),
      keepMillis: 0,
      checkpointSize: 1,
    });
    for (let nth = 0; nth < 2; nth += 1) {
      checkpoints.consider(view);
      await checkpoints.settle();
    }
    assert.deepEqual([tries, reported], [2, isReported ? [error, error] : []]);
  });
}
