import type { MatchDifference } from '../../generated/nouns.ts';

const MAX_NEAREST = 3;
/** The weight of a difference in the kind; any other difference weighs 1. */
const OTHER_KIND = 10;

/**
 * The items that differ least from the wanted one, with their differences: at most three. `kind` is the field
 * in which a difference weighs most.
 */
export const nearestOf = <T>(
  items: Iterable<T>,
  differencesOf: (item: T) => readonly MatchDifference[],
  kind: string,
): readonly { readonly item: T; readonly differences: readonly MatchDifference[] }[] => {
  const weight = (differences: readonly MatchDifference[]): number =>
    differences.reduce((sum, { field }) => sum + (field === kind ? OTHER_KIND : 1), 0);
  return (
    [...items]
      .map((item) => ({ item, differences: differencesOf(item) }))
      .filter(({ differences }) => differences.length > 0)
      // The sort is stable, so that the newest of equally distant ones come first.
      .sort((a, b) => weight(a.differences) - weight(b.differences))
      .slice(0, MAX_NEAREST)
  );
};
