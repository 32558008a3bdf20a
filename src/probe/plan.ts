import type { FaultMatch, FaultPreset } from '../../generated/nouns.ts';
import type { SurpriseName } from '../features/faults/fault-presets.contract.ts';
import { armSurprise, surprisesOf } from '../features/faults/surprises-of-call.ts';
import type { BaseCall } from './base-calls.ts';
import type { Selection } from './selection.ts';
import { FACTS } from './surprises.ts';

/** One run of the command with one surprise. */
export interface PlannedTrial {
  /** The call and its surprise: `ListRepos#2/short_page`. */
  readonly id: string;
  readonly call: BaseCall;
  readonly surprise: SurpriseName;
  /** The ids of the trials in the same situation, which are not made. */
  readonly folded: readonly string[];
}

/** The fault by which a trial meets its call. */
export const faultOfTrial = ({ call, surprise }: PlannedTrial): FaultPreset & { readonly match: FaultMatch } => {
  const { preset, match = {} } = armSurprise(surprise, call.calls, call.index, !call.isLoose);
  return { preset, match };
};

/** The trials to make, the likely findings first. */
export interface Plan {
  readonly trials: readonly PlannedTrial[];
  /** The numbers of pairs of a call and a surprise, of surprises, of pairs that flags exclude, and of folded pairs. */
  readonly pairs: number;
  readonly surprises: number;
  readonly unselected: number;
  readonly folded: number;
}

/** The kind of answer that a call has got: its code, and of a page whether it is the first, the last, or empty. */
const kindOfAnswer = ({ seen, calls, index }: BaseCall): string => {
  const { request, answer } = calls[index] ?? {};
  const lists = Object.values(answer ?? {}).filter(Array.isArray);
  if (!answer || lists.length === 0) return seen.code ?? '';
  const isEmpty = lists.every(({ length }) => length === 0);
  return JSON.stringify([seen.code, isEmpty, Boolean(answer.nextPageToken), Boolean(request?.pageToken)]);
};

/** The situation of a call: trials that are alike in it are expected to end alike. */
const situationOf = (call: BaseCall): string => {
  const { operation, protocol, client } = call.seen;
  return JSON.stringify([operation, protocol, client, call.before?.operation ?? '', kindOfAnswer(call)]);
};

/** The surprise of which one trial is made for each operation: it takes as long as the client waits. */
const ONCE_EACH: SurpriseName = 'never';

interface Pair {
  readonly call: BaseCall;
  readonly surprise: SurpriseName;
}

const idOf = ({ call, surprise }: Pair): string => `${call.id}/${surprise}`;

/** Equal pairs become one trial: the first one's. */
const fold = (pairs: readonly Pair[], foldsAll: boolean): readonly PlannedTrial[] => {
  const trials = new Map<string, PlannedTrial>();
  for (const pair of pairs) {
    const id = idOf(pair);
    const { call, surprise } = pair;
    const situation = surprise === ONCE_EACH ? call.seen.operation : foldsAll ? situationOf(call) : id;
    const key = `${surprise} ${situation}`;
    const known = trials.get(key);
    trials.set(key, known ? { ...known, folded: [...known.folded, id] } : { ...pair, id, folded: [] });
  }
  return [...trials.values()];
};

/** Plans the trials of calls: each with every surprise that can meet it. */
export const planTrials = (calls: readonly BaseCall[], selection: Selection, foldsAll: boolean): Plan => {
  const pairs = calls.flatMap((call) =>
    surprisesOf(call.calls, call.index).map((surprise): Pair => ({ call, surprise })),
  );
  const wanted = pairs.filter((pair) => selection.admits({ ...pair, id: idOf(pair) }));
  // A trial that is asked for by its id is never folded.
  const named = wanted.filter((pair) => selection.names(idOf(pair)));
  const others = wanted.filter((pair) => !selection.names(idOf(pair)));
  const trials = [...fold(named, false), ...fold(others, foldsAll)];
  const byLikelihood = Object.keys(FACTS);
  const rankOf = ({ surprise }: PlannedTrial): number => byLikelihood.indexOf(surprise);
  return {
    trials: trials.toSorted((one, other) => rankOf(one) - rankOf(other)),
    pairs: pairs.length,
    surprises: new Set(pairs.map(({ surprise }) => surprise)).size,
    unselected: pairs.length - wanted.length,
    folded: trials.reduce((sum, { folded }) => sum + folded.length, 0),
  };
};
