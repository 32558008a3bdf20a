import { groupBy } from '../../schema/group-by.ts';
import { BoundComparer } from '../compare/bound-comparer.ts';
import type { Difference } from '../compare/compare-values.ts';
import type { TracedCall, TracedPage } from '../evidence/traced-call.ts';
import { type ComparedCall, comparedCall, idsOf, nameCall, requestKey } from './compared-call.ts';
import type { Trace } from './read-trace.ts';

/** The places of two equal items, in the one list and in the other. */
type Match = readonly [one: number, other: number];

/** The maximum number of items that may be in one list only: the memory grows with its square. */
const MAX_EDITS = 4_000;

/** True if a path of so many edits comes to a diagonal from the one above it, false if from the one below. */
const comesFromAbove = (reached: Int32Array, diagonal: number, edits: number, middle: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reached[middle + diagonal - 1] ?? 0) < (reached[middle + diagonal + 1] ?? 0));

/** The matches of a path, from its end back to its beginning; each round has what the one before it has reached. */
const walkBack = (rounds: readonly Int32Array[], end: Match): readonly Match[] => {
  const matches: Match[] = [];
  let [x, y] = end;
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const reached = rounds[edits] ?? new Int32Array();
    const diagonal = x - y;
    const step = comesFromAbove(reached, diagonal, edits, edits + 1) ? 1 : -1;
    const from = reached[edits + 1 + diagonal + step] ?? 0;
    for (const begin = step === 1 ? from : from + 1; x > begin; x -= 1, y -= 1) matches.push([x - 1, y - 1]);
    [x, y] = [from, from - diagonal - step];
  }
  return matches.reverse();
};

/**
 * The matches of a longest common subsequence of two lists, in their order (E. Myers, "An O(ND) difference algorithm",
 * 1986). There are none if more than 4,000 items are in one list only.
 */
export const alignKeys = <T>(one: readonly T[], other: readonly T[]): readonly Match[] => {
  const most = Math.min(MAX_EDITS, one.length + other.length);
  const middle = most + 1;
  const reached = new Int32Array(2 * middle + 1);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(reached.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      let x = comesFromAbove(reached, diagonal, edits, middle) ? (reached[at + 1] ?? 0) : (reached[at - 1] ?? 0) + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      reached[at] = x;
      if (x >= one.length && x - diagonal >= other.length) return walkBack(rounds, [x, x - diagonal]);
    }
  }
  return [];
};

/** Pairs the items of two lists that have the same key, the first with the first; those without a key have no partner. */
const pairByKey = <T>(
  one: readonly T[],
  other: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly (readonly [one: T, other: T])[] => {
  const free = new Map<string, T[]>();
  for (const item of other) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const found = free.get(key);
    if (found) found.push(item);
    else free.set(key, [item]);
  }
  // Taken from the end: a list is not moved for each.
  for (const items of free.values()) items.reverse();
  return one.flatMap((item) => {
    const partner = free.get(keyOf(item) ?? '')?.pop();
    return partner === undefined ? [] : [[item, partner] as const];
  });
};

/** The labels that identify a test in two runs. */
const OF_A_TEST = ['file', 'title', 'project', 'retry'];

/** The ids of worlds of two runs that stand for each other; undefined if there is none. */
type WorldPair = readonly [one: string | undefined, other: string | undefined];

/** The keys by which worlds are paired, one after the other: by their tests, by their names, and the rest by their order. */
const KEYS: readonly ((world: TracedPage) => string | undefined)[] = [
  ({ _labels: of = {} }) => (of.title === undefined ? undefined : JSON.stringify(OF_A_TEST.map((name) => of[name]))),
  ({ id }) => id,
  ({ id }) => (id === 'default' ? undefined : 'other'),
];

/** The worlds of a trace: its pages, and the worlds of calls without a page. */
const worldsOf = ({ pages, entries }: Trace): readonly TracedPage[] => {
  const known = new Set(pages.map(({ id }) => id));
  const others = new Set(entries.map(({ pageref = '' }) => pageref).filter((id) => !known.has(id)));
  return [...pages, ...[...others].map((id) => ({ id }))];
};

/** Pairs the worlds of two runs. */
const pairWorlds = (one: Trace, other: Trace): readonly WorldPair[] => {
  let [unpaired, otherUnpaired] = [worldsOf(one), worldsOf(other)];
  const pairs = KEYS.flatMap((keyOf): readonly WorldPair[] => {
    const found = pairByKey(unpaired, otherUnpaired, keyOf);
    const paired = new Set(found.flat());
    unpaired = unpaired.filter((world) => !paired.has(world));
    otherUnpaired = otherUnpaired.filter((world) => !paired.has(world));
    return found.map(([{ id }, { id: otherId }]) => [id, otherId]);
  });
  return [
    ...pairs,
    ...unpaired.map(({ id }): WorldPair => [id, undefined]),
    ...otherUnpaired.map(({ id }): WorldPair => [undefined, id]),
  ];
};

/** A call of a trace with its number, which `trace show` prints. */
export interface NumberedCall {
  readonly number: number;
  readonly call: TracedCall;
}

/** A call as it is compared, and as it is aligned: by all that it asks for, and else by its operation. */
interface AlignedCall extends NumberedCall {
  readonly compared: ComparedCall;
  readonly key: string;
  readonly operation: string;
}

/** Two calls that stand for each other. */
type Pair = readonly [one: AlignedCall, other: AlignedCall];
type Calls = readonly AlignedCall[];

const callsAt = (one: Calls, other: Calls, matches: readonly Match[]): readonly Pair[] =>
  matches.flatMap(([at, otherAt]) => {
    const [call, partner] = [one[at], other[otherAt]];
    return call && partner ? [[call, partner] as const] : [];
  });

/** The calls of two runs that stand for each other. */
const alignCalls = (one: Calls, other: Calls): readonly Pair[] => {
  const matchesBy = (by: 'key' | 'operation', some: Calls, others: Calls): readonly Match[] =>
    alignKeys(
      some.map((call) => call[by]),
      others.map((call) => call[by]),
    );
  const anchors = matchesBy('key', one, other);
  const anchored = callsAt(one, other, anchors);
  const paired = new Set(anchored.flat());
  const isFree = (call: AlignedCall): boolean => !paired.has(call);
  // Calls that overlapped may have changed places.
  const crossing = pairByKey(one.filter(isFree), other.filter(isFree), ({ key }) => key);
  for (const call of crossing.flat()) paired.add(call);
  const between = [...anchors, [one.length, other.length] as const].flatMap(([end, otherEnd], nth) => {
    const [before, otherBefore] = anchors[nth - 1] ?? [-1, -1];
    const unpaired = one.slice(before + 1, end).filter(isFree);
    const otherUnpaired = other.slice(otherBefore + 1, otherEnd).filter(isFree);
    return callsAt(unpaired, otherUnpaired, matchesBy('operation', unpaired, otherUnpaired));
  });
  return [...anchored, ...crossing, ...between];
};

/** A call that differs between two runs, or is in one of them only. */
export interface Finding {
  readonly one?: NumberedCall;
  readonly other?: NumberedCall;
  /** The places at which the two differ; empty if there is only one. */
  readonly differences: readonly Difference[];
}

/** The differences between two runs. */
export interface Comparison {
  /** The number of calls that are the same in both. */
  readonly alike: number;
  /** In the order of the first run. */
  readonly findings: readonly Finding[];
}

const callsByWorld = (
  { entries }: Trace,
  compared: readonly ComparedCall[],
  stays: ReadonlySet<string>,
): ReadonlyMap<string | undefined, Calls> => {
  const calls = compared.flatMap((each, at): Calls => {
    const call = entries[at];
    if (!call) return [];
    return [{ number: at + 1, call, compared: each, key: requestKey(call, each, stays), operation: nameCall(call) }];
  });
  return groupBy(calls, ({ call: { pageref = '' } }) => pageref);
};

/** A finding with its place: the number of its call of the first run, or a half between two of these. */
interface PlacedFinding extends Finding {
  readonly place: number;
}

/** Compares the calls of a world in two runs. */
const compareWorld = (one: Calls, other: Calls): readonly PlacedFinding[] => {
  const comparer = new BoundComparer();
  const partners = new Map(alignCalls(one, other));
  const findings = one.map((call): PlacedFinding => {
    const partner = partners.get(call);
    const differences = partner ? comparer.differences(call.compared, partner.compared) : [];
    return { place: call.number, one: call, ...(partner && { other: partner }), differences };
  });
  const places = new Map([...partners].map(([{ number }, partner]) => [partner, number]));
  let place = (one.at(-1)?.number ?? Number.MAX_SAFE_INTEGER) + 0.5;
  const added = other.toReversed().flatMap((call): readonly PlacedFinding[] => {
    const found = places.get(call);
    if (found !== undefined) place = found - 0.5;
    return found === undefined ? [{ place, other: call, differences: [] }] : [];
  });
  return [...findings, ...added.reverse()];
};

/** Compares two runs call by call. */
export const compareTraces = (one: Trace, other: Trace): Comparison => {
  const [own, others] = [one.entries.map(comparedCall), other.entries.map(comparedCall)];
  const ids = new Set(own.flatMap(idsOf));
  const shared = new Set(others.flatMap(idsOf).filter((id) => ids.has(id)));
  const [calls, otherCalls] = [callsByWorld(one, own, shared), callsByWorld(other, others, shared)];
  const compared = pairWorlds(one, other)
    .flatMap(([world, otherWorld]) => compareWorld(calls.get(world) ?? [], otherCalls.get(otherWorld) ?? []))
    .sort((left, right) => left.place - right.place);
  const findings = compared.flatMap(({ place: _, ...finding }) =>
    finding.one && finding.other && finding.differences.length === 0 ? [] : [finding],
  );
  return { alike: compared.length - findings.length, findings };
};
