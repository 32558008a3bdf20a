import type { JournalEntry } from '../../../generated/nouns.ts';
import { seenText } from './seen.ts';

/** A text with a question mark for each control character, which a terminal would obey. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '?');

/** An entry as one line of text, for people: its world where it has one, its id, operation and caller, and its result. */
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
