/** Pairs the items of two lists that have the same key, the first with the first; those without a key have no partner. */
export const pairByKey = <T>(
  one: readonly T[],
  other: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly (readonly [one: T, other: T])[] => {
  const free = new Map<string, T[]>();
  for (const item of other) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const found = free.get(key);
    if (found) found.push(item);
    else free.set(key, [item]);
  }
  // Taken from the end: a list is not moved for each.
  for (const items of free.values()) items.reverse();
  return one.flatMap((item) => {
    const partner = free.get(keyOf(item) ?? '')?.pop();
    return partner === undefined ? [] : [[item, partner] as const];
  });
};
