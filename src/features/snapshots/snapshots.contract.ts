import { nameText } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { clockReading } from '../clock/clock.contract.ts';

/** The options of saving a snapshot. */
export const saveSnapshot = z
  .strictObject({ note: z.string().max(1_000).optional().describe('A description for people.') })
  .openapi('SaveSnapshot', { description: 'The text that is written beside a snapshot.' });

/** A saved state. */
export const snapshotRecord = z
  .object({
    name: z.string().openapi({ description: 'Its name.', example: 'before-migration' }),
    note: z.string().optional().describe('A description for people.'),
    createTime: z.string().describe('The time at which it was saved, by the clock of the machine.'),
    rows: z.record(z.string(), z.number().int()).describe('The number of rows of each collection.'),
    clock: clockReading,
    format: z.number().int().describe('The format in which it is kept.'),
    sha256: z.string().describe('Digest of the rows: equal states have equal digests.'),
  })
  .openapi('SnapshotRecord', { description: 'A saved state of a world.' });

/** The snapshots of a world. */
export const snapshots = z
  .object({ snapshots: z.array(snapshotRecord).describe('The oldest first.') })
  .openapi('Snapshots', { description: 'The snapshots of a world.' });

/** The path of one snapshot. */
export const snapshotPath = z.object({
  name: z.string().describe('The name of the snapshot.'),
});

/** The path by which a snapshot gets its name. */
export const newSnapshotPath = z.object({
  name: nameText(128).describe('The name of the snapshot.'),
});

/** The query that allows a taken name to be given to the new state. */
export const overwriteQuery = z.object({
  overwrite: z.enum(['', 'true', 'false']).optional().describe('Replaces a snapshot of that name.'),
});

/** The query that counts the times of an export from the time of the snapshot. */
export const exportQuery = z.object({
  relative: z
    .enum(['', 'true', 'false'])
    .optional()
    .describe(
      'Writes times as they count from the time of the snapshot, such as `now-3d2h`, so that they move on with now.',
    ),
});

/** The later state of a comparison. */
export const differenceQuery = z.object({
  to: z
    .string()
    .min(1, 'must be the name of a snapshot')
    .optional()
    .describe('The other snapshot; the world as it is unless given.'),
});

/** A snapshot as a file. */
export const snapshotFile = z
  .string()
  .describe('A snapshot file: a line of JSON about the whole, and then its rows, one in a line.');

/** A snapshot as a fixture. */
export const exportedFixture = z.string().describe('A fixture in YAML that loads back to equal rows.');
