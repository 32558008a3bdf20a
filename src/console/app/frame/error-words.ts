import type { ComponentChildren } from 'preact';
import { CallError } from '../connection.ts';

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of an error, with its status if it is an answer. */
export const wordsOf = (error: unknown): string =>
  error instanceof CallError ? `${error.status} ${error.message}` : errorMessage(error);

/** The violations in the error of a call, each in one field and in the API's words; none if it has no details. */
export const violationsOf = (error: unknown): readonly { readonly field: string; readonly description: string }[] => {
  if (!(error instanceof CallError)) return [];
  type Detail = { readonly fieldViolations?: ReturnType<typeof violationsOf> };
  return ((error.body.details ?? []) as readonly Detail[]).flatMap(({ fieldViolations = [] }) => fieldViolations);
};

/** An action as a button offers it. */
export interface Action {
  readonly label: ComponentChildren;
  /** Its name for screen readers, if the label alone does not say enough. */
  readonly name?: string;
  readonly run: () => unknown;
  /** The key that does the same as long as the button is there, unless the part around it has that key for itself. */
  readonly keyName?: string | undefined;
  /** `pri` for the action that is meant most, `q` for a quiet one. */
  readonly look?: string;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
}

/** A message in one line above what is shown, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly icon?: 'bad' | 'clock' | 'fault';
  readonly look?: 'bad' | 'fault';
  readonly actions?: readonly Action[];
}

/** A message that says what went wrong. */
export const failureNotice = (text: string): Notice => ({ text, icon: 'bad', look: 'bad' });
