import { alignKeys, type Match } from './align-keys.ts';
import { pairByKey } from './pair-by-key.ts';

/** A call as it is aligned: by all that it asks for, and else by its operation. */
export interface KeyedCall {
  readonly key: string;
  readonly operation: string;
}

/** Two calls that stand for each other. */
type Pair<C> = readonly [one: C, other: C];

const callsAt = <C>(one: readonly C[], other: readonly C[], matches: readonly Match[]): readonly Pair<C>[] =>
  matches.flatMap(([at, otherAt]) => {
    const [call, partner] = [one[at], other[otherAt]];
    return call && partner ? [[call, partner] as const] : [];
  });

/** The calls of two runs that stand for each other. */
export const alignCalls = <C extends KeyedCall>(one: readonly C[], other: readonly C[]): readonly Pair<C>[] => {
  const keysOf = (calls: readonly C[]): readonly string[] => calls.map(({ key }) => key);
  const operationsOf = (calls: readonly C[]): readonly string[] => calls.map(({ operation }) => operation);
  const anchors = alignKeys(keysOf(one), keysOf(other));
  const anchored = callsAt(one, other, anchors);
  const paired = new Set(anchored.flat());
  const isFree = (call: C): boolean => !paired.has(call);
  // Calls that overlapped may have changed places.
  const crossing = pairByKey(one.filter(isFree), other.filter(isFree), ({ key }) => key);
  for (const call of crossing.flat()) paired.add(call);
  const between = [...anchors, [one.length, other.length] as const].flatMap(([end, otherEnd], nth) => {
    const [before, otherBefore] = anchors[nth - 1] ?? [-1, -1];
    const left = one.slice(before + 1, end).filter(isFree);
    const otherLeft = other.slice(otherBefore + 1, otherEnd).filter(isFree);
    return callsAt(left, otherLeft, alignKeys(operationsOf(left), operationsOf(otherLeft)));
  });
  return [...anchored, ...crossing, ...between];
};
