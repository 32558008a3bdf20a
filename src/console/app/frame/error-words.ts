import { CallError } from '../connection.ts';
import type { Notice } from './console-context.ts';

/** A mistake in one field, in the API's words. */
interface Violation {
  readonly field: string;
  readonly description: string;
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of an error, with its status if it is an answer. */
export const wordsOf = (error: unknown): string =>
  error instanceof CallError ? `${error.status} ${error.message}` : errorMessage(error);

/** The violations in the error of a call; none if it has no details. */
export const violationsOf = (error: unknown): readonly Violation[] => {
  if (!(error instanceof CallError)) return [];
  const details = (error.body.details ?? []) as readonly { readonly fieldViolations?: readonly Violation[] }[];
  return details.flatMap(({ fieldViolations = [] }) => fieldViolations);
};

/** A message that says what went wrong. */
export const failureNotice = (text: string): Notice => ({ text, icon: 'bad', look: 'bad' });
