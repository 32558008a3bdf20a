import type { JournalEntry } from '../../../generated/nouns.ts';
import { entryLine } from './entry-line.ts';
import { faultTexts } from './seen.ts';

/** A call that was not answered as its caller hoped, with the reason in words. */
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
