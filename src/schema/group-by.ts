/** Items by a key of each, in their order; no group is empty. */
export const groupBy = <T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> => {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
