import type {
  AuthzCheck,
  AuthzMatrix,
  AuthzMode,
  AuthzState,
  LeastRoles,
  WouldDeny,
} from '../../../generated/nouns.ts';
import { type Access, accessAt, accessEvaluator } from '../../kernel/access.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { ancestorsOf, isWithin, TOP } from '../../kernel/uid.ts';
import {
  capabilitiesOf,
  grants,
  groups,
  identityName,
  placeAt,
  roleBindings,
  roles,
  superusers,
} from '../../resources/index.ts';
import { profileIn } from '../../schema/profile.ts';
import { groupPathOf } from '../journal/about.ts';
import { demandJournal } from '../journal/journal-control.ts';
import { checkAccess, homeOf, withGroupNames } from './access-check.ts';
import { groupNamed, operationNamed, uidNamed } from './access-question.ts';
import type { AccessWorld } from './access-world.ts';
import { explainEntry } from './call-access.ts';

/** The role that lets a caller do each operation at a group, and the callers that may do it (behaviour A2). */
const matrixOf = (kernel: Kernel, { store: { rows }, settings }: CallScope, group: string): AuthzMatrix => {
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

/** Characters that a suggested name of a role does not have: they need quotes in some format. */
const UNPLAIN = /[^A-Za-z0-9._-]+/g;

/**
 * The least capabilities that the recorded calls of an identity needed, as a custom role for each group with its binding
 * (behaviour A5).
 */
const leastRolesOf = (
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
    dropped: policy.record?.dropped ?? 0,
  };
};

/** Explains and sets the rights in a world; its functions throw ApiError for a name of something missing. */
export const accessControl = (kernel: Kernel, within: AccessWorld) => {
  const { scope, policy, population, journal } = within;
  const state = (): AuthzState => ({ mode: policy.mode, denied: policy.record?.denials.length ?? 0 });
  return {
    state,
    /** Resolves when it is stored. */
    set: async (mode: AuthzMode): Promise<AuthzState> => {
      await policy.set(mode);
      return state();
    },
    check: (identity: string, operation: string, given: string | undefined): AuthzCheck => {
      const bound = operationNamed(kernel, scope, operation);
      const uid = given === undefined ? '' : uidNamed(given, population.aliases());
      const home = homeOf(identity, population.orgId());
      return withGroupNames(checkAccess({ kernel, world: scope, bound, identity, uid, home }), scope.store.rows);
    },
    /** Explains a call in the journal, by the rights that its caller had. */
    explain: (entry: string): AuthzCheck =>
      withGroupNames(explainEntry(kernel, within, demandJournal(journal).entry(entry)), scope.store.rows),
    matrix: (group: string): AuthzMatrix => matrixOf(kernel, scope, groupNamed(group, population.aliases(), scope)),
    denied: (): WouldDeny => ({
      denied: (policy.record?.denials ?? []).map(({ identity, ...denial }) => ({
        ...denial,
        caller: { identity, name: identityName(scope.store.rows, identity) },
      })),
      dropped: policy.record?.dropped ?? 0,
    }),
    used: (identity: string): LeastRoles => leastRolesOf(within, identity, population.orgId()),
  };
};
