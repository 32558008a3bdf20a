import type { Capability } from '../schema/capability.ts';
import { intervalOf, type Reach } from './access.ts';
import { rowNotFound } from './directory.ts';
import type { Context, Resource } from './resource.ts';
import type { Interval, Row, Rows } from './rows.ts';
import { ancestorsOf, parentOf, TOP } from './uid.ts';

/** The uidp filter of a request (behaviour §4.2). */
export interface Uidp {
  readonly ancestorsOf?: string;
  readonly descendantsOf?: string;
  readonly childrenOf?: string;
  readonly inRoot?: boolean;
  readonly ids?: readonly string[];
}

/** A place in the tree, as a part of a selection of rows. */
export interface Scope {
  readonly key: string;
  readonly intervals: readonly Interval[];
  readonly parent?: string;
  readonly uids?: readonly string[];
  readonly tests: readonly ((row: Row) => boolean)[];
}

const clip = (intervals: readonly Interval[], by: Interval): readonly Interval[] => {
  const clipped: Interval[] = [];
  for (const { from, to } of intervals) {
    const start = from > by.from ? from : by.from;
    const end = to < by.to ? to : by.to;
    if (start < end) clipped.push({ from: start, to: end });
  }
  return clipped;
};

/** The uids in reach, in uid order, with the root rows if every caller can see them. */
const findReachable = (resource: Resource, reach: Reach, rows: Rows): readonly Interval[] => {
  const intervals = reach.map(intervalOf);
  if (!resource.verbs.list?.rootsVisible || reach[0] === TOP) return intervals;
  const roots = rows.childrenOf(resource, TOP).map(({ uid }) => ({ from: uid, to: `${uid}!` }));
  return [...intervals, ...roots].sort((a, b) => (a.from < b.from ? -1 : 1));
};

/**
 * Combines a uidp filter and a caller's reach into a scope.
 * @throws ApiError NOT_FOUND for an unknown uid (behaviour U2), PERMISSION_DENIED for one out of reach (behaviour U4)
 */
export const scopeOf = (
  resource: Resource,
  uidp: Uidp,
  reach: Reach,
  capabilities: readonly Capability[],
  context: Context,
): Scope => {
  const { rows, directory, access } = context;
  const demandKnown = (uid: string, type: Resource): void => {
    if (uid !== TOP && !directory.find(rows, uid)) throw rowNotFound(type, uid);
  };
  const { ancestorsOf: above = '', descendantsOf: below = '', childrenOf = '', inRoot = false, ids = [] } = uidp;
  if (above !== '') demandKnown(above, directory.getResource('group'));
  if (below !== '') demandKnown(below, directory.getResource('group'));
  if (childrenOf !== '') demandKnown(childrenOf, directory.getResource(resource.parent?.singular ?? 'group'));
  for (const uid of [above, below, childrenOf]) {
    if (uid !== '') access.demandNear(capabilities, uid, () => directory.groupOf(rows, uid));
  }
  const tests: ((row: Row) => boolean)[] = [];
  let intervals = findReachable(resource, reach, rows);
  if (below !== '' && below !== TOP) {
    const { to } = intervalOf(below);
    intervals = clip(intervals, { from: resource.sharesParentUid ? below : `${below}/`, to });
  }
  const parents = [...(childrenOf === '' ? [] : [childrenOf]), ...(inRoot ? [TOP] : [])];
  let parent: string | undefined;
  if (parents.length > 0) {
    if (resource.sharesParentUid) {
      tests.push(({ uid }) => parents.every((at) => (at === TOP ? parentOf(uid) === TOP : uid === at)));
    } else {
      [parent] = parents;
      if (parents.some((at) => at !== parent)) tests.push(() => false);
    }
  }
  if (above !== '') {
    const anchors = new Set(ancestorsOf(above));
    if (!rows.get(directory.getResource('group'), above)) anchors.add(above);
    tests.push(
      resource.singular === 'group'
        ? ({ uid }) => uid !== above && anchors.has(uid)
        : ({ uid }) => anchors.has(resource.sharesParentUid ? uid : parentOf(uid)),
    );
  }
  return {
    key: `${reach.join()}|${above}|${below}|${childrenOf}|${inRoot}|${ids.join()}`,
    intervals,
    tests,
    ...(parent === undefined ? {} : { parent }),
    ...(ids.length === 0 ? {} : { uids: ids }),
  };
};
