import type { Grant } from '../kernel/access.ts';
import { rowNotFound } from '../kernel/directory.ts';
import { denied, invalidField } from '../kernel/errors.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Rows } from '../kernel/rows.ts';
import type { Narrowing } from '../kernel/token-service.ts';
import { isWithin, UID } from '../kernel/uid.ts';
import { everyCapability } from '../schema/capability.ts';

/** The limits of a token; missing members do not limit it. */
export interface Confines {
  readonly scopes?: readonly string[];
  readonly cap?: readonly string[];
}

/** The uids that lie within both lists; undefined when there is neither. */
const intersect = (
  asked: readonly string[] | undefined,
  held: readonly string[] | undefined,
): readonly string[] | undefined => {
  if (!asked || !held) return asked ?? held;
  const both = [
    ...asked.filter((uid) => held.some((at) => isWithin(uid, at))),
    ...held.filter((uid) => asked.some((at) => isWithin(uid, at))),
  ];
  return [...new Set(both)];
};

/**
 * The limits that a request sets for a token within its previous ones. `scope` is the older form of `scopes`.
 * @throws ApiError INVALID_ARGUMENT for an invalid uid or unknown capability, NOT_FOUND for a missing group, and
 *   PERMISSION_DENIED when nothing is left
 */
export const confinesOf = (
  { scope = '', scopes = [], cap = [], aud = [] }: Narrowing,
  before: Confines,
  groups: Resource,
  rows: Rows,
): Confines => {
  for (const [index, audience] of aud.entries()) {
    if (audience === '') throw invalidField(`aud[${index}]`, 'must not be empty');
  }
  const asked = [...new Set([...scopes, ...(scope === '' ? [] : [scope])])];
  for (const uid of asked) {
    if (!UID.test(uid)) throw invalidField('scopes', `${JSON.stringify(uid)} is not the uid of a group`);
    if (!rows.get(groups, uid)) throw rowNotFound(groups, uid);
  }
  for (const name of cap) {
    if (!everyCapability.has(name)) throw invalidField('cap', `unknown capability ${JSON.stringify(name)}`);
  }
  const left = intersect(asked.length > 0 ? asked : undefined, before.scopes);
  const held = before.cap && new Set(before.cap);
  const names = cap.length > 0 ? cap.filter((name) => !held || held.has(name)) : before.cap;
  if (left?.length === 0) throw denied('invalid "scopes": they lie outside of what the token is confined to');
  if (names?.length === 0) throw denied('invalid "cap": none is among those that the token is confined to');
  return { ...(left && { scopes: left }), ...(names && { cap: names }) };
};

/** The grants of a confined token: only the named capabilities, and only within the scopes. */
export const confineGrants = (grants: readonly Grant[], { scopes, cap = [] }: Confines): readonly Grant[] => {
  const asked = new Set(cap);
  return grants.flatMap(({ at, capabilities }) => {
    const held = new Set([...capabilities].filter((name) => asked.has(name)));
    if (held.size === 0) return [];
    return (intersect(scopes, [at]) ?? []).map((group) => ({ at: group, capabilities: held }));
  });
};
