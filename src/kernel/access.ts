import { BoundedCache } from '../schema/bounded-cache.ts';
import type { Capability } from '../schema/capability.ts';
import { denied } from './errors.ts';
import type { Collection, Interval, Rows } from './rows.ts';
import { isWithin, TOP } from './uid.ts';

/** Capabilities that an identity holds at a uid and everywhere below it; TOP is everywhere. */
export interface Grant {
  readonly at: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** Where grants come from: the rows, evaluated live (behaviour §10.7, §10.8). */
export interface GrantSource {
  readonly grantsOf: (identity: string, rows: Rows) => readonly Grant[];
  /** The collections that the grants are read from: the grants stay the same while these do. */
  readonly madeFrom: readonly Collection[];
}

/** The uids at and below which a capability is held: sorted, none inside another. */
export type Reach = readonly string[];

/** What one caller may do in one state of the rows. */
export interface Access {
  /** True when every capability is held at the uid or above it. */
  readonly holds: (capabilities: readonly Capability[], uid: string) => boolean;
  /** Where every one of the capabilities is held. */
  readonly reach: (capabilities: readonly Capability[]) => Reach;
  /** @throws ApiError PERMISSION_DENIED that names the first capability missing at the uid, and the group. */
  readonly demand: (capabilities: readonly Capability[], uid: string, group?: () => string) => void;
}

const EVERYWHERE: Reach = [TOP];

/** Sorts uids, and drops those that lie inside another. */
const outermost = (uids: Iterable<string>): Reach => {
  const sorted = [...new Set(uids)].sort();
  if (sorted[0] === TOP) return EVERYWHERE;
  const kept: string[] = [];
  for (const uid of sorted) {
    const last = kept[kept.length - 1];
    if (last === undefined || !isWithin(uid, last)) kept.push(uid);
  }
  return kept;
};

/** Where both reach. */
export const overlap = (a: Reach, b: Reach): Reach => {
  const both: string[] = [];
  for (const one of a) for (const other of b) if (isWithin(one, other)) both.push(one);
  for (const one of b) for (const other of a) if (isWithin(one, other)) both.push(one);
  return outermost(both);
};

const accessFrom = (where: (capability: Capability) => Reach): Access => {
  const byCapability = new Map<Capability, Reach>();
  const combined = new Map<string, Reach>();
  const single = (capability: Capability): Reach => {
    let reach = byCapability.get(capability);
    if (!reach) {
      reach = where(capability);
      byCapability.set(capability, reach);
    }
    return reach;
  };
  const reach = (capabilities: readonly Capability[]): Reach => {
    const [first, ...others] = capabilities;
    if (first === undefined) return EVERYWHERE;
    if (others.length === 0) return single(first);
    const key = capabilities.join();
    let both = combined.get(key);
    if (!both) {
      both = others.reduce((shared, capability) => overlap(shared, single(capability)), single(first));
      combined.set(key, both);
    }
    return both;
  };
  const within = (uid: string, where: Reach): boolean => where.some((at) => at === TOP || isWithin(uid, at));
  return {
    reach,
    holds: (capabilities, uid) => within(uid, reach(capabilities)),
    demand: (capabilities, uid, group = () => uid) => {
      const missing = capabilities.find((capability) => !within(uid, single(capability)));
      if (missing !== undefined) throw denied(`missing capability "${missing}" on group ${group()}`);
    },
  };
};

const accessOf = (grants: readonly Grant[]): Access =>
  accessFrom((capability) =>
    outermost(grants.filter((grant) => grant.capabilities.has(capability)).map((grant) => grant.at)),
  );

/** What a caller without an identity may do. */
export const noAccess: Access = accessOf([]);

/** Access that holds the given capabilities at one place, for callers that no row describes. */
export const accessAt = (at: string, capabilities: ReadonlySet<Capability>): Access => accessOf([{ at, capabilities }]);

const KEPT_IDENTITIES = 10_000;

/** Evaluates grants, and keeps the result until the rows that they are read from change. */
export const accessEvaluator = (source: GrantSource): ((identity: string, rows: Rows) => Access) => {
  const kept = new BoundedCache<string, { readonly version: number; readonly access: Access }>(KEPT_IDENTITIES);
  return (identity, rows) => {
    const version = rows.version(source.madeFrom);
    const known = kept.get(identity);
    if (known?.version === version) return known.access;
    const access = accessOf(source.grantsOf(identity, rows));
    kept.set(identity, { version, access });
    return access;
  };
};

/** The access that remains under every one of the limits that a token sets (behaviour §10.14). */
export const narrowed = (access: Access, limits: readonly (readonly Grant[])[]): Access =>
  limits.reduce((remaining, limit) => {
    const ceiling = accessOf(limit);
    return accessFrom((capability) => overlap(remaining.reach([capability]), ceiling.reach([capability])));
  }, access);

/** The range of uids, in uid order, that holds a uid and everything below it. */
export const intervalOf = (uid: string): Interval =>
  uid === TOP ? { from: '', to: '\uffff' } : { from: uid, to: `${uid}0` };

/** True when the reach has anything at, above or below the uid. */
export const touches = (reach: Reach, uid: string): boolean =>
  reach.some((at) => at === TOP || isWithin(uid, at) || isWithin(at, uid));
