import { CallError } from '../connection.ts';
import type { IconName } from './icons.tsx';

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

/** A message in one line above what is shown, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly icon?: IconName;
  readonly look?: 'bad' | 'fault';
  readonly actions?: readonly { readonly label: string; readonly keyName?: string; readonly run: () => unknown }[];
}

/** A message that says what went wrong. */
export const failureNotice = (text: string): Notice => ({ text, icon: 'bad', look: 'bad' });
