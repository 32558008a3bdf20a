import type { Kernel } from '../../kernel/call.ts';
import { identityName } from '../../resources/index.ts';
import { demandKept } from '../journal/journal-control.ts';
import { checkAccess, homeOf } from './access-check.ts';
import { matrixOf } from './access-matrix.ts';
import { groupNamed, operationNamed, uidNamed } from './access-question.ts';
import type { AccessControl, AccessWorld } from './access-world.ts';
import { explainEntry } from './call-access.ts';
import { withGroupNames } from './group-names.ts';
import { leastRolesOf } from './least-roles.ts';

/** The steering of the rights in a world, for the control plane. */
export const accessControl = (kernel: Kernel, within: AccessWorld): AccessControl => {
  const { scope, policy, population, journal } = within;
  const state = () => ({ mode: policy.mode, denied: policy.record?.denials.length ?? 0 });
  return {
    state,
    set: async (mode) => {
      await policy.set(mode);
      return state();
    },
    check: (identity, operation, given) => {
      const bound = operationNamed(kernel, scope, operation);
      const uid = given === undefined ? '' : uidNamed(given, population.aliases());
      const home = homeOf(identity, population.orgId());
      return withGroupNames(checkAccess({ kernel, world: scope, bound, identity, uid, home }), scope.store.rows);
    },
    explain: (id) => withGroupNames(explainEntry(kernel, within, demandKept(journal).entry(id)), scope.store.rows),
    matrix: (group) => matrixOf(kernel, scope, groupNamed(group, population.aliases(), scope)),
    denied: () => ({
      denied: (policy.record?.denials ?? []).map(({ identity, ...denial }) => ({
        ...denial,
        caller: { identity, name: identityName(scope.store.rows, identity) },
      })),
      dropped: policy.record?.dropped ?? 0,
    }),
    used: (identity) => leastRolesOf(within, identity, population.orgId()),
  };
};
