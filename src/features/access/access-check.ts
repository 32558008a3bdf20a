import type { AuthzBinding, AuthzCheck, AuthzGrant, AuthzStep } from '../../../generated/nouns.ts';
import { type Access, accessOf, type Grant, type Need, type NeedWatcher, WatchedAccess } from '../../kernel/access.ts';
import { everyAccess } from '../../kernel/access-policy.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import type { Context } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { ancestorsOf, parentOf, TOP } from '../../kernel/uid.ts';
import { capabilitiesOf, grants, groups, identityName, placeAt, roles } from '../../resources/index.ts';
import type { Capability } from '../../schema/capability.ts';
import { groupPathOf } from '../journal/about.ts';
import { type Refusal, refusalOf } from './access-question.ts';

/** A check with the paths of its groups by name, from the root down, for people. */
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

/** An answer before its groups have names. */
export type UnnamedCheck = Omit<AuthzCheck, 'names'>;

/** A question: may the identity do it there? */
export interface Asked {
  readonly kernel: Kernel;
  readonly world: CallScope;
  readonly bound: BoundOperation;
  readonly identity: string;
  /** The uid of the place; empty for a call that names none. */
  readonly uid: string;
  /** The group on which rights are given that any group will do for. */
  readonly home: string;
}

const isAnywhere = ({ place }: Need): boolean => place === 'anywhere' || place === 'together';

/** The needs of the call, as its runner states them to a caller who may do everything. */
const needsOf = ({ bound, uid }: Asked, context: Context): readonly Need[] => {
  const needs: Need[] = [];
  const watcher: NeedWatcher = { need: (place, capabilities, at) => void needs.push({ place, capabilities, uid: at }) };
  refusalOf(bound, uid, { ...context, access: new WatchedAccess(everyAccess, watcher) });
  return needs;
};

/** The bindings of the identity on the groups from the one of the call upwards, and on other groups that help. */
const walkOf = (own: readonly Grant[], needs: readonly Need[], { directory, rows }: Context): readonly AuthzStep[] => {
  const byGroup = new Map<string, AuthzBinding[]>();
  for (const need of needs.filter((each) => !isAnywhere(each))) {
    const lowest = directory.groupOf(rows, need.uid);
    for (const group of [lowest, ...ancestorsOf(lowest)]) {
      if (rows.get(groups, group)) byGroup.set(group, []);
    }
  }
  for (const grant of own) {
    if (!grant.by) continue;
    const { uid, group, role } = grant.by;
    const alone = accessOf([grant]);
    const has = needs.flatMap((need) =>
      need.capabilities.filter((capability) => alone.findLacking({ ...need, capabilities: [capability] }).length === 0),
    );
    const bindings = byGroup.get(group) ?? [];
    if (has.length === 0 && !byGroup.has(group)) continue;
    byGroup.set(group, [...bindings, { uid, role, has: [...new Set(has)] }]);
  }
  return [...byGroup].map(([group, bindings]) => ({ group, bindings }));
};

/** A call that is to be explained: its needs, and the rights that it was decided on. */
interface Explained {
  readonly asked: Asked;
  readonly context: Context;
  readonly needs: readonly Need[];
  readonly access: Access;
  readonly ownGrants: readonly Grant[];
}

/** The least that would do on one group: the built-in role with the fewest further capabilities, or a custom role. */
const findSmallest = (
  group: string,
  missing: readonly Capability[],
  { asked, context, needs, ownGrants }: Explained,
): readonly AuthzGrant[] => {
  const at = placeAt(asked.identity, group);
  if (at === undefined) return [];
  const wouldDo = (capabilities: ReadonlySet<Capability>): boolean => {
    const access = accessOf([...ownGrants, { at, capabilities }]);
    if (needs.some((need) => access.findLacking(need).length > 0)) return false;
    return refusalOf(asked.bound, asked.uid, { ...context, access })?.code !== 'PERMISSION_DENIED';
  };
  const wanted = new Set(missing);
  if (!wouldDo(wanted)) return [];
  const fitting = (roles.builtIn ?? [])
    .map((role) => ({ role: role.name ?? '', capabilities: capabilitiesOf(role) }))
    .filter(({ capabilities }) => missing.every((capability) => capabilities.has(capability)))
    .sort((a, b) => a.capabilities.size - b.capabilities.size || (a.role < b.role ? -1 : 1));
  const best = fitting.find(({ capabilities }) => wouldDo(capabilities));
  const alsoGrants = best ? [...best.capabilities].filter((capability) => !wanted.has(capability)) : [];
  return [...(best ? [{ role: best.role, group, alsoGrants }] : []), { customRole: [...wanted], group }];
};

const explainCall = (call: Explained, refusal: Refusal | undefined): UnnamedCheck => {
  const { asked, context, needs, access, ownGrants } = call;
  const { bound, identity, home } = asked;
  const { rows, directory } = context;
  const missing = [...new Set(needs.flatMap((need) => access.findLacking(need)))];
  const place = needs.find((need) => !isAnywhere(need));
  const group = place === undefined ? home : directory.groupOf(rows, place.uid);
  const isDenied = refusal?.code === 'PERMISSION_DENIED' && missing.length > 0;
  return {
    decision: !refusal ? 'allow' : refusal.code === 'NOT_FOUND' ? 'not_found' : 'deny',
    operation: bound.operation.id,
    needs: needs.flatMap((need) =>
      need.capabilities.map((capability) => ({
        capability,
        at: isAnywhere(need) ? 'anywhere' : directory.groupOf(rows, need.uid),
      })),
    ),
    caller: { identity, name: identityName(rows, identity) },
    walk: walkOf(ownGrants, needs, context),
    missing,
    smallest: isDenied ? findSmallest(group, missing, call) : [],
    ...(refusal && { message: refusal.message }),
  };
};

/**
 * Answers whether an identity may make a call, and why: the operation's own runner decides, on the rights that the rows
 * give (behaviour A1).
 * @throws ApiError INVALID_ARGUMENT for a uid that the operation does not take
 */
export const checkAccess = (asked: Asked): UnnamedCheck => {
  const { kernel, world, bound, identity, uid } = asked;
  const { rows } = world.store;
  const context = kernel.contextOf(bound.operation, { identity }, rows, world);
  const ownGrants = grants.grantsOf(identity, rows);
  const needs = needsOf(asked, context);
  return explainCall({ asked, context, needs, access: context.access, ownGrants }, refusalOf(bound, uid, context));
};

/** A call that was made: its needs, and its result. */
export interface MadeCall {
  readonly needs: readonly Need[];
  /** The rights of the caller when it called, with the limits of its token. */
  readonly access: Access;
  /** The error that it was refused with, if any. */
  readonly refusal: Refusal | undefined;
}

/** Explains a call that was made, by the rights that its caller had then (behaviour A7). */
export const explainAccess = (asked: Asked, { needs, access, refusal }: MadeCall): UnnamedCheck => {
  const { kernel, world, bound, identity } = asked;
  const context = kernel.contextOf(bound.operation, { identity }, world.store.rows, world);
  // A refused call stops at the first need that is not met; the others are the needs of the question.
  const further = refusal ? needsOf(asked, context) : [];
  const isSame = (one: Need, other: Need): boolean =>
    one.place === other.place && one.uid === other.uid && one.capabilities.join() === other.capabilities.join();
  const all = [...needs, ...further].filter(
    (need, index, list) => list.findIndex((one) => isSame(one, need)) === index,
  );
  return explainCall({ asked, context, needs: all, access, ownGrants: access.grants ?? [] }, refusal);
};

/** The group on which an identity gets rights that any group will do for: its own, or else the first root group. */
export const homeOf = (identity: string, firstRoot: string): string => {
  const group = parentOf(identity);
  return group === TOP ? firstRoot : group;
};
