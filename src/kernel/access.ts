import { BoundedCache } from '../schema/bounded-cache.ts';
import type { Capability } from '../schema/capability.ts';
import { denied } from './errors.ts';
import type { Collection, Interval, Rows } from './rows.ts';
import { isWithin, TOP } from './uid.ts';

/** Capabilities that an identity holds at a uid and everywhere below it; TOP is everywhere. */
export interface Grant {
  readonly at: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** The row that it comes from. */
  readonly by?: GrantOrigin;
}

/** The row that grants: its uid, the group that it is in, and the name of the role. */
export interface GrantOrigin {
  readonly uid: string;
  readonly group: string;
  readonly role: string;
}

/** The source of grants: the rows, evaluated live (behaviour §10.7, §10.8). */
export interface GrantSource {
  readonly grantsOf: (identity: string, rows: Rows) => readonly Grant[];
  /** The collections that the grants are read from: the grants stay the same while these do. */
  readonly madeFrom: readonly Collection[];
}

/** The uids at and below which the caller has a capability: sorted, none inside another. */
export type Reach = readonly string[];

/**
 * A condition for a call: every one of the capabilities `at` the uid, all of them `near` it (at it, above or below),
 * each of them `anywhere`, or all of them `together` in one place. The uid of the last two is TOP.
 */
export interface Need {
  readonly place: 'at' | 'near' | 'anywhere' | 'together';
  readonly capabilities: readonly Capability[];
  readonly uid: string;
}

/** The rights of one caller in one state of the rows. */
export interface Access {
  /** Its grants, without the limits of a token; missing if it is made from something else. */
  readonly grants?: readonly Grant[] | undefined;
  /** True if the caller has every capability at the uid or above it. */
  readonly holds: (capabilities: readonly Capability[], uid: string) => boolean;
  /** The uids at which the caller has every one of the capabilities. */
  readonly reach: (capabilities: readonly Capability[]) => Reach;
  /** @throws ApiError PERMISSION_DENIED that names the first capability missing at the uid, and the group. */
  readonly demand: (capabilities: readonly Capability[], uid: string, group?: () => string) => void;
  /** @throws ApiError PERMISSION_DENIED unless the caller has all of them at the uid, or at one place above or below it. */
  readonly demandNear: (capabilities: readonly Capability[], uid: string, group: () => string) => void;
  /** @throws ApiError PERMISSION_DENIED if the caller has one of the capabilities nowhere. */
  readonly demandAnywhere: (capabilities: readonly Capability[]) => void;
  /** The uids at which the caller has every one of them. @throws ApiError PERMISSION_DENIED if there are none */
  readonly demandReach: (capabilities: readonly Capability[]) => Reach;
  /** The capabilities by which a need is not met, in its order; none when it is met. */
  readonly findLacking: (need: Need) => readonly Capability[];
}

/** The reach of a caller who may do something in every group. */
export const EVERYWHERE: Reach = [TOP];

/** Sorts uids, and drops those that lie inside another. */
export const keepOutermost = (uids: Iterable<string>): Reach => {
  const sorted = [...new Set(uids)].sort();
  if (sorted[0] === TOP) return EVERYWHERE;
  const outermost: string[] = [];
  for (const uid of sorted) {
    const last = outermost[outermost.length - 1];
    if (last === undefined || !isWithin(uid, last)) outermost.push(uid);
  }
  return outermost;
};

/** The overlap of two reaches. */
export const overlap = (a: Reach, b: Reach): Reach => {
  const both: string[] = [];
  for (const one of a) for (const other of b) if (isWithin(one, other)) both.push(one);
  for (const one of b) for (const other of a) if (isWithin(one, other)) both.push(one);
  return keepOutermost(both);
};

const isInReach = (uid: string, where: Reach): boolean => {
  for (const at of where) if (at === TOP || isWithin(uid, at)) return true;
  return false;
};

/** Refuses a call that lacks capabilities: the error names the first. */
const demandNone = ([missing]: readonly Capability[], group?: () => string): void => {
  if (missing === undefined) return;
  throw denied(`missing capability "${missing}"${group ? ` on group ${group()}` : ''}`);
};

/** Makes a function that returns the places of all of several capabilities, cached for each combination. */
const joinReaches = (
  reachOfOne: (capability: Capability) => Reach,
): ((capabilities: readonly Capability[]) => Reach) => {
  const combined = new Map<string, Reach>();
  return (capabilities) => {
    const [first, ...others] = capabilities;
    if (first === undefined) return EVERYWHERE;
    if (others.length === 0) return reachOfOne(first);
    const key = capabilities.join();
    let both = combined.get(key);
    if (!both) {
      both = others.reduce((shared, capability) => overlap(shared, reachOfOne(capability)), reachOfOne(first));
      combined.set(key, both);
    }
    return both;
  };
};

const accessFrom = (where: (capability: Capability) => Reach): Access => {
  const byCapability = new Map<Capability, Reach>();
  const reachOfOne = (capability: Capability): Reach => {
    let reach = byCapability.get(capability);
    if (!reach) {
      reach = where(capability);
      byCapability.set(capability, reach);
    }
    return reach;
  };
  const reach = joinReaches(reachOfOne);
  /** The capabilities that are missing one by one; if none is, the first, since no place has all of them. */
  const findApart = (capabilities: readonly Capability[], isMet: (where: Reach) => boolean): readonly Capability[] => {
    if (isMet(reach(capabilities))) return [];
    const alone = capabilities.filter((capability) => !isMet(reachOfOne(capability)));
    return alone.length > 0 ? alone : capabilities.slice(0, 1);
  };
  const listLacking = ({ place, capabilities, uid }: Need): readonly Capability[] => {
    switch (place) {
      case 'at':
        return capabilities.filter((capability) => !isInReach(uid, reachOfOne(capability)));
      case 'near':
        return findApart(capabilities, (where) => touches(where, uid));
      case 'anywhere':
        return capabilities.filter((capability) => reachOfOne(capability).length === 0);
      case 'together':
        return findApart(capabilities, (where) => where.length > 0);
    }
  };
  const demandMet = (need: Need, group?: () => string): void => demandNone(listLacking(need), group);
  return {
    reach,
    findLacking: listLacking,
    holds: (capabilities, uid) => isInReach(uid, reach(capabilities)),
    demand: (capabilities, uid, group = () => uid) => {
      // The most frequent question, so that it creates no object.
      for (const each of capabilities) if (!isInReach(uid, reachOfOne(each))) demandNone([each], group);
    },
    demandNear: (capabilities, uid, group) => {
      if (!touches(reach(capabilities), uid)) demandMet({ place: 'near', capabilities, uid }, group);
    },
    demandAnywhere: (capabilities) => demandMet({ place: 'anywhere', capabilities, uid: TOP }),
    demandReach: (capabilities) => {
      const where = reach(capabilities);
      if (where.length === 0) demandMet({ place: 'together', capabilities, uid: TOP });
      return where;
    },
  };
};

/** Receives the needs of a call. */
export interface NeedWatcher {
  /** Notes a need before it is met or refused; `group` returns the uid of the group that a refusal names. */
  need(place: Need['place'], capabilities: readonly Capability[], uid: string, group?: () => string): void;
}

/** An access that reports each need before it is met or refused: one object for each call, instead of many functions. */
export class WatchedAccess implements Access {
  readonly #access: Access;
  readonly #watcher: NeedWatcher;

  constructor(access: Access, watcher: NeedWatcher) {
    this.#access = access;
    this.#watcher = watcher;
  }

  get grants(): readonly Grant[] | undefined {
    return this.#access.grants;
  }

  holds(capabilities: readonly Capability[], uid: string): boolean {
    return this.#access.holds(capabilities, uid);
  }

  reach(capabilities: readonly Capability[]): Reach {
    return this.#access.reach(capabilities);
  }

  findLacking(need: Need): readonly Capability[] {
    return this.#access.findLacking(need);
  }

  demand(capabilities: readonly Capability[], uid: string, group?: () => string): void {
    this.#watcher.need('at', capabilities, uid, group);
    this.#access.demand(capabilities, uid, group);
  }

  demandNear(capabilities: readonly Capability[], uid: string, group: () => string): void {
    this.#watcher.need('near', capabilities, uid, group);
    this.#access.demandNear(capabilities, uid, group);
  }

  demandAnywhere(capabilities: readonly Capability[]): void {
    this.#watcher.need('anywhere', capabilities, TOP);
    this.#access.demandAnywhere(capabilities);
  }

  demandReach(capabilities: readonly Capability[]): Reach {
    this.#watcher.need('together', capabilities, TOP);
    return this.#access.demandReach(capabilities);
  }
}

/** The access that grants give. */
export const accessOf = (grants: readonly Grant[]): Access => ({
  ...accessFrom((capability) =>
    keepOutermost(grants.filter((grant) => grant.capabilities.has(capability)).map((grant) => grant.at)),
  ),
  grants,
});

/** The rights of a caller without an identity. */
export const noAccess: Access = accessOf([]);

/** Access that holds the given capabilities at one place, for callers that no row describes. */
export const accessAt = (at: string, capabilities: ReadonlySet<Capability>): Access => accessOf([{ at, capabilities }]);

const CACHED_IDENTITIES = 10_000;

/** Evaluates grants, and caches the result until the rows that they are read from change. */
export const accessEvaluator = (source: GrantSource): ((identity: string, rows: Rows) => Access) => {
  const cache = new BoundedCache<string, { readonly version: number; readonly access: Access }>(CACHED_IDENTITIES);
  return (identity, rows) => {
    const version = rows.version(source.madeFrom);
    const known = cache.get(identity);
    if (known?.version === version) return known.access;
    const access = accessOf(source.grantsOf(identity, rows));
    cache.set(identity, { version, access });
    return access;
  };
};

/** The access that remains under every one of the limits that a token sets (behaviour §10.14). */
export const narrowAccess = (access: Access, limits: readonly (readonly Grant[])[]): Access =>
  limits.reduce((remaining, limit) => {
    const ceiling = accessOf(limit);
    const both = accessFrom((capability) => overlap(remaining.reach([capability]), ceiling.reach([capability])));
    return remaining.grants ? { ...both, grants: remaining.grants } : both;
  }, access);

/** The range of uids, in uid order, that holds a uid and everything below it. */
export const intervalOf = (uid: string): Interval =>
  uid === TOP ? { from: '', to: '\uffff' } : { from: uid, to: `${uid}0` };

/** True when the reach has anything at, above or below the uid. */
export const touches = (reach: Reach, uid: string): boolean =>
  reach.some((at) => at === TOP || isWithin(uid, at) || isWithin(at, uid));
