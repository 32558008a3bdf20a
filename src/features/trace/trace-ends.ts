import { ApiError } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { CutCounts } from './cut-counts.ts';
import type { TracedWorld } from './traced-world.ts';

/** How many refused calls are listed. */
const MAX_REFUSED = 1_000;

/** The end of a world's run: what differs from its beginning, and what is worth a look. */
export const endOf = async (world: TracedWorld): Promise<object> => {
  const refused = world.entries.flatMap(({ id, operation, delivered }) =>
    delivered instanceof ApiError
      ? [omitUndefined({ call: String(id), operation: operation?.id, code: delivered.code })]
      : [],
  );
  return {
    world: world.id,
    ...omitUndefined({ difference: await world.difference() }),
    neverFired: world.neverFired,
    refused: refused.slice(0, MAX_REFUSED),
  };
};

/** How much of the run of a world was dropped while it ran. */
export const cutOf = ({ dropped: { stepBodies, ...dropped }, entries }: TracedWorld): CutCounts => ({
  ...dropped,
  bodies: entries.filter(({ largeRequest, messagesDropped }) => largeRequest ?? messagesDropped).length + stepBodies,
  answers: 0,
});

/** A world as a page of HAR, with the title of its test if a label has one. */
export const pageOf = ({
  id,
  labels,
  createdMillis,
}: Pick<TracedWorld, 'id' | 'labels' | 'createdMillis'>): object => ({
  id,
  startedDateTime: new Date(createdMillis).toISOString(),
  title: labels.title ?? id,
  pageTimings: {},
  _labels: labels,
});
