import { groupBy } from '../../schema/group-by.ts';
import { BoundComparer } from '../compare/bound-comparer.ts';
import type { Difference } from '../compare/compare-values.ts';
import { alignCalls, type KeyedCall } from './align-calls.ts';
import { type ComparedCall, comparedCall, idsOf, nameCall, requestKey } from './compared-call.ts';
import { pairWorlds } from './pair-worlds.ts';
import type { Trace, TracedCall } from './read-trace.ts';

/** A call of a trace with its number, which `trace show` prints. */
export interface NumberedCall {
  readonly number: number;
  readonly call: TracedCall;
}

/** A call that differs between two runs, or is in one of them only. */
export interface Finding {
  readonly one?: NumberedCall;
  readonly other?: NumberedCall;
  /** Where the two differ; empty if there is only one. */
  readonly differences: readonly Difference[];
}

/** What differs between two runs. */
export interface Comparison {
  /** How many calls are the same in both. */
  readonly alike: number;
  /** In the order of the first run. */
  readonly findings: readonly Finding[];
}

/** A call as it is compared. */
interface ReadCall extends NumberedCall {
  readonly compared: ComparedCall;
}

type AlignedCall = ReadCall & KeyedCall;

const readCalls = ({ entries }: Trace): readonly ReadCall[] =>
  entries.map((call, at) => ({ number: at + 1, call, compared: comparedCall(call) }));

const callsByWorld = (
  calls: readonly ReadCall[],
  stays: ReadonlySet<string>,
): ReadonlyMap<string | undefined, readonly AlignedCall[]> => {
  const aligned = calls.map((read): AlignedCall => {
    const { call, compared } = read;
    return { ...read, key: requestKey(call, compared, stays), operation: nameCall(call) };
  });
  return groupBy(aligned, ({ call: { pageref = '' } }) => pageref);
};

/** A finding with the number of the call of the first run that it comes with, or between. */
interface PlacedFinding extends Finding {
  readonly place: number;
}

/** Compares the calls of a world in two runs. */
const compareWorld = (one: readonly AlignedCall[], other: readonly AlignedCall[]): readonly PlacedFinding[] => {
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
  const [read, otherRead] = [readCalls(one), readCalls(other)];
  const ids = new Set(read.flatMap(({ compared }) => idsOf(compared)));
  const shared = new Set(otherRead.flatMap(({ compared }) => idsOf(compared)).filter((id) => ids.has(id)));
  const [calls, otherCalls] = [callsByWorld(read, shared), callsByWorld(otherRead, shared)];
  const compared = pairWorlds(one, other)
    .flatMap(([world, otherWorld]) => compareWorld(calls.get(world) ?? [], otherCalls.get(otherWorld) ?? []))
    .sort((left, right) => left.place - right.place);
  const findings = compared.flatMap(({ place: _, ...finding }) =>
    finding.one && finding.other && finding.differences.length === 0 ? [] : [finding],
  );
  return { alike: compared.length - findings.length, findings };
};
