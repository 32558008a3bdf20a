/** How many single changes (insert, drop, swap in, swap two neighbours) lead from one word to another. */
const distance = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const above = rows[i - 1] as number[];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
};

const bare = (key: string): string => key.toLowerCase().replaceAll(/[_-]/g, '');

/** The key that was probably meant; undefined when none is near. */
export const nearestKey = (key: string, known: Iterable<string>): string | undefined => {
  const given = bare(key);
  let best: { readonly key: string; readonly far: number } | undefined;
  for (const candidate of known) {
    const other = bare(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(given.length, other.length) / 3));
    const isStart = given.length >= 3 && (other.startsWith(given) || given.startsWith(other));
    const far = given === other ? 0 : isStart ? Math.min(allowed, 1) : distance(given, other);
    if (far <= allowed && (!best || far < best.far)) best = { key: candidate, far };
  }
  return best?.key;
};

/** `unknown key "repo", did you mean "repos"?` */
export const unknownKey = (key: string, known: Iterable<string>): string => {
  const nearest = nearestKey(key, known);
  return `unknown key ${JSON.stringify(key)}${nearest === undefined ? '' : `, did you mean ${JSON.stringify(nearest)}?`}`;
};
