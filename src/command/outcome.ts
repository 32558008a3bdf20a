import { MockError } from '../connection/mock-error.ts';
import { Code } from '../kernel/errors.ts';
import { endingOf } from './ending.ts';
import { Exit } from './exit.ts';

/** The result of a command: a value for programs, and lines of text for people. */
export interface Outcome {
  readonly value: unknown;
  readonly text: string;
  /** The exit status; 0 unless given. */
  readonly status?: number;
}

/** A mistake in a command line as a value, in the shape of an error of the API. */
export const usageValue = (message: string): unknown => ({ code: Code.INVALID_ARGUMENT, message, details: [] });

/** A failure as a value, in the shape of an error of the API (behaviour M13). */
export const failureValue = (error: unknown): unknown => {
  if (error instanceof MockError && error.problem) return error.problem;
  const { status, reason } = endingOf(error);
  if (status === Exit.usage) return usageValue(reason);
  return { code: Code.UNKNOWN, message: reason, details: [] };
};
