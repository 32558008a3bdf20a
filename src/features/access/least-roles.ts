import type { LeastRoles } from '../../../generated/nouns.ts';
import { isWithin } from '../../kernel/uid.ts';
import { identityName, placeAt } from '../../resources/index.ts';
import { groupPathOf } from '../journal/group-path.ts';
import { homeOf } from './access-check.ts';
import type { AccessWorld } from './access-world.ts';

/** Characters that the name of a role may not be made of here: those that need quotes in some format. */
const UNPLAIN = /[^A-Za-z0-9._-]+/g;

/**
 * The least capabilities that the recorded calls of an identity needed, as a custom role for each group with its binding
 * (behaviour A5).
 */
export const leastRolesOf = (
  { policy, scope }: Pick<AccessWorld, 'policy' | 'scope'>,
  identity: string,
  firstRoot: string,
): LeastRoles => {
  const { rows } = scope.store;
  const needed = policy.record?.getNeeded(identity, homeOf(identity, firstRoot)) ?? new Map<string, Set<string>>();
  const name = identityName(rows, identity);
  const all = [...needed].sort(([a], [b]) => (a < b ? -1 : 1));
  const isInReach = (group: string): boolean => {
    const at = placeAt(identity, group);
    return at !== undefined && isWithin(group, at);
  };
  const viewOfNeed = ([group, capabilities]: readonly [string, ReadonlySet<string>]) => ({
    group,
    groupPath: groupPathOf(rows, group),
    capabilities: [...capabilities].sort(),
  });
  const given = all.filter(([group]) => isInReach(group)).map(viewOfNeed);
  return {
    caller: { identity, name },
    roles: given.map((role, index) => ({
      role: `${name.replaceAll(UNPLAIN, '-') || 'caller'}-least${given.length > 1 ? `-${index + 1}` : ''}`,
      ...role,
    })),
    outOfReach: all.filter(([group]) => !isInReach(group)).map(viewOfNeed),
    dropped: policy?.record?.dropped ?? 0,
  };
};
