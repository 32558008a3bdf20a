import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V2 } from '../../schema/edition.ts';
import type { Operation } from '../../schema/operation.ts';
import { QuotaMeter } from './quota-meter.ts';

const operation = { id: 'ListRepos', edition: V2 } as Operation;
const call = (caller: string) => ({ operation, caller });

test('behaviour Q1: at most 1,000 windows are kept, and the oldest ends for another', () => {
  const meter = new QuotaMeter({ match: {}, requests: 1, per: '1h', by: 'caller' });
  for (let index = 0; index < 1_000; index += 1) meter.count(call(`caller-${index}`), index);
  assert.equal(meter.waitMillis(call('caller-0'), 1_000), 3_600_000 - 1_000);
  meter.count(call('caller-1000'), 1_000);
  assert.equal(meter.read(1_000).windows.length, 1_000);
  assert.equal(meter.waitMillis(call('caller-0'), 1_000), 0);
  assert.equal(meter.waitMillis(call('caller-1'), 1_000), 3_600_000 - 999);
});

test('behaviour Q1: a window that begins anew is the last to end for another', () => {
  const meter = new QuotaMeter({ match: {}, requests: 1, per: '1s', by: 'caller' });
  meter.count(call('first'), 0);
  meter.count(call('second'), 500);
  meter.count(call('first'), 1_000);
  assert.deepEqual(
    meter.read(1_400).windows.map(({ key, resetTime }) => [key, Date.parse(resetTime)]),
    [
      ['second', 1_500],
      ['first', 2_000],
    ],
  );
});
