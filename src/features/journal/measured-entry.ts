import { ApiError } from '../../kernel/errors.ts';
import { digestMessage } from './digest-message.ts';
import type { KeptEntry } from './kept-entry.ts';

/** The largest message that is kept whole, in bytes. */
const MAX_MESSAGE = 64 * 1024;
/** How many changes of one call are kept. */
const MAX_CHANGES = 1_000;
/** The size of a further change of an entry, in bytes: most have one, which is part of what an entry takes. */
const CHANGE_BYTES = 264;

const isLarge = (message: string | Uint8Array | undefined): message is string | Uint8Array =>
  message !== undefined && message.length > MAX_MESSAGE;

/** Bounds what an entry that has ended keeps, and notes how many bytes that is; `answer` is the message of its answer. */
export const measureEntry = (entry: KeptEntry, answer: string | Uint8Array | undefined): void => {
  const { body, changes } = entry;
  if (changes && changes.length > MAX_CHANGES) {
    entry.note({ furtherChanges: changes.length - MAX_CHANGES });
    entry.changes = changes.slice(0, MAX_CHANGES);
  }
  if (isLarge(answer)) entry.note({ largeAnswer: digestMessage(answer) });
  if (isLarge(body)) {
    entry.note({ largeRequest: digestMessage(body) });
    entry.body = undefined;
    entry.incoming = undefined;
  }
  const answered = entry.largeAnswer || entry.delivered instanceof ApiError ? 0 : (answer?.length ?? 0);
  const further = changes && changes.length > 1 ? Math.min(changes.length, MAX_CHANGES) - 1 : 0;
  entry.messageBytes = (entry.body?.length ?? 0) + answered + further * CHANGE_BYTES;
};
