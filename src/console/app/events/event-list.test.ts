import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorldEvent } from '../../../../generated/nouns.ts';
import { rowsOf } from './event-list.ts';

const event = (world: string, id: string, subject: string): WorldEvent => ({
  world,
  id,
  subject,
  type: 'dev.chainguard.api.platform.registry.repo.created.v1',
  source: 'https://api.example.com/registry/v2/repos',
  time: '2026-01-28T12:54:21.189Z',
  group: 'g',
  audience: 'customer',
});

test('of events of one id in worlds of one name, the last is listed', () => {
  const events = [event('demo', 'a', 'first'), event('other', 'a', 'of another'), event('demo', 'a', 'last')];
  assert.deepEqual(
    rowsOf(events, []).map(({ world, subject }) => [world, subject]),
    [
      ['other', 'of another'],
      ['demo', 'last'],
    ],
  );
});
