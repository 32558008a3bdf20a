import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedOperations } from '../../editions/editions.ts';
import { profileIn } from '../../schema/profile.ts';
import type { NoteKeeping, Notes } from '../../store/notes.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { createCoverage } from '../coverage/create-coverage.ts';
import type { WorldCoverage } from '../coverage/world-coverage.ts';
import { KeptEntry } from '../journal/kept-entry.ts';
import { keepPastCalls } from './past-calls.ts';

const operation = describedOperations.find(({ operation: { id } }) => id === 'GetRepo')?.operation;

const callOf = (id: number): KeptEntry => {
  const entry = new KeptEntry(id, 'rest', { method: 'GET', target: '/a', client: 'c' }, [0, 0], plainEntryWorld);
  entry.operation = operation;
  entry.delivered = { kind: 'empty' };
  return entry;
};

/** A process with the coverage of a world, and what it does about deleted notes. */
const open = () => {
  let keeping: NoteKeeping | undefined;
  const takers = new Map<string, () => void>();
  const notes: Notes = {
    on: (kind, take) => void takers.set(kind, take as () => void),
    keep: (given) => {
      keeping = given;
    },
    add: async () => undefined,
    announce: async () => undefined,
    catchUp: async () => undefined,
    watch: () => () => undefined,
  };
  const ofAll = createCoverage(profileIn({}));
  const coverage = createCoverage(profileIn({}), { all: ofAll });
  const journal = {
    nextId: 1,
    shownFrom: 1,
    showFrom: (id: number) => {
      journal.shownFrom = id;
    },
  };
  const count = keepPastCalls(notes, { coverage, ofAll, journal, mostCalls: 10 });
  assert.ok(keeping);
  const take = (id: number): void => {
    count(callOf(id));
    journal.nextId = id + 1;
  };
  const countIn = (of: WorldCoverage): number | undefined =>
    of.report().operations.find((each) => each.operation === 'GetRepo')?.clients[0]?.answers[0]?.count;
  return { keeping, take, takers, journal, counts: () => [countIn(coverage), countIn(ofAll)] };
};

test('31.13: a state replaces the calls that are deleted, of which each is counted once', () => {
  const first = open();
  for (const id of [1, 2, 3]) first.take(id);
  first.journal.shownFrom = 3;
  const state = first.keeping.write();
  const later = open();
  later.take(1);
  later.keeping.read(state);
  for (const id of [2, 3, 4]) later.take(id);
  assert.deepEqual([first.counts(), later.counts(), later.journal.shownFrom], [[3, 3], [4, 4], 3]);
  // What a world clears of its own counts for all, and the other way round.
  later.takers.get('coverage cleared')?.();
  later.take(5);
  assert.deepEqual(later.counts(), [1, 5]);
  later.takers.get('coverage of all cleared')?.();
  later.take(6);
  assert.deepEqual(later.counts(), [2, 1]);
});
