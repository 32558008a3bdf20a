import { choice, closedNoun, integer, list, map, nameText, noun, string } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { clockReading } from '../clock/clock.contract.ts';

export const saveSnapshot = closedNoun('SaveSnapshot', 'The text that is written beside a snapshot.', {
  note: string('A description for people.').max(1_000).optional(),
});

export const snapshotRecord = noun('SnapshotRecord', 'A saved state of a world.', {
  name: string('Its name.', 'before-migration'),
  note: string('A description for people.').optional(),
  createTime: string('The time at which it was saved, by the clock of the machine.'),
  rows: map(z.number().int(), 'The number of rows of each collection.'),
  clock: clockReading,
  format: integer('The format in which it is stored.'),
  sha256: string('Digest of the rows: equal states have equal digests.'),
});

export const snapshots = noun('Snapshots', 'The snapshots of a world.', {
  snapshots: list(snapshotRecord, 'The oldest first.'),
});

/** The path of one snapshot. */
export const snapshotPath = z.object({
  name: string('The name of the snapshot.'),
});

/** The path of a snapshot to save. */
export const newSnapshotPath = z.object({
  name: nameText(128).describe('The name of the snapshot.'),
});

/** The query that allows an existing snapshot to be replaced. */
export const overwriteQuery = z.object({
  overwrite: choice(['', 'true', 'false'], 'Replaces a snapshot of that name.').optional(),
});

/** The query that makes the times of an export relative. */
export const exportQuery = z.object({
  relative: choice(
    ['', 'true', 'false'],
    'Writes times relative to the time of the snapshot, such as `now-3d2h`, so that they move with the time of loading.',
  ).optional(),
});

/** The later state of a comparison. */
export const differenceQuery = z.object({
  to: string('The other snapshot; the world as it is unless given.')
    .min(1, 'must be the name of a snapshot')
    .optional(),
});

/** A snapshot as a file. */
export const snapshotFile = string(
  'A snapshot file: a line of JSON about the whole, and then its rows, one in a line.',
);

/** A snapshot as a fixture. */
export const exportedFixture = string('A fixture in YAML that loads back to equal rows.');
