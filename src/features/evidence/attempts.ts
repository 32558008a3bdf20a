import type { JournalEntry } from '../../../generated/nouns.ts';
import { hasFailedAnswer, isRetryOf } from './call-facts.ts';
import { answerText, faultTexts } from './seen.ts';
import type { Sentence } from './sentence.ts';
import { firstTryOf, shortMessage } from './short-message.ts';

/** One of the tries of a call. */
export interface Attempt {
  readonly call: JournalEntry;
  /** The time between the first and the beginning of this one, in milliseconds of the machine. */
  readonly afterMs: number;
  /** The outcome, in a few words. */
  readonly title: string;
  readonly text: string;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

const millisOf = ({ machineTime }: JournalEntry): number => Date.parse(machineTime);

/** A number of seconds with two decimals: 0 at least, since the clocks of two processes may differ by some hundredths. */
export const secondsText = (millis: number): string => `${(Math.max(0, millis) / 1_000).toFixed(2)} s`;

/** The tries that a call is one of, in their order: each but the last has failed. `others`: the calls for the same. */
export const triesWith = (call: JournalEntry, others: readonly JournalEntry[]): readonly JournalEntry[] => {
  const all = [...others, call].sort((one, other) => Number(one.id) - Number(other.id));
  // A call is a further try as long as the one before it has failed.
  const at = all.indexOf(call);
  const goesOn = (nth: number): boolean => {
    const [one, next] = [all[nth], all[nth + 1]];
    return one !== undefined && next !== undefined && isRetryOf(next, one);
  };
  let from = at;
  while (from > 0 && goesOn(from - 1)) from -= 1;
  let to = at;
  while (goesOn(to)) to += 1;
  return all.slice(from, to + 1);
};

const titleOf = (call: JournalEntry, nth: number, tries: readonly JournalEntry[]): string => {
  const words = shortMessage(call, tries) ?? (call.state === 'open' ? 'open' : 'answered');
  const title = nth > 0 && !hasFailedAnswer(call) ? `retry, ${words}` : words;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
};

const textOf = (call: JournalEntry, before: JournalEntry | undefined, tries: readonly JournalEntry[]): string => {
  const { handled, changes } = call;
  const gap = before ? [`Same request, ${secondsText(millisOf(call) - millisOf(before))} later.`] : [];
  const [created] = changes.filter(({ change }) => change === 'created');
  const wrote = created
    ? `The row ${created.name ?? created.uid} was created.`
    : changes.length > 0
      ? `${changes.length} row${changes.length === 1 ? '' : 's'} changed.`
      : 'Nothing was written.';
  const met = firstTryOf(call, tries);
  const seen = handled ? [`The client saw: ${answerText(call)}.`] : [];
  const causes = faultTexts(call).map((did) => `A fault: ${did}.`);
  return [...gap, ...(met ? [`Met the row of try ${tries.indexOf(met) + 1}.`] : [wrote]), ...seen, ...causes].join(' ');
};

/** The tries of a call, each with its result; only one if it was not tried again. */
export const attemptsOf = (call: JournalEntry, others: readonly JournalEntry[]): readonly Attempt[] => {
  const tries = triesWith(call, others);
  const [first] = tries;
  return tries.map((each, nth) => ({
    call: each,
    afterMs: first ? millisOf(each) - millisOf(first) : 0,
    title: titleOf(each, nth, tries),
    text: textOf(each, tries[nth - 1], tries),
  }));
};

/** The outcome of the tries of a call, in a sentence. */
export const attemptsSentence = (attempts: readonly Attempt[]): Sentence => {
  if (attempts.length < 2) return ['1 try. No other call asked for the same.'];
  const last = attempts.at(-1);
  const took = secondsText(last?.afterMs ?? 0);
  const lead: Sentence = [{ strong: `${attempts.length} tries in ${took}.` }];
  const calls = attempts.map(({ call }) => call);
  const lost = calls.findIndex(({ handled, changes }) => handled?.code === 'OK' && changes.length > 0);
  const nameOf = (nth: number): string => ORDINALS[nth] ?? `${nth + 1}th`;
  if (lost < 0) return [...lead, ` The last was answered ${last?.call.status ?? 'not at all'}.`];
  const met = calls.findIndex((call) => firstTryOf(call, calls) !== undefined);
  const wrote = ` The ${nameOf(lost)} one wrote the row and its answer was lost`;
  if (met > lost) return [...lead, `${wrote}, so the ${nameOf(met)} one met that row.`];
  const again = calls.findIndex(({ changes }, nth) => nth > lost && changes.some(({ change }) => change === 'created'));
  return [...lead, again > 0 ? `${wrote}, so the ${nameOf(again)} one wrote it a second time.` : `${wrote}.`];
};

/** The pauses of a client between its tries, and the answer that it gave up on: each in words, behind its heading. */
export const clientHabits = (attempts: readonly Attempt[]): readonly (readonly [about: string, text: string])[] => {
  if (attempts.length < 2) return [];
  const gaps = attempts.slice(1).map(({ afterMs }, nth) => afterMs - (attempts[nth]?.afterMs ?? 0));
  const grows = gaps.length > 1 && gaps.every((gap, nth) => nth === 0 || gap > (gaps[nth - 1] ?? 0));
  const waited = gaps.map(secondsText).join(', ');
  const last = attempts.at(-1)?.call;
  const habit = grows ? ', growing: it backs off' : gaps.length > 1 ? ', without growing' : '';
  return [
    ['Waited', `${waited}${habit}`],
    ...(last && hasFailedAnswer(last) ? ([['Gave up on', String(last.status ?? 'no answer')]] as const) : []),
  ];
};
