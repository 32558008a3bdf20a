import type { AuthzMatrix } from '../../../generated/nouns.ts';
import { type Access, accessAt, accessEvaluator } from '../../kernel/access.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { ancestorsOf, TOP } from '../../kernel/uid.ts';
import {
  capabilitiesOf,
  grants,
  groups,
  identityName,
  roleBindings,
  roles,
  superusers,
} from '../../resources/index.ts';
import { profileIn } from '../../schema/profile.ts';

/** The role that lets a caller do each operation at a group, and the callers that may do it (behaviour A2). */
export const matrixOf = (kernel: Kernel, { store: { rows }, settings }: CallScope, group: string): AuthzMatrix => {
  const bound = kernel.operationsIn(profileIn(settings));
  const guarded = bound.filter(({ operation }) => operation.capabilities.length > 0);
  const listAllowed = (access: Access): readonly string[] =>
    guarded.flatMap(({ operation: { id, capabilities } }: BoundOperation) =>
      access.holds(capabilities, group) ? [id] : [],
    );
  const path = [group, ...ancestorsOf(group)];
  const ownRoles = path.flatMap((at) => rows.childrenOf(roles, at));
  const callers = new Set([
    ...rows.listWithin(superusers, TOP).map(({ uid }) => uid),
    ...path.flatMap((at) => rows.childrenOf(roleBindings, at).map(({ identityUid = '' }) => identityUid)),
  ]);
  const evaluate = accessEvaluator(grants);
  return {
    group: { uid: group, name: rows.get(groups, group)?.name ?? '' },
    operations: guarded.map(({ operation: { id, capabilities } }) => ({ operation: id, capabilities })),
    roles: [...rows.childrenOf(roles, TOP), ...ownRoles].map((role) => ({
      uid: role.uid,
      role: role.name ?? '',
      operations: listAllowed(accessAt(group, capabilitiesOf(role))),
    })),
    callers: [...callers].sort().map((identity) => ({
      identity,
      name: identityName(rows, identity),
      operations: listAllowed(evaluate(identity, rows)),
    })),
  };
};
