import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorldEvent } from '../../../generated/nouns.ts';
import { DeliveryLog, DeliveryRecord } from './delivery-log.ts';

const recordOf = (id: string): DeliveryRecord => {
  const event: WorldEvent = {
    id,
    type: 't',
    source: 's',
    subject: 'a',
    group: 'g',
    time: '2030-01-01T00:00:00.000Z',
    audience: 'customer',
  };
  return new DeliveryRecord(`${id}-1`, event, { url: 'sink://a', group: 'g' });
};

const attempt = (size: number) => ({
  time: '2030-01-01T00:00:00.000Z',
  durationMs: 1,
  status: 204,
  request: { method: 'POST', url: 'sink://a', headers: { a: 'x'.repeat(size) }, body: '' },
});

test('behaviour E22: the log has the deliveries of so many of the latest events', () => {
  const log = new DeliveryLog(undefined, { events: 2, bytes: 1_000_000 });
  for (const id of ['a', 'b', 'c', 'c']) log.add(recordOf(id));
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => log.of(id)?.length),
    [undefined, 1, 2],
  );
});

test('behaviour E22: the log has past deliveries up to so many bytes, and one that was dropped records nothing more', () => {
  const log = new DeliveryLog(undefined, { events: 100, bytes: 20_000 });
  const [first, second] = [recordOf('a'), recordOf('b')];
  log.add(first);
  log.addAttempt(first, attempt(10_000));
  log.add(second);
  assert.equal(log.of('a')?.[0]?.toDelivery().attempts.length, 1);
  log.addAttempt(second, attempt(10_000));
  assert.deepEqual([log.of('a'), log.of('b')?.length], [undefined, 1]);
  for (let again = 0; again < 10; again += 1) log.addAttempt(first, attempt(10_000));
  assert.equal(first.toDelivery().attempts.length, 0);
  assert.equal(log.of('b')?.length, 1);
});
