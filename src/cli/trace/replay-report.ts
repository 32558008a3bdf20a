import { type Difference, valueText } from '../../features/compare/compare-values.ts';
import type { ReplayCall, ReplayLog } from '../../features/trace/replay-log.ts';
import { countOf } from '../../schema/counted-noun.ts';

/** The outcome of a call or a control call of a trace. */
export type Outcome =
  | { readonly kind: 'compared'; readonly differences: readonly Difference[] }
  /** Why it was not compared, in words behind a count: "broken off"; empty for a control call that changes nothing. */
  | { readonly kind: 'skipped'; readonly reason: string };

/** A call or a control call that was made again. */
export interface Replayed {
  readonly name: string;
  /** Missing for a control call, of which only a difference is of interest. */
  readonly call?: ReplayCall;
  readonly outcome: Outcome;
}

/** The maximum number of printed differences. */
const MAX_PRINTED = 10;
/** The maximum number of printed characters of a value. */
const MAX_VALUE = 100;

const RESOURCE_EXHAUSTED = 429;

/** Calls of one world that ran at the same time. */
const overlap = (one: ReplayCall, other: ReplayCall): boolean => {
  const [begun, begunOther] = [Date.parse(one.startedDateTime), Date.parse(other.startedDateTime)];
  return one.pageref === other.pageref && begun <= begunOther + other.time && begunOther <= begun + one.time;
};

/** True for a call that overlapped with others under a fault or a quota. */
const isApart = (call: ReplayCall | undefined, { entries }: ReplayLog): boolean => {
  const others = call ? entries.filter((other) => other !== call && overlap(call, other)) : [];
  return [call, ...others].some(
    (each) => others.length > 0 && (each?._faults !== undefined || each?.response.status === RESOURCE_EXHAUSTED),
  );
};

const differencesOf = ({ outcome }: Replayed): readonly Difference[] =>
  outcome.kind === 'compared' ? outcome.differences : [];

/**
 * A report of the replayed calls of a trace, in lines (behaviour R8). It is passed if answers were compared, and none
 * differs except for calls that overlapped under a rule.
 */
export const reportOf = (
  log: ReplayLog,
  replayed: readonly Replayed[],
): { readonly isPassed: boolean; readonly lines: readonly string[] } => {
  const compared = replayed.filter(({ call, outcome }) => call && outcome.kind === 'compared');
  const differing = compared.filter((each) => differencesOf(each).length > 0);
  const apart = differing.filter(({ call }) => isApart(call, log));
  const found = replayed.flatMap((each) =>
    (apart.includes(each) ? [] : differencesOf(each)).map(
      ({ path, one, other }) =>
        `  ${each.name}  ${path}: ${valueText(one, MAX_VALUE)}, now ${valueText(other, MAX_VALUE)}`,
    ),
  );
  const skipped = new Map<string, number>();
  for (const { outcome } of replayed)
    if (outcome.kind === 'skipped' && outcome.reason !== '')
      skipped.set(outcome.reason, (skipped.get(outcome.reason) ?? 0) + 1);
  const skips = [...skipped.values()].reduce((sum, each) => sum + each, 0);
  const others = differing.length - apart.length;
  const equal = `${compared.length - differing.length} as recorded${others > 0 ? `, ${others} not` : ''}`;
  const numbers = apart.map(({ call }) => (call ? log.entries.indexOf(call) + 1 : 0));
  return {
    isPassed: compared.length > 0 && found.length === 0,
    lines: [
      compared.length === 0 ? 'no call was compared' : `replayed ${countOf(compared.length, 'call')}: ${equal}`,
      ...found.slice(0, MAX_PRINTED),
      ...(found.length > MAX_PRINTED ? [`  and ${found.length - MAX_PRINTED} more`] : []),
      ...(apart.length > 0 ? [`${apart.length} not, which overlapped under a rule: ${numbers.join(', ')}`] : []),
      ...(skips > 0
        ? [`${skips} not compared: ${[...skipped].map(([reason, count]) => `${count} ${reason}`).join(', ')}`]
        : []),
      ...log._cut.flatMap((cut) => {
        if ('worlds' in cut) return [`${cut.worlds} worlds that had ended are not in it`];
        const { world, calls, steps } = cut;
        return calls + steps > 0 ? [`${world}: the first ${calls} calls and ${steps} control calls are not in it`] : [];
      }),
    ],
  };
};
