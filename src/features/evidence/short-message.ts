import type { JournalEntry } from '../../../generated/nouns.ts';
import { hasFailedAnswer, isFaulted, isOverQuota } from './call-facts.ts';
import { faultTexts } from './seen.ts';

/** A uid within a text, but for its last part. */
const ABOVE = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*(?=\/[0-9a-f]{16})/g;

/** A text in which only the last part of each uid is left. */
export const shortenUids = (text: string): string => text.replaceAll(ABOVE, '…');

/** The kind of error at the beginning of a message, which its status says already. */
const KIND =
  /^(?:Permission denied|Not found|Invalid argument|Already exists|Precondition failed|Resource exhausted|Unauthenticated): /;

/** A span of time, in words. */
export const spanText = (millis: number): string => {
  const seconds = Math.max(0, Math.round(millis / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
};

/** The earlier try that created the row which a create met; undefined if none of `tries` did. */
export const firstTryOf = (call: JournalEntry, tries: readonly JournalEntry[]): JournalEntry | undefined =>
  call.status === 409
    ? tries.find(
        ({ id, changes }) => Number(id) < Number(call.id) && changes.some(({ change }) => change === 'created'),
      )
    : undefined;

/**
 * The failure of a call in a few words, for a line of a list; undefined if there was none. `tries` are the other
 * calls for the same.
 */
export const shortMessage = (call: JournalEntry, tries: readonly JournalEntry[] = []): string | undefined => {
  const { message = '', reason } = call;
  if (isOverQuota(call)) {
    const [, requests, per] = /the quota of (\d+) requests per (\S+)/.exec(message) ?? [];
    return requests === undefined ? message.replace(KIND, '') : `quota ${requests} per ${per}`;
  }
  if (isFaulted(call)) {
    // The lost answer comes first, since its client has to cope with that.
    const wasLost = call.handled?.code === 'OK' && call.changes.length > 0;
    return wasLost ? 'answer lost after the write' : faultTexts(call).at(-1);
  }
  if (!hasFailedAnswer(call)) return undefined;
  if (firstTryOf(call, tries)) return 'name taken, by its first try';
  const words = reason ?? message;
  const [, ended] = /it ended at (\S+?Z)/.exec(words) ?? [];
  if (ended !== undefined) return `token ended ${spanText(Date.parse(call.time) - Date.parse(ended))} ago`;
  if (words === '') return call.status ? 'failed' : 'no answer';
  return shortenUids(words.replace(KIND, '')).replaceAll(' on the group ', ' on ').replaceAll(' / ', '/');
};
