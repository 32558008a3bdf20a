import type { JournalEntry } from '../../../generated/nouns.ts';
import { faultTexts, seenText } from './seen.ts';

/** An entry as a line of text, and below it the reason of a refusal and the faults that acted. */
export const explainCall = (entry: JournalEntry): string => {
  const { reason, message } = entry;
  const causes = faultTexts(entry).map((did) => `a fault of this test: ${did}`);
  // The message is in the line, and a fault is a cause.
  const said = causes.length === 0 && reason !== undefined && reason !== message ? [reason] : [];
  return [entryLine(entry), ...said, ...causes].join('\n    ');
};

/** True for a call that was refused, failed, or has not ended. */
export const hasFailed = ({ code, handled, state }: JournalEntry): boolean =>
  state === 'open' || code !== 'OK' || handled !== undefined;

/** A text with a question mark in the place of each control character, which a terminal would obey. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '?');

/** An entry as one line of text, for people: its world if it has one, its id, operation and caller, and its result. */
export const entryLine = (entry: JournalEntry): string => {
  const { id, protocol, method, path, operation, caller, message, unread } = entry;
  const words = [
    ...(entry.world === undefined ? [] : [entry.world]),
    `#${id}`,
    protocol,
    operation ?? `${method} ${path}`,
    ...(caller ? [`by ${caller.name || caller.identity}`] : []),
    seenText(entry),
    ...(message === undefined ? [] : [message]),
    ...(unread.length > 0 ? [`[unread: ${unread.join(', ')}]`] : []),
    ...(entry.durationMs === undefined ? [] : [`${entry.durationMs} ms`]),
  ];
  return withoutControls(words.join(' '));
};
