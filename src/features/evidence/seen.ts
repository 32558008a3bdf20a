import type { JournalEntry } from '../../../generated/nouns.ts';

/** The ends of answers that their clients do not get whole, by their codes. */
const BROKEN_OFF: ReadonlyMap<string | undefined, string> = new Map([
  ['DROPPED', 'connection closed'],
  ['RESET', 'connection reset'],
  ['TRUNCATED', 'body cut short'],
]);

type Ended = Pick<JournalEntry, 'state' | 'status' | 'code' | 'handled' | 'changes'>;

/** True for a call whose client got no answer, or a part of one. */
export const isBrokenOff = (code: string | undefined): boolean => BROKEN_OFF.has(code);

/** The answer as the client got it: a status and a code, a part of an answer, or none. */
export const answerText = ({ state, status, code }: Omit<Ended, 'handled' | 'changes'>): string => {
  if (state === 'open') return 'not answered yet';
  const how = BROKEN_OFF.get(code);
  if (how === undefined) return [status, code].filter((part) => part !== undefined).join(' ');
  return status === undefined ? `no answer: ${how}` : `${status}, broken off: ${how}`;
};

/**
 * The answer that the client saw of a call, and the outcome of the call if that is another: `200 OK`,
 * `503 UNAVAILABLE (stored; the answer was lost)`, `no answer: connection reset (stored)`.
 */
export const seenText = (call: Ended): string => {
  const { handled, changes, code } = call;
  const answer = answerText(call);
  if (!handled) return answer;
  if (handled.code !== 'OK') return `${answer} (without the fault: ${handled.status} ${handled.code})`;
  const result = changes.length > 0 ? 'stored' : 'carried out';
  return `${answer} (${result}${isBrokenOff(code) ? '' : '; the answer was lost'})`;
};

/** The effects of the faults that acted on a call, in words. */
export const faultTexts = ({ faults }: Pick<JournalEntry, 'faults'>): readonly string[] =>
  faults.map(({ rule, did }) => (/^x-/.test(rule) ? `${did} (by its header ${rule})` : did));
