import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Naming } from './naming.ts';
import type { Place } from './row-place.ts';

const there = { kind: 'groups', name: 'acme', wasThere: true };
const repo = (name: string, group = there): Place => [group, { kind: 'repos', name, wasThere: false }];

test('O4: names that every run has stay as they are, and chance in others is left out', () => {
  const naming = new Naming([
    [repo('shop'), repo('probe-7f3a91')],
    [repo('shop'), repo('probe-0c11ab')],
  ]);
  assert.deepEqual(naming.path(repo('shop')), ['acme', 'shop']);
  assert.deepEqual(naming.path(repo('probe-99aa00')), ['acme', 'probe-#']);
  assert.deepEqual(naming.varied, [{ kind: 'repos', place: 'acme', isCompared: true }]);
});

test('O4: names without a form are counted only, and rows of another number in each run are not compared', () => {
  const counted = new Naming([[repo('anna')], [repo('berta')]]);
  assert.deepEqual(counted.path(repo('carla')), ['acme', '*']);
  const unknown = new Naming([[repo('anna')], [repo('berta'), repo('carla')]]);
  assert.equal(unknown.path(repo('dora')), undefined);
  assert.deepEqual(unknown.varied, [{ kind: 'repos', place: 'acme', isCompared: false }]);
});

test('O4: a row is found below a group whose name is chance', () => {
  const group = (name: string) => ({ kind: 'groups', name, wasThere: false });
  const below = (name: string): Place => [there, group(name), { kind: 'repos', name: 'shop', wasThere: false }];
  const naming = new Naming([
    [[there, group('team-1a2b')], below('team-1a2b')],
    [[there, group('team-9z8y')], below('team-9z8y')],
  ]);
  assert.deepEqual(naming.path(below('team-5q6r')), ['acme', 'team-#', 'shop']);
});

test('O4: if all names are equal, another name is another row', () => {
  const naming = new Naming([[repo('shop')], [repo('shop')]]);
  assert.deepEqual(naming.path(repo('shop-2')), ['acme', 'shop-2']);
  assert.deepEqual(naming.varied, []);
});
