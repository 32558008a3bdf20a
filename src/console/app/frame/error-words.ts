import type { Notice } from './console-context.ts';

/** The message of an error. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of an error, with its status where it is an answer. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error && 'status' in error ? `${String(error.status)} ${error.message}` : errorMessage(error);

/** A message that says what went wrong. */
export const failureNotice = (text: string): Notice => ({ text, icon: 'bad', look: 'bad' });
