import type { AuthzCheck } from '../../../generated/nouns.ts';
import type { Rows } from '../../kernel/rows.ts';
import { groupPathOf } from '../journal/group-path.ts';

/** A check with the names of the groups in it, for people: of each the names of its path, from the root down. */
export const withGroupNames = (check: Omit<AuthzCheck, 'names'>, rows: Rows): AuthzCheck => {
  const { needs, walk, smallest } = check;
  const uids = new Set([
    ...needs.map(({ at }) => at),
    ...walk.map(({ group }) => group),
    ...smallest.map(({ group }) => group),
  ]);
  const named = [...uids].filter((uid) => uid !== 'anywhere').map((uid) => [uid, groupPathOf(rows, uid)] as const);
  const known = named.filter(([, path]) => path.length > 0 && !path.includes(''));
  return { ...check, names: Object.fromEntries(known.map(([uid, path]) => [uid, path.join('/')])) };
};
